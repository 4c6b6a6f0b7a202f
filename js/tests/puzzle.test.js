// Puzzles, positions, solutions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Permutation, Puzzle, puzzles } from 'permutant';

const cube = new Puzzle('3x3x3');

test('a puzzle tells what it has', async () => {
  assert.deepEqual(await cube.facts(), {
    name: '3x3x3',
    moves: ['U', 'R', 'F', 'D', 'L', 'B'],
    faces: ['U', 'R', 'F', 'D', 'L', 'B'],
    stickerCount: 54,
  });
  const all = await puzzles();
  assert.ok(all.size > 50 && all.has('NxNxN') && typeof all.get('pyraminx') === 'string');
});

test('a position is the same however it is given', async () => {
  const position = await cube.position("R U2 F'");
  for (const given of [position, position.text, position.stickers, [...position.stickers], position.pattern, { patternData: position.pattern }, { toString: () => position.text }.toString()]) {
    assert.ok((await cube.position(given)).equals(position));
  }
  const solved = await cube.position();
  assert.ok(solved.isSolved && !position.isSolved && !solved.equals(position));
  assert.ok((await solved.after("R U2 F'")).equals(position));
  assert.ok((await position.after("F U2 R'")).isSolved);
  assert.ok((await (await position.inverse()).after("R U2 F'")).isSolved);
  assert.equal(`${position}`, position.text);
  assert.equal((await cube.position('123456'.replace(/./g, (face) => face.repeat(9)), { faces: '123456' })).isSolved, true);
});

test('an incomplete position keeps what it leaves open', async () => {
  const text = '?UUUUU?U?U??RRRRRRU??FFFFFFDDDDDDDDDU??LLLLLL???BBBBBB';
  const position = await cube.position(text);
  assert.deepEqual([position.isComplete, position.isSolved, position.facelets, position.text], [false, false, null, text]);
  const solution = await position.solve({ optimal: true });
  assert.ok(solution.optimal && (await position.isSolvedBy(solution.algorithm)));
  assert.throws(() => position.stickers, { name: 'UnsupportedError' });
  await assert.rejects(position.after('R'), { name: 'UnsupportedError' });
});

test('a solution solves, and tells what is known of its length', async () => {
  const position = await cube.position("R U2 F' D B2 L");
  const solution = await position.solve();
  assert.deepEqual(
    { ...solution, nodes: 0 },
    {
      algorithm: "L' B2 D' F U2 R'",
      length: 6,
      metric: 'htm',
      lowerBound: 6,
      optimal: true,
      method: solution.method,
      nodes: 0,
      steps: [['L', -1], ['B', 2], ['D', -1], ['F', 1], ['U', 2], ['R', -1]],
    },
  );
  assert.equal(`${solution}`, solution.algorithm);
  assert.ok(await position.isSolvedBy(solution.algorithm));
  assert.ok(!(await position.isSolvedBy('R')));
  const to = await cube.position('R U');
  assert.ok((await position.after((await position.solve({ to })).algorithm)).equals(to));
});

test('several solutions', async () => {
  const pyraminx = new Puzzle('pyraminx');
  const position = await pyraminx.position("U L' R B u");
  const all = await position.solutions({ maxLength: 7 });
  assert.ok(all.length > 1 && all.every(({ length }) => length <= 7));
  assert.equal((await position.solutions({ count: 2 })).length, 2);
  for (const { algorithm } of all) assert.ok(await position.isSolvedBy(algorithm));
});

test('improvements become shorter', async () => {
  const [scramble] = await cube.scrambles(1, 1);
  const lengths = [];
  for await (const { length } of (await cube.position(scramble)).improvements({ maxNodes: 100_000 })) lengths.push(length);
  assert.ok(lengths.length > 1);
  assert.deepEqual(lengths, [...new Set(lengths)].sort((a, b) => b - a));
});

test('a thousand random cubes in at most 21 moves', async () => {
  const scrambles = await cube.scrambles(1000, 2026);
  assert.equal(new Set(scrambles).size, 1000);
  const told = [];
  const solutions = await cube.solveMany(scrambles, { maxLength: 21, onProgress: ({ done, total }) => told.push([done, total]) });
  assert.equal(solutions.length, 1000);
  assert.ok(Math.max(...solutions.lengths) <= 21 && Math.min(...solutions.lengths) > 10);
  assert.equal(solutions.faults.size, 0);
  assert.deepEqual(told.at(-1), [1000, 1000]);
  for (const number of [0, 499, 999]) {
    assert.ok(await (await cube.position(scrambles[number])).isSolvedBy(solutions.at(number).algorithm));
  }
});

test('many positions as rows of stickers', async () => {
  const texts = await cube.scrambles(7, 3);
  const rows = await Promise.all(texts.map(async (text) => (await cube.position(text)).stickers));
  const array = Uint8Array.from(rows.flatMap((row) => [...row]));
  const [byRow, byText] = [await cube.solveMany(array), await cube.solveMany(texts)];
  assert.deepEqual(byRow.algorithms, byText.algorithms);
  await assert.rejects(cube.solveMany('R U'), /one text is one position/);
  await assert.rejects(cube.solveMany(new Uint8Array(55)), /55 stickers are no rows of 54, as 3x3x3 has them/);
});

test('groups', async () => {
  const group = await cube.group();
  assert.equal(group.order, 43_252_003_274_489_856_000n);
  assert.equal(group.transversals.reduce((product, length) => product * BigInt(length), 1n), group.order);
  assert.ok(await group.contains("R U R' U'"));
  assert.ok(await group.contains(group.generators.get('R').andThen(group.generators.get('U'))));
  assert.equal(await group.obstacle('(1,2)'), 'orbit EDGES: one piece is flipped');
  const position = await cube.position("R U R' U'");
  // Facelets alone are no moves, though each of their letters names one.
  for (const element of [position, position.text, "R U R' U'", await position.permutation()]) {
    const word = await group.factor(element, { effort: 'table' });
    assert.ok((await cube.position(word)).equals(position));
  }
});

test("God's algorithm of the 2x2x2", async () => {
  const { diameter, distribution, isComplete, total, states, antipodes } = await new Puzzle('2x2x2').god();
  assert.deepEqual([diameter, distribution.at(-1), isComplete, total, states], [11, 2644n, true, 3_674_160n, 3_674_160n]);
  assert.equal(antipodes[0].length, 11);
  const partial = await cube.god({ depth: 3 });
  assert.deepEqual([partial.diameter, partial.isComplete, partial.distribution], [null, false, [1n, 18n, 243n, 3240n]]);
});

test('definitions are read and written', async () => {
  const small = Puzzle.fromDefinition('a := (1,2,3); b := (3,4);');
  assert.equal((await small.god()).total, 24n);
  const copy = Puzzle.fromKPuzzle(JSON.parse(await new Puzzle('skewb').definition('kpuzzle')));
  assert.equal((await copy.group()).order, (await new Puzzle('skewb').group()).order);
});

test('a puzzle made of lists', async () => {
  const moves = { l: [1, 2, 3, 4, 0, 5, 6, 7], r: [0, 1, 2, 4, 5, 6, 7, 3] };
  const rings = Puzzle.fromMoves(moves, { solved: ['A', 'A', 'A', 'C', 'C', 'B', 'B', 'B'] });
  assert.deepEqual(await rings.facts(), { name: 'custom', moves: ['l', 'r'], faces: ['A', 'C', 'B'], stickerCount: 8 });
  const position = await rings.position(['A', 'C', 'B', 'A', 'B', 'C', 'B', 'A']);
  assert.deepEqual([...position.stickers], [0, 1, 2, 0, 2, 1, 2, 0]);
  assert.deepEqual(position.labels.join(''), 'ACBABCBA');
  assert.ok((await rings.position(position.stickers)).equals(position));
  const solution = await position.solve({ metric: 'qtm', optimal: true });
  assert.ok(solution.length === 7 && (await position.isSolvedBy(solution.algorithm)));
  assert.equal((await rings.solveMany([position, ['A', 'A', 'A', 'C', 'C', 'B', 'B', 'B']])).at(1).length, 0);
  await assert.rejects(rings.position(['Z']), /'Z' is not a label; the labels are A, C, B/);
});

test('weights count by whatever name a turn has', async () => {
  const solution = await (await cube.position('R')).solve({ metric: 'R3=9', optimal: true });
  assert.equal(solution.length, 2);
  await assert.rejects((await cube.position('R')).solve({ metric: 'Q=5' }), /no move 'Q'/);
});

test('both readings of lists', async () => {
  const cycle = [1, 2, 0];
  const [replaced, moved] = [Puzzle.fromMoves({ a: cycle }), Puzzle.fromMoves({ a: cycle }, { reading: 'moved to' })];
  assert.deepEqual([...(await replaced.position('a')).stickers], [1, 2, 0]);
  assert.deepEqual([...(await moved.position('a')).stickers], [2, 0, 1]);
  const numbers = Puzzle.fromMoves({ a: cycle }, { solved: [7, 300, 7] });
  const position = await numbers.position('a');
  assert.deepEqual(position.stickers, Uint16Array.of(300, 7, 7));
  assert.ok((await numbers.position([300, 7, 7])).equals(position));
  for (const [moves, message] of [[{}, /at least one move/], [{ a: [1, 1] }, /the move 'a'/], [{ a: [70000, 0] }, /70000/], [{ '(': [1, 0] }, /cannot be the name of a move/]]) {
    await assert.rejects(Puzzle.fromMoves(moves).facts(), (error) => error.name === 'UnsupportedError' && message.test(error.message));
  }
});

test('pictures', async () => {
  const picture = await (await cube.position('R')).picture({ view: 'net', letters: true });
  assert.match(picture, /^<svg[\s\S]*<\/svg>\s*$/);
});

test('the order of an algorithm', async () => {
  const { order, stickers, cycles } = await cube.order('R U');
  assert.equal(order, 105n);
  assert.ok(stickers instanceof Permutation && stickers.order === 105n);
  assert.ok(cycles.length > 0);
});
