// The custom element in a browser: it draws, turns by drag, and plays.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, open, serve } from './chromium.js';

let browser;
let site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serve(fileURLToPath(new URL('..', import.meta.url)))]);
});

after(async () => {
  await browser?.close();
  site?.close();
});

/** A page with this element in it, whose events are kept in `told`. */
async function show(markup) {
  const { page, close } = await open(browser, `${site.origin}/empty.html`);
  await page.evaluate((markup) => {
    globalThis.told = [];
    for (const kind of ['change', 'fault']) document.addEventListener(kind, ({ type, detail }) => told.push({ type, ...detail }), true);
    document.body.innerHTML = markup;
    return import('/dist/element.js');
  }, markup);
  await page.waitForFunction(() => told.length > 0, null, { timeout: 60_000 });
  return { page, close };
}

const last = (page) => page.evaluate(() => told.at(-1));
const until = (page, made) => page.waitForFunction((made) => told.at(-1).made === made, made, { timeout: 60_000 });

/** Waits until nothing moves, and counts the colours that are drawn on more than a hundredth of the canvas. */
async function colours(page) {
  await page.waitForFunction(() => !document.querySelector('permutant-puzzle').shadowRoot.querySelector('canvas').hasAttribute('data-moving'));
  return page.evaluate(() => {
    const canvas = document.querySelector('permutant-puzzle').shadowRoot.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = data[at + 3] === 255 ? `${data[at]},${data[at + 1]},${data[at + 2]}` : 'none';
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    counts.delete('none');
    return [...counts].filter(([, count]) => count > data.length / 400).map(([colour]) => colour).sort();
  });
}

test('it draws a puzzle, and plays its algorithm', async () => {
  const { page, close } = await show(`<permutant-puzzle puzzle="2x2x2" setup="U" alg="R U R'"></permutant-puzzle>`);
  assert.deepEqual(await last(page), { type: 'change', alg: "R U R'", made: 0, all: 3, solved: false });
  // White, green, blue, and red in the light of two faces; the body between stickers in the light of the top and of the sides.
  assert.equal((await colours(page)).length, 7);
  await page.getByRole('button', { name: 'Play' }).click();
  await until(page, 3);
  const back = page.getByRole('button', { name: 'Back' });
  await back.click();
  await until(page, 2);
  await page.getByRole('slider').fill('0');
  await until(page, 0);
  assert.ok(await back.isDisabled());
  await page.evaluate(() => document.querySelector('permutant-puzzle').play());
  assert.equal((await last(page)).made, 3);
  await page.evaluate(() => (document.querySelector('permutant-puzzle').alg = "U'"));
  await page.waitForFunction(() => told.at(-1).all === 1);
  await page.getByRole('button', { name: 'Forward' }).click();
  await until(page, 1);
  assert.equal((await last(page)).solved, true);
  await close();
});

test('a drag turns a layer', async () => {
  const { page, close } = await show('<permutant-puzzle></permutant-puzzle>');
  await colours(page);
  const box = await page.locator('permutant-puzzle canvas').boundingBox();
  // On the face in front, to the right.
  const [x, y] = [box.x + 0.4 * box.width, box.y + 0.55 * box.height];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(x + 0.04 * step * box.width, y);
  await page.mouse.up();
  await until(page, 1);
  const { alg, all, solved } = await last(page);
  assert.match(alg, /^[UDE]'?$/);
  assert.deepEqual([all, solved], [1, false]);
  await close();
});

test('puzzles of other kinds', async () => {
  for (const [puzzle, alg] of [['pyraminx', "U L'"], ['slide:3x3', 'R D'], ['megaminx', 'R U']]) {
    const { page, close } = await show(`<permutant-puzzle puzzle="${puzzle}" alg="${alg}"></permutant-puzzle>`);
    assert.ok((await colours(page)).length >= 2, puzzle);
    await page.evaluate(() => document.querySelector('permutant-puzzle').play());
    assert.equal((await last(page)).made, 2, puzzle);
    await close();
  }
});

test('an attribute that cannot be read is told, with its place', async () => {
  const { page, close } = await show('<permutant-puzzle alg="R Q"></permutant-puzzle>');
  const { type, attribute, span } = await page.evaluate(() => told.find(({ type }) => type === 'fault'));
  assert.deepEqual([type, attribute, span], ['fault', 'alg', [2, 3]]);
  assert.match(await page.locator('[role=alert]').textContent(), /Q/);
  await page.evaluate(() => document.querySelector('permutant-puzzle').setAttribute('puzzle', 'no puzzle'));
  await page.waitForFunction(() => told.some(({ attribute }) => attribute === 'puzzle'));
  await page.evaluate(() => Object.assign(document.querySelector('permutant-puzzle'), { puzzle: '3x3x3', alg: 'R' }));
  await page.waitForFunction(() => told.at(-1).all === 1);
  assert.equal(await page.locator('[role=alert]').textContent(), '');
  await close();
});

test('an element that was removed leaves no listener behind', async () => {
  const { page, close } = await show('<permutant-puzzle puzzle="2x2x2"></permutant-puzzle>');
  const left = await page.evaluate(() => {
    let count = 0;
    const { addEventListener, removeEventListener } = MediaQueryList.prototype;
    // Their prototypes inherit these from EventTarget.
    Object.assign(MediaQueryList.prototype, {
      addEventListener(...all) {
        count += 1;
        addEventListener.apply(this, all);
      },
      removeEventListener(...all) {
        count -= 1;
        removeEventListener.apply(this, all);
      },
    });
    const shown = [];
    for (let at = 0; at < 5; at++) {
      const one = document.createElement('permutant-puzzle');
      document.body.append(one);
      shown.push(count);
      one.remove();
    }
    return [...shown, count];
  });
  assert.deepEqual(left, [1, 1, 1, 1, 1, 0]);
  await close();
});
