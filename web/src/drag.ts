/** The move that a drag denotes, and its amount: of all moves that carry the part, the one whose direction along the face is
 *  nearest. Who drags along a row means the row, so turns of the face itself stand back. */

import { type Point, cross, dot, length, plus } from './scene';
import type { View } from './view';
import type { Sticker, Way } from './wire';

/** Directions that are foreshortened below this fraction of their length are ignored. */
const FORESHORTENED = 0.25;
/** A layer must move roughly in the direction of the finger; otherwise one looks around a solid, and a puzzle in the plane is turned as a
 *  whole, if it can be. */
const ROUGHLY = 0.5;
/** By this factor, the direction of a turn about the normal of the face seems less near: at the corner of a cube it is made by drags between
 *  those along the row and the column. */
const OWN = 0.8;
/** From this cosine on, directions are the same. */
const SAME = 0.99;

/** The parts that some moves carry away. */
export function carriedBy(ways: Way[]): Set<number> {
  const found = new Set<number>();
  for (const { carries } of ways) for (const { from, to } of carries) if (from !== to) found.add(from);
  return found;
}

/** Whether a turn of a solid goes round a sticker, on the side of its layer. */
export const isAround = ({ path }: Way, { centre }: Sticker): boolean =>
  path.kind === 'turn' && path.axis !== undefined && dot(path.axis, centre) > SAME * length(centre);

/** The normal of a sticker of a solid; nothing in the plane. */
function normalOf({ corners: [a, b, c] }: Sticker): Point | null {
  if (a?.length !== 3 || !b || !c) return null;
  const across = cross(plus(b, -1, a), plus(c, -1, a));
  return across.map((x) => x / length(across));
}

export interface Grip {
  way: Way;
  /** The amount of the move for each pixel along `along`. */
  rate: number;
  /** The direction on the screen, of length 1. */
  along: Point;
}

/** The move that a drag of a part denotes; nothing if no move carries the part in that direction. */
export function grip(view: View, ways: Way[], part: number, stickers: Sticker[], drag: Point): Grip | null {
  const size = Math.hypot(drag[0]!, drag[1]!);
  const normal = normalOf(stickers[part]!);
  const candidates = ways.flatMap((way) => {
    const carried = way.carries.find(({ from }) => from === part);
    if (!carried || length(carried.drag) < 0.5) return [];
    // A finger stays on the face, while a piece that turns leaves it.
    const inFace = normal ? plus(carried.drag, -dot(carried.drag, normal), normal) : carried.drag;
    if (length(inFace) < FORESHORTENED) return [];
    const screen = view.onScreen(part, inFace.map((x) => x / length(inFace)));
    const pixels = Math.hypot(screen[0]!, screen[1]!);
    if (pixels < FORESHORTENED * view.scale) return [];
    const along = screen.map((x) => x / pixels);
    const isOwn = normal !== null && way.path.kind === 'turn' && way.path.axis !== undefined && Math.abs(dot(way.path.axis, normal)) > SAME;
    const fit = ((isOwn ? OWN : 1) * (view.suits?.(part, way) ?? 1) * Math.abs(along[0]! * drag[0]! + along[1]! * drag[1]!)) / size;
    const { centre } = stickers[part]!;
    let once: number;
    if (way.path.kind === 'turn') {
      const from = plus(centre, -1, way.path.centre);
      const radius = way.path.axis ? length(cross(way.path.axis, from)) : length(from);
      once = (radius * Math.abs(way.path.degrees) * Math.PI) / 180;
    } else if (way.path.kind === 'shift') once = length(way.path.by);
    else once = length(plus(stickers[carried.to]!.centre, -1, centre));
    return [{ way, fit, along, rate: 1 / (pixels * once) }];
  });
  const best = (list: typeof candidates): (typeof candidates)[0] | null =>
    list.reduce<(typeof candidates)[0] | null>((a, b) => (a && a.fit >= b.fit ? a : b), null);
  const layer = best(candidates.filter(({ way }) => !way.rotation));
  if (layer && layer.fit >= ROUGHLY) return layer;
  // A solid is rather looked at from elsewhere than rotated, which would be a move.
  if (normal) return null;
  return best(candidates.filter(({ way }) => way.rotation)) ?? layer;
}
