// Puzzles of every kind are scrambled and solved on the page, and what was found is played to its end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, open, press, says, showMore, sizes, status } from './person.js';

/** The longest that a person on a busy machine may have to wait for a solution, in milliseconds; how long it takes is told. */
const MOST = 400_000;

// Each at one of the sizes: what differs between them is tried with other puzzles.
for (const [puzzle, size] of [
  ['torus:6x6', 'desktop'],
  ['rings:20,18,5,5', 'phone'],
  ['slide:5x5', 'phone'],
  ['topspin:20,4', 'desktop'],
  ['wreath:12', 'phone'],
  ['merge:12,12,4', 'desktop'],
  ['megaminx', 'desktop'],
  ['5x5x5', 'phone'],
  ['3x3x3', 'phone'],
]) {
  test(`${size}: ${puzzle} is solved from a scramble`, async (t) => {
    const { page, close } = await open({ puzzle }, sizes[size]);
    await page.click('#options summary');
    await page.uncheck('#animate');
    await showMore(page);
    await page.fill('#seed', '7');
    await press(page, 'Scramble');
    await says(page, /seed 7\. Not solved/);
    const begun = performance.now();
    await press(page, 'Solve');
    // A page that is busy may tell of the first only when it is over.
    const found = () =>
      /found, searching for fewer/.test(document.querySelector('#progress').textContent) || document.querySelector('#solution-about').textContent;
    await page.waitForFunction(found, null, { timeout: MOST });
    const first = performance.now();
    await page.waitForFunction(() => document.querySelector('#solution-about')?.textContent, null, { timeout: MOST });
    const about = await page.textContent('#solution-about');
    t.diagnostic(`${about} The first solution came after ${((first - begun) / 1000).toFixed(1)} s`);
    assert.match(about, /^Solution of \d+ moves(, and none is shorter)?\.( An inner slice counts as two moves here\.)?$/);
    await choose(page, '#speed', '4');
    await says(page, /Solved/, MOST);
    // The solution is a deed of its own.
    await press(page, 'Undo');
    assert.match(await status(page), /Not solved/);
    await close();
  });
}

test('that a puzzle is solved already is told until the next move', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  for (const next of ['R turn', 'Undo', 'Step back']) {
    await press(page, 'Reset');
    if (next === 'Step back') await page.fill('#text', 'R4').then(() => press(page, 'Apply'));
    await press(page, 'Solve');
    await page.waitForFunction(() => /already solved/.test(document.querySelector('#progress').textContent));
    await press(page, next);
    assert.equal(await page.textContent('#progress'), '');
  }
  await close();
});
