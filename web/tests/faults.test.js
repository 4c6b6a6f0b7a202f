// What engines say of errors is said in the language of the page: real engines make the errors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const module = async (name) => (await runnerImport(place(`src/languages/${name}.ts`))).module;
const { default: init, Bench, Game, scramble, solvability, solve } = await import('../src/engine/work/permutant.js');
await init({ module_or_path: readFileSync(place('src/engine/work/permutant_bg.wasm')) });

const { translator } = await module('faults');
const LANGUAGES = ['german', 'japanese', 'chinese'];
const words = new Map(await Promise.all(LANGUAGES.map(async (name) => [name, (await module(`${name}_faults`)).faults])));
const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

for (const [name, faults] of words) {
  test(`${name}: each message leaves the same to be filled in`, () => {
    for (const [message, translation] of Object.entries(faults)) assert.deepEqual(holes(translation), holes(message), message);
  });
}

/** What the engine says of an error that this makes. */
function fault(make) {
  try {
    make();
  } catch (thrown) {
    const { message, expected, help } = JSON.parse(thrown);
    return [message, expected && `expected ${expected}`, help].filter(Boolean).join('; ');
  }
  return assert.fail('no error');
}
const listener = { goesOn: () => true, hears: () => {}, gets: () => {} };
/** Why a position cannot be solved that arises from the solved one by changes. */
function reason(puzzle, change) {
  const bench = new Bench(puzzle, '');
  change(bench);
  const { solvable, reason } = JSON.parse(solvability(puzzle, JSON.parse(bench.draft()).position, false, listener));
  assert.equal(solvable, false, puzzle);
  return reason;
}
/** Parts of two pieces of a set, by its name. */
function partsOf(puzzle, set, count = 2) {
  const { stickers } = JSON.parse(new Game(puzzle).scene(false));
  const slots = new Map(stickers.flatMap((sticker, part) => (sticker.set === set ? [[sticker.slot, part]] : [])));
  return [...slots.values()].slice(0, count);
}
function draft(puzzle, change) {
  const bench = new Bench(puzzle, '');
  change(bench);
  return JSON.parse(bench.draft()).message;
}
const swapped = (puzzle, set) => reason(puzzle, (bench) => bench.swap(...partsOf(puzzle, set)));
const twisted = (puzzle, set) => reason(puzzle, (bench) => bench.twist(partsOf(puzzle, set)[0]));

test('every language has words for what is wrong with a position, a move and a name', () => {
  const [corner] = partsOf('3x3x3', 'CORNERS');
  const [edge] = partsOf('3x3x3', 'EDGES');
  const said = [
    draft('2x2x2', (bench) => bench.strip()),
    draft('2x2x2', (bench) => {
      const shown = [...bench.shows()];
      const faces = new Map(JSON.parse(bench.paints()).map(({ part, face }) => [part, face]));
      bench.strip();
      shown.forEach((like, part) => part > 0 && bench.paint(part, faces.get(like)));
    }),
    draft('3x3x3', (bench) => bench.paint(edge, 3)),
    draft('3x3x3', (bench) => bench.paint(corner, 3)),
    fault(() => new Bench('3x3x3', '').swap(corner, edge)),
    fault(() => new Bench('15', '').twist(0)),
    fault(() => new Bench('2x2x2', '').write('UUUU????????????????????')),
    twisted('3x3x3', 'CORNERS'),
    twisted('3x3x3', 'EDGES'),
    swapped('3x3x3', 'CORNERS'),
    swapped('3x3x3', 'EDGES'),
    reason('3x3x3', (bench) => {
      bench.write('R U F');
      bench.swap(...partsOf('3x3x3', 'EDGES'));
      bench.twist(corner);
    }),
    twisted('2x2x2', 'CORNERS'),
    twisted('pyraminx', 'EDGES'),
    twisted('megaminx', 'EDGES'),
    swapped('megaminx', 'EDGES'),
    swapped('5x5x5', 'EDGES'),
    reason('m12', (bench) => {
      bench.swap(0, 1);
      bench.swap(1, 2);
    }),
    reason('slide:4x4', (bench) => bench.swap(0, 1)),
    fault(() => new Game('3x3x3').play('R Q')),
    fault(() => new Game('3x3x3').play('R ]')),
    fault(() => new Game('2x2x2').play('M')),
    fault(() => new Game('15').play('L')),
    fault(() => new Game('nothing like it')),
    fault(() => new Game('megaminxx')),
    fault(() => new Game('3x3x300')),
    fault(() => new Game('300x300x300')),
    fault(() => new Game('255x255x255')),
    ...['1x1x1', 'slide:1x1', 'slide:100x100', 'torus:0x0', 'torus:99x99', 'torus:axb', 'moebius:4x1', 'klein:4', 'rotate:3x3,4'].map((name) => fault(() => new Game(name))),
    ...['rings:3', 'rings:', 'rings:2,9,1,1', 'rings:9,2,1,1', 'rings:9,9,9,1', 'rings:9,9,1,9', 'merge:1,9,1', 'merge:9,1,1', 'merge:9,9,9'].map((name) => fault(() => new Game(name))),
    ...['topspin:1,1', 'topspin:20,30', 'wreath:1', 'wreath:x', 'pancake:1', 'pancake:2500', 'globe:1', 'globe:50,50'].map((name) => fault(() => new Game(name))),
    ...['(R U', 'R U)', '[R, U', '[R U]', "R''", 'R99999999999', '(R)9999999', '{R}', 'R:'].map((text) => fault(() => new Game('3x3x3').play(text))),
  ];
  for (const [language, faults] of words) {
    const translated = translator(faults, String);
    const missing = said.filter((message) => translated(message) === null);
    assert.deepEqual(missing, [], language);
  }
});

test('every language has words for what a search is at', () => {
  const stages = new Set();
  const quiet = { goesOn: () => true, gets: () => {} };
  const hears = (stage) => stages.add(JSON.parse(stage).name);
  for (const puzzle of ['3x3x3', '7x7x7', 'pyraminx', 'slide:4x4', 'square-1']) {
    const game = new Game(puzzle);
    game.play(scramble(puzzle, 7, { ...quiet, hears }));
    let isFound = false;
    solve(puzzle, game.position(), { hears, goesOn: () => !isFound, gets: () => (isFound = true) });
  }
  stages.delete(undefined);
  assert.ok(stages.size > 3, [...stages].join());
  for (const [language, faults] of words) assert.deepEqual([...stages].filter((name) => translator(faults, String)(name) === null), [], language);
});

test('what no pattern fits stays as it is', () => {
  const translated = translator(words.get('german'), String, 'de');
  assert.equal(translated('something else'), null);
  assert.equal(translated('no solution: something else'), null);
  assert.equal(translated('no corner has the colours U, R and L'), 'es gibt keine corners mit den Farben U, R und L');
  assert.equal(translated('no piece of the set CENTERS2 has the colour U'), 'CENTERS2: kein Teil hat die Farbe U');
  assert.equal(translated('one edge is flipped, and something else'), null);
  assert.equal(translated('one corner is twisted clockwise (URF), and two edges are exchanged'), 'eine Ecke ist im Uhrzeigersinn verdreht (URF); zwei Kanten sind vertauscht');
  assert.equal(translated("there is no puzzle named 'r.*'; did you mean '3x3x3' or '4x4x4'?"), 'es gibt kein Puzzle namens „r.*“; meintest du \'3x3x3\' / \'4x4x4\'?');
});
