// Keys, the counter, the timer, the player, and the algorithm box.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changeTo, choose, drag, hold, inAddress, made, open, openByName, picture, press, reads, reload, says, settled, showMore, sizes, status, stickers } from './person.js';

const box = (page) => page.inputValue('#text');
const place = (page) => page.textContent('#place');
/** The word that is marked in the algorithm box. */
const marked = (page) => page.evaluate(() => document.querySelector('#mirror .current')?.textContent ?? null);

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: what is turned appears in the box, and is run through`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    const solved = await picture(page);
    await page.fill('#text', "R (U F')2 // begin");
    await page.press('#text', 'Enter');
    await press(page, 'D turn');
    assert.equal(await box(page), "R (U F')2 // begin\nD");
    assert.equal(await place(page), '6 / 6');
    assert.equal(await marked(page), 'D');
    const end = await picture(page);
    await press(page, 'Step back');
    await press(page, 'Step back');
    assert.equal(await place(page), '4 / 6');
    assert.equal(await marked(page), 'U');
    assert.equal(await page.textContent('#count'), '4 moves');
    // The slider, by its keys as a person without a mouse moves it.
    await page.focus('#scrub');
    await page.keyboard.press('Home');
    assert.equal(await place(page), '0 / 6');
    assert.equal(await marked(page), null);
    assert.equal(await picture(page), solved);
    await choose(page, '#speed', '4');
    await press(page, 'Play');
    await page.waitForFunction(() => document.querySelector('#place').textContent === '6 / 6');
    assert.equal(await picture(page), end);
    // What is turned in the middle takes the place of what lay ahead, and can be undone.
    await press(page, 'Step back');
    await press(page, 'Step back');
    await press(page, 'L′ turn back');
    assert.equal(await box(page), "R U F' U L'");
    await press(page, 'Undo');
    assert.equal(await box(page), "R (U F')2 // begin\nD");
    assert.equal(await place(page), '4 / 6');
    // The place in the line is kept in the address too.
    await reload(page);
    assert.equal(await place(page), '4 / 6');
    assert.equal(await box(page), "R (U F')2 // begin\nD");
    assert.equal(await page.inputValue('#speed'), '4');
    await close();
  });

  test(`${size}: the box is changed in its middle, and a fault is marked while it is written`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3', moves: 'R U F' }, options);
    await page.fill('#text', 'R Q F');
    assert.equal(await page.evaluate(() => document.querySelector('#mirror .wrong').textContent), 'Q');
    assert.match(await page.textContent('#fault'), /Q/);
    assert.equal(await made(page), 'R U F');
    await page.fill('#text', 'R D2 F');
    assert.equal(await page.textContent('#fault'), '');
    // Leaving the box does what is written in it.
    await page.focus('#canvas');
    assert.equal(await made(page), 'R D2 F');
    assert.equal(await page.textContent('#count'), '3 moves');
    await press(page, 'Undo');
    assert.equal(await box(page), 'R U F');
    await close();
  });

  test(`${size}: the time runs from the first turn until the puzzle is solved`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2' }, options);
    const timer = () => page.textContent('#timer');
    await press(page, 'U turn');
    assert.equal(await timer(), '');
    await press(page, 'Undo');
    await showMore(page);
    await page.fill('#random-moves', '1');
    await page.fill('#seed', '4');
    await press(page, 'Random moves');
    await says(page, /seed 4\. Not solved/);
    assert.equal(await timer(), '0.0 s');
    // Neither looking around nor turning the whole starts it.
    const canvas = await page.locator('#canvas').boundingBox();
    await drag(page, [8, 8], [60, 30], options.hasTouch);
    await press(page, 'x rotate');
    await page.waitForTimeout(300);
    assert.ok(canvas && (await timer()) === '0.0 s');
    // One random move is undone by one of these.
    for (const move of ['U', 'R', 'F', 'D', 'L', 'B']) {
      if (/Solved/.test(await status(page))) break;
      for (const turn of ['M turn', 'M turn', 'M turn']) {
        await press(page, turn.replace('M', move));
        // So that a tenth of a second passes even on a fast machine.
        await page.waitForTimeout(120);
        if (/Solved/.test(await status(page))) break;
      }
      if (!/Solved/.test(await status(page))) await press(page, `${move} turn`);
      await page.waitForTimeout(120);
    }
    assert.match(await status(page), /Solved/);
    const time = await timer();
    assert.match(time, /^\d+\.\d s$/);
    assert.notEqual(time, '0.0 s');
    await page.waitForTimeout(300);
    assert.equal(await timer(), time);
    await page.click('#options summary');
    await page.uncheck('#timed');
    assert.equal(await page.locator('#timer').isVisible(), false);
    await close();
  });
}

test('keys make moves by their place on the keyboard, and other keys can be given', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await page.keyboard.press('KeyR');
  await page.keyboard.press('Shift+KeyU');
  assert.equal(await box(page), "R U'");
  // A key is its place: on a keyboard with other letters the same code makes the same move.
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyF', key: 'ф', bubbles: true })));
  assert.equal(await box(page), "R U' F");
  // In a text keys are letters.
  await page.focus('#text');
  await page.keyboard.press('End');
  await page.keyboard.type(' R');
  assert.equal(await made(page), "R U' F");
  await page.keyboard.press('Enter');
  assert.equal(await made(page), "R U' F R");
  await page.focus('#canvas');

  const label = (name) => page.getByRole('button', { name, exact: true }).getAttribute('data-key');
  const isShown = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('[data-key]'), '::after').content !== 'none');
  assert.equal(await isShown(), false);
  await page.keyboard.press('?');
  assert.equal(await isShown(), true);
  assert.equal(await label('R turn'), 'R');
  assert.equal(await label('R′ turn back'), '⇧R');
  await page.keyboard.press('?');
  assert.equal(await isShown(), false);
  // Held, the keys are shown as long as it is.
  await page.keyboard.down('?');
  await page.waitForTimeout(600);
  assert.equal(await isShown(), true);
  await page.keyboard.up('?');
  assert.equal(await isShown(), false);

  await press(page, 'Keys');
  await press(page, 'Change a key');
  await press(page, 'R turn');
  assert.equal(await made(page), "R U' F R");
  await page.keyboard.press('KeyU');
  assert.equal(await label('R turn'), 'U');
  assert.equal(await label('U turn'), null);
  await page.keyboard.press('KeyU');
  assert.equal(await made(page), "R U' F R R");
  await reload(page);
  await page.keyboard.press('Shift+KeyU');
  assert.equal(await made(page), "R U' F R R R'");
  await press(page, 'Keys');
  await press(page, 'Usual keys');
  await page.keyboard.press('KeyU');
  assert.equal(await made(page), "R U' F R R R' U");
  await close();
});

test('a hole is moved by the arrow keys, and every move of a torus has a key of its own', async () => {
  const { page, close } = await open({ puzzle: 'slide:4x4' });
  assert.match(await page.textContent('#hint'), /The arrow keys move tiles, too\.$/);
  await page.focus('#canvas');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await box(page), "R D D'");
  await openByName(page, 'torus:6x6');
  const keys = await page.evaluate(() =>
    [...document.querySelectorAll('#moves [data-amount="1"]')].map((move) => move.dataset.key),
  );
  assert.equal(keys.length, 12);
  assert.equal(new Set(keys).size, 12);
  // Rings show the way that they turn: the names alone do not.
  await openByName(page, 'rings:20,18,5,5');
  assert.deepEqual(await page.locator('#moves button').allTextContents(), ['L ↻', 'L′ ↺', 'R ↺', 'R′ ↻']);
  await openByName(page, 'merge:12,12,4');
  const shown = await page.locator('#moves button').allTextContents();
  assert.ok(shown.length === 4 && shown.every((one) => / [↻↺]$/.test(one)), shown.join());
  // Boards show where rows and columns go.
  await openByName(page, 'klein:2x3');
  assert.deepEqual(await page.locator('#moves button').allTextContents(), ['R1 →', 'R1′ ←', 'C1', 'C2', 'C3']);
  await openByName(page, 'torus:3x3');
  assert.deepEqual((await page.locator('#moves button').allTextContents()).slice(4, 8), ['R3 →', 'R3′ ←', 'C1 ↓', 'C1′ ↑']);
  await close();
});

test('moves are counted as the library counts them', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', moves: 'M2 R2 x U' });
  assert.match(await page.locator('#metric option').nth(1).textContent(), /^quarter turns \(qtm\)$/);
  const counts = {};
  for (const metric of ['htm', 'qtm', 'stm', 'sqtm', 'etm']) {
    await choose(page, '#metric', metric);
    counts[metric] = await page.textContent('#count');
  }
  assert.deepEqual(counts, { htm: '4 moves', qtm: '7 moves', stm: '3 moves', sqtm: '5 moves', etm: '4 moves' });
  await choose(page, '#metric', 'stm');
  await reload(page);
  assert.equal(await page.textContent('#count'), '3 moves');
  await close();
});

test('one drag of an inner layer is one move, and a solution says that it counts two', async () => {
  const { page, close } = await open({ puzzle: '7x7x7' });
  // The front is around the middle: its second column is dragged down.
  await press(page, 'Stereographic view');
  await page.waitForSelector('#flat[aria-pressed="true"]');
  const { width, height } = await page.locator('#canvas').boundingBox();
  const column = width / 2 - 0.48 * Math.min(width, height) * 0.137;
  await drag(page, [column, height / 2], [column, height / 2 + 40]);
  await settled(page);
  assert.equal(await made(page), '2L');
  assert.equal(await page.textContent('#count'), '1 move');
  await press(page, 'Solve');
  await page.waitForFunction(() => /^Solution of 2 moves.*\. An inner slice counts as two moves here\.$/.test(document.querySelector('#solution-about').textContent));
  await close();
});

test('a million random moves are made at once, and are one deed', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', moves: 'R U' });
  await showMore(page);
  await page.fill('#random-moves', '1000000');
  await page.fill('#seed', '7');
  // The page goes on meanwhile: it draws frame after frame.
  await page.evaluate(() => {
    globalThis.frames = 0;
    const tick = () => {
      if (/seed 7/.test(document.querySelector('#status').textContent)) return;
      globalThis.frames += 1;
      requestAnimationFrame(tick);
    };
    document.querySelector('#mix').addEventListener('submit', () => requestAnimationFrame(tick));
  });
  await press(page, 'Random moves');
  await says(page, /seed 7\. Not solved/, 120_000);
  const frames = await page.evaluate(() => globalThis.frames);
  assert.ok(frames >= 2, `${frames} frames`);
  assert.equal(await box(page), '');
  assert.equal(await page.textContent('#count'), '0 moves');
  const mixed = await picture(page);
  await reload(page);
  assert.equal(await picture(page), mixed);
  await close();

  const second = await open({ puzzle: '3x3x3', moves: 'R U' });
  await showMore(second.page);
  await second.page.fill('#random-moves', '20');
  await press(second.page, 'Random moves');
  await says(second.page, /Scrambled with seed \d+\. Not solved/);
  await press(second.page, 'Undo');
  assert.equal(await box(second.page), 'R U');
  await showMore(second.page);
  await second.page.fill('#random-moves', '0');
  await press(second.page, 'Random moves');
  assert.match(await second.page.textContent('#progress'), /from 1 to 1,000,000/);
  await second.close();
});

test('moves are shown, or are not', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' });
  await page.click('#options summary');
  await page.uncheck('#animate');
  const before = await picture(page);
  // How many pictures there are after a turn until nothing moves.
  const pictures = (name) =>
    page.evaluate(async (name) => {
      const canvas = document.querySelector('#canvas');
      const seen = new Set();
      document.querySelector(`[aria-label="${name}"]`).click();
      do {
        await new Promise(requestAnimationFrame);
        seen.add(canvas.toDataURL());
      } while (canvas.hasAttribute('data-moving'));
      return seen.size;
    }, name);
  assert.equal(await pictures('R turn'), 1);
  assert.notEqual(await picture(page), before);
  await page.check('#animate');
  assert.ok((await pictures('U turn')) > 1);
  assert.ok((await stickers(page)).length > 20);
  await close();
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: the scramble stands there as text, and is copied`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, { ...options, permissions: ['clipboard-read', 'clipboard-write'] });
    assert.equal(await page.locator('#scramble-shown').isVisible(), false);
    await showMore(page);
    await page.fill('#seed', '5');
    await press(page, 'Scramble');
    await says(page, /seed 5/);
    const scramble = await page.textContent('#scramble-text');
    assert.match(scramble, /^([URFDLB][2']?\s?){12,25}$/);
    await press(page, 'Copy the scramble');
    await page.waitForFunction(() => /copied/.test(document.querySelector('#scramble-told')?.textContent));
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), scramble);
    const shown = await picture(page);
    await press(page, 'Reset');
    assert.equal(await page.locator('#scramble-shown').isVisible(), false);
    // What was copied makes the same position.
    await page.fill('#text', scramble);
    await press(page, 'Apply');
    assert.equal(await picture(page), shown);
    await close();
  });
}

test('the scramble of the day is the same for everyone, and comes from the date', async () => {
  const seen = [];
  for (let person = 0; person < 2; person++) {
    const { page, close } = await open({ puzzle: '2x2x2' });
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    await press(page, 'Scramble of the day');
    await says(page, new RegExp(`seed ${today}`));
    seen.push(await page.textContent('#scramble-text'));
    await close();
  }
  assert.equal(seen[0], seen[1]);
  assert.notEqual(seen[0], '');
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: a solid is played on in a stereographic projection, which shows all of it and stays chosen`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    const usual = await picture(page);
    await press(page, 'Stereographic view');
    await page.waitForSelector('#flat[aria-pressed="true"]');
    assert.notEqual(await picture(page), usual);
    const coloursSeen = async () => new Set((await stickers(page)).map(([, , colour]) => colour)).size;
    assert.equal(await coloursSeen(), 6);
    // The front is around the middle: its upper row is dragged to the right.
    const { width, height } = await page.locator('#canvas').boundingBox();
    const row = 0.48 * Math.min(width, height) * 0.16;
    await drag(page, [width / 2, height / 2 - row], [width / 2 + 40, height / 2 - row], options.hasTouch);
    await settled(page);
    assert.equal(await made(page), "U'");
    // The back turns, too, and looks as when it is shown at once.
    await press(page, 'B turn');
    const turned = await picture(page);
    await reload(page);
    await page.waitForSelector('#flat[aria-pressed="true"]');
    assert.equal(await picture(page), turned);
    // Other solids are shown so as well, others as ever.
    await changeTo(page, 'megaminx');
    assert.equal(await coloursSeen(), 12);
    await changeTo(page, 'slide:4x4');
    assert.equal(await page.locator('#flat').isVisible(), false);
    await changeTo(page, '3x3x3');
    await page.fill('#text', '');
    await page.press('#text', 'Enter');
    await press(page, 'Stereographic view');
    assert.equal(await picture(page), usual);
    await close();
  });
}

test('the centres of a megaminx stay where a rotation carried them, under Build and until Reset', async () => {
  const { page, close } = await open({ puzzle: 'megaminx' });
  const home = await picture(page);
  await page.fill('#text', 'Fv');
  await page.press('#text', 'Enter');
  const rotated = await picture(page);
  assert.notEqual(rotated, home);
  await page.getByRole('tab', { name: 'Build', exact: true }).click();
  await press(page, 'Change by hand');
  await page.waitForSelector('#tools label');
  assert.equal(await picture(page), rotated);
  await press(page, 'Put it on the puzzle');
  assert.equal(await picture(page), rotated);
  // It is a position now, which the address holds.
  assert.match(await inAddress(page, 'position'), /_c\d/);
  await reload(page);
  assert.equal(await picture(page), rotated);
  await page.getByRole('tab', { name: 'Play', exact: true }).click();
  await press(page, 'Reset');
  assert.equal(await picture(page), home);
  await close();
});

test('while a layer of a kilominx turns, one does not see through it', async () => {
  const { page, close } = await open({ puzzle: 'kilominx' });
  const { width, height } = await page.locator('#canvas').boundingBox();
  for (const [from, to] of [[[0, -0.2], [0.12, -0.2]], [[-0.08, 0.05], [0.05, 0.05]]]) {
    await hold(page, ...[from, to].map(([x, y]) => [width / 2 + x * height, (0.5 + y) * height]));
    await page.waitForTimeout(100);
    // Points through which one sees the ground and that are not around the puzzle.
    const holes = await page.evaluate(() => {
      const canvas = document.querySelector('#canvas');
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const open = (at) => data[4 * at + 3] < 250;
      const seen = new Uint8Array(width * height);
      const next = [0];
      while (next.length) {
        const at = next.pop();
        if (seen[at] || !open(at)) continue;
        seen[at] = 1;
        const x = at % width;
        if (x > 0) next.push(at - 1);
        if (x < width - 1) next.push(at + 1);
        if (at >= width) next.push(at - width);
        if (at < width * (height - 1)) next.push(at + width);
      }
      return seen.reduce((sum, known, at) => sum + (open(at) && !known ? 1 : 0), 0);
    });
    await page.mouse.up();
    await settled(page);
    await press(page, 'Undo');
    await settled(page);
    assert.ok(holes < 20, `${holes} points`);
  }
  await close();
});

test('a centre that is turned and pieces that are glued together are seen, also while they turn', async () => {
  const { page, close } = await open({ puzzle: 'supercube' });
  const drawn = () => page.waitForSelector('#canvas[data-over]');
  await drawn();
  const solved = await picture(page);
  await page.fill('#text', "(R U R' U)5");
  await page.press('#text', 'Enter');
  await says(page, /1 piece wrong/);
  assert.notEqual(await picture(page), solved);
  // Marks go along with the whole puzzle, and with the steps that are shown.
  await page.fill('#text', "R U x F' y2 z");
  await page.press('#text', 'Enter');
  const turned = await picture(page);
  await reload(page);
  await drawn();
  assert.equal(await picture(page), turned);
  await page.fill('#text', 'x4');
  await page.press('#text', 'Enter');
  assert.equal(await picture(page), solved);
  const body = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('#canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] === 26 && data[at + 1] === 26 && data[at + 2] === 26) count += 1;
      return count;
    });
  await changeTo(page, '3x3x3');
  await settled(page);
  const apart = await body();
  await changeTo(page, 'bicube');
  await drawn();
  await settled(page);
  const glued = await body();
  assert.ok(glued < 0.85 * apart, `${glued} ${apart}`);
  // The block that no move of the fused cube carries shows one of its faces.
  await changeTo(page, 'fused cube');
  await drawn();
  await settled(page);
  const fused = await body();
  assert.ok(fused < 0.97 * apart, `${fused} ${apart}`);
  await close();
});

for (const reducedMotion of ['no-preference', 'reduce']) {
  test(`motion ${reducedMotion}: a scramble that is solved has a flourish, or none`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2', scramble: 'R', seed: 1 }, { ...sizes.desktop, reducedMotion });
    await page.evaluate(() => {
      window.flourishes = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        window.flourishes += 1;
        return animate.apply(this, how);
      };
    });
    await press(page, 'U turn');
    await press(page, 'U′ turn back');
    assert.equal(await page.evaluate(() => window.flourishes), 0);
    await press(page, 'R′ turn back');
    await says(page, /Solved/);
    assert.equal(await page.evaluate(() => window.flourishes), reducedMotion === 'reduce' ? 0 : 1);
    if (reducedMotion === 'reduce') {
      await page.waitForTimeout(300);
      assert.equal(await page.locator('#confetti').count(), 0);
    } else {
      await page.waitForSelector('#confetti');
      await page.waitForSelector('#confetti', { state: 'detached' });
    }
    await close();
  });
}

test('a solution that the player shows has no confetti', async () => {
  const { page, close } = await open({ puzzle: '2x2x2', scramble: 'R', seed: 1 });
  await press(page, 'Solve');
  await reads(page, '#solution-about', /^Solution of 1 move/);
  await press(page, 'Play');
  await says(page, /^Solved/);
  await page.waitForTimeout(300);
  assert.equal(await page.locator('#confetti').count(), 0);
  await close();
});

for (const puzzle of ['3x3x3', 'megaminx', 'slide:4x4']) {
  test(`the scramble of the ${puzzle} stands with its picture, which later turns do not change`, async () => {
    const { page, close } = await open({ puzzle });
    /** Some pixels of the picture, one after the other. */
    const drawn = () =>
      page.evaluate(() => {
        const picture = document.querySelector('#scramble-picture');
        if (picture.hidden || !picture.clientWidth) return [];
        const { data } = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height);
        return Array.from({ length: data.length >> 6 }, (_, at) => data.slice(64 * at, 64 * at + 3).join());
      });
    /** The share of pixels that differ; edges may, from one way of drawing to another. */
    const apart = (one, other) => (one.length === other.length ? one.filter((pixel, at) => pixel !== other[at]).length / one.length : 1);
    const seen = [];
    for (const seed of ['5', '6']) {
      await showMore(page);
      await page.fill('#seed', seed);
      await press(page, 'Scramble');
      await says(page, new RegExp(`seed ${seed}\\.`));
      let now = await drawn();
      while (new Set(now).size < 4 || seen.some((before) => apart(before, now) < 0.1)) now = await drawn();
      seen.push(now);
    }
    await page.locator('#moves button').first().click();
    await reload(page);
    while (apart(await drawn(), seen[1]) > 0.05) await page.waitForTimeout(50);
    await close();
  });
}

/** The share of the canvas that the puzzle covers. */
const covered = async (page) => {
  await settled(page);
  return page.evaluate(() => {
    const canvas = document.querySelector('#canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 3; at < data.length; at += 4) count += data[at] === 255 ? 1 : 0;
    return (4 * count) / data.length;
  });
};

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: a solid is seen closer by buttons, by the wheel and by two fingers, which turn nothing`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    const first = await covered(page);
    await press(page, 'Closer');
    const closer = await covered(page);
    assert.ok(closer > 1.2 * first, `${first} ${closer}`);
    await press(page, 'Farther');
    assert.ok(Math.abs((await covered(page)) - first) < 0.02);
    const { x, y, width, height } = await page.locator('#canvas').boundingBox();
    const [middle, level] = [x + width / 2, y + height / 2];
    if (options.hasTouch) {
      const session = await page.context().newCDPSession(page);
      const touch = (type, far) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: far === null ? [] : [0, 1].map((id) => ({ id, x: middle + (id ? far : -far), y: level })) });
      await touch('touchStart', 40);
      for (const far of [50, 60, 70, 80]) await touch('touchMove', far);
      await touch('touchEnd', null);
    } else {
      await page.mouse.move(middle, level);
      await page.mouse.wheel(0, -400);
    }
    await page.waitForTimeout(200);
    assert.ok((await covered(page)) > 1.5 * first);
    assert.equal(await page.textContent('#count'), '0 moves');
    // Boards are always seen whole.
    await changeTo(page, 'slide:4x4');
    assert.equal(await page.locator('#looks').isVisible(), false);
    await close();
  });
}

for (const puzzle of ['3x3x3', 'megaminx']) {
  test(`the hidden sides of the ${puzzle} are shown beside it, and stay shown`, async () => {
    const { page, close } = await open({ puzzle });
    const shows = () => page.evaluate(() => document.querySelector('#hidden-sides').toDataURL());
    assert.equal(await page.locator('#hidden-sides').isVisible(), false);
    await press(page, 'Hidden sides');
    await page.locator('#hidden-sides').waitFor();
    await settled(page);
    const solved = await shows();
    await press(page, 'D turn');
    await settled(page);
    assert.notEqual(await shows(), solved);
    await reload(page);
    await page.locator('#hidden-sides').waitFor();
    await press(page, 'Hidden sides');
    assert.equal(await page.locator('#hidden-sides').isVisible(), false);
    await close();
  });
}

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: times are kept, averaged, punished, removed and saved as a file`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2' }, options);
    const kept = [10, 20, 30, 40, 50].map((seconds) => ({ milliseconds: 1000 * seconds, penalty: '', seed: 1, moves: 9, at: '2026-01-31T10:00:00.000Z' }));
    await page.evaluate((kept) => localStorage.setItem('permutant.times 2x2x2', JSON.stringify(kept)), kept);
    await page.click('#times summary');
    const averages = (words) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#averages')?.textContent), words.source);
    await averages(/5 solved · best 10\.00 · ao5 30\.00$/);
    // The best becomes the worst but one, and then the worst.
    await press(page, '+2 for solve 5');
    await averages(/best 10\.00 · ao5 30\.00/);
    await press(page, 'DNF for solve 1');
    await averages(/best 20\.00 · ao5 40\.67/);
    await press(page, 'DNF for solve 2');
    await averages(/ao5 DNF/);
    await press(page, 'DNF for solve 2');
    // A solve by hand is added.
    await showMore(page);
    await page.fill('#seed', '5');
    await press(page, 'Scramble');
    await says(page, /seed 5/);
    const scramble = (await page.textContent('#scramble-text')).trim().split(/\s+/);
    const back = scramble.reverse().map((move) => (move.endsWith("'") ? move.slice(0, -1) : move.endsWith('2') ? move : `${move}'`));
    await page.fill('#text', back.slice(0, -1).join(' '));
    await press(page, 'Apply');
    await page.fill('#text', back.join(' '));
    await press(page, 'Apply');
    await averages(/6 solved · best 0\.\d\d/);
    // One that is pasted is not.
    await press(page, 'Scramble');
    await says(page, /seed 5/);
    await page.fill('#text', back.join(' '));
    await press(page, 'Apply');
    await says(page, /Solved/);
    assert.equal(await page.textContent('#timer'), '');
    await averages(/6 solved/);
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as CSV')]);
    const lines = readFileSync(await download.path(), 'utf8').trim().split('\n');
    assert.equal(lines[0], 'date,puzzle,seconds,penalty,seed,moves,event,memo');
    assert.equal(lines[1], '2026-01-31T10:00:00.000Z,2x2x2,10.00,DNF,1,9,,');
    assert.match(lines[6], new RegExp(`,2x2x2,0\\.\\d\\d,,5,${back.length},,$`));
    await press(page, 'Remove solve 6');
    await averages(/5 solved/);
    await press(page, 'Forget all');
    await averages(/A solve after a scramble/);
    await close();
  });
}

test('the scramble of a link is timed, and of a solve that was left it is told that it is not', async () => {
  const { page, close } = await open({ puzzle: '2x2x2', scramble: "R U R'", seed: 7 });
  const timer = () => page.textContent('#timer');
  assert.equal(await timer(), '0.0 s');
  await press(page, 'R turn');
  await page.waitForFunction(() => /^[1-9]\d*\.\d s$|0\.[1-9] s/.test(document.querySelector('#timer').textContent));
  await reload(page);
  assert.equal(await timer(), 'No longer timed');
  await press(page, 'U turn');
  assert.equal(await timer(), 'No longer timed');
  await press(page, 'Reset');
  assert.equal(await timer(), '');
  await close();
});

test('twelve solves have an average of twelve, and inspection is counted down and punished', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' });
  const kept = Array.from({ length: 12 }, (_, at) => ({ milliseconds: 1000 * (at + 1), penalty: '', seed: 1, moves: 9, at: '2026-01-31T10:00:00.000Z' }));
  await page.evaluate((kept) => localStorage.setItem('permutant.times 2x2x2', JSON.stringify(kept)), kept);
  await page.click('#times summary');
  await page.waitForFunction(() => /ao5 10\.00 · ao12 6\.50/.test(document.querySelector('#averages')?.textContent));
  await page.click('#options summary');
  await page.check('#inspection');
  await page.clock.install();
  await press(page, 'Scramble');
  await says(page, /Scrambled/);
  assert.match(await page.textContent('#timer'), /^1[45] s to inspect$/);
  await page.clock.runFor(15_500);
  assert.equal(await page.textContent('#timer'), '+2');
  await press(page, 'R turn');
  await page.clock.runFor(1000);
  assert.match(await page.textContent('#timer'), /^1\.\d s \+2$/);
  await page.clock.runFor(17_000);
  await close();
});
