// Scrambles of the events of the World Cube Association, and their times.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inAddress, open, openByName, picture, press, reads, reload, says, sizes } from './person.js';

const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { default: init, Game, scrambleOfEvent } = await import('../src/engine/work/permutant.js');
await init({ module_or_path: readFileSync(place('src/engine/work/permutant_bg.wasm')) });
const listener = { goesOn: () => true, hears() {}, gets() {} };

const seedOf = async (page) => {
  await says(page, /Scrambled with seed/);
  return Number(/seed ([\d,]+)/.exec(await page.textContent('#status'))[1].replaceAll(',', ''));
};
const scramble = (page) => page.locator('#scramble-text').innerText();
/** Undoes a scramble by hand: its last turn alone, so that the solve is timed. */
async function solve(page, text) {
  const back = text.split(/\s+/).reverse().map((move) => (move.endsWith("'") ? move.slice(0, -1) : move.endsWith('2') ? move : `${move}'`));
  for (const moves of [back.slice(0, -1), back]) {
    await page.fill('#text', moves.join(' '));
    await press(page, 'Apply');
  }
}

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: who chooses an event solves its scrambles one after the other, and has a list of times of its own`, async () => {
    const { page, close } = await open({ puzzle: 'megaminx' }, options);
    await page.click('#times summary');
    await page.selectOption('#event', '222');
    const first = await seedOf(page);
    assert.equal(await inAddress(page, 'puzzle'), '2x2x2');
    const text = await scramble(page);
    assert.equal(text, scrambleOfEvent('222', first, listener));
    assert.match(text, /^([URF][2']? ?){11}$/);
    await solve(page, text);
    await reads(page, '#averages', /^1 solved · best \d\.\d\d$/);
    // The next one follows.
    await page.waitForFunction((first) => document.querySelector('#scramble-text').textContent !== first, text);
    const second = await seedOf(page);
    assert.equal(await scramble(page), scrambleOfEvent('222', second, listener));
    assert.notEqual(first, second);
    // The puzzle without an event has other times; the event stays chosen when the page is opened again.
    await page.selectOption('#event', '');
    await reads(page, '#averages', /A solve after a scramble/);
    await page.selectOption('#event', '222');
    await reads(page, '#averages', /^1 solved/);
    await reload(page);
    await page.click('#times summary');
    await reads(page, '#averages', /^1 solved/);
    assert.equal(await page.inputValue('#event'), '222');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as CSV')]);
    const lines = readFileSync(await download.path(), 'utf8').trim().split('\n');
    assert.equal(lines.length, 2);
    assert.match(lines[1], new RegExp(`,2x2x2,\\d\\.\\d\\d,,${first},11,222,$`));
    // Another puzzle ends it.
    await openByName(page, '3x3x3');
    assert.equal(await page.inputValue('#event'), '');
    await close();
  });
}

test('a megaminx is scrambled in seven lines, and its centres go along', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await page.click('#times summary');
  await page.selectOption('#event', 'minx');
  const text = scrambleOfEvent('minx', await seedOf(page), listener);
  assert.match(text, /^((R(\+\+|--) D(\+\+|--) ){5}U'?\n?){7}$/);
  assert.equal(await scramble(page), text);
  assert.equal(await inAddress(page, 'scramble'), text);
  // Solved up to a rotation, each face of the puzzle has one colour.
  const inverse = text.split(/\s+/).reverse().map((move) => (move.endsWith('++') ? `${move[0]}--` : move.endsWith('--') ? `${move[0]}++` : move.endsWith("'") ? 'U' : "U'"));
  await page.fill('#text', `${inverse.join(' ')} Uv2 Fv`);
  await press(page, 'Apply');
  await says(page, /Solved/);
  const held = await picture(page);
  const game = new Game('megaminx');
  game.begin(text, undefined);
  game.write(`${inverse.join(' ')} Uv2 Fv`);
  const { stickers } = JSON.parse(game.scene(false));
  const faces = new Map(stickers.map(({ face }) => [face, new Set()]));
  [...game.shows()].forEach((home, part) => faces.get(stickers[part].face).add(stickers[home].face));
  assert.ok([...faces.values()].every((colours) => colours.size === 1));
  await press(page, 'Undo');
  assert.notEqual(await picture(page), held);
  await close();
});

test('each event opens its puzzle and scrambles it', async (t) => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await page.click('#times summary');
  // The section's code is loaded when it is first opened.
  const options = page.locator('#event option');
  await options.nth(1).waitFor({ state: 'attached' });
  const events = await options.evaluateAll((options) => options.map(({ value, text }) => [value, text]));
  assert.equal(events.length, 16);
  assert.equal(new Set(events.map(([, name]) => name)).size, 16);
  for (const [event] of events.slice(1)) {
    await page.selectOption('#event', event);
    await page.waitForFunction((event) => document.querySelector('#event').value === event && /Scrambled with/.test(document.querySelector('#status').textContent), event);
    await page.waitForFunction(() => document.querySelector('#stop').hidden, null, { timeout: 60_000 });
    const seed = await seedOf(page);
    const begun = process.cpuUsage();
    const expected = scrambleOfEvent(event, seed, listener);
    t.diagnostic(`${event}: ${(process.cpuUsage(begun).user / 1e6).toFixed(2)} s of a processor`);
    assert.equal(await scramble(page), expected, event);
  }
  await close();
});

test('with a limited inspection the next scramble waits until it is asked for', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' });
  await page.click('#options summary');
  await page.check('#inspection');
  await page.click('#times summary');
  await page.selectOption('#event', '222');
  await seedOf(page);
  const text = await scramble(page);
  await solve(page, text);
  await reads(page, '#averages', /^1 solved/);
  await page.waitForTimeout(2500);
  assert.equal(await scramble(page), text);
  assert.match(await page.textContent('#status'), /Solved/);
  await close();
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: memorising is timed apart in blindfolded events, if one tells when it begins and ends`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2' }, options);
    await page.click('#times summary');
    await page.selectOption('#event', '333bf');
    await says(page, /Scrambled with seed/);
    const memo = page.locator('#memo');
    assert.equal(await memo.textContent(), 'Start memorising');
    // The space bar presses it, unless it belongs to something else.
    await page.focus('#text');
    await page.keyboard.press('Space');
    assert.equal(await memo.textContent(), 'Start memorising');
    await page.focus('#canvas');
    await page.keyboard.press('Space');
    assert.equal(await memo.textContent(), 'Memorised');
    await page.waitForTimeout(300);
    await memo.click();
    assert.equal(await memo.isVisible(), false);
    await reads(page, '#timer', /^\d\.\ds · memo 0\.\ds$|^\d\.\d s · memo 0\.\d s$/);
    const text = await scramble(page);
    await page.fill('#text', '');
    await solve(page, text);
    await reads(page, '#averages', /^1 solved/);
    const shown = await page.locator('#times-list li span').first().textContent();
    const [, whole, part] = /^(\d\.\d\d) · memo (\d\.\d\d)$/.exec(shown).map(Number);
    assert.ok(0.2 < part && part < whole, shown);
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as CSV')]);
    const [head, line] = readFileSync(await download.path(), 'utf8').trim().split('\n');
    assert.match(head, /,event,memo$/);
    assert.match(line, new RegExp(`,333bf,${part.toFixed(2)}$`));
    // Who tells nothing is timed from the first turn.
    await page.waitForFunction((first) => document.querySelector('#scramble-text').textContent !== first, text);
    await solve(page, await scramble(page));
    await reads(page, '#averages', /^2 solved/);
    assert.match(await page.locator('#times-list li span').first().textContent(), /^\d\.\d\d$/);
    // Other events have no such button.
    await page.selectOption('#event', '222');
    await page.waitForFunction(() => document.querySelector('#puzzle').value === '2x2x2');
    assert.equal(await memo.isVisible(), false);
    await close();
  });
}
