/** The convex hull of points in a plane of space. */

import { type Point, cross, dot, plus } from './scene';

/** What counts as the same direction, in units of the puzzle: corners are known to some ten digits. */
const EPSILON = 1e-9;

/** The corners of the hull, counter-clockwise as seen from the tip of the normal, by wrapping (Jarvis, 1973). O(points × corners): sides and
 *  cuts have few corners. */
export function hull(points: Point[], normal: Point): Point[] {
  if (!points.length) return [];
  const right = cross(Math.abs(normal[0]!) < 0.9 ? [1, 0, 0] : [0, 1, 0], normal);
  const up = cross(normal, right);
  // The sides of a large cube have thousands of points: two rows of numbers are faster than as many small lists.
  const xs = Float64Array.from(points, (point) => dot(point, right));
  const ys = Float64Array.from(points, (point) => dot(point, up));
  let first = 0;
  for (let at = 1; at < points.length; at++) {
    const ahead = xs[at]! - xs[first]!;
    if (ahead < -EPSILON || (ahead < EPSILON && ys[at]! < ys[first]!)) first = at;
  }
  const corners: number[] = [];
  let last = first;
  do {
    corners.push(last);
    // The next corner is the one that leaves all others on its left, and the farthest of several.
    let [next, x, y] = [-1, 0, 0];
    for (let at = 0; at < points.length; at++) {
      const [p, q] = [xs[at]! - xs[last]!, ys[at]! - ys[last]!];
      const far = p * p + q * q;
      if (far < EPSILON * EPSILON) continue;
      const turn = x * q - y * p;
      if (next >= 0 && turn > -EPSILON && (turn > EPSILON || far <= x * x + y * y)) continue;
      next = at;
      x = p;
      y = q;
    }
    if (next < 0) break;
    last = next;
  } while (corners.length < points.length && Math.hypot(xs[last]! - xs[first]!, ys[last]! - ys[first]!) > EPSILON);
  return corners.map((at) => points[at]!);
}

/** The area of a polygon in the plane of its normal. */
export function areaOf(corners: Point[], normal: Point): number {
  const sum = corners.reduce((sum, corner, at) => plus(sum, 0.5, cross(corner, corners[(at + 1) % corners.length]!)), [0, 0, 0]);
  return Math.abs(dot(sum, normal));
}
