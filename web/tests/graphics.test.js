// Solids drawn by the graphics card, here one that the processor plays, and by paths on the canvas: the pictures are the same.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brush, changeTo, drag, hold, open, press, settled, sizes } from './person.js';

const folder = process.env.PERMUTANT_SCREENSHOTS;

/** A puzzle drawn with a brush, after a person did something with it; the pixels of the canvas, colours before opacity. */
async function drawn(draw, puzzle, options, deed) {
  const { page, close } = await open({ puzzle, moves: puzzle === 'pyraminx' ? 'U R' : '' }, options, { draw });
  await deed(page, puzzle);
  await settled(page);
  assert.equal(await brush(page), draw);
  const pixels = await page.evaluate(() => {
    const canvas = document.querySelector('#canvas');
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let at = 0; at < data.length; at += 1 << 15) text += String.fromCharCode(...data.subarray(at, at + (1 << 15)));
    return { text: btoa(text), width, height, url: canvas.toDataURL() };
  });
  await close();
  return { ...pixels, data: Buffer.from(pixels.text, 'base64') };
}

/** How far two pictures are apart on black: the mean of the largest difference of a channel, of 255, and the share of pixels
 *  that are far apart. */
function apart(a, b) {
  assert.deepEqual([a.width, a.height], [b.width, b.height]);
  let sum = 0;
  let far = 0;
  let painted = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const opaque = [a.data[at + 3] / 255, b.data[at + 3] / 255];
    if (opaque[0] || opaque[1]) painted += 1;
    let most = Math.abs(a.data[at + 3] - b.data[at + 3]);
    for (let i = 0; i < 3; i++) most = Math.max(most, Math.abs(a.data[at + i] * opaque[0] - b.data[at + i] * opaque[1]));
    sum += most;
    if (most > 96) far += 1;
  }
  return { mean: sum / painted, far: far / painted, painted };
}

/** A layer of the front is taken there and dragged there: from the middle of the canvas, in parts of its shorter side. */
const GRIPS = {
  '3x3x3': [[-0.04, 0.12], [0.07, 0.15]],
  '7x7x7': [[-0.04, 0.12], [0.07, 0.15]],
  megaminx: [[-0.02, 0.045], [0.08, 0.05]],
  pyraminx: [[-0.04, 0.14], [0.08, 0.16]],
};
async function holdLayer(page, puzzle) {
  const { width, height } = await page.locator('#canvas').boundingBox();
  const [from, to] = GRIPS[puzzle].map(([x, y]) => [width / 2 + x * Math.min(width, height), height / 2 + y * Math.min(width, height)]);
  await hold(page, from, to);
}
const letter = async (page) => {
  await page.click('#options summary');
  await page.check('#letters');
};
/** What a person did, and how far pictures may be apart then: browsers write letters sharper than a card paints them. */
const deeds = {
  'at rest': { mean: 3, far: 0.005, deed: async () => {} },
  'in the middle of a turn': { mean: 3, far: 0.005, deed: holdLayer },
  'seen from below, with letters': {
    mean: 8,
    far: 0.02,
    deed: async (page, puzzle) => {
      await letter(page);
      await drag(page, [6, 6], [40, -60]);
      await holdLayer(page, puzzle);
    },
  },
};
for (const puzzle of ['3x3x3', 'megaminx', '7x7x7', 'pyraminx']) {
  for (const [when, most] of Object.entries(deeds)) {
    for (const colorScheme of when.includes('middle') ? ['dark', 'light'] : ['dark']) {
      // Where a screen has two pixels for each of the page, too.
      const options = colorScheme === 'dark' ? sizes.desktop : { ...sizes.phone, hasTouch: false, isMobile: false };
      test(`${puzzle} ${when}, ${colorScheme}: both brushes draw the same`, async (t) => {
        const [paths, card] = [
          await drawn('canvas', puzzle, { ...options, colorScheme }, most.deed),
          await drawn('gl', puzzle, { ...options, colorScheme }, most.deed),
        ];
        if (folder) {
          for (const [name, { url }] of Object.entries({ paths, card })) {
            const file = `brush-${puzzle}-${when.replaceAll(/\W+/g, '-')}-${colorScheme}-${name}.png`;
            writeFileSync(join(folder, file), Buffer.from(url.split(',')[1], 'base64'));
          }
        }
        const { mean, far, painted } = apart(paths, card);
        t.diagnostic(`${puzzle} ${when}: ${painted} pixels, ${mean.toFixed(2)} of 255 apart, ${(100 * far).toFixed(3)} % of them far`);
        assert.ok(painted > 10_000, `${painted} pixels`);
        assert.ok(mean < most.mean && far < most.far, `${mean.toFixed(2)}, ${far.toFixed(5)}`);
      });
    }
  }
}

for (const puzzle of ['7x7x7', '13x13x13', 'gigaminx']) {
  test(`${puzzle}: after turns, of which layers are kept as pictures, it looks as if it were drawn anew`, async () => {
    const { page, close } = await open({ puzzle, moves: 'R U F' }, sizes.desktop, { draw: 'canvas' });
    const pixels = async () => {
      await settled(page);
      return page.evaluate(() => {
        const canvas = document.querySelector('#canvas');
        const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return { data: Array.from(data), width, height };
      });
    };
    // Until the whole is painted for the next turn.
    await page.waitForTimeout(500);
    for (const move of ['U turn', 'R turn', 'F turn']) {
      await press(page, move);
      await settled(page);
    }
    const turned = await pixels();
    const { width, height } = page.viewportSize();
    await page.setViewportSize({ width, height: height - 1 });
    await page.waitForTimeout(200);
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(200);
    const { mean, far, painted } = apart(turned, await pixels());
    assert.ok(painted > 10_000 && mean < 0.5 && far === 0, `${mean}, ${far}`);
    await close();
  });
}

test('pictures that are not the same are told apart', async () => {
  const plain = await drawn('canvas', '3x3x3', sizes.desktop, async () => {});
  for (const deed of [letter, async (page) => press(page, 'U turn'), (page) => holdLayer(page, '3x3x3')]) {
    const { mean, far } = apart(plain, await drawn('gl', '3x3x3', sizes.desktop, deed));
    assert.ok(mean > 8 && far > 0.02, `${mean.toFixed(2)}, ${far.toFixed(5)}`);
  }
});

test('a card that the processor plays is not taken by itself', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' }, sizes.desktop, { card: true });
  await settled(page);
  assert.equal(await brush(page), 'canvas');
  await close();
});

test('when the card is lost paths go on, and it is taken again when it is back', async () => {
  const { page, close } = await open({ puzzle: 'torus:4x4' }, sizes.desktop, { draw: 'gl' });
  assert.equal(await brush(page), 'canvas');
  await page.evaluate(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      const context = get.call(this, kind, ...rest);
      if (kind === 'webgl2') globalThis.card = context.getExtension('WEBGL_lose_context');
      return context;
    };
  });
  await changeTo(page, '3x3x3');
  await page.waitForSelector('canvas[data-brush=gl]');
  const pixels = () => page.evaluate(() => document.querySelector('#canvas').toDataURL());
  const before = await pixels();
  await page.evaluate(() => globalThis.card.loseContext());
  await page.waitForSelector('canvas[data-brush=canvas]');
  await press(page, 'R turn');
  await press(page, 'Undo');
  await settled(page);
  assert.equal(await brush(page), 'canvas');
  await page.evaluate(() => globalThis.card.restoreContext());
  await page.waitForSelector('canvas[data-brush=gl]');
  assert.equal(await pixels(), before);
  await press(page, 'R turn');
  await settled(page);
  assert.notEqual(await pixels(), before);
  assert.equal(await brush(page), 'gl');
  await close();
});

test('the pieces of Square-1 keep their shapes', async () => {
  /** How far the coloured pieces begin from the left side, in widths of the canvas. */
  const left = async (moves) => {
    const { page, close } = await open({ puzzle: 'square-1', moves });
    await settled(page);
    const first = await page.evaluate(() => {
      const canvas = document.querySelector('#canvas');
      const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let first = width;
      for (let at = 0; at < data.length; at += 4) {
        const channels = data.slice(at, at + 3);
        if (Math.max(...channels) - Math.min(...channels) > 100) first = Math.min(first, (at / 4) % width);
      }
      return first / width;
    });
    await close();
    return first;
  };
  const [solved, turned, square] = [await left(''), await left('(1,0)'), await left('(3,0)')];
  // A square that is turned by 30 degrees is wider, and the canvas has room for it.
  assert.ok(turned < solved - 0.02 && turned > 0, `${solved} ${turned}`);
  assert.ok(Math.abs(square - solved) < 0.005, `${solved} ${square}`);
});

test('hands of the clock are dragged, and point to the hour', async () => {
  const { page, close } = await open({ puzzle: 'clock' });
  /** The points of a hand's colour on the dial that is the first on the left. */
  const hand = async () => {
    await settled(page);
    return page.evaluate(() => {
      const canvas = document.querySelector('#canvas');
      const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const points = [];
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === 255 && data[at + 1] === 221 && data[at + 2] === 0) points.push([(at / 4) % width, Math.floor(at / 4 / width)]);
      }
      const ratio = width / canvas.clientWidth;
      const [left, top] = [0, 1].map((i) => Math.min(...points.map((point) => point[i])));
      // A dial is a sixth of a side, and more than half as far from the next.
      const reach = width / 12;
      return points.filter(([x, y]) => x < left + reach && y < top + reach).map((point) => point.map((x) => x / ratio));
    });
  };
  const ends = (points) => [0, 1].map((i) => Math.max(...points.map((point) => point[i])) - Math.min(...points.map((point) => point[i])));
  const before = await hand();
  const [wide, high] = ends(before);
  assert.ok(high > 2 * wide, `${wide} ${high}`);
  const box = await page.locator('#canvas').boundingBox();
  const tip = before.reduce((best, point) => (point[1] < best[1] ? point : best));
  await page.mouse.move(box.x + tip[0], box.y + tip[1] + 4);
  await page.mouse.down();
  for (let by = 5; by <= 60; by += 5) await page.mouse.move(box.x + tip[0] + by, box.y + tip[1] + 4);
  await page.mouse.up();
  const after = await hand();
  assert.match(await page.textContent('#status'), /^Last: UL\d\+\. Not solved, 5 dials wrong\.$/);
  assert.notDeepEqual(ends(after), [wide, high]);
  // A tap on a dial, whose other hours are holes, slides nothing.
  const made = await page.textContent('#count');
  await page.mouse.click(box.x + tip[0] + 6, box.y + tip[1] + 20);
  assert.equal(await page.textContent('#count'), made);
  await close();
});

test('tiles of a board that are dragged pass the gaps between them', async () => {
  const { page, close } = await open({ puzzle: 'torus:4x4' });
  await settled(page);
  /** The colours along a line through the first row, above the numbers. */
  const line = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('#canvas');
      const context = canvas.getContext('2d');
      const column = context.getImageData(Math.round(canvas.width / 2.4), 0, 1, canvas.height).data;
      const reddish = (data, at) => data[4 * at + 3] === 255 && data[4 * at] > data[4 * at + 1] + 60;
      const first = Array.from({ length: canvas.height }, (_, at) => at).find((at) => reddish(column, at));
      const row = context.getImageData(0, first + 12, canvas.width, 1).data;
      return { y: (first + 12) / (canvas.width / canvas.clientWidth), red: Array.from({ length: canvas.width }, (_, at) => reddish(row, at)), ratio: canvas.width / canvas.clientWidth };
    });
  const before = await line();
  const [from, to] = [before.red.indexOf(true), before.red.lastIndexOf(true)];
  const gaps = before.red.flatMap((is, at) => (!is && at > from && at < to ? [at] : []));
  assert.ok(gaps.length >= 3, `${gaps}`);
  const box = await page.locator('#canvas').boundingBox();
  const [x, y] = [box.x + (from + 20) / before.ratio, box.y + before.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let by = 5; by <= 45; by += 5) await page.mouse.move(x + by, y);
  await page.waitForTimeout(300);
  const { red } = await line();
  assert.deepEqual(gaps.filter((at) => !red[at]), []);
  await page.mouse.up();
  await close();
});
