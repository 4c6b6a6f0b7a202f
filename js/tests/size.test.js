// What a page loads: a small entry, and the engine when it is first asked.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

/** A file of the package and all that it imports at once. */
function files(file, found = new Set()) {
  if (found.has(file.href)) return found;
  found.add(file.href);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"]/gm)) files(new URL(name, file), found);
  return found;
}

test('the entry is small, and the engine is not part of it', (t) => {
  const entry = [...files(new URL('../dist/browser.js', import.meta.url))];
  assert.ok(entry.some((name) => name.endsWith('/puzzle.js')) && !entry.some((name) => name.includes('/engine/')), entry.join('\n'));
  const size = (names) => gzipSync(Buffer.concat(names.map((name) => readFileSync(new URL(name)))), { level: 9 }).length;
  const engine = ['permutant.js', 'permutant_bg.wasm'].map((name) => new URL(`../engine/work/${name}`, import.meta.url).href);
  t.diagnostic(`entry ${(size(entry) / 1000).toFixed(1)} kB, engine ${(size(engine) / 1000).toFixed(0)} kB with gzip`);
  assert.ok(size(entry) < 300_000);
});
