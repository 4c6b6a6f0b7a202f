/** The move that a drag denotes, and its amount: of all moves that carry the part, the one whose direction is
 *  nearest. */

import { type Point, cross, length, plus } from './scene';
import type { View } from './view';
import type { Way } from './wire';

/** Directions that are foreshortened below this fraction of their length are ignored. */
const FORESHORTENED = 0.25;
/** A layer must move roughly in the direction of the finger; otherwise the whole puzzle is turned. */
const ROUGHLY = 0.5;

export interface Grip {
  way: Way;
  /** The amount of the move for each pixel along `along`. */
  rate: number;
  /** The direction on the screen, of length 1. */
  along: Point;
}

/** The move that a drag of a part denotes; nothing if no move carries the part in that direction. */
export function grip(view: View, ways: Way[], part: number, centres: Point[], drag: Point): Grip | null {
  const size = Math.hypot(drag[0]!, drag[1]!);
  const candidates = ways.flatMap((way) => {
    const carried = way.carries.find(({ from }) => from === part);
    if (!carried || length(carried.drag) < 0.5) return [];
    const screen = view.onScreen(part, carried.drag);
    const pixels = Math.hypot(screen[0]!, screen[1]!);
    if (pixels < FORESHORTENED * view.scale) return [];
    const along = screen.map((x) => x / pixels);
    const fit = Math.abs(along[0]! * drag[0]! + along[1]! * drag[1]!) / size;
    const centre = centres[part]!;
    let once: number;
    if (way.path.kind === 'turn') {
      const from = plus(centre, -1, way.path.centre);
      const radius = way.path.axis ? length(cross(way.path.axis, from)) : length(from);
      once = (radius * Math.abs(way.path.degrees) * Math.PI) / 180;
    } else if (way.path.kind === 'shift') once = length(way.path.by);
    else once = length(plus(centres[carried.to]!, -1, centre));
    return [{ way, fit, along, rate: 1 / (pixels * once) }];
  });
  const best = (list: typeof candidates): (typeof candidates)[0] | null =>
    list.reduce<(typeof candidates)[0] | null>((a, b) => (a && a.fit >= b.fit ? a : b), null);
  const layer = best(candidates.filter(({ way }) => !way.rotation));
  const whole = best(candidates.filter(({ way }) => way.rotation));
  return layer && (layer.fit >= ROUGHLY || !whole) ? layer : (whole ?? layer);
}
