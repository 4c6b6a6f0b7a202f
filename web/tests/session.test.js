// What keeps a game: its address, the history of the browser, and the browser's storage.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inAddress, made, open, press } from './person.js';

test('a browser that refuses addresses does not stop the player, and addresses are few', async () => {
  // As Safari does: more than a hundred addresses in ten seconds are refused.
  const strict = () => {
    window.addresses = 0;
    for (const kind of ['pushState', 'replaceState']) {
      const write = history[kind].bind(history);
      history[kind] = (...address) => {
        window.addresses += 1;
        if (window.addresses > 100) throw new DOMException('more than 100 times per 10 seconds', 'SecurityError');
        write(...address);
      };
    }
  };
  const { page, close } = await open({ puzzle: '3x3x3' }, undefined, { first: strict });
  await page.click('#options summary');
  await page.uncheck('#animate');
  await page.fill('#text', '(R U)75');
  await press(page, 'Apply');
  await page.selectOption('#speed', '4');
  await press(page, 'Play');
  await page.waitForFunction(() => document.querySelector('#place').textContent === '150 / 150');
  await page.waitForFunction(() => document.querySelector('#play').textContent === 'Play');
  assert.equal(await page.textContent('#count'), '150 moves');
  assert.equal(await made(page), '(R U)75');
  assert.ok((await page.evaluate(() => window.addresses)) < 30);
  await close();
});

test('an address that is refused is written after the next action', async () => {
  const once = () => {
    const write = history.replaceState.bind(history);
    history.replaceState = (...address) => {
      if (window.refuses) throw new DOMException('too many', 'SecurityError');
      write(...address);
    };
  };
  const { page, close } = await open({ puzzle: '3x3x3' }, undefined, { first: once });
  await page.evaluate(() => (window.refuses = true));
  await press(page, 'Turn R');
  assert.equal(await made(page), null);
  assert.equal(await page.textContent('#count'), '1 move');
  await page.evaluate(() => (window.refuses = false));
  await press(page, 'Turn U');
  assert.equal(await inAddress(page, 'moves'), 'R U');
  await close();
});

test('what one part of the page throws is reported, and the others go on', async () => {
  const { page, close, faults } = await open({ puzzle: '3x3x3' });
  await page.evaluate(() => {
    // The address is asked for before the algorithm box.
    window.clearTimeout = () => {
      throw new Error('no timers');
    };
  });
  await press(page, 'Turn R');
  assert.equal(await page.inputValue('#text'), 'R');
  assert.equal(await page.textContent('#count'), '1 move');
  assert.ok(faults.length > 0 && faults.every((fault) => /no timers/.test(fault)), faults.join());
  faults.length = 0;
  await close();
});
