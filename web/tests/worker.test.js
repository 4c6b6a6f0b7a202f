// Engines that are slow to load, that die, and that say nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, press, says, showMore, sizes } from './person.js';

const told = (page, words) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#progress').textContent), words.source, { timeout: 60_000 });

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: while the engine is loading nothing can be pressed, and nothing is lost`, async () => {
    const slow = () => {
      const { fetch } = window;
      const gate = new Promise((open) => (window.letLoad = open));
      window.fetch = async (...asked) => {
        if (String(asked[0]?.url ?? asked[0]).endsWith('.wasm')) await gate;
        return fetch(...asked);
      };
    };
    const { page, close } = await open({ puzzle: '2x2x2' }, options, { first: slow, until: '#about' });
    assert.equal(await page.textContent('#about'), 'Loading…');
    const alive = () => page.evaluate(() => [...document.querySelectorAll('button, input, select, textarea')].filter((one) => one.checkVisibility() && !one.closest('[inert]')).length);
    assert.equal(await alive(), 0);
    const { x, y, width, height } = await page.locator('#scramble-now').boundingBox();
    const before = await page.evaluate(() => (window.same = performance.timeOrigin));
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => window.same), before);
    await page.evaluate(() => window.letLoad());
    await page.waitForSelector('body[data-ready]');
    assert.ok((await alive()) > 20);
    await press(page, 'R turn');
    assert.equal(await page.textContent('#count'), '1 move');
    await close();
  });
}

/** Workers that say nothing, until `window.heals` is set; and a page that loses patience sooner. */
const silent = () => {
  const { Worker, setTimeout } = window;
  window.setTimeout = (deed, wait, ...rest) => setTimeout(deed, wait > 60_000 && !window.heals ? 300 : wait, ...rest);
  window.Worker = function (...how) {
    return window.heals ? new Worker(...how) : { postMessage() {}, terminate: () => (window.ended = true) };
  };
};

/** Workers whose engine traps on its first job. */
const trapping = () => {
  const { Worker } = window;
  window.Worker = function (...how) {
    if (window.heals) return new Worker(...how);
    const worker = { terminate: () => (window.ended = true) };
    worker.postMessage = () => setTimeout(() => worker.onmessage({ data: { kind: 'broken', reason: 'unreachable' } }));
    return worker;
  };
};

for (const [kind, first, words] of [
  ['says nothing', silent, /The engine does not answer; the next request starts the engine again/],
  ['traps', trapping, /The engine stopped: unreachable; the next request starts the engine again/],
]) {
  test(`an engine that ${kind} is told of, and another one is started`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2', moves: 'R U F' }, sizes.desktop, { first });
    await press(page, 'Solve');
    await told(page, words);
    assert.equal(await page.evaluate(() => window.ended), true);
    assert.equal(await page.locator('#solve').isVisible(), true);
    await page.evaluate(() => (window.heals = true));
    await press(page, 'Solve');
    await says(page, /Solved/);
    await close();
  });
}

/** Workers that report what a test has them report. */
const scripted = () => {
  window.Worker = class {
    terminate() {}
    postMessage() {
      window.report = (data) => this.onmessage({ data });
    }
  };
};

test('only a solution of the whole is told as found', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', moves: 'R U' }, sizes.desktop, { first: scripted });
  await press(page, 'Solve');
  const after = (report) => page.evaluate((report) => (window.report(report), document.querySelector('#progress').textContent), report);
  const part = { kind: 'stage', stage: { stage: 'improved', length: 21, nodes: 5 } };
  assert.match(await after(part), /^Solving for \d+ s\. Searching for fewer moves, 5 states visited$/);
  const solution = { text: "U' R'", steps: ["U'", "R'"], length: 2, optimal: false, engine: 'words' };
  assert.equal(await after({ kind: 'solution', solution, left: 3500 }), '2 moves found, searching for fewer, 4 s left.');
  assert.match(await after(part), /^2 moves found, searching for fewer, \d s left\.$/);
  assert.match(await after({ kind: 'stage', stage: { stage: 'table', name: 'pruning', done: 1, total: 4 } }), /^2 moves found, searching for fewer, \d s left\.$/);
  await page.evaluate(() => window.report({ kind: 'done', text: '' }));
  await says(page, /Solved/);
  await close();
});

test('a search that tells nothing shows how long it takes', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', moves: 'R U' }, sizes.desktop, { first: scripted });
  await press(page, 'Solve');
  await told(page, /^Solving for [12] s\.$/);
  await told(page, /^Preparing the search for 1\d s of at most 120 s\.$/);
  await page.evaluate(() => window.report({ kind: 'stage', stage: { stage: 'part', name: 'centres', done: 1, total: 4 } }));
  await told(page, /^Solving for 1\d s of at most 120 s\. Centres: 25 %$/);
  await press(page, 'Stop');
  assert.equal(await page.textContent('#progress'), 'Stopped.');
  await close();
});

test('a search whose time is up says so, and the next one takes longer', async () => {
  const hurried = () => {
    const { Worker } = window;
    window.Worker = class extends Worker {
      postMessage(job) {
        super.postMessage(job.kind === 'solve' && !window.isPatient ? { ...job, most: 300 } : job);
      }
    };
  };
  const { page, close } = await open({ puzzle: '33x33x33' }, sizes.desktop, { first: hurried });
  await page.click('#options summary');
  await page.uncheck('#animate');
  await showMore(page);
  await page.fill('#seed', '7');
  await press(page, 'Scramble');
  await says(page, /seed 7\. Not solved/);
  await press(page, 'Solve');
  await told(page, /^No solution was found in 120 s\. Press Solve to search for up to 480 s\.$/);
  await page.evaluate(() => (window.isPatient = true));
  await press(page, 'Solve');
  await told(page, /^Solving for \d+ s of at most 480 s\./);
  await press(page, 'Stop');
  await close();
});
