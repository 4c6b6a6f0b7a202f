// What a person does with moves and algorithms beside turning: other kinds of moves, related algorithms, how a solution was found, words for elements.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forMathematicians, made, open, openByName, picture, press, reads, reload, says, settled, showMore, sizes, status, stickers } from './person.js';

const openPane = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const kinds = (page) => page.locator('#move-kind option:not([disabled])').evaluateAll((options) => options.map(({ value }) => value));
const names = (page) => page.locator('.moves:not([hidden]) button').allTextContents();

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: double turns, wide turns and slices have buttons`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    assert.deepEqual(await kinds(page), ['turns', 'double', 'wide', 'slices']);
    await page.selectOption('#move-kind', 'double');
    assert.deepEqual((await names(page)).slice(0, 3), ['U2', 'R2', 'F2']);
    await press(page, 'R2 turn');
    await page.selectOption('#move-kind', 'wide');
    assert.equal((await names(page)).length, 12);
    assert.equal(await page.getByRole('button', { name: 'U turn', exact: true }).isVisible(), false);
    await press(page, 'Uw′ turn');
    await page.selectOption('#move-kind', 'slices');
    assert.deepEqual(await names(page), ['M', 'M′', 'E', 'E′', 'S', 'S′']);
    await press(page, 'M turn');
    assert.equal(await made(page), "R2 Uw' M");
    // Keys still make the usual moves, whose buttons are hidden now.
    await page.locator('#canvas').press('f');
    assert.equal(await made(page), "R2 Uw' M F");
    await openByName(page, '7x7x7');
    assert.deepEqual(await kinds(page), ['turns', 'double', 'wide', 'slices']);
    await page.selectOption('#move-kind', 'wide');
    const overflowing = await page.locator('#more-moves button').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    assert.equal(overflowing, 0);
    await press(page, '3Rw turn');
    assert.equal(await made(page), '3Rw');
    await openByName(page, 'megaminx');
    assert.deepEqual(await kinds(page), ['turns', 'double', 'rotations']);
    assert.equal(await page.inputValue('#move-kind'), 'turns');
    await page.selectOption('#move-kind', 'double');
    await press(page, 'F2′ turn');
    assert.equal(await made(page), "F2'");
    await openByName(page, 'pyraminx');
    assert.deepEqual(await kinds(page), ['turns', 'rotations']);
    for (const name of ['slide:4x4', 'm12', 'clock']) {
      await openByName(page, name);
      assert.equal(await page.locator('#move-kind').isVisible(), false, name);
    }
    await close();
  });
}

test('an algorithm is inverted, mirrored, simplified and expanded, and all of that can be undone', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', moves: '[R, U] F F' });
  // Folded at first, and unfolded again for who used it.
  assert.equal(await page.getByRole('button', { name: 'Invert', exact: true }).isVisible(), false);
  await showMore(page);
  await reload(page);
  for (const [button, expected] of [
    ['Invert', "F' F' [U, R]"],
    ['Mirror', "F F [U', L']"],
    ['Expand', "F F U' L' U L"],
    ['Simplify', "F2 U' L' U L"],
  ]) {
    await press(page, button);
    await page.waitForFunction((expected) => document.querySelector('#text').value === expected, expected);
    assert.equal(await made(page), expected);
  }
  await press(page, 'Undo');
  assert.equal(await made(page), "F F U' L' U L");
  // What was written and not made yet is changed as well; an error is shown.
  await page.locator('#text').evaluate((box) => (box.value = 'R Q'));
  await press(page, 'Invert');
  await reads(page, '#fault', /Unknown move/);
  await openByName(page, 'pyraminx');
  assert.equal(await page.getByRole('button', { name: 'Mirror', exact: true }).isVisible(), false);
  await close();
});

test('a solution in two phases is explained', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  assert.equal(await page.locator('#phases').isVisible(), false);
  await showMore(page);
  await page.fill('#seed', '3');
  await press(page, 'Scramble');
  await says(page, /Scrambled with seed 3/);
  await press(page, 'Solve');
  await page.waitForSelector('#phases:not([hidden])', { timeout: 60_000 });
  await page.click('#phases summary');
  const lines = await page.locator('#phases li').allTextContents();
  assert.match(lines.join('\n'), /^Phase [12], \d+ moves?: [URFDLB]/);
  assert.match(await page.textContent('#phases'), /Phase 1 brings the cube into ⟨/);
  const told = lines.map((line) => line.slice(line.lastIndexOf(':') + 1).trim()).join(' ');
  await says(page, /Solved/);
  assert.ok((await made(page)).endsWith(told), told);
  await openByName(page, '2x2x2');
  assert.equal(await page.locator('#phases').isVisible(), false);
  await close();
});

test('elements that are written have words, and strong generators are listed', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' });
  await openPane(page, 'Learn');
  await forMathematicians(page);
  await reads(page, '#group', /3\D*674\D*160 up to rotation of the whole puzzle/);
  await page.fill('#element', "R U R'");
  await press(page, 'Find its word');
  await reads(page, '#random-progress', /^\d moves:$/);
  await press(page, 'Put it on the puzzle');
  assert.match(await status(page), /Not solved, \d+ pieces wrong/);
  await page.fill('#element', 'R Q');
  await press(page, 'Find its word');
  await reads(page, '#random-progress', /Unknown move/);
  assert.equal(await page.locator('#random-found').isVisible(), false);
  await page.click('#strong summary');
  await reads(page, '#strong-found', /Corners 1\.0 to each of \d+ points/);
  const words = await page.locator('#strong-found dd').allTextContents();
  assert.ok(words.length > 40 && words.every((word) => /^[URFDLB]/.test(word)), words.join('\n'));
  await close();
});

test('help says what can be done', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' }, sizes.phone);
  await page.evaluate(() => document.head.append(Object.assign(document.createElement('link'), { rel: 'code-repository', href: 'https://example.org/source' })));
  await press(page, 'Help');
  await page.waitForSelector('#help[open]');
  assert.match(await page.textContent('#help'), /Drag a sticker/);
  assert.equal(await page.locator('#help a').getAttribute('href'), 'https://example.org/source');
  await press(page, 'Close');
  await page.waitForSelector('#help:not([open])', { state: 'attached' });
  await close();
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: a tap on a tile slides it and those before it into the hole`, async () => {
    const { page, close } = await open({ puzzle: 'slide:4x4' }, options);
    assert.match(await page.textContent('#hint'), /Tap or drag/);
    const all = await stickers(page);
    const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
    const [top, bottom] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
    const tap = async (column, row) => {
      const area = await page.locator('#canvas').boundingBox();
      const [x, y] = [area.x + left + ((column - 0.5) * (right - left)) / 4, area.y + top + ((row - 0.5) * (bottom - top)) / 4];
      await (size === 'phone' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await settled(page);
    };
    await tap(3, 4);
    await page.waitForFunction(() => document.querySelector('#count').textContent === '1 move');
    assert.equal(await made(page), 'R');
    // Three tiles at once.
    await tap(3, 1);
    await page.waitForFunction(() => document.querySelector('#count').textContent === '4 moves');
    assert.equal(await made(page), 'R D D D');
    // Neither in the row of the hole nor in its column.
    await tap(1, 4);
    assert.equal(await page.textContent('#count'), '4 moves');
    await press(page, 'Undo');
    assert.equal(await page.textContent('#count'), '1 move');
    await close();
  });
}

test('a tap on the middle of Square-1 turns a half of it, and one on a layer does nothing', async () => {
  const { page, close } = await open({ puzzle: 'square-1' });
  const { x, y, width, height } = await page.locator('#canvas').boundingBox();
  const middle = await stickers(page);
  const lowest = middle.reduce((low, point) => (point[1] > low[1] ? point : low));
  await page.mouse.click(x + lowest[0], y + lowest[1]);
  await settled(page);
  assert.equal(await made(page), '/');
  await page.mouse.click(x + 0.25 * width, y + 0.45 * height);
  await settled(page);
  assert.equal(await made(page), '/');
  await close();
});

test('the middle of a face of a megaminx, which no layer carries, turns its face by a tap, and by a drag one looks around', async () => {
  const { page, close } = await open({ puzzle: 'megaminx' });
  // The greatest sticker that is seen whole: the middle of the face in front.
  const { x, y, width, height } = await page.locator('#canvas').boundingBox();
  const middle = [x + width / 2, y + 0.52 * height];
  await page.mouse.click(...middle);
  await settled(page);
  assert.equal(await made(page), 'F');
  const turned = await picture(page);
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 60, middle[1], { steps: 3 });
  await page.mouse.up();
  await settled(page);
  assert.equal(await made(page), 'F');
  assert.notEqual(await picture(page), turned);
  await close();
});

test('a megaminx is rotated with its centres', async () => {
  const { page, close } = await open({ puzzle: 'megaminx' });
  // So many rotations would hide the turns: they have a list of their own. Those of a cube are few.
  assert.equal(await page.getByRole('button', { name: /rotate/ }).count(), 0);
  await page.selectOption('#move-kind', 'rotations');
  assert.equal(await page.getByRole('button', { name: /rotate/ }).count(), 24);
  assert.equal(await page.getByRole('button', { name: 'U turn', exact: true }).isVisible(), false);
  const colours = async () => new Set((await stickers(page)).map(([, , colour]) => colour)).size;
  // Each face that is seen has one colour, its centre included.
  const home = await colours();
  for (const rotation of ['Uv rotate', 'Fv rotate']) await press(page, rotation);
  await says(page, /Solved/);
  assert.equal(await colours(), home);
  await close();
});
