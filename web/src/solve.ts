/** Solutions: found by a worker, then added to the line and played. */

import { button, element, plural } from './elements';
import type { Solution } from './jobs';
import { inform } from './listeners';
import type { Player } from './player';
import type { Timer } from './timer';
import { type Work, tellStage } from './work';

const found = ({ length }: Solution): string => `${plural(length, 'move')} found, searching for fewer`;

export function offerSolve(work: Work, player: Player, timer: Timer): void {
  const { session } = work;
  const about = element('solution-about');
  const forget = (): void => about.replaceChildren();
  session.onLoad.push(forget);
  session.onOwn.push(forget);
  const solve = async (): Promise<void> => {
    inform(session.onOwn);
    timer.drop();
    const asked = session.deeds;
    let best: Solution | null = null;
    const job = { kind: 'solve', puzzle: session.name, position: session.game.position() } as const;
    const begun = performance.now();
    await work.run(job, 'Solving…', (report) => {
      if (report.kind === 'solution') {
        best = report.solution;
        button('stop').textContent = 'Take it';
        return found(best);
      }
      if (report.kind !== 'stage') return null;
      const seconds = Math.floor((performance.now() - begun) / 1000);
      const doing = tellStage(report.stage);
      return best ? `${found(best)}. ${doing}` : `Solving${seconds ? ` for ${seconds} s` : ''}. ${doing}`;
    });
    button('stop').textContent = 'Stop';
    const solution = best as Solution | null;
    if (!solution) return;
    if (asked !== session.deeds) return work.tell('The puzzle was turned while it was being solved.');
    if (solution.steps.length === 0) return work.tell('It is already solved.');
    work.tell('');
    session.act(() => session.lay(solution.text));
    about.textContent = `Solved in ${plural(solution.length, 'move')}${solution.optimal ? ', and none is shorter' : ''}.`;
    player.play();
  };
  button('solve').addEventListener('click', () => void solve());
}
