// How much time of a processor the engine of the worker takes to the first solution of each puzzle of the catalog, or of those that are named, from
// the scramble of seed 7. Each is solved in a process of its own, as by a worker that has just started; other programs do not change the figures much.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Game, initSync, puzzles, scramble, solve } from './src/engine/work/permutant.js';

const SEED = 7;
/** Seconds after which a puzzle is given up. */
const MOST = 60;

initSync({ module: readFileSync(new URL('./src/engine/work/permutant_bg.wasm', import.meta.url)) });

/** One line about a puzzle. */
function measured(name) {
  const quiet = { goesOn: () => true, hears: () => {}, gets: () => {} };
  const game = new Game(name);
  game.begin(scramble(name, SEED, quiet), SEED);
  const begun = process.cpuUsage();
  const seconds = () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  let first = null;
  const listener = {
    ...quiet,
    goesOn: () => first === null && seconds() < MOST,
    gets: (solution) => (first ??= `${seconds().toFixed(1).padStart(6)} s ${String(JSON.parse(solution).length).padStart(6)} moves`),
  };
  try {
    solve(name, game.position(), listener);
    return first;
  } catch (thrown) {
    return `${seconds().toFixed(1).padStart(6)} s ${typeof thrown === 'string' ? JSON.parse(thrown).message : thrown}`;
  }
}

const [one, ...others] = process.argv.slice(2);
if (one === '--one') console.log(measured(others[0]));
else {
  const names = one === undefined ? JSON.parse(puzzles()).map(({ name }) => name) : [one, ...others];
  for (const name of names) {
    const line = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--one', name], { encoding: 'utf8' });
    console.log(`${name.padEnd(32)} ${line.trimEnd()}`);
  }
}
