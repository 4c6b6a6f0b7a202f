// The examples of docs/js.md: what follows `// →` is what the expression before it is, as Node shows it.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

const text = readFileSync(new URL('../../docs/js.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
// As it is resolved for a user of the package.
const file = new URL('examples.tmp.mjs', import.meta.url);

test('the examples show what they give', async () => {
  assert.ok(examples.length >= 6);
  let shown = 0;
  globalThis.shows = (value, expected) => {
    shown++;
    assert.equal(inspect(value, { breakLength: Infinity, maxArrayLength: 20 }), expected);
  };
  const code = examples.join('').replace(/^(.*?);? *\/\/ → (.*)$/gm, (_, expression, result) => `shows(${expression}, ${JSON.stringify(result)});`);
  writeFileSync(file, code);
  try {
    await import(pathToFileURL(file.pathname));
  } finally {
    rmSync(file);
  }
  assert.equal(shown, text.match(/\/\/ → /g).length);
});
