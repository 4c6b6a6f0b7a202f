// The page in the engines of Safari and Firefox: what differs between browsers, from the first turn to the game that is still there later.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { origin } from './person.js';
import { Visitor, others } from './other_browsers.js';

/** Milliseconds until something is solved or drawn on a busy machine. */
const MOST = 120_000;
/** More turns than Safari lets a page write into its address within ten seconds. */
const MANY = 120;

/** The tab of a pane. */
const tab = (visitor, name) => visitor.run(`[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent.trim() === '${name}').click()`);
const moves = 'new URLSearchParams(location.hash.slice(1)).get("moves")';

for (const [name, { start, missing }] of Object.entries(others)) {
  describe(name, { skip: missing ?? false }, () => {
    let browser;
    let visitor;
    const at = (hash) => `${origin}#${new URLSearchParams(hash)}`;
    before(async () => {
      browser = await start();
      await browser.resize({ width: 1280, height: 900 });
      visitor = new Visitor(browser);
    });
    after(() => browser?.quit());

    test('a cube is turned, scrambled and solved', async () => {
      await visitor.open(at({ puzzle: '3x3x3' }));
      await visitor.click('#moves button');
      await visitor.until(`${moves} === 'U'`);
      await visitor.click('#undo');
      // From the middle of the front face to the right: whatever turns there is a turn.
      const { x, y, width, height } = await visitor.tell(`document.querySelector('#canvas').getBoundingClientRect().toJSON()`);
      await visitor.drag([x + width * 0.4, y + height * 0.6], [x + width * 0.55, y + height * 0.64]);
      await visitor.until(`${moves} !== null && ${moves} !== 'U'`);
      await visitor.click('#scramble-now');
      await visitor.says(/Scrambled with seed/, MOST);
      await visitor.click('#options summary');
      await visitor.until(`document.querySelector('#options').open`);
      await visitor.click('#animate');
      await visitor.click('#solve');
      await visitor.says(/Solved/, MOST);
      assert.deepEqual(await visitor.tell('faults'), []);
    });

    test('long playback runs to its end, and the game is there after loading again', async () => {
      const turns = Array.from({ length: MANY }, (_, at) => ['R', 'U', 'F', "L'"][at % 4]).join(' ');
      await visitor.open(at({ puzzle: '3x3x3', moves: turns }));
      await visitor.run(`const speed = document.querySelector('#speed'); speed.value = '4'; speed.dispatchEvent(new Event('change'));`);
      await visitor.click('#play');
      await visitor.until(`document.querySelector('#place').textContent === '${MANY} / ${MANY}' && document.querySelector('#play').textContent === 'Play'`, MOST);
      assert.deepEqual(await visitor.tell('faults'), []);
      await visitor.click('#back');
      await visitor.until(`document.querySelector('#place').textContent === '${MANY - 1} / ${MANY}' && !document.body.dataset.unwritten`);
      await visitor.open(await visitor.tell('location.href'));
      assert.equal(await visitor.tell(`document.querySelector('#place').textContent`), `${MANY - 1} / ${MANY}`);
    });

    test('the gallery draws its cards and opens a puzzle by name, which is solved', async () => {
      await visitor.open(at({ puzzle: '3x3x3' }));
      await visitor.click('#open-gallery');
      const drawn = `[...document.querySelectorAll('#gallery canvas')].filter((canvas) =>
        canvas.width && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)).length`;
      await visitor.until(`${drawn} > 6`);
      await visitor.type('#search', 'torus:4x4');
      await visitor.run(`document.querySelector('#search').form.requestSubmit()`);
      await visitor.until(`!document.querySelector('#gallery').open`);
      await visitor.click('#scramble-now');
      await visitor.says(/Scrambled with seed/, MOST);
      await visitor.click('#solve');
      await visitor.says(/Solved/, MOST);
      assert.deepEqual(await visitor.tell('faults'), []);
    });

    test('every pane opens', async () => {
      await visitor.open(at({ puzzle: 'megaminx' }));
      await tab(visitor, 'Learn');
      await visitor.until(`/100669616553523347/.test(document.querySelector('[role=tabpanel]:not([hidden])').textContent.replace(/\\D/g, ''))`, MOST);
      await tab(visitor, 'Build');
      await visitor.until(`/Change by hand/.test(document.querySelector('[role=tabpanel]:not([hidden])').textContent)`);
      await tab(visitor, 'Share');
      await visitor.until(`/Copy the link/.test(document.querySelector('[role=tabpanel]:not([hidden])').textContent)`);
      assert.deepEqual(await visitor.tell('faults'), []);
    });
  });
}
