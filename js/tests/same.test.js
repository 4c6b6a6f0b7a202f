// The package answers like the program.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Puzzle } from 'permutant';
import { records, withProgram } from './program.js';

/** A record without what only one of the two tells. */
const common = ({ seconds, number, steps, ...rest }) => rest;

for (const [name, position, options, words] of [
  ['3x3x3', "R U2 F' D B2 L", {}, []],
  ['3x3x3', 'DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD', { maxLength: 20 }, ['--max-length', '20']],
  ['3x3x3', '?UUUUU?U?U??RRRRRRU??FFFFFFDDDDDDDDDU??LLLLLL???BBBBBB', { optimal: true }, ['--optimal']],
  ['2x2x2', "R U2 F' R", { optimal: true, metric: 'qtm' }, ['--optimal', '--metric', 'qtm']],
  ['pyraminx', "U L' R B u", { optimal: true }, ['--optimal']],
  ['skewb', "R U L' B R", { minLength: 6, maxLength: 8 }, ['--min-length', '6', '--max-length', '8']],
  ['square-1', '(1,0)/(3,3)/(-1,-4)/(4,-2)/', { metric: 'twist' }, ['--metric', 'twist']],
  ['slide:3x3', '1 2 3 4 5 6 0 7 8', { optimal: true }, ['--optimal']],
  ['3x3x3', "U R2 U' R2", { moves: ['U', 'R2'], optimal: true }, ['--moves', 'U,R2', '--optimal']],
  ['megaminx', "U R2' F L'", { maxLength: 4 }, ['--max-length', '4']],
]) {
  test(`solve ${name} "${position}"`, withProgram, async () => {
    const [expected] = await records('solve', name, position, ...words);
    const record = await new Puzzle(name).ask({ call: 'solve', position: { text: position }, options });
    assert.deepEqual(common(record), common(expected));
  });
}

test('scrambles', withProgram, async () => {
  for (const [name, count] of [['3x3x3', 5], ['pyraminx', 3], ['clock', 2], ['megaminx', 2]]) {
    const expected = await records('scramble', name, '--count', String(count), '--seed', '7');
    const got = await new Puzzle(name).ask({ call: 'scrambles', count, seed: 7 });
    assert.deepEqual(got, expected, name);
  }
});

test('positions', withProgram, async () => {
  for (const [name, algorithm] of [['3x3x3', "R U F'"], ['m11', 'a b'], ['slide:3x3', 'R D']]) {
    const [expected] = await records('apply', name, algorithm);
    const position = await new Puzzle(name).position(algorithm);
    assert.deepEqual(position.pattern, expected.pattern, name);
    assert.equal(position.isSolved, expected.solved);
    if (expected.facelets !== null) assert.equal(position.facelets, expected.facelets);
    assert.ok((await position.puzzle.position(position.text)).equals(position), name);
  }
});

test('orders, groups and counts', withProgram, async () => {
  const cube = new Puzzle('3x3x3');
  const [order] = await records('order', '3x3x3', "R U2 F'");
  const found = await cube.order("R U2 F'");
  assert.deepEqual([String(found.order), String(found.colouredOrder)], [order.order, order.coloured_order]);
  assert.deepEqual([...found.stickers.cycleType], order.cycle_type);

  const [{ distribution }] = await records('orders', 'pyraminx', '--exact');
  const orders = await new Puzzle('pyraminx').orders();
  assert.deepEqual([...orders].map(([order, count]) => ({ order: String(order), count: String(count) })), distribution);

  const [group] = await records('group', 'megaminx');
  const { orbits, ...record } = await new Puzzle('megaminx').ask({ call: 'group' });
  for (const key of ['order', 'degree', 'base', 'proof', 'envelope']) assert.deepEqual(record[key], group[key], key);
  assert.deepEqual(orbits.map(({ points, ...orbit }) => orbit), group.orbits);

  const [god] = await records('god', '2x2x2', '--metric', 'qtm', '--antipodes', '2');
  const { subgroup, pattern, classes, symmetries, inverses, ...expected } = god;
  assert.deepEqual(await new Puzzle('2x2x2').ask({ call: 'god', options: { metric: 'qtm', antipodes: 2 } }), expected);
});

test('pictures and definitions', withProgram, async () => {
  const pyraminx = new Puzzle('pyraminx');
  const [{ output }] = await records('convert', 'pyraminx', '--to', 'tws');
  assert.equal((await pyraminx.definition('tws')).trim(), output.trim());
  const [{ svg }] = await records('show', 'pyraminx', 'R U', '--format', 'svg', '--view', 'net', '--width', '300');
  const picture = await (await pyraminx.position('R U')).picture({ view: 'net', width: 300 });
  // The program's title is the algorithm.
  const untitled = (text) => text.replace(/<title>.*?<\/title>/, '');
  assert.equal(untitled(picture).trim(), untitled(svg).trim());
});
