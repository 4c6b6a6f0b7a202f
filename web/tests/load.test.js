// What the page loads, and when.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { inAddress, made, open, openByName, press, says, settled, sizes } from './person.js';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
/** Bytes of what is loaded before the first turn, as a host compresses it. */
const MOST = 300_000;

/** The files of the build that the page has loaded so far. */
const loaded = async (page) => {
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const files = addresses.filter((address) => /^http/.test(address)).map((address) => new URL(address).pathname.slice(1));
  return [...new Set(['index.html', ...files.filter((file) => file.startsWith('assets/'))])];
};
const weight = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);

test('what is loaded before the first turn is small', async (t) => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await press(page, 'R turn');
  assert.equal(await made(page), 'R');
  const first = await loaded(page);
  assert.ok(first.some((file) => file.endsWith('.wasm')) && first.some((file) => file.endsWith('.css')), first.join(' '));
  t.diagnostic(`${first.length} files, ${(weight(first) / 1000).toFixed(1)} kB by gzip`);
  assert.ok(weight(first) <= MOST, `${weight(first)} bytes`);
  // Positions by hand need the engine that has everything; it comes when they are asked for.
  await page.getByRole('tab', { name: 'Build', exact: true }).click();
  await press(page, 'Change by hand');
  await page.waitForFunction(() => /It can be solved/.test(document.querySelector('#verdict')?.textContent), null, { timeout: 120_000 });
  assert.ok(weight(await loaded(page)) > 2 * MOST);
  await close();
});

/** Whether a file is a module for browsers with SIMD, and none for those without; what is wrong with it then is told at length, in a
 *  process of its own. */
function needsSimd(file) {
  const judge = `
    import binaryen from 'binaryen';
    import { readFileSync } from 'node:fs';
    const engine = binaryen.readBinary(readFileSync(${JSON.stringify(file)}));
    const isModule = (features) => (engine.setFeatures(features), engine.validate() !== 0);
    const { All, SIMD128 } = binaryen.Features;
    process.exit(isModule(All) && !isModule(All & ~SIMD128) ? 0 : 1);`;
  const judged = spawn(process.execPath, ['--input-type=module', '-e', judge], { stdio: 'ignore', cwd: dist });
  return new Promise((resolve) => judged.once('exit', (code) => resolve(code === 0)));
}

test('both engines are built with SIMD', async () => {
  const engines = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.wasm'));
  assert.equal(engines.length, 2);
  assert.deepEqual(await Promise.all(engines.map((file) => needsSimd(join(dist, 'assets', file)))), [true, true]);
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: a browser without SIMD is told so`, async () => {
    const without = () => (WebAssembly.validate = () => false);
    const { page, close } = await open({ puzzle: '3x3x3' }, options, { first: without });
    assert.match(await page.getByRole('alert').textContent(), /This browser has no WebAssembly with SIMD/);
    assert.equal(await page.getByRole('main').isVisible(), false);
    assert.equal(await page.getByRole('button').count(), 0);
    await close();
  });
}

test('an address may hold a position in any way that people write it', async () => {
  const turned = [];
  const facelets = 'UUUUUUURRBBBDRRDRRRDDRFFRFFDLLDDBDDBFFFLLFLLFLLLUBBUBB';
  for (const position of ["R U F'", facelets]) {
    const { page, close } = await open({ puzzle: '3x3x3', position });
    await says(page, /Not solved/);
    turned.push(await inAddress(page, 'position'));
    await press(page, 'R turn');
    await close();
  }
  assert.equal(new Set(turned).size, 1);
});

test('the largest cube is made in a worker, and the page goes on meanwhile', async (t) => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await page.evaluate(() => {
    globalThis.ticks = [];
    setInterval(() => document.querySelector('#puzzle').value === '81x81x81' || globalThis.ticks.push(performance.now()), 10);
  });
  await openByName(page, '81x81x81');
  await page.waitForFunction(() => document.querySelector('#puzzle').value === '81x81x81', null, { timeout: 120_000 });
  await settled(page);
  const gaps = await page.evaluate(() => globalThis.ticks.slice(1).map((now, at) => now - globalThis.ticks[at]));
  t.diagnostic(`${gaps.length} answers, ${Math.max(...gaps).toFixed(0)} ms apart at most`);
  assert.ok(gaps.length > 20, `${gaps.length}`);
  await press(page, '2U turn');
  assert.equal(await made(page), '2U');
  await close();
});
