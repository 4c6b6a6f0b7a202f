/** What the engine says of a puzzle: parts with outlines, and what moves do to them. Points are [right, down] in the plane,
 *  [right, up, to the front] in space. */

export type Point = number[];

export interface Shown {
  colour: string;
  label: string;
}

export interface Sticker {
  corners: Point[];
  centre: Point;
  radius?: number;
  home: Shown | null;
}

export interface Carried {
  from: number;
  to: number;
  /** The direction in which the part begins to go, of length 1; zeros if it turns in its place. */
  drag: Point;
}

export type Path =
  | { kind: 'turn'; axis?: Point; centre: Point; degrees: number }
  | { kind: 'shift'; by: Point }
  | { kind: 'track' };

export interface Way {
  name: string;
  rotation: boolean;
  order: number | null;
  path: Path;
  carries: Carried[];
}

export interface Scene {
  puzzle: string;
  dimensions: 2 | 3;
  /** The direction from which a solid is looked at first. */
  eye?: Point;
  plates: Point[][];
  stickers: Sticker[];
  moves: Way[];
}

/** A move under way: made so often, in parts of it too. */
export interface Pose {
  way: Way;
  amount: number;
}

/** Where the content of each part comes from after a move was made so often; parts that stay are themselves. */
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

export const dot = (a: Point, b: Point): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
export const plus = (a: Point, by: number, b: Point): Point => a.map((x, i) => x + by * b[i]!);
export const length = (a: Point): number => Math.sqrt(dot(a, a));
export const cross = (a: Point, b: Point): Point => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];
