// The package beside cubing.js: definitions, algorithms and patterns go from one to the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Alg } from 'cubing/alg';
import { KPattern, KPuzzle } from 'cubing/kpuzzle';
import { puzzles } from 'cubing/puzzles';
import { Puzzle } from 'permutant';

/** The rows of a pattern, without the moduli that both may leave out. */
const rows = (pattern) => Object.fromEntries(Object.entries(pattern).map(([set, { pieces, orientation }]) => [set, { pieces, orientation }]));

/** Whether a pattern is the solved one, as cubing.js sees it. */
const isSolved = (pattern) => pattern.isIdentical(pattern.kpuzzle.defaultPattern());

test("the catalog's 3x3x3 is that of cubing.js", async () => {
  const kpuzzle = await puzzles['3x3x3'].kpuzzle();
  const cube = new Puzzle('3x3x3');
  for (const text of ["R U R' U'", "[R: [U, F']] M2 x Rw (R U)3", "E S' y2 l B", "(R U' R) (U R U R) (U' R' U' R2)"]) {
    const alg = new Alg(text);
    const theirs = kpuzzle.defaultPattern().applyAlg(alg);
    const ours = await cube.position(alg.toString());
    assert.deepEqual(rows(ours.pattern), rows(theirs.patternData), text);
    assert.ok((await cube.position(theirs)).equals(ours) && (await (await cube.position()).after(alg)).equals(ours));
  }
});

// Of some, all moves are derived from a few by rotations; these are named. So are those of the pyraminx, of which cubing.js lists some that it
// does not read.
for (const [name, scramble, moves] of [
  ['3x3x3', "R U2 F' D B2 L", ['U', 'R', 'F', 'D', 'L', 'B']],
  ['2x2x2', "R U F' R2 U R", ['U', 'R', 'F']],
  ['pyraminx', "r l' u b r", ['r', 'l', 'u', 'b']],
  ['skewb', "R U' L B' R U", undefined],
  ['megaminx', "R U' F", undefined],
  ['fto', "R U' F", undefined],
  ['redi_cube', "F R' B", ['F', 'R', 'B', 'L']],
  ['loopover', undefined, undefined],
]) {
  test(`${name}: cubing.js is solved by our solution of its pattern`, async (t) => {
    const kpuzzle = await puzzles[name].kpuzzle();
    const puzzle = Puzzle.fromKPuzzle(kpuzzle);
    const alg = scramble ?? (await puzzle.facts()).moves.slice(0, 3).join(' ');
    const pattern = kpuzzle.defaultPattern().applyAlg(alg);
    const position = await puzzle.position(pattern);
    assert.ok((await puzzle.position(alg)).equals(position));
    const solution = await position.solve({ moves });
    t.diagnostic(`${alg}: ${solution}`);
    assert.ok(!isSolved(pattern) && isSolved(pattern.applyAlg(new Alg(solution.algorithm))), `${solution}`);
  });
}

test('every definition of cubing.js is read', async () => {
  for (const [name, loader] of Object.entries(puzzles)) {
    // Its five thousand pieces take a minute.
    if (name === '40x40x40') continue;
    const kpuzzle = await loader.kpuzzle();
    const { moves } = await Puzzle.fromKPuzzle(kpuzzle).facts();
    assert.ok(moves.length > 0, name);
  }
});

test('cubing.js reads the definitions that we write', async () => {
  for (const [name, text] of [['skewb', "R U' L"], ['pyraminx', "R u' L"], ['dino cube', undefined], ['4x4x4', "R Uw 2F"]]) {
    const puzzle = new Puzzle(name);
    const alg = text ?? (await puzzle.facts()).moves.slice(0, 3).join(' ');
    const kpuzzle = new KPuzzle(JSON.parse(await puzzle.definition('kpuzzle')));
    const theirs = kpuzzle.defaultPattern().applyAlg(alg);
    const position = await puzzle.position(alg);
    assert.deepEqual(rows(position.pattern), rows(theirs.patternData), name);
    assert.ok(new KPattern(kpuzzle, position.pattern).isIdentical(theirs), name);
  }
});
