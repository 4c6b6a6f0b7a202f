// Masks: only the pieces of a step, or of one kind, keep their colours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, inAddress, made, open, openByName, picture, press, reload, settled } from './person.js';

/** What is between the stickers of the net, and what hides their colours. */
const BODY = '1a1a1a';
const GREY = '767d87';

/** The areas of the colours of the net, the largest first. At the edges of stickers lie others, of small areas. */
async function colours(page) {
  await settled(page);
  const areas = await page.evaluate(() => {
    const canvas = document.querySelector('#hidden-sides');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const areas = {};
    for (let at = 0; at < data.length; at += 4) {
      const colour = [...data.subarray(at, at + 3)].map((x) => x.toString(16).padStart(2, '0')).join('');
      if (data[at + 3] === 255) areas[colour] = (areas[colour] ?? 0) + 1;
    }
    return Object.entries(areas);
  });
  return areas.filter(([colour]) => colour !== BODY).sort(([, a], [, b]) => b - a);
}

/** Chooses a mask, and waits until the address names it: what masks are made of is loaded with the first one. */
async function wear(page, mask) {
  await choose(page, '#mask', mask);
  await page.waitForFunction((mask) => (new URLSearchParams(location.hash.slice(1)).get('mask') ?? '') === mask, mask);
}

test('a mask leaves the colours of its pieces', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await press(page, 'Hidden sides');
  const plain = await picture(page);
  const six = (await colours(page)).slice(0, 6);
  const sticker = six.reduce((sum, [, area]) => sum + area, 0) / 54;
  const full = six.map(([colour]) => colour);
  /** How many stickers are grey, and how many keep their colours. */
  const counted = async () => {
    const areas = new Map(await colours(page));
    const stickers = (some) => Math.round(some.reduce((sum, colour) => sum + (areas.get(colour) ?? 0), 0) / sticker);
    return [stickers([GREY]), stickers(full)];
  };
  const expected = { cross: [40, 8], f2l: [21, 33], ll: [0, 21], oll: [12, 9], pll: [0, 12], corners: [24, 24], edges: [24, 24] };
  for (const [mask, stickers] of Object.entries(expected)) {
    await wear(page, mask);
    assert.notEqual(await picture(page), plain);
    assert.deepEqual(await counted(), stickers, mask);
  }
  await wear(page, '');
  assert.equal(await picture(page), plain);
  await close();
});

test('a mask lies in the address and follows to puzzles that have it', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', mask: 'oll', moves: 'R U' });
  assert.equal(await made(page), 'R U');
  await page.waitForFunction(() => document.querySelector('#about').textContent === 'Cube of 3 layers · orientation of the last layer (OLL)');
  const shown = await picture(page);
  await reload(page);
  assert.equal(await inAddress(page, 'mask'), 'oll');
  assert.equal(await picture(page), shown);
  await openByName(page, 'megaminx');
  assert.equal(await inAddress(page, 'mask'), 'oll');
  await page.click('#options summary');
  await page.waitForSelector('#mask option[value="oll"]', { state: 'attached' });
  assert.equal(await page.inputValue('#mask'), 'oll');
  // The skewb has no layers.
  await openByName(page, 'skewb');
  assert.equal(await inAddress(page, 'mask'), null);
  assert.doesNotMatch(await page.textContent('#about'), /·/);
  assert.deepEqual(await page.locator('#mask option').allTextContents(), ['all pieces', 'centres', 'corners']);
  await openByName(page, 'slide:4x4');
  assert.equal(await page.locator('#mask').isVisible(), false);
  await close();
});

test('who changes the pieces by hand sees all of them', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  const plain = await picture(page);
  await wear(page, 'edges');
  const behind = await picture(page);
  await page.getByRole('tab', { name: 'Build', exact: true }).click();
  await press(page, 'Change by hand');
  await page.waitForFunction(() => /It can be solved/.test(document.querySelector('#verdict')?.textContent), null, { timeout: 120_000 });
  assert.equal(await picture(page), plain);
  await page.getByRole('tab', { name: 'Play', exact: true }).click();
  assert.equal(await picture(page), behind);
  await close();
});
