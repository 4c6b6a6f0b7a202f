/** The net of any convex solid: a tree of faces, each rotated about the edge that it shares with its parent into the plane of the parent. No
 *  net of a Platonic solid overlaps itself. It follows the nets of the engine (`crates/puzzle/src/picture/layout.rs`). */

import { type Point, cross, dot, length, most, plus } from './scene';
import type { Scene } from './wire';

/** A face: its outward normal, of length 1, how far it is from the middle, its stickers, and the corners of the solid on it. */
interface Face {
  name: string;
  normal: Point;
  distance: number;
  parts: number[];
  corners: Point[];
}

/** A plane of the net: a point of it in space and in the net, and its directions to the right and down in space. */
interface Sheet {
  origin: Point;
  at: Point;
  right: Point;
  down: Point;
}

/** What each face hangs on in the nets of octahedra, which have a band of six, and of dodecahedra, two flowers. Other solids unfold from their
 *  front, the nearest faces first. */
const USUAL = [
  ['F:', 'L:F', 'R:F', 'D:F', 'BL:L', 'BR:R', 'B:BR', 'U:R'],
  ['U:', 'F:U', 'R:U', 'BR:U', 'BL:U', 'L:U', 'FR:R', 'D:FR', 'DR:D', 'B:D', 'DL:D', 'FL:D'],
].map((pairs) => new Map(pairs.map((pair) => pair.split(':') as [string, string])));

const unit = (a: Point): Point => a.map((x) => x / length(a));
const middleOf = (points: Point[]): Point => points.reduce((sum, point) => plus(sum, 1 / points.length, point), [0, 0, 0]);
const flat = ({ origin, at, right, down }: Sheet, point: Point): Point => {
  const from = plus(point, -1, origin);
  return plus(at, 1, [dot(from, right), dot(from, down)]);
};

/** The faces of a solid; null if some sticker is not flat, or a part of the solid lies before a face. */
function facesOf({ stickers }: Scene): Face[] | null {
  const all = stickers.flatMap(({ corners }) => corners);
  const close = 1e-4 * most(all.map(length));
  const faces: Face[] = [];
  for (const [part, { corners, face: name = '' }] of stickers.entries()) {
    // Corners are clockwise as seen from outside; three of them may almost lie on a line.
    const [begin, ...others] = corners.map((corner) => plus(corner, -1, corners[0]!));
    const normal = unit(others.reduce((sum, corner, at) => plus(sum, 1, cross(corner, others[at - 1] ?? begin!)), [0, 0, 0]));
    const known = faces.find((face) => dot(face.normal, normal) > 0.999);
    if (known) known.parts.push(part);
    else faces.push({ name, normal, distance: dot(normal, corners[0]!), parts: [part], corners: [] });
  }
  const before = (face: Face, point: Point): number => dot(face.normal, point) - face.distance;
  const isFlat = faces.every((face) => face.parts.every((part) => stickers[part]!.corners.every((corner) => Math.abs(before(face, corner)) < close)));
  if (!isFlat || all.some((corner) => faces.some((face) => before(face, corner) > close))) return null;
  // Where no move carries a corner it may have no sticker.
  const cross3 = faces.map((a) => faces.map((b) => cross(a.normal, b.normal)));
  for (let a = 0; a < faces.length; a++) {
    for (let b = 0; b < a; b++) {
      for (let c = 0; c < b; c++) {
        const on = [a, b, c].map((at) => faces[at]!);
        const volume = dot(on[0]!.normal, cross3[b]![c]!);
        if (Math.abs(volume) < 1e-4) continue;
        const sum = plus(plus(cross3[b]![c]!.map((x) => x * on[0]!.distance), on[1]!.distance, cross3[c]![a]!), on[2]!.distance, cross3[a]![b]!);
        const corner = sum.map((x) => x / volume);
        if (faces.some((face) => before(face, corner) > close)) continue;
        for (const { corners } of on) if (corners.every((other) => length(plus(other, -1, corner)) > close)) corners.push(corner);
      }
    }
  }
  return faces;
}

/** The edge that two faces share; nothing if they share none. */
function edgeOf(a: Face, b: Face): [Point, Point] | null {
  const [one, other, ...more] = a.corners.filter((corner) => b.corners.some((known) => length(plus(known, -1, corner)) < 1e-4));
  return one && other && !more.length ? [one, other] : null;
}

/** The plane of the first face: the one above points upwards, or else the one in front or below downwards. */
function first(face: Face, faces: Face[]): Sheet {
  const other = (name: string): Point | undefined => faces.find((one) => one.name === name && one !== face)?.normal;
  const downwards = other('U')?.map((x) => -x) ?? other('F') ?? other('D') ?? [0, -1, 0];
  const down = unit(plus(downwards, -dot(downwards, face.normal), face.normal));
  return { origin: face.normal.map((x) => x * face.distance), at: [0, 0], right: cross(face.normal, down), down };
}

/** The plane of a face in that of its parent, beyond the edge that they share. */
function beyond([start, end]: [Point, Point], face: Face, parent: Face, sheet: Sheet): Sheet {
  const along = unit(plus(end, -1, start));
  /** The direction from the edge to the middle of a face. */
  const inwards = ({ corners }: Face): Point => {
    const from = plus(middleOf(corners), -1, start);
    return unit(plus(from, -dot(from, along), along));
  };
  const [away, back] = [inwards(face), inwards(parent)];
  const carried = (axis: Point): Point => plus(along.map((x) => x * dot(axis, along)), -dot(axis, back), away);
  return { origin: start, at: flat(sheet, start), right: carried(sheet.right), down: carried(sheet.down) };
}

/** The outlines of the stickers in the net of a solid, by part; null if it has none. */
export function unfolded(scene: Scene): Point[][] | null {
  const faces = scene.dimensions === 3 ? facesOf(scene) : null;
  if (!faces) return null;
  const named = new Map(faces.map((face) => [face.name, face]));
  const usual = USUAL.find((hangs) => hangs.size === faces.length && faces.every(({ name }) => hangs.has(name)));
  const begin = named.get(usual?.keys().next().value ?? 'F') ?? faces[0]!;
  const sheets = new Map([[begin, first(begin, faces)]]);
  // The list grows while it is gone through.
  for (const [parent, sheet] of sheets) {
    for (const face of faces) {
      const edge = sheets.has(face) || (usual && usual.get(face.name) !== parent.name) ? null : edgeOf(face, parent);
      if (edge) sheets.set(face, beyond(edge, face, parent, sheet));
    }
  }
  if (sheets.size < faces.length) return null;
  const outlines: Point[][] = [];
  for (const [{ parts }, sheet] of sheets) for (const part of parts) outlines[part] = scene.stickers[part]!.corners.map((corner) => flat(sheet, corner));
  return outlines;
}
