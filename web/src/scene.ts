/** Scenes of the engine (`wire.ts`) as the page works with them: where a move carries the parts, and points, which are [right, down] in
 *  the plane and [right, up, to the front] in space. */

import type { Way } from './wire';

export type Point = number[];

/** A move in progress, with a possibly fractional amount. */
export interface Pose {
  way: Way;
  amount: number;
}

/** The origin of the content of each part after a move was made this many times; a part that stays is its own
 *  origin. */
export function sources(parts: number, way: Way, amount: number): number[] {
  const once = Array.from({ length: parts }, (_, part) => part);
  for (const { from, to } of way.carries) {
    if (amount < 0) once[from] = to;
    else once[to] = from;
  }
  let all = Array.from({ length: parts }, (_, part) => part);
  for (let made = 0; made < Math.abs(amount); made++) all = once.map((part) => all[part]!);
  return all;
}

/** The least and the greatest of any number of numbers; as arguments of one call, the numbers of a large puzzle are too many. */
export const least = (numbers: number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity);
export const most = (numbers: number[]): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity);

export const dot = (a: Point, b: Point): number => a[0]! * b[0]! + a[1]! * b[1]! + (a[2] ?? 0) * (b[2] ?? 0);
export const plus = (a: Point, by: number, b: Point): Point => a.map((x, i) => x + by * b[i]!);
export const length = (a: Point): number => Math.sqrt(dot(a, a));
export const cross = (a: Point, b: Point): Point => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];
