// The game as an element of other pages: its HTML, and the element that it makes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { changeTo, open, press, sizes } from './person.js';

const axe = fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url));
const openPane = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** Opens the section, once the pane is loaded. */
async function openEmbedding(page) {
  await openPane(page, 'Share');
  await page.locator('#embed summary').click();
  await page.waitForSelector('#embed permutant-puzzle', { state: 'attached' });
}

const html = (page) => page.inputValue('#embed textarea');
/** The attributes of the element that a page with the HTML has, and of the one that is shown. */
const attributes = (page) =>
  page.evaluate(() => {
    const read = new DOMParser().parseFromString(document.querySelector('#embed textarea').value, 'text/html').querySelector('permutant-puzzle');
    return [read, document.querySelector('#embed permutant-puzzle')].map((one) => Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])));
  });

/** How many colours the element shows once nothing moves, but those of single points. */
async function colours(page) {
  await page.waitForFunction(() => document.querySelector('#embed permutant-puzzle')?.shadowRoot?.querySelector('canvas:not([data-moving])[data-brush]'));
  return page.evaluate(() => {
    const canvas = document.querySelector('#embed permutant-puzzle').shadowRoot.querySelector('canvas');
    const data = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    const counts = new Map();
    for (const colour of data) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    return [...counts.values()].filter((count) => count > data.length / 400).length;
  });
}

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: the HTML of the game is copied, and the element that it makes plays the game`, async () => {
    const first = () => (navigator.clipboard.writeText = async (text) => (window.written = text));
    const { page, close } = await open({ puzzle: '3x3x3', scramble: "R U' F2", moves: "F2 U R'" }, options, { first });
    const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await openPane(page, 'Share');
    await page.waitForSelector('#embed summary');
    const before = await fetched();
    assert.equal(await page.locator('permutant-puzzle').count(), 0);
    await page.locator('#embed summary').click();
    await page.waitForSelector('#embed permutant-puzzle');
    assert.ok(before.length < (await fetched()).length);
    assert.equal(await html(page), `<permutant-puzzle puzzle="3x3x3" setup="R U' F2" alg="F2 U R'"></permutant-puzzle>`);
    await press(page, 'Copy the HTML');
    await page.waitForFunction(() => document.querySelector('#embed [role=status]')?.textContent === 'The text was copied.');
    assert.equal(await page.evaluate(() => window.written), await page.evaluate(() => document.querySelector('#embed permutant-puzzle').outerHTML));
    assert.ok((await colours(page)) >= 7);
    const element = page.locator('#embed permutant-puzzle');
    await page.evaluate(() => document.querySelector('#embed permutant-puzzle').addEventListener('change', ({ detail }) => (window.told = detail)));
    await element.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => window.told?.made === 3);
    assert.deepEqual(await page.evaluate(() => window.told), { alg: "F2 U R'", made: 3, all: 3, solved: true });
    await element.getByRole('button', { name: 'Back' }).click();
    await page.waitForFunction(() => window.told.made === 2);
    // The game beside it stays as it is.
    assert.match(await page.textContent('#status'), /^Solved/);
    await page.addScriptTag({ path: axe });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= options.viewport.width);
    await close();
  });
}

test('the HTML follows the game and its look, whatever is written in the algorithm', async () => {
  const { page, close } = await open({ puzzle: 'slide:3x3', moves: 'R' });
  await openEmbedding(page);
  assert.deepEqual(await attributes(page), Array(2).fill({ puzzle: 'slide:3x3', alg: 'R' }));
  // Keys that turn the game belong to the element while it has the focus.
  await page.evaluate(() => document.querySelector('#embed permutant-puzzle').addEventListener('change', ({ detail }) => (window.told = detail)));
  await page.locator('#embed permutant-puzzle').getByRole('slider').press('ArrowRight');
  await page.waitForFunction(() => window.told?.made === 1);
  assert.equal(await page.textContent('#count'), '1 move');
  const written = 'R // "two" & <more>\nD';
  await openPane(page, 'Play');
  await page.click('#options summary');
  await page.check('#letters');
  await page.check('#safe');
  await page.fill('#text', written);
  await page.press('#text', 'Enter');
  await openPane(page, 'Share');
  assert.deepEqual(await attributes(page), Array(2).fill({ puzzle: 'slide:3x3', alg: written, letters: '', colours: 'safe' }));
  await changeTo(page, 'pyraminx');
  await page.waitForFunction(() => document.querySelector('#embed textarea')?.value.includes('pyraminx'));
  assert.deepEqual(await attributes(page), Array(2).fill({ puzzle: 'pyraminx', letters: '', colours: 'safe' }));
  assert.ok((await colours(page)) >= 3);
  await close();
});

test('what the element cannot show is told, and no HTML offered', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', position: 'UUUUUUURRBBBDRRDRRRDDRFFRFFDLLDDBDDBFFFLLFLLFLLLUBBUBB' });
  const told = (words) => page.waitForFunction((words) => document.querySelector('#embed [role=status]')?.textContent.includes(words), words);
  const offered = async () => [await page.locator('#embed textarea').isVisible(), await page.locator('#embed permutant-puzzle').isVisible()];
  await openEmbedding(page);
  await told('begins with moves');
  assert.deepEqual(await offered(), [false, false]);
  await openPane(page, 'Play');
  await press(page, 'Reset');
  await openPane(page, 'Share');
  assert.deepEqual(await attributes(page), Array(2).fill({ puzzle: '3x3x3' }));
  assert.deepEqual(await offered(), [true, true]);
  await openPane(page, 'Build');
  await page.fill('#definition', 'positions = 3\n[[track]]\nname = "r"\ncycle = [1, 2, 3]\n');
  await page.waitForFunction(() => /This is/.test(document.querySelector('#definition-known')?.textContent), null, { timeout: 120_000 });
  await press(page, 'Play it');
  await openPane(page, 'Share');
  await told('definition of its own');
  assert.deepEqual(await offered(), [false, false]);
  await close();
});

test('without a network the section says so', async () => {
  const { page, faults, close } = await open({ puzzle: '2x2x2' }, { ...sizes.desktop, serviceWorkers: 'block' });
  await page.context().route(/embed.*\.js$/, (route) => route.abort());
  await openPane(page, 'Share');
  await page.locator('#embed summary').click();
  await page.waitForFunction(() => Boolean(document.querySelector('#embed [role=status]')?.textContent));
  assert.ok(faults.every((fault) => /ERR_FAILED|embed/.test(fault)), faults.join());
  faults.length = 0;
  await close();
});
