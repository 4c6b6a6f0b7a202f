// Which move a drag denotes, on a cube that is seen from a corner.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { grip } = (await runnerImport(place('src/drag.ts'))).module;
const { default: init, Game } = await import('../src/engine/play/permutant.js');
await init({ module_or_path: readFileSync(place('src/engine/play/permutant_bg.wasm')) });

/** A view without perspective: to the right, up and to the front, in pixels. */
const onScreen = (_, [x, y, z]) => [80 * x - 60 * z, -80 * y + 30 * x + 40 * z];
const view = { scale: 100, onScreen };
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

test('a drag along a row or a column of a cube turns it, and not the face', () => {
  for (const puzzle of ['2x2x2', '3x3x3', '5x5x5']) {
    const game = new Game(puzzle);
    const { stickers, moves } = JSON.parse(game.scene(false));
    const slices = ['M', 'E', 'S'].flatMap((name) => game.way(name) ?? []).map((way) => JSON.parse(way));
    const seen = stickers.map((sticker, part) => ({ ...sticker, part })).filter(({ face }) => ['U', 'R', 'F'].includes(face));
    assert.ok(seen.length >= 12);
    const normals = { U: [0, 1, 0], R: [1, 0, 0], F: [0, 0, 1] };
    for (const { face, part, centre } of seen) {
      for (const along of Object.values(normals).filter((axis) => axis !== normals[face])) {
        for (const sign of [1, -1]) {
          const drag = onScreen(part, along.map((x) => sign * x));
          const held = grip(view, [...moves, ...slices], part, stickers, drag);
          const { axis } = held.way.path;
          const told = `${puzzle}: ${face} ${centre} along ${along}: ${held.way.name}`;
          assert.ok(!held.way.rotation && Math.abs(dot(axis, normals[face])) < 0.1 && Math.abs(dot(axis, along)) < 0.1, told);
          // The finger and the sticker go the same way.
          assert.ok(held.rate > 0 && Math.abs(dot(held.along, drag)) > 0.99 * Math.hypot(...drag), told);
        }
      }
    }
  }
});

test('a drag between the row and the column of a corner turns the face', () => {
  const { stickers, moves } = JSON.parse(new Game('3x3x3').scene(false));
  const part = stickers.findIndex(({ face, centre: [x, y] }) => face === 'F' && x < -0.5 && y > 0.5);
  const held = grip(view, moves, part, stickers, onScreen(part, [1, 1, 0]));
  assert.equal(held.way.name, 'F');
});
