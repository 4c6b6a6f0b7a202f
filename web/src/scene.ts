/** The data of the engine for a puzzle: parts with outlines, and the effects of moves. Points are [right, down] in
 *  the plane, and [right, up, to the front] in space. */

export type Point = number[];

export interface Shown {
  colour: string;
  label: string;
}

export interface Sticker {
  corners: Point[];
  centre: Point;
  radius?: number;
  /** The piece that the part belongs to: its set and its slot there; null if no move affects it. */
  set: string | null;
  slot: number | null;
  home: Shown | null;
}

export interface Carried {
  from: number;
  to: number;
  /** The direction in which the part begins to move, of length 1; zeros if it turns in place. */
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
  /** The direction from which a solid is seen at first. */
  eye?: Point;
  plates: Point[][];
  /** Arrows along glued edges, as polygons. */
  marks: Point[][];
  stickers: Sticker[];
  /** By block of glued pieces: the parts on which they stand when the puzzle is solved. */
  glued: number[][];
  moves: Way[];
}

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

export const dot = (a: Point, b: Point): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
export const plus = (a: Point, by: number, b: Point): Point => a.map((x, i) => x + by * b[i]!);
export const length = (a: Point): number => Math.sqrt(dot(a, a));
export const cross = (a: Point, b: Point): Point => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];
