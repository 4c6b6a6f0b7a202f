/** Solutions: found by a worker, then added to the line and played. */

import { button, element } from './elements';
import { say } from './languages/language';
import { inform } from './listeners';
import type { Player } from './player';
import type { Timer } from './timer';
import type { Solution } from './wire';
import { type Work, tellStage } from './work';

const found = ({ length }: Solution): string => say('found', { count: length });

export function offerSolve(work: Work, player: Player, timer: Timer): void {
  const { session } = work;
  const about = element('solution-about');
  button('stop').textContent = say('stopIt');
  const forget = (): void => about.replaceChildren();
  const forgetPhases = (): boolean => (element('phases').hidden = true);
  session.onLoad.push(forget, forgetPhases);
  session.onOwn.push(forget);
  const solve = async (): Promise<void> => {
    inform(session.onOwn);
    timer.drop();
    forgetPhases();
    const asked = session.deeds;
    let best: Solution | null = null;
    const job = { kind: 'solve', puzzle: session.name, position: session.game.position() } as const;
    const begun = performance.now();
    await work.run(job, say('solving'), (report) => {
      if (report.kind === 'solution') {
        best = report.solution;
        button('stop').textContent = say('takeIt');
        return found(best);
      }
      if (report.kind !== 'stage') return null;
      const seconds = Math.floor((performance.now() - begun) / 1000);
      const stage = tellStage(report.stage);
      if (best) return say('foundSoFar', { found: found(best), stage });
      return seconds ? say('solvingFor', { seconds, stage }) : say('solvingNow', { stage });
    });
    button('stop').textContent = say('stopIt');
    const solution = best as Solution | null;
    if (!solution) return;
    if (asked !== session.deeds) return work.tell(say('turnedWhileSolving'));
    if (solution.steps.length === 0) return work.tell(say('alreadySolved'));
    work.tell('');
    session.act(() => session.lay(solution.text));
    about.textContent = say(solution.optimal ? 'solvedInFewest' : 'solvedIn', { count: solution.length });
    const { phases } = solution;
    if (phases) void import('./phases').then(({ showPhases }) => showPhases(solution, phases)).catch(() => {});
    player.play();
  };
  button('solve').addEventListener('click', () => void solve());
}
