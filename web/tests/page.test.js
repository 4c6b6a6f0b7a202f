// What there is to see and to do on the page. Screenshots are written into the folder that PERMUTANT_SCREENSHOTS names, if it
// does.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, brush, changeTo, choose, drag, made, open, openByName, origin, picture, press, says, settled, showMore, sizes, status, stickers, written } from './person.js';

for (const [size, options] of Object.entries(sizes)) {
  const drawn = ['3x3x3', 'torus:6x6', 'pyraminx', 'topspin:20,4', 'slide:4x4'].map((puzzle) => [puzzle, 'canvas']);
  for (const [puzzle, draw] of [...drawn, ['3x3x3', 'gl'], ['pyraminx', 'gl']]) {
    test(`${size}, ${draw}: a sticker of ${puzzle} is dragged, undone and redone`, async () => {
      const { page, close } = await open({ puzzle: '2x2x2' }, options, { draw });
      if (puzzle.includes('6x6')) {
        await openByName(page, puzzle);
      } else await changeTo(page, puzzle);
      assert.equal(await page.inputValue('#puzzle'), puzzle);
      const solved = await picture(page);
      assert.equal(await brush(page), draw);
      const points = await stickers(page);
      assert.ok(points.length > 20, `${points.length} points`);
      // A person tries some stickers and ways until something turns.
      let moves = null;
      for (let attempt = 0; attempt < 80 && !moves; attempt++) {
        const from = points[(attempt * 7919) % points.length];
        const [x, y] = [[90, 0], [0, 90], [-90, 0], [0, -90]][attempt % 4];
        await drag(page, from, [from[0] + x, from[1] + y], options.hasTouch);
        await settled(page);
        // The address tells it too, but only after a pause.
        moves = await page.inputValue('#text');
        if (!moves || !/Solved/.test(await status(page))) continue;
        // The whole puzzle was turned.
        await press(page, 'Undo');
        await settled(page);
        moves = null;
      }
      assert.ok(moves, 'something turned');
      assert.match(await page.textContent('#count'), /^\d+ moves?$/);
      assert.doesNotMatch(await status(page), /Solved/);
      const turned = await picture(page);
      assert.notEqual(turned, solved);
      await press(page, 'Undo');
      await says(page, /Solved/);
      assert.equal(await picture(page), solved);
      await press(page, 'Redo');
      assert.equal(await picture(page), turned);
      assert.equal(await made(page), moves);
      await close();
    });
  }

  test(`${size}: outer and inner layers of the 5x5x5 are dragged`, async () => {
    const { page, close } = await open({ puzzle: '5x5x5' }, options);
    const points = await stickers(page);
    const turned = new Set();
    const isInner = (moves) => /^(2|3)?[URFDLB]'?$|^[MES]'?$/.test(moves) && !/^[URFDLB]/.test(moves);
    const isOuter = (moves) => /^[URFDLB]'?$/.test(moves);
    const has = (kind) => [...turned].some(kind);
    for (let attempt = 0; attempt < 80 && !(has(isInner) && has(isOuter)); attempt++) {
      const from = points[(attempt * 7919) % points.length];
      const [x, y] = [[70, 0], [0, 70], [-70, 0], [0, -70]][attempt % 4];
      await drag(page, from, [from[0] + x, from[1] + y], options.hasTouch);
      await settled(page);
      const moves = await page.inputValue('#text');
      if (moves) turned.add(moves);
      const back = page.getByRole('button', { name: 'Undo', exact: true });
      if (await back.isEnabled()) await back.click();
      await settled(page);
    }
    assert.ok(has(isInner) && has(isOuter), [...turned].join(', '));
    await close();
  });

  for (const puzzle of ['2x2x2', '3x3x3']) {
    test(`${size}: ${puzzle} is scrambled, and its solution plays to the end`, async () => {
      const { page, close } = await open({ puzzle }, options);
      await showMore(page);
      await page.fill('#seed', '12');
      await press(page, 'Scramble');
      await says(page, /seed 12\./);
      assert.match(await status(page), /Not solved/);
      // Slowly, so that it is not over before it is paused.
      await choose(page, '#speed', '0.25');
      await press(page, 'Solve');
      await page.waitForFunction(() => document.querySelector('#solution-about')?.textContent, null, { timeout: 120_000 });
      const about = await page.textContent('#solution-about');
      assert.equal(/none is shorter/.test(about), puzzle === '2x2x2', about);
      // It can be paused, and goes on.
      await press(page, 'Pause');
      await settled(page);
      const paused = await page.inputValue('#scrub');
      await page.waitForTimeout(400);
      assert.equal(await page.inputValue('#scrub'), paused);
      await press(page, 'Step forward');
      assert.equal(await page.inputValue('#scrub'), String(Number(paused) + 1));
      await choose(page, '#speed', '4');
      await press(page, 'Play');
      await says(page, /Solved/);
      // All of it can be taken back, the scramble too.
      const back = page.getByRole('button', { name: 'Undo', exact: true });
      while (await back.isEnabled()) await back.click();
      assert.match(await status(page), /Solved/);
      await written(page);
      assert.equal(new URL(page.url()).hash, `#puzzle=${puzzle}`);
      await close();
    });
  }
}

test('the puzzle turns while it is being solved, and the solving can be stopped', async () => {
  const { page, close } = await open({ puzzle: 'torus:6x6' });
  await page.fill('#text', 'R1 C2 R3 C4 R5 C6 R2 C1 R4 C3 R6 C5 R1 C2 R3 C4 R5 C6 R2 C1 R4 C3 R6 C5');
  await press(page, 'Apply');
  await press(page, 'Solve');
  await page.waitForSelector('#stop:not([hidden])');
  const before = await made(page);
  await press(page, 'R1 turn');
  assert.notEqual(await made(page), before);
  assert.equal(await page.locator('#stop').isVisible(), true);
  await page.locator('#stop').click();
  await page.waitForSelector('#solve:not([hidden])');
  await close();
});

test('an algorithm is applied, and a fault is shown at its place', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await page.fill('#text', "R U Q R'");
  await page.press('#text', 'Enter');
  assert.match(await page.textContent('#fault'), /Q/);
  assert.equal(await page.textContent('#fault mark'), 'Q');
  assert.equal(await made(page), null);
  await page.fill('#text', "(R U R' U')3 M");
  await page.press('#text', 'Enter');
  assert.equal(await page.textContent('#fault'), '');
  assert.equal(await made(page), "(R U R' U')3 M");
  assert.equal(await page.textContent('#count'), '13 moves');
  await press(page, 'Reset');
  assert.match(await status(page), /Solved/);
  await press(page, 'Undo');
  assert.equal(await page.textContent('#count'), '13 moves');
  await close();
});

test('the address brings a position back, and a wrong one is told', async () => {
  const { page, close } = await open({ puzzle: 'slide:4x4', scramble: 'R D R', moves: 'D L' });
  assert.equal(await made(page), 'D L');
  assert.equal(await page.textContent('#count'), '2 moves');
  await press(page, 'U slide');
  assert.equal(await made(page), 'D L U');
  await page.goto(`${origin}#puzzle=nonsense`);
  await page.waitForFunction(() => /nonsense/.test(document.querySelector('#refused')?.textContent ?? ''));
  assert.equal(await made(page), 'D L U');
  await ask(page, 'torus:2');
  await page.waitForFunction(() => /torus:/.test(document.querySelector('#gallery-fault')?.textContent));
  await openByName(page, 'c f 1/3');
  assert.equal(await page.textContent('#refused'), '');
  assert.equal(await page.inputValue('#puzzle'), 'c f 1/3');
  await press(page, 'U turn');
  assert.equal(await made(page), 'U');
  await close();
});

test('moves of a link that cannot be made stand in the box with the fault marked, to be mended', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', scramble: 'R U', moves: 'F Q F' });
  assert.match(await page.textContent('#refused'), /Q/);
  assert.equal(await page.inputValue('#text'), 'F Q F');
  assert.equal(await page.textContent('#mirror mark'), 'Q');
  await page.fill('#text', 'F D F');
  await page.press('#text', 'Enter');
  assert.equal(await made(page), 'F D F');
  assert.equal(await page.textContent('#refused'), '');
  await close();
});

test('all is reached by keyboard, and with reduced motion moves jump', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' }, { ...sizes.desktop, reducedMotion: 'reduce' });
  const before = await picture(page);
  await page.getByRole('button', { name: 'R turn', exact: true }).focus();
  await page.keyboard.press('Enter');
  const turned = await picture(page);
  assert.notEqual(turned, before);
  assert.match(await status(page), /^Last: R\. Not solved, \d+ pieces wrong\.$/);
  await page.keyboard.press('Control+z');
  assert.equal(await picture(page), before);
  await page.locator('#canvas').focus();
  await page.keyboard.press('ArrowLeft');
  assert.notEqual(await picture(page), before);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, canvas')].filter(
      (one) => !(one.textContent.trim() || one.ariaLabel || one.labels?.length) && !one.closest('[hidden]'),
    ).length,
  );
  assert.equal(nameless, 0);
  await close();
});

/** Puzzles of all kinds that there are to draw. */
const TEN = ['3x3x3', '7x7x7', 'megaminx', 'pyraminx', 'skewb', 'torus:6x6', 'topspin:20,4', 'slide:4x4', 'm24', 'rings:20,18,5,5'];

for (const [size, options] of Object.entries(sizes)) {
  for (const colorScheme of ['dark', 'light']) {
    test(`${size}, ${colorScheme}: puzzles of all kinds fit the page`, async () => {
      const folder = process.env.PERMUTANT_SCREENSHOTS;
      // Both brushes for screenshots; how wide the page is depends on neither.
      for (const draw of folder ? ['canvas', 'gl'] : ['canvas']) {
        const { page, close } = await open({ puzzle: '2x2x2' }, { ...options, colorScheme }, { draw });
        for (const puzzle of TEN) {
          const moves = puzzle === '3x3x3' ? "R U F' L2" : '';
          await page.evaluate((hash) => (location.hash = hash), `${new URLSearchParams({ puzzle, moves })}`);
          await page.waitForFunction(([puzzle, moves]) => document.querySelector('#puzzle').value === puzzle && document.querySelector('#text').value === moves, [puzzle, moves]);
          await settled(page);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(width <= options.viewport.width, `${puzzle}: ${width} pixels wide`);
          const name = `${size}-${colorScheme}-${draw}-${puzzle.replaceAll(/\W/g, '-')}.png`;
          if (folder) await page.screenshot({ path: join(folder, name) });
        }
        await close();
      }
    });
  }
}

for (const [size, options] of Object.entries({ desktop: sizes.desktop, phone: { ...sizes.phone, viewport: { width: 390, height: 844 } } })) {
  test(`${size}: what cannot be read in a link is told at the top until the next move, and the choice of the puzzle stays as it is`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    const height = (selector) => page.locator(selector).evaluate((one) => one.offsetHeight);
    const label = await height('header label');
    for (const [address, words] of [
      ['puzzle=frobnicator', /There is no puzzle named/],
      ['puzzle=3x3x3&moves=R+Q+zz', /^The moves in the link cannot be read: unknown move `Q`/],
      ['puzzle=3x3x3&scramble=R+Q', /^The scramble in the link/],
      ['puzzle=3x3x3&position=hello', /^The position in the link/],
    ]) {
      await page.evaluate((address) => (location.hash = address), address);
      await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#refused').textContent), words.source);
      assert.equal(await height('header label'), label);
      const { width, y } = await page.locator('#refused').boundingBox();
      assert.ok(width > 0.9 * options.viewport.width && y < 150, `${width} ${y}`);
      await press(page, 'R turn');
      assert.equal(await page.textContent('#refused'), '');
    }
    await close();
  });
}
