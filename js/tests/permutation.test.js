// Permutations, also beside the program's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParseError, Permutation, UnsupportedError } from 'permutant';
import { records, withProgram } from './program.js';

const p = new Permutation([1, 2, 0, 3]);
const q = Permutation.fromCycles('(3,4)');

test('both readings of a list and of a product', () => {
  assert.deepEqual(p.replacedBy, [2, 0, 1, 3]);
  assert.ok(Permutation.fromReplacedBy([2, 0, 1, 3]).equals(p));
  const images = [0, 1, 2, 3].map((point) => q.image(p.image(point)));
  assert.deepEqual(p.andThen(q).movedTo, images);
  assert.deepEqual(q.after(p).movedTo, images);
});

test('powers, orders and the like', () => {
  assert.deepEqual([p.order, p.parity, p.rank(), p.gap(), q.parity, `${q}`], [3n, 0, 8n, '(1,2,3)', 1, '(3,4)']);
  assert.ok(p.power(-1).equals(p.inverse()) && p.power(10n ** 30n + 1n).isIdentity === false && p.power(3).isIdentity);
  assert.ok(p.andThen(p.inverse()).equals(Permutation.identity(4)));
  assert.deepEqual([...p.cycleType], [[1, 1], [3, 1]]);
  assert.deepEqual(p.cycles, [[0, 1, 2]]);
  assert.deepEqual(p.conjugate(q).cycles, [[0, 1, 3]]);
  assert.equal(p.commutator(q).order, q.inverse().conjugate(p).andThen(q).order);
  for (let rank = 0n; rank < 24n; rank++) assert.equal(Permutation.unrank(rank, 4).rank(), rank);
  const twisted = Permutation.fromCycles('(1,2)(3,4,5)(6,7,8,9,10,11,12)');
  assert.equal(twisted.order, 42n);
});

test('what is no permutation is refused', () => {
  for (const list of [[0, 0], [1], [-1], [0.5], [NaN]]) assert.throws(() => new Permutation(list), UnsupportedError);
  for (const [text, start] of [['', 0], ['1,2', 0], ['(1,2', 4], ['(1,1)', 3], ['(0,1)', 1], ['(1,,2)', 3], ['(1 2)', 3], ['(1,9999999999)', 3], ['(1,2))', 5]]) {
    assert.throws(() => Permutation.fromCycles(text), (error) => error instanceof ParseError && error.start === start, text);
  }
  assert.equal(Permutation.fromCycles('()', 3).degree, 3);
  assert.throws(() => Permutation.unrank(24, 4), UnsupportedError);
  assert.throws(() => Permutation.unrank(-1, 4), UnsupportedError);
  assert.throws(() => Permutation.identity(2 ** 40), UnsupportedError);
});

test('the same as the program', withProgram, async () => {
  const [product] = await records('perm', 'multiply', '(1,2,3)(4,5)', '(2,4)');
  const ours = Permutation.fromCycles('(1,2,3)(4,5)').andThen(Permutation.fromCycles('(2,4)', 5));
  assert.ok(JSON.stringify(product).includes(ours.gap()), JSON.stringify(product));
  const [rank] = await records('perm', 'rank', '2 0 1');
  assert.equal(String(new Permutation([2, 0, 1]).rank()), String(rank.rank));
});
