/** Solutions: found by a worker, then added to the line and played. */

import { button, element, plural } from './elements';
import type { Solution } from './jobs';
import { inform } from './listeners';
import type { Player } from './player';
import type { Timer } from './timer';
import type { Work } from './work';

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
    await work.run(job, 'Solving…', (report) => {
      if (report.kind !== 'solution') return;
      best = report.solution;
      work.tell(`${plural(best.length, 'move')} found, searching for fewer`);
      button('stop').textContent = 'Take it';
    });
    button('stop').textContent = 'Stop';
    const found = best as Solution | null;
    if (!found) return;
    if (asked !== session.deeds) return work.tell('The puzzle was turned while it was being solved.');
    if (found.steps.length === 0) return work.tell('It is already solved.');
    work.tell('');
    session.act(() => session.lay(found.text));
    about.textContent = `Solved in ${plural(found.length, 'move')}${found.optimal ? ', and none is shorter' : ''}.`;
    player.play();
  };
  button('solve').addEventListener('click', () => void solve());
}
