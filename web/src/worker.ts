/** The engine in a worker: it scrambles and solves while the page remains responsive. */

import init, { changeAlgorithm, distances, exportTo, facts, Game, type Listener, mix, order, randomWord, scramble, scrambleOfEvent, solvability, solve, strongGenerators, wordOf } from './engine/work/permutant.js';
import engine from './engine/work/permutant_bg.wasm?url';
import { type Job, LATE, type Report } from './jobs';
import { inPieces } from './large';
import type { Fault, Scene, Solution, Stage } from './wire';

/** How long the search goes on after a solution that is shorter than those before: this many times as long as it has taken so far, as what
 *  took seconds may become much shorter in seconds, but no less and no more than so many milliseconds. */
const PATIENCE = { times: 3, least: 1000, most: 4000 };
/** The least interval between progress reports, in milliseconds. */
const EVERY = 100;
/** The interval between signs of life, in milliseconds. */
const LIFE = 1000;
/** The memory in bytes from which a trap is taken for a lack of memory: the engine is linked with little more. */
const ALMOST_ALL = 0.75 * 2 ** 30;

const started = init({ module_or_path: engine });
const report = (what: Report): void => self.postMessage(what);

/** Runs a job; returns its result as text. */
function done(job: Job, listener: Listener): string {
  switch (job.kind) {
    case 'scramble':
      return job.event ? scrambleOfEvent(job.event, job.seed, listener) : scramble(job.puzzle, job.seed, listener);
    case 'mix':
      return mix(job.puzzle, job.position, job.moves, job.seed, listener);
    case 'solve':
      solve(job.puzzle, job.position, listener);
      return '';
    case 'scene': {
      const game = new Game(job.puzzle);
      const scene = JSON.parse(game.scene(job.safe)) as Scene;
      game.free();
      return inPieces(scene);
    }
    case 'facts':
      return facts(job.puzzle, listener);
    case 'distances':
      return distances(job.puzzle, job.depth, listener);
    case 'order':
      return order(job.puzzle, job.text);
    case 'word':
      return randomWord(job.puzzle, job.seed, listener);
    case 'wordOf':
      return wordOf(job.puzzle, job.element, listener);
    case 'strong':
      return strongGenerators(job.puzzle, listener);
    case 'change':
      return changeAlgorithm(job.puzzle, job.text, job.change);
    case 'solvability':
      return solvability(job.puzzle, job.position, job.seen, listener);
    case 'export':
      return exportTo(job.puzzle, job.position, job.format);
  }
}

onmessage = async ({ data: job }: MessageEvent<Job>) => {
  let begun = performance.now();
  let enough = Infinity;
  let fewest = Infinity;
  // The first report is sent at once, however young the worker is.
  let told = -Infinity;
  let alive = -Infinity;
  const live = (): void => {
    if (performance.now() - alive < LIFE) return;
    alive = performance.now();
    report({ kind: 'alive' });
  };
  const listener: Listener = {
    goesOn: () => {
      live();
      return performance.now() < enough;
    },
    hears: (stage) => {
      const known = JSON.parse(stage) as Stage;
      // Levels are few, and each of them is shown.
      if (known.stage !== 'level' && performance.now() - told < EVERY) return;
      told = performance.now();
      report({ kind: 'stage', stage: known });
    },
    gets: (solution) => {
      const found = JSON.parse(solution) as Solution;
      const now = performance.now();
      if (found.length < fewest) enough = now + Math.min(Math.max(PATIENCE.times * (now - begun), PATIENCE.least), PATIENCE.most);
      fewest = Math.min(fewest, found.length);
      report({ kind: 'solution', solution: found, left: enough - now });
    },
  };
  live();
  // While the engine is loading, however slow the network is.
  const loading = setInterval(live, LIFE);
  let memory: WebAssembly.Memory | null = null;
  try {
    ({ memory } = await started);
    clearInterval(loading);
    begun = performance.now();
    if (job.kind === 'solve') enough = begun + job.most;
    report({ kind: 'done', text: done(job, listener) });
  } catch (thrown) {
    // The engine throws an error as JSON; anything else is a trap, after which the engine is unusable.
    if (typeof thrown === 'string') {
      const fault = JSON.parse(thrown) as Fault;
      // The only limit of time is that of this worker.
      report(/ time limit /.test(fault.message) ? { kind: 'done', text: LATE } : { kind: 'fault', fault });
    } else if (memory && memory.buffer.byteLength > ALMOST_ALL) report({ kind: 'broken', reason: null });
    else report({ kind: 'broken', reason: String(thrown) });
  }
};
