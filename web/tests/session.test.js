// What keeps a game: its address, the history of the browser, and the browser's storage.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ask, changeTo, choose, inAddress, made, open, openByName, origin, picture, press, reload, says, showMore, sizes, status } from './person.js';

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
  await choose(page, '#speed', '4');
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
  await press(page, 'R turn');
  assert.equal(await made(page), null);
  assert.equal(await page.textContent('#count'), '1 move');
  await page.evaluate(() => (window.refuses = false));
  await press(page, 'U turn');
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
  await press(page, 'R turn');
  assert.equal(await page.inputValue('#text'), 'R');
  assert.equal(await page.textContent('#count'), '1 move');
  assert.ok(faults.length > 0 && faults.every((fault) => /no timers/.test(fault)), faults.join());
  faults.length = 0;
  await close();
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: each puzzle keeps its game, and Back brings it back`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    await press(page, 'R turn');
    await press(page, 'U turn');
    const turned = await picture(page);
    await changeTo(page, '2x2x2');
    assert.match(await status(page), /^Solved/);
    await press(page, 'F turn');
    await changeTo(page, '3x3x3');
    assert.equal(await page.inputValue('#text'), 'R U');
    assert.equal(await picture(page), turned);
    await press(page, 'Undo');
    assert.equal(await made(page), 'R');
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('#puzzle').value === '2x2x2');
    assert.equal(await made(page), 'F');
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('#puzzle').value === '3x3x3');
    // The game of the puzzle as it is now, with what can be redone.
    assert.equal(await made(page), 'R');
    await press(page, 'Redo');
    assert.equal(await made(page), 'R U');
    await page.goForward();
    await page.waitForFunction(() => document.querySelector('#puzzle').value === '2x2x2');
    // An address that somebody wrote is followed, and can be undone.
    await page.goto(`${origin}#puzzle=3x3x3&moves=D`);
    await page.waitForFunction(() => document.querySelector('#text').value === 'D');
    await press(page, 'Undo');
    await press(page, 'Undo');
    assert.equal(await page.inputValue('#text'), 'R U');
    await close();
  });
}

test('letters typed while a control has the focus neither open another puzzle nor turn one', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await page.click('#options summary');
  for (const control of ['#puzzle', '#metric', '#letters', '#scrub', '#speed']) {
    await page.focus(control);
    await page.keyboard.press('r');
    await page.keyboard.press('Shift+U');
    assert.equal(await page.inputValue('#puzzle'), '3x3x3', control);
    assert.equal(await page.textContent('#count'), '0 moves', control);
  }
  await page.focus('#puzzle');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.inputValue('#puzzle'), '3x3x3');
  await page.focus('#canvas');
  await page.keyboard.press('r');
  assert.equal(await page.textContent('#count'), '1 move');
  await close();
});

test('puzzles that are only passed have no entries in the history', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await press(page, 'R turn');
  const before = await page.evaluate(() => history.length);
  await page.focus('#puzzle');
  for (let at = 0; at < 5; at++) await page.keyboard.press('ArrowDown');
  assert.ok((await page.evaluate(() => history.length)) <= before + 2);
  await close();
});

test('a game is there again when the page is opened again, even one that no address holds', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await showMore(page);
  await page.fill('#seed', '3');
  await press(page, 'Scramble');
  await says(page, /seed 3\./);
  await press(page, 'R turn');
  await changeTo(page, '2x2x2');
  const long = 'R U F '.repeat(3000).trim();
  await page.fill('#text', long);
  await press(page, 'Apply');
  assert.equal(await page.textContent('#count'), '9,000 moves');
  assert.equal(await made(page), null);
  await reload(page);
  assert.equal(await page.textContent('#count'), '9,000 moves');
  // Without an address, the page begins with the puzzle that was played last.
  await page.goto('about:blank');
  await page.goto(origin);
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.inputValue('#puzzle'), '2x2x2');
  assert.equal(await page.inputValue('#text'), long);
  await changeTo(page, '3x3x3');
  assert.equal(await page.inputValue('#text'), 'R');
  assert.equal(await inAddress(page, 'seed'), '3');
  await close();
});

test('the storage of games is bounded, and what is in it may be anything', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' });
  await page.evaluate(() => {
    localStorage.setItem('permutant.game 3x3x3', '{"text":"Q","setup":"nonsense"}');
    localStorage.setItem('permutant.game pyraminx', '[1');
    const entries = Array.from({ length: 60 }, (_, at) => [`old ${at}`, 50_000]);
    for (const [name] of entries) localStorage.setItem(`permutant.game ${name}`, 'x');
    localStorage.setItem('permutant.games', JSON.stringify(entries));
  });
  for (const puzzle of ['3x3x3', 'pyraminx']) {
    await changeTo(page, puzzle);
    assert.match(await status(page), /^Solved/);
    await press(page, puzzle === '3x3x3' ? 'R turn' : 'U turn');
  }
  await changeTo(page, '2x2x2');
  const names = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('permutant.game ')));
  assert.ok(names.length <= 40, String(names.length));
  assert.ok(names.includes('permutant.game 3x3x3') && names.includes('permutant.game pyraminx'));
  await close();
});

test('a link that cannot hold the moves says so, and a file holds them', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', scramble: 'D2 B', seed: 9, moves: 'R U' });
  const share = () => page.getByRole('tab', { name: 'Share', exact: true }).click();
  // The pane is loaded when it is opened.
  const links = (words) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#link-about')?.textContent ?? ''), words.source);
  await share();
  await links(/contains the puzzle, its position and the moves/);
  await page.getByRole('tab', { name: 'Play', exact: true }).click();
  await page.fill('#text', 'R U F '.repeat(3000).trim());
  await press(page, 'Apply');
  await share();
  await links(/too long for a link.*file/);
  const shown = await picture(page);
  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Save the game')]);
  assert.equal(saved.suggestedFilename(), '3x3x3.game.json');
  const text = readFileSync(await saved.path(), 'utf8');
  const give = (text) => page.setInputFiles('#open-game', { name: 'my.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const tells = (words) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#game-told')?.textContent), words.source);
  await changeTo(page, '2x2x2');
  for (const wrong of ['', '{', '{"puzzle":"3x3x3","text":7}', '[]', JSON.stringify({ ...JSON.parse(text), puzzle: 3 })]) {
    await give(wrong);
    await tells(/^my.json: this is not a saved game\.$/);
    await page.evaluate(() => document.querySelector('#game-told').replaceChildren());
  }
  await give(text.replace('"3x3x3"', '"nonsense"'));
  await tells(/nonsense/);
  assert.equal(await page.inputValue('#puzzle'), '2x2x2');
  await give(text);
  await tells(/my.json was opened/);
  assert.equal(await page.inputValue('#puzzle'), '3x3x3');
  assert.equal(await page.textContent('#count'), '9,000 moves');
  assert.equal(await picture(page), shown);
  await close();
});

test('a large cube is opened, and one that cannot be leaves the puzzle before as it was', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', moves: 'R U' });
  const shown = await picture(page);
  for (const [name, words] of [['255x255x255', /at most 81 layers/], ['c f 7/3', /7\/3|cut|depth/]]) {
    await ask(page, name);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#gallery-fault')?.textContent), words.source);
    await page.click('#close-gallery');
    assert.equal(await picture(page), shown);
    assert.equal(await made(page), 'R U');
  }
  await openByName(page, '76x76x76');
  await page.waitForFunction(() => document.querySelector('#puzzle').value === '76x76x76', null, { timeout: 60_000 });
  await press(page, 'R turn');
  assert.equal(await made(page), 'R');
  await press(page, 'Undo');
  await page.waitForFunction(() => /Solved/.test(document.querySelector('#status').textContent));
  await close();
});
