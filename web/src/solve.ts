/** Solutions: found by a worker, then added to the line and played. It is loaded when one is first asked for. */

import { button, element } from './elements';
import { LATE } from './jobs';
import { later } from './languages/english_later';
import { learn, say, sentences } from './languages/language';
import { inform } from './listeners';
import type { Player } from './player';
import type { Timer } from './timer';
import type { Solution } from './wire';
import { type Work, tellStage } from './work';

learn(later);

/** The time in seconds after which a search that has found nothing ends. Each one that follows takes so many times as long. */
const MOST = 120;
const LONGER = 4;
/** The time in milliseconds for which what the engine told is news: it may do something else that it does not tell. */
const NEWS = 10_000;

/** The time in seconds after which it is said when the search ends. */
const SOON = 10;

const found = ({ length }: Solution): string => say('found', { count: length });

/** What solves the puzzle in play. */
export function solver(work: Work, player: Player, timer: Timer): () => Promise<void> {
  const { session } = work;
  const about = element('solution-about');
  const forget = (): void => about.replaceChildren();
  const forgetPhases = (): boolean => (element('phases').hidden = true);
  let most = MOST;
  session.onLoad.push(forget, forgetPhases, () => (most = MOST));
  session.onOwn.push(forget);
  return async () => {
    inform(session.onOwn);
    timer.drop();
    forgetPhases();
    const asked = session.deeds;
    let best: Solution | null = null;
    let end = 0;
    let stage = '';
    const begun = performance.now();
    let heard = begun;
    const job = { kind: 'solve', puzzle: session.name, position: session.game.position(), most: 1000 * most } as const;
    const done = await work.run(job, say('solving'), (report) => {
      const now = performance.now();
      if (report?.kind === 'solution') {
        best = report.solution;
        end = now + report.left;
        button('stop').textContent = say('takeIt');
      } else if (report?.kind === 'stage') {
        stage = tellStage(report.stage);
        heard = now;
      }
      const news = now - heard < NEWS ? stage : '';
      const seconds = Math.floor((now - begun) / 1000);
      const left = Math.max(0, Math.ceil((end - now) / 1000));
      if (best) return say('foundSoFar', { found: found(best), seconds: left });
      // Most puzzles are solved before anyone asks for how long it may go on.
      if (seconds < SOON && most === MOST) return sentences(say('solvingSince', { seconds }), news);
      // A large puzzle takes seconds before it is searched.
      return sentences(say(stage ? 'solvingFor' : 'preparing', { seconds, most }), news);
    });
    button('stop').textContent = say('stopIt');
    const solution = best as Solution | null;
    if (done === LATE) {
      const before = most;
      most *= LONGER;
      return work.tell(say('noneInTime', { seconds: before, most }));
    }
    if (!solution) return;
    most = MOST;
    if (asked !== session.deeds) return work.tell(say('turnedWhileSolving'));
    if (solution.steps.length === 0) return work.tell(say('alreadySolved'));
    work.tell('');
    const made = Object.fromEntries(session.status().lengths.map(({ metric, moves }) => [metric, moves]));
    session.act(() => session.lay(solution.text));
    const solved = say(solution.optimal ? 'solvedInFewest' : 'solvedIn', { count: solution.length });
    // The engine counts in half-turns, the page at first in slices.
    const hasSlices = /^\d+x\d+x\d+$/.test(session.scene.puzzle);
    const countsTwice = hasSlices && (solution.steps.length < solution.length || (solution.optimal && made.htm !== made.stm));
    about.textContent = sentences(solved, countsTwice ? say('slicesAreTwo') : '');
    const { phases } = solution;
    if (phases) void import('./phases').then(({ showPhases }) => showPhases(solution, phases)).catch(() => {});
    player.play();
  };
}
