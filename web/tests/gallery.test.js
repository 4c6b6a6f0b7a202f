// The gallery: cards with pictures, a search, sizes, and who sees it first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { changeTo, made, open, origin, press, sizes } from './person.js';

const axe = fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url));
const puzzle = (page, name) => page.waitForFunction((name) => document.querySelector('#puzzle').value === name, name);
const shown = (page) => page.evaluate(() => [...document.querySelectorAll('#cards button')].filter((card) => card.checkVisibility()).map((card) => card.dataset.name));

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: puzzles are found by any word, seen, and opened`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3', moves: 'R' }, options);
    await press(page, 'All puzzles');
    await page.waitForSelector('#gallery[open]');
    const all = await shown(page);
    assert.ok(all.length > 80, String(all.length));
    // Cards in sight are drawn by the page itself.
    await page.waitForFunction(() => document.querySelectorAll('#cards [data-drawn]').length >= 4);
    const colours = await page.evaluate(() => {
      const canvas = document.querySelector('#cards [data-name="2x2x2"] canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 4).join())).size;
    });
    assert.ok(colours > 10, String(colours));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= options.viewport.width);
    await page.fill('#search', 'octahedron vertices');
    const few = await shown(page);
    assert.ok(few.length > 0 && few.length < 6 && few.includes('christophers jewel'), few.join());
    // Families are described with the sizes of the puzzle.
    assert.match(await page.locator('#cards [data-name="torus:4x4"] span').textContent(), /: 4 rows and 4 columns/);
    assert.match(await page.locator('#cards [data-name="rings:20,20,5,5"] span').textContent(), /20 and 20 balls on two rings that cross twice, 5 and 5 apart/);
    // Letters in the search are no moves.
    await page.fill('#search', '');
    await page.keyboard.type('klein');
    assert.deepEqual(await shown(page), ['klein:4x4']);
    await page.keyboard.press('Enter');
    await puzzle(page, 'klein:4x4');
    assert.equal(await page.locator('#gallery').isVisible(), false);
    await press(page, 'All puzzles');
    assert.equal(await page.textContent('#cards h3'), 'Played last');
    assert.deepEqual((await shown(page)).slice(0, 1), ['klein:4x4']);
    await page.locator('#cards [data-name="3x3x3"]').first().click();
    await puzzle(page, '3x3x3');
    assert.equal(await made(page), 'R');
    await close();
  });
}

test('puzzles are found by all their names and by their group, and have one game', async () => {
  const { page, close } = await open({ puzzle: 'hungarian' });
  await puzzle(page, 'rings:20,20,5,5');
  assert.match(await page.textContent('#about'), /Hungarian rings: 20 and 20 balls/);
  await press(page, 'All puzzles');
  for (const [words, name] of [['rubik', '3x3x3'], ["Rubik's cube", '3x3x3'], ['pocket', '2x2x2'], ['revenge', '4x4x4'], ['pyramids', 'tetraminx'], ['eitan’s', 'eitans star']]) {
    await page.fill('#search', words);
    assert.ok((await shown(page)).includes(name), words);
  }
  await page.fill('#search', '');
  assert.match(await page.locator('#cards [data-name="globe:3,4"] span').textContent(), /^3 \+ 1 circles of 4 \+ 4/);
  const [klein, torus] = await Promise.all(['klein:4x4', 'torus:4x4'].map((name) => page.locator(`#cards [data-name="${name}"] span`).first().textContent()));
  assert.match(klein, /^Rows and columns shift/);
  assert.match(torus, /^Rubik’s torus/);
  await close();
});

test('any name and any size is opened from the gallery, and what is none is told', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  const gallery = () => page.click('#open-gallery');
  await gallery();
  await page.fill('#search', 'torus:3x7');
  await page.keyboard.press('Enter');
  await puzzle(page, 'torus:3x7');
  await gallery();
  await page.fill('#search', 'c f 7/3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /expected|cut|./.test(document.querySelector('#gallery-fault')?.textContent ?? ''));
  assert.equal(await page.locator('#gallery').isVisible(), true);
  // Rows for any size are no answers to other words.
  assert.equal(await page.locator('#families form:visible').count(), 0);
  await page.fill('#search', 'sliding');
  assert.deepEqual(await page.locator('#families form:visible strong').allTextContents(), ['Sliding tiles']);
  const form = page.locator('#families form', { hasText: 'Sliding tiles' });
  await form.locator('input').nth(0).fill('2');
  await form.locator('input').nth(1).fill('6');
  await form.getByRole('button').click();
  await puzzle(page, 'slide:2x6');
  await gallery();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#gallery').isVisible(), false);
  await close();
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: a kind of puzzles is one press away, and a finger has no keyboard in its way`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    await page.click('#open-gallery');
    await page.waitForSelector('#gallery[open]');
    assert.equal(await page.evaluate(() => document.activeElement.id), size === 'phone' ? 'gallery' : 'search');
    await press(page, 'Tiles and boards');
    await page.waitForSelector('#cards [data-name="slide:4x4"][data-drawn]');
    const { y, height } = await page.locator('#cards h3', { hasText: 'Tiles and boards' }).boundingBox();
    const field = await page.locator('#search-form').boundingBox();
    assert.ok(y >= field.y + field.height && y + height < options.viewport.height, `${y} ${height}`);
    // What is not found cannot be gone to.
    await page.fill('#search', 'megaminx');
    assert.equal(await page.locator('#groups button', { hasText: 'Dodecahedra' }).isVisible(), true);
    assert.equal(await page.locator('#groups button', { hasText: 'Tiles and boards' }).isVisible(), false);
    await close();
  });
}

for (const colorScheme of ['dark', 'light']) {
  test(`${colorScheme}: axe finds nothing in the gallery`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, { ...sizes.desktop, colorScheme });
    await page.click('#open-gallery');
    await page.waitForSelector('#cards [data-drawn]');
    await page.addScriptTag({ path: axe });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)), []);
    await close();
  });
}

test('who comes for the first time and by no link sees the gallery', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' });
  await page.goto('about:blank');
  await page.addInitScript(() => {
    if (location.protocol === 'about:' || sessionStorage.getItem('seen')) return;
    localStorage.clear();
    sessionStorage.setItem('seen', 'yes');
  });
  await page.goto(origin);
  await page.waitForSelector('#gallery[open]');
  // The puzzle behind the gallery was not chosen, and is not called one that was played.
  assert.equal(await page.textContent('#cards h3'), 'Cubes');
  assert.equal(await page.locator('#welcome').isVisible(), true);
  await page.click('#close-gallery');
  await press(page, 'R turn');
  await made(page);
  await page.goto('about:blank');
  await page.goto(origin);
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.locator('#gallery').isVisible(), false);
  assert.equal(await page.inputValue('#text'), 'R');
  await close();
});

test('favourites stand first in the gallery', async () => {
  const { page, close } = await open({ puzzle: 'torus:3x7' });
  await press(page, 'Favourite');
  assert.equal(await page.getAttribute('#favourite', 'aria-pressed'), 'true');
  await changeTo(page, 'skewb');
  assert.equal(await page.getAttribute('#favourite', 'aria-pressed'), 'false');
  await page.click('#open-gallery');
  await page.waitForSelector('#cards [data-name="torus:3x7"][data-drawn]');
  assert.equal(await page.textContent('#cards h3'), 'Favourites');
  assert.equal((await shown(page))[0], 'torus:3x7');
  await page.locator('#cards button').first().click();
  await puzzle(page, 'torus:3x7');
  await press(page, 'Favourite');
  await page.click('#open-gallery');
  await page.waitForSelector('#cards [data-name]');
  assert.notEqual(await page.textContent('#cards h3'), 'Favourites');
  await close();
});

for (const [size, options] of Object.entries({ ...sizes, small: { ...sizes.phone, viewport: { width: 320, height: 640 } } })) {
  for (const locale of ['en', 'de']) {
    test(`${size}, ${locale}: names and descriptions on cards are whole, and none of their words is broken`, async () => {
      const { page, close } = await open({ puzzle: '3x3x3' }, { ...options, locale });
      await page.click('#open-gallery');
      await page.waitForSelector('#cards button');
      const texts = page.locator('#cards :is(strong, span)');
      assert.deepEqual(await texts.evaluateAll((all) => all.filter((one) => one.clientHeight && one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)), []);
      const broken = await texts.evaluateAll((all) =>
        all.flatMap(({ firstChild: text }) =>
          [...text.data.matchAll(/[\p{L}’]+/gu)].flatMap(({ 0: word, index }) => {
            const range = new Range();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
          }),
        ),
      );
      assert.deepEqual(broken, []);
      await close();
    });
  }
}
