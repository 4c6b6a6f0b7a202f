// The nets of solids, on which positions are painted.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { unfolded } = (await runnerImport(place('src/unfold.ts'))).module;
const { default: init, Game, puzzles } = await import('../src/engine/play/permutant.js');
await init({ module_or_path: readFileSync(place('src/engine/play/permutant_bg.wasm')) });

const sceneOf = (puzzle) => JSON.parse(new Game(puzzle).scene(false));
const minus = (a, b) => a.map((x, i) => x - b[i]);
/** The area of a polygon in space or in the plane, in which it is positive if the polygon runs clockwise, as y points down. */
function area(corners) {
  const sum = [0, 0, 0];
  for (const [at, corner] of corners.entries()) {
    const [[a, b, c = 0], [x, y, z = 0]] = [minus(corner, corners[0]), minus(corners[(at + 1) % corners.length], corners[0])];
    [b * z - c * y, c * x - a * z, a * y - b * x].forEach((part, i) => (sum[i] += part / 2));
  }
  return corners[0].length === 2 ? sum[2] : Math.hypot(...sum);
}
/** Whether a point lies in a polygon that runs clockwise, and not on its border. */
const inside = ([x, y], corners) =>
  corners.every(([a, b], at) => {
    const [c, d] = corners[(at + 1) % corners.length];
    return (c - a) * (y - b) - (d - b) * (x - a) > 1e-6;
  });
const middle = (corners) => [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis] / corners.length, 0));

test('every solid of the catalog has a net, with stickers of their own size that do not overlap', () => {
  for (const { name } of JSON.parse(puzzles())) {
    const scene = sceneOf(name);
    if (scene.dimensions === 2) {
      assert.equal(unfolded(scene), null, name);
      continue;
    }
    const net = unfolded(scene);
    assert.equal(net?.length, scene.stickers.length, name);
    for (const [part, { corners }] of scene.stickers.entries()) assert.ok(Math.abs(area(net[part]) - area(corners)) < 1e-4, name);
    // All pairs of the largest puzzles are too many.
    if (net.length > 700) continue;
    for (const [part, outline] of net.entries()) {
      const over = net.findIndex((other, at) => at !== part && inside(middle(outline), other));
      assert.equal(over, -1, `${name}: ${part}`);
    }
  }
});

test('nets are as usual: a pyraminx is a triangle, an octahedron a band, a dodecahedron two flowers', () => {
  const size = (puzzle) => {
    const corners = unfolded(sceneOf(puzzle)).flat();
    const [wide, high] = [0, 1].map((axis) => Math.max(...corners.map((corner) => corner[axis])) - Math.min(...corners.map((corner) => corner[axis])));
    return (wide / high).toFixed(2);
  };
  assert.deepEqual(['pyraminx', 'fto', 'megaminx'].map(size), ['1.15', '1.35', '1.38']);
  // The top is in the middle of the left flower, with the front below.
  const scene = sceneOf('megaminx');
  const net = unfolded(scene);
  const at = (face) => middle(scene.stickers.flatMap((sticker, part) => (sticker.face === face ? net[part] : [])));
  const [[x, y], [u, v]] = [at('U'), at('F')];
  assert.ok(Math.abs(x - u) < 1e-6 && v > y && at('D')[0] > x);
});
