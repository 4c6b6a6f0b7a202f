// Errors: one tree, with the place of the fault.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as permutant from 'permutant';

const { Puzzle, PermutantError, ParseError, UnknownPuzzleError, UnsupportedError, UnsolvableError, LimitReached } = permutant;
const cube = new Puzzle('3x3x3');

async function thrownBy(promise) {
  try {
    await promise;
  } catch (thrown) {
    assert.ok(thrown instanceof PermutantError && thrown instanceof Error, String(thrown));
    assert.equal(thrown.name, thrown.constructor.name);
    return thrown;
  }
  throw new Error('nothing was thrown');
}

test('a text that cannot be read', async () => {
  // The card is two UTF-16 units.
  const error = await thrownBy(cube.position('R 🂡'));
  assert.ok(error instanceof ParseError);
  assert.deepEqual([error.start, error.end, error.line, error.column, error.text], [2, 4, 1, 3, 'R 🂡']);
  assert.match(error.message, /line 1, column 3/);
  assert.ok((await thrownBy(Puzzle.fromDefinition('positions = 3\n[[track]]\nname = "r"\ncycle = [1, 2, 4]\n').facts())) instanceof ParseError);
  assert.ok((await thrownBy(new Puzzle('c f 7/3').facts())) instanceof ParseError);
  assert.ok((await thrownBy(cube.order('R )'))) instanceof ParseError);
  assert.ok((await thrownBy(cube.position('U'.repeat(54)))) instanceof ParseError);
});

test('a puzzle that does not exist', async () => {
  const puzzle = new Puzzle('no puzzle');
  assert.ok((await thrownBy(puzzle.facts())) instanceof UnknownPuzzleError);
  assert.ok((await thrownBy(puzzle.position('R'))) instanceof UnknownPuzzleError);
});

test('what is not supported', async () => {
  const solved = await cube.position();
  for (const options of [
    { method: 'guess' },
    { metric: 'miles' },
    { minLength: 3, maxLength: 2 },
    { timeLimit: -1 },
    { maxLength: 'x' },
    { moves: ['Q'] },
    { to: await new Puzzle('3x3x3').position() },
  ]) {
    assert.ok((await thrownBy(solved.solve(options))) instanceof UnsupportedError, JSON.stringify(options));
  }
  const { message } = await thrownBy((await new Puzzle('megaminx').position('U')).solve({ method: 'two-phase' }));
  assert.doesNotMatch(message, /--/);
  assert.ok((await thrownBy(solved.picture({ width: 1 }))) instanceof UnsupportedError);
  assert.ok((await thrownBy(cube.definition('doc'))) instanceof UnsupportedError);
  assert.ok((await thrownBy(cube.position(7))) instanceof UnsupportedError);
  assert.ok((await thrownBy(cube.position([9]))) instanceof UnsupportedError);
});

test('a position that cannot be solved', async () => {
  const flipped = (await cube.position()).facelets.split('');
  [flipped[7], flipped[19]] = [flipped[19], flipped[7]];
  const position = await cube.position(flipped.join(''));
  const error = await thrownBy(position.solve());
  assert.ok(error instanceof UnsolvableError);
  assert.match(error.message, /flipped/);
  assert.match(await position.obstacle(), /flipped/);
  const many = await thrownBy(cube.solveMany(['R', position, 'R Q']));
  assert.ok(many instanceof UnsolvableError && many.index === 1);
  const kept = await cube.solveMany(['R', position, 'R Q', 'U'], { onError: 'keep' });
  assert.deepEqual(kept.algorithms, ["R'", null, null, "U'"]);
  assert.deepEqual([...kept.lengths], [1, -1, -1, 1]);
  assert.deepEqual([...kept.faults].map(([at, error]) => [at, error.name, error.index]), [[1, 'UnsolvableError', 1], [2, 'ParseError', 2]]);
});

test('limits', async () => {
  const [scramble] = await cube.scrambles(1, 5);
  const position = await cube.position(scramble);
  for (const [options, limit] of [
    [{ optimal: true, maxNodes: 1000, method: 'search' }, 'nodes'],
    [{ optimal: true, maxLength: 3, method: 'search' }, 'length'],
    [{ optimal: true, timeLimit: 0.05, method: 'search' }, 'time'],
  ]) {
    const error = await thrownBy(position.solve(options));
    assert.ok(error instanceof LimitReached, String(error));
    assert.equal(error.limit, limit);
  }
  const memory = await thrownBy(cube.god({ memory: 1_000_000 }));
  assert.ok(memory instanceof LimitReached && memory.limit === 'memory', String(memory));
});

test('each kind of error is exported', () => {
  for (const name of ['InternalError', 'LimitReached', 'ParseError', 'UnknownPuzzleError', 'UnsolvableError', 'UnsupportedError']) {
    assert.ok(permutant[name].prototype instanceof PermutantError, name);
  }
});
