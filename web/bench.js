// How fast the engine of the worker is beside the program, on the same machine: PERMUTANT_PROGRAM names a build of it with every optimisation (--profile dist).
// Both do the same work on one thread, by turns, and the best of three times counts. What they count must be the same.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { distances, initSync, workload } from './src/engine/work/permutant.js';

const TIMES = 3;
const program = process.env.PERMUTANT_PROGRAM ?? '../target/dist/permutant';
initSync({ module: readFileSync(new URL('./src/engine/work/permutant_bg.wasm', import.meta.url)) });
const listener = { goesOn: () => true, hears: () => {}, gets: () => {} };

/** What a piece of work gives, and the seconds that it takes. */
function timed(work) {
  const begun = performance.now();
  const result = work();
  return { result, seconds: (performance.now() - begun) / 1000 };
}
const native = (...words) => JSON.parse(execFileSync(program, ['--json', '--quiet', '--no-tables', '--threads', '1', ...words], { encoding: 'utf8' }));

/** A workload of the library: the program tells its own time. */
const work = (name) => ({
  name,
  native: () => {
    const { nodes, seconds } = native('bench', name);
    return { result: nodes, seconds };
  },
  page: () => timed(() => workload(name, listener)),
});
/** God's algorithm: of the program, the time of its process. */
const god = (puzzle) => ({
  name: `god ${puzzle}`,
  native: () => timed(() => native('god', puzzle).distribution.join()),
  page: () => timed(() => JSON.parse(distances(puzzle, undefined, listener)).counts.join()),
});

console.log('work             program     page    ratio');
for (const { name, native, page } of [god('2x2x2'), ...['two-phase', 'search-3x3x3', 'god', 'words', 'turns'].map(work)]) {
  const times = { native: Infinity, page: Infinity };
  for (let time = 0; time < TIMES; time++) {
    const [ours, theirs] = [native(), page()];
    assert.equal(theirs.result, ours.result, name);
    times.native = Math.min(times.native, ours.seconds);
    times.page = Math.min(times.page, theirs.seconds);
  }
  const seconds = (time) => `${time.toFixed(3).padStart(8)}`;
  console.log(`${name.padEnd(15)} ${seconds(times.native)} ${seconds(times.page)} ${(times.page / times.native).toFixed(2).padStart(8)}`);
}
