// The package in a browser: as it lies there, and bundled.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { launch, open, serve } from './chromium.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const hard = "R U2 F' D B2 L U F D2 R B' U2 L F2 D R2 B U' L2 F";
let browser;
let site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serve(root)]);
});

after(async () => {
  await browser?.close();
  site?.close();
});

for (const where of ['', '/isolated']) {
  test(`a page${where && ' that may share memory'} solves, aborts, and goes on after a trap`, async () => {
    const { page, asked, close } = await open(browser, `${site.origin}${where}/empty.html`);
    assert.equal(await page.evaluate(() => crossOriginIsolated), where !== '');
    await page.evaluate(async (address) => {
      globalThis.permutant = await import(address);
      globalThis.cube = new permutant.Puzzle('3x3x3');
    }, `${where}/dist/browser.js`);
    assert.deepEqual(asked.filter((address) => address.includes('/engine/')), []);

    const solved = await page.evaluate(async () => String(await (await cube.position("R U2 F' D B2 L")).solve()));
    assert.equal(solved, "L' B2 D' F U2 R'");
    assert.ok(asked.some((address) => address.endsWith('.wasm')));

    const [stages, reason, length] = await page.evaluate(async (hard) => {
      const position = await cube.position(hard);
      const controller = new AbortController();
      let stages = 0;
      const onProgress = ({ stage }) => {
        stages++;
        if (stage.startsWith('length')) controller.abort();
      };
      const solving = position.solve({ optimal: true, method: 'search', signal: controller.signal, onProgress });
      const reason = await solving.catch((thrown) => thrown.name);
      return [stages, reason, (await position.solve()).length];
    }, hard);
    assert.ok(stages > 0 && reason === 'AbortError' && length > 0);

    const [message, order] = await page.evaluate(async () => {
      const { postMessage } = Worker.prototype;
      // No request: the engine throws what is no fault of its own.
      Worker.prototype.postMessage = function (task) {
        postMessage.call(this, { ...task, request: 5 });
      };
      const broken = cube.order('R').catch((thrown) => `${thrown.name}: ${thrown.message}`);
      Worker.prototype.postMessage = postMessage;
      return [await broken, String((await cube.order('R U')).order)];
    });
    assert.match(message, /^InternalError: the engine stopped/);
    assert.equal(order, '105');

    const lengths = await page.evaluate(async () => {
      const solutions = await cube.solveMany(await cube.scrambles(50, 1), { maxLength: 21 });
      return [...solutions.lengths];
    });
    assert.ok(lengths.length === 50 && Math.max(...lengths) <= 21);
    await close();
  });
}

test('a page made by a bundler solves, and shows the solution', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permutant-'));
  let made;
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/permutant'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>');
    const program = `
      import { Puzzle } from 'permutant';
      import 'permutant/element';
      const position = await new Puzzle('2x2x2').position("R U2 F'");
      const solution = String(await position.solve());
      const element = Object.assign(document.createElement('permutant-puzzle'), { puzzle: '2x2x2', setup: "R U2 F'", alg: solution });
      const shown = new Promise((told) => element.addEventListener('change', told, { once: true }));
      document.body.append(element);
      await shown;
      element.addEventListener('change', ({ detail }) => detail.solved && (document.title = detail.alg));
      await element.play();
    `;
    writeFileSync(join(folder, 'page.js'), program);
    await build({ root: folder, logLevel: 'error', build: { target: 'es2022' } });
    made = await serve(join(folder, 'dist'));
    const { page, close } = await open(browser, `${made.origin}/index.html`);
    await page.waitForFunction(() => document.title, null, { timeout: 60_000 });
    assert.equal(await page.title(), "F U2 R'");
    await close();
  } finally {
    made?.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
