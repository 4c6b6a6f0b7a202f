// What a person does with the page, in a real browser: PERMUTANT_CHROMIUM names it, Debian's chromium is the default.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };
export const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
/** The browsers that were started: without a graphics card, and with one that the processor plays. */
const browsers = new Map();
let server;
export let origin;

before(async () => {
  server = createServer((request, response) => {
    // The page lies in two folders of the host: it does not know where.
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/^\/some\/folder\//, '/');
    const file = join(dist, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${server.address().port}/`;
});

after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  server?.close();
});

/** The browser for a test. All that one with a card shows is drawn by the processor in the place of the card, which takes ten times as long. */
function browser(card) {
  if (!browsers.has(card)) {
    browsers.set(
      card,
      chromium.launch({
        executablePath: process.env.PERMUTANT_CHROMIUM ?? '/usr/bin/chromium',
        args: [
          '--no-sandbox',
          '--disable-background-networking',
          '--disable-component-update',
          '--no-first-run',
          ...(card ? ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu']),
        ],
      }),
    );
  }
  return browsers.get(card);
}

/** A page in a context of its own, from the host at an address, drawn with a brush if one is named, with a graphics card or without, after
 *  some code ran in it; it waits until the page is ready or until something else is there, and fails on errors and on requests to other places, which are listed as its faults. */
export async function open(hash, options = sizes.desktop, { host = origin, draw = '', card = draw === 'gl', first = null, until = 'body[data-ready], body[data-broken]' } = {}) {
  const context = await (await browser(card)).newContext(options);
  const page = await context.newPage();
  if (first) await page.addInitScript(first);
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(host) && !/^(data|blob):/.test(request.url())) faults.push(request.url());
  });
  await page.goto(`${host}${draw && `?draw=${draw}`}#${new URLSearchParams(hash)}`);
  await page.waitForSelector(until, { timeout: 60_000 });
  const close = async () => {
    assert.deepEqual(faults, []);
    await context.close();
  };
  return { page, close, faults };
}

/** A part of the address, once it is written; nothing if it has no such part. */
export async function inAddress(page, name) {
  await written(page);
  return new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name);
}
/** Waits until the address tells of the last action: it is written after a pause. */
export const written = (page) => page.waitForSelector('body:not([data-unwritten])');
/** Loads the page again, from its address. */
export async function reload(page) {
  await written(page);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
}
/** The moves in the address; nothing if there are none. */
export const made = (page) => inAddress(page, 'moves');
export const status = (page) => page.textContent('#status');
/** Waits until the status line says something. */
export const says = (page, words, timeout = 60_000) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#status').textContent), words.source, { timeout });
/** Waits until an element says something. */
export const reads = (page, selector, words, timeout = 120_000) =>
  page.waitForFunction(
    ([selector, source]) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ''),
    [selector, words.source],
    { timeout },
  );
/** Unfolds what mathematicians ask for, once what stands above it is there and no longer moves it. */
export async function forMathematicians(page) {
  await page.waitForSelector('#facts h2', { timeout: 120_000 });
  await page.click('#mathematics summary');
}
export const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Unfolds what stands behind More: changes of the algorithm, the seed, random moves. */
export async function showMore(page) {
  if (!(await page.locator('#more').evaluate(({ open }) => open))) await page.click('#more summary');
}

/** Changes to a puzzle of the list, and waits until it is shown: what draws the first one in the plane has to be loaded. */
export async function changeTo(page, puzzle) {
  await page.selectOption('#puzzle', puzzle);
  await page.waitForFunction(() => document.querySelector('#chosen').textContent === document.querySelector('#puzzle').selectedOptions[0].textContent);
}

/** Chooses one of the options, which are folded at first. */
export async function choose(page, list, value) {
  if (!(await page.locator(list).isVisible())) await page.click('#options summary');
  await page.selectOption(list, value);
}

/** Asks the gallery for a puzzle by a name. */
export async function ask(page, name) {
  if (!(await page.locator('#gallery').isVisible())) await page.click('#open-gallery');
  await page.waitForSelector('#gallery[open]');
  await page.fill('#search', name);
  await page.keyboard.press('Enter');
}
/** Opens a puzzle by a name. */
export async function openByName(page, name) {
  await ask(page, name);
  await page.waitForSelector('#gallery:not([open])', { state: 'attached', timeout: 60_000 });
}

/** Turns, scrambles and solves a 2x2x2. */
export async function playThrough(page) {
  await press(page, 'R turn');
  assert.equal(await made(page), 'R');
  await press(page, 'Scramble');
  await says(page, /Scrambled with seed/);
  await press(page, 'Solve');
  await says(page, /Solved/, 120_000);
}

/** Waits until nothing moves any more and all is drawn. */
export const settled = (page) => page.waitForSelector('#canvas:not([data-moving])');

/** What the canvas shows once nothing moves, as a number to compare. */
export async function picture(page) {
  await settled(page);
  return createHash('sha256').update(await page.evaluate(() => document.querySelector('#canvas').toDataURL())).digest('hex');
}

/** What the puzzle is drawn with, once it is drawn. */
export const brush = (page) => page.getAttribute('#canvas[data-brush]', 'data-brush');

/** The points of a drag on the canvas, as the page counts them. */
async function points(page, from, to) {
  await page.locator('#canvas').scrollIntoViewIfNeeded();
  const box = await page.locator('#canvas').boundingBox();
  const at = ([x, y]) => ({ x: box.x + x, y: box.y + y });
  return Array.from({ length: 9 }, (_, i) => from.map((x, axis) => x + ((to[axis] - x) * i) / 8)).map(at);
}

/** Takes the puzzle at one point of the canvas and drags it to another, without letting go. */
export async function hold(page, from, to) {
  const [first, ...rest] = await points(page, from, to);
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
}

/** A drag on the canvas from one point to another, by mouse or by finger. */
export async function drag(page, from, to, byTouch) {
  if (!byTouch) {
    await hold(page, from, to);
    return page.mouse.up();
  }
  const [first, ...rest] = await points(page, from, to);
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [first]);
  for (const point of rest) await touch('touchMove', [point]);
  await touch('touchEnd', []);
}

/** The colours of the body of a solid, and of the board of a puzzle in the plane with its tracks. */
export const BODY = ['26,26,26', '59,66,76', '213,218,225', '192,199,209', '42,48,57', '26,31,38'];

/** Points well inside stickers, opaque and of one colour around, each with that colour. */
export async function stickers(page) {
  await settled(page);
  return page.evaluate((body) => {
    const canvas = document.querySelector('#canvas');
    const ratio = canvas.width / canvas.clientWidth;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colour = (x, y) => {
      const at = 4 * (Math.round(y * ratio) * canvas.width + Math.round(x * ratio));
      return data[at + 3] < 255 ? '' : `${data[at]},${data[at + 1]},${data[at + 2]}`;
    };
    const found = [];
    for (let y = 12; y < canvas.clientHeight - 12; y += 5) {
      for (let x = 12; x < canvas.clientWidth - 12; x += 5) {
        const here = colour(x, y);
        const around = [[4, 0], [-4, 0], [0, 4], [0, -4]].every(([i, j]) => colour(x + i, y + j) === here);
        if (here && !body.includes(here) && around) found.push([x, y, here]);
      }
    }
    return found;
  }, BODY);
}

