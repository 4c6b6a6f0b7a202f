/** The engine in a worker: it scrambles and solves while the page goes on. */

import { type Listener, scramble, solve } from './engine/permutant.js';
import type { Fault, Job, Report } from './jobs';
import { started } from './start';

/** Once there is a solution, shorter ones are looked for so long, in milliseconds. */
const PATIENCE = 1000;
/** Progress is told so often at most, in milliseconds. */
const EVERY = 100;

const report = (what: Report): void => self.postMessage(what);

onmessage = async ({ data: job }: MessageEvent<Job>) => {
  let enough = Infinity;
  let told = 0;
  const listener: Listener = {
    goesOn: () => performance.now() < enough,
    hears: (stage) => {
      if (performance.now() - told < EVERY) return;
      told = performance.now();
      report({ kind: 'stage', stage: JSON.parse(stage) });
    },
    gets: (solution) => {
      if (enough === Infinity) enough = performance.now() + PATIENCE;
      report({ kind: 'solution', solution: JSON.parse(solution) });
    },
  };
  try {
    await started;
    let text = '';
    if (job.kind === 'scramble') text = scramble(job.puzzle, job.seed, listener);
    else solve(job.puzzle, job.position, listener);
    report({ kind: 'done', text });
  } catch (thrown) {
    // What the engine throws is a fault as JSON; anything else is a trap, after which it is of no more use.
    if (typeof thrown === 'string') report({ kind: 'fault', fault: JSON.parse(thrown) as Fault });
    else report({ kind: 'broken', message: String(thrown) });
  }
};
