// What a person does with the page, in a real browser: PERMUTANT_CHROMIUM names it, Debian's chromium is the default.
// Screenshots are written into the folder that PERMUTANT_SCREENSHOTS names, if it does.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
let browser;
let server;
let origin;

before(async () => {
  server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = join(dist, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({
    executablePath: process.env.PERMUTANT_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A page in a context of its own; it fails on errors and on requests to other places. */
async function open(hash, options = sizes.desktop) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  await page.goto(`${origin}#${new URLSearchParams(hash)}`);
  await page.waitForSelector('body[data-ready]', { timeout: 60_000 });
  const close = async () => {
    assert.deepEqual(faults, []);
    await context.close();
  };
  return { page, close };
}

const made = async (page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('moves');
const status = (page) => page.textContent('#status');
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** What the canvas shows, as text to compare. */
const picture = (page) => page.evaluate(() => document.querySelector('canvas').toDataURL());

/** A drag on the canvas from one point to another, by mouse or by finger. */
async function drag(page, from, to, byTouch) {
  const box = await page.locator('canvas').boundingBox();
  const at = ([x, y]) => ({ x: box.x + x, y: box.y + y });
  const steps = Array.from({ length: 9 }, (_, i) => from.map((x, axis) => x + ((to[axis] - x) * i) / 8)).map(at);
  if (byTouch) {
    const session = await page.context().newCDPSession(page);
    const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [steps[0]]);
    for (const step of steps.slice(1)) await touch('touchMove', [step]);
    await touch('touchEnd', []);
    return;
  }
  await page.mouse.move(steps[0].x, steps[0].y);
  await page.mouse.down();
  for (const { x, y } of steps.slice(1)) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Points well inside stickers: opaque, and of one colour around. */
const stickers = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const ratio = canvas.width / canvas.clientWidth;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colour = (x, y) => {
      const at = 4 * (Math.round(y * ratio) * canvas.width + Math.round(x * ratio));
      return data[at + 3] < 255 ? '' : `${data[at]},${data[at + 1]},${data[at + 2]}`;
    };
    const body = ['26,26,26', '59,66,76'];
    const found = [];
    for (let y = 12; y < canvas.clientHeight - 12; y += 5) {
      for (let x = 12; x < canvas.clientWidth - 12; x += 5) {
        const here = colour(x, y);
        const around = [[4, 0], [-4, 0], [0, 4], [0, -4]].every(([i, j]) => colour(x + i, y + j) === here);
        if (here && !body.includes(here) && around) found.push([x, y]);
      }
    }
    return found;
  });

for (const [size, options] of Object.entries(sizes)) {
  for (const puzzle of ['3x3x3', 'torus:6x6', 'pyraminx', 'topspin:20,4', 'slide:4x4']) {
    test(`${size}: a sticker of ${puzzle} is dragged, undone and redone`, async () => {
      const { page, close } = await open({ puzzle: '2x2x2' }, options);
      if (puzzle.includes('6x6')) {
        await page.fill('#name', puzzle);
        await press(page, 'Open');
      } else await page.selectOption('#puzzle', puzzle);
      assert.equal(await page.inputValue('#puzzle'), puzzle);
      await page.waitForTimeout(100);
      const solved = await picture(page);
      const points = await stickers(page);
      assert.ok(points.length > 20, `${points.length} points`);
      // A person tries some stickers and ways until something turns.
      let moves = null;
      for (let attempt = 0; attempt < 80 && !moves; attempt++) {
        const from = points[(attempt * 7919) % points.length];
        const [x, y] = [[90, 0], [0, 90], [-90, 0], [0, -90]][attempt % 4];
        await drag(page, from, [from[0] + x, from[1] + y], options.hasTouch);
        await page.waitForTimeout(100);
        moves = await made(page);
      }
      assert.ok(moves, 'something turned');
      assert.match(await page.textContent('#count'), /^\d+ moves?$/);
      assert.doesNotMatch(await status(page), /Solved/);
      await page.waitForTimeout(500);
      const turned = await picture(page);
      assert.notEqual(turned, solved);
      await press(page, 'Undo');
      await page.waitForTimeout(700);
      assert.match(await status(page), /Solved/);
      assert.equal(await picture(page), solved);
      await press(page, 'Redo');
      await page.waitForTimeout(700);
      assert.equal(await picture(page), turned);
      assert.equal(await made(page), moves);
      await close();
    });
  }

  for (const puzzle of ['2x2x2', '3x3x3']) {
    test(`${size}: ${puzzle} is scrambled, and its solution plays to the end`, async () => {
      const { page, close } = await open({ puzzle }, options);
      await page.fill('#seed', '12');
      await press(page, 'Scramble');
      await page.waitForFunction(() => /seed 12\./.test(document.querySelector('#status').textContent), null, { timeout: 60_000 });
      assert.match(await status(page), /Not solved/);
      await press(page, 'Solve');
      await page.waitForSelector('#player:not([hidden])', { timeout: 120_000 });
      const about = await page.textContent('#solution-about');
      assert.equal(/none is shorter/.test(about), puzzle === '2x2x2', about);
      // It can be paused, and goes on.
      await press(page, 'Pause');
      await page.waitForTimeout(400);
      const paused = await made(page);
      await page.waitForTimeout(400);
      assert.equal(await made(page), paused);
      await press(page, 'Step forward');
      assert.notEqual(await made(page), paused);
      await press(page, 'Play');
      await page.waitForFunction(() => /Solved/.test(document.querySelector('#status').textContent), null, { timeout: 60_000 });
      // All of it can be taken back, the scramble too.
      const back = page.getByRole('button', { name: 'Undo', exact: true });
      while (await back.isEnabled()) await back.click();
      assert.match(await status(page), /Solved/);
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
  const begun = Date.now();
  await press(page, 'Turn R1');
  assert.notEqual(await made(page), before);
  const took = Date.now() - begun;
  assert.ok(took < 2000, `${took} ms`);
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
  assert.equal(await made(page), "R U R' U' R U R' U' R U R' U' M");
  assert.equal(await page.textContent('#count'), '14 moves');
  await press(page, 'Reset');
  assert.match(await status(page), /Solved/);
  await press(page, 'Undo');
  assert.equal(await page.textContent('#count'), '14 moves');
  await close();
});

test('the address brings a position back, and a wrong one is told', async () => {
  const { page, close } = await open({ puzzle: 'slide:4x4', scramble: 'R D R', moves: 'D L' });
  assert.equal(await made(page), 'D L');
  assert.equal(await page.textContent('#count'), '2 moves');
  await press(page, 'Slide U');
  assert.equal(await made(page), 'D L U');
  await page.goto(`${origin}#puzzle=nonsense`);
  await page.waitForFunction(() => /nonsense/.test(document.querySelector('#refused').textContent));
  assert.equal(await made(page), 'D L U');
  await page.fill('#name', 'torus:2');
  await press(page, 'Open');
  assert.match(await page.textContent('#refused'), /torus/);
  await page.fill('#name', 'c f 1/3');
  await press(page, 'Open');
  assert.equal(await page.textContent('#refused'), '');
  assert.equal(await page.inputValue('#puzzle'), 'c f 1/3');
  await press(page, 'Turn U');
  assert.equal(await made(page), 'U');
  await close();
});

test('all is reached by keyboard, and with reduced motion moves jump', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' }, { ...sizes.desktop, reducedMotion: 'reduce' });
  const before = await picture(page);
  await page.getByRole('button', { name: 'Turn R', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(50);
  const turned = await picture(page);
  assert.notEqual(turned, before);
  assert.match(await status(page), /^R\. Not solved, \d+ pieces out of place\.$/);
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(50);
  assert.equal(await picture(page), before);
  await page.locator('canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(50);
  assert.notEqual(await picture(page), before);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, canvas')].filter(
      (one) => !(one.textContent.trim() || one.ariaLabel || one.labels?.length) && !one.closest('[hidden]'),
    ).length,
  );
  assert.equal(nameless, 0);
  await close();
});

test('it fits 360 pixels, in the dark and in the light', async () => {
  const folder = process.env.PERMUTANT_SCREENSHOTS;
  for (const colorScheme of ['dark', 'light']) {
    for (const [size, options] of Object.entries(sizes)) {
      for (const puzzle of ['3x3x3', 'torus:6x6', 'topspin:20,4', 'megaminx']) {
        const { page, close } = await open({ puzzle, moves: puzzle === '3x3x3' ? "R U F' L2" : '' }, { ...options, colorScheme });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= options.viewport.width, `${puzzle}: ${width} pixels wide`);
        const name = `${size}-${colorScheme}-${puzzle.replaceAll(/\W/g, '-')}.png`;
        if (folder) await page.screenshot({ path: join(folder, name) });
        await close();
      }
    }
  }
});
