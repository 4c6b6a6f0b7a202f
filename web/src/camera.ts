/** The view of a solid from a finite distance, rotated about its middle. The part that a move turns has a view of
 *  its own, so that corners keep their coordinates and only views change. */

import { type Point, cross, dot, length, plus } from './scene';

/** Nine numbers, row by row. */
export type Matrix = number[];

/** A flat polygon whose corners are clockwise as seen from outside. */
export interface Facet {
  corners: Point[];
  /** The mean of the corners. */
  middle: Point;
  /** Its direction outwards, of length 1. */
  normal: Point;
  area: number;
  /** The outline of the sticker on it: smaller, with round corners. */
  face: Point[];
}

/** How far the sticker is from the edges, and how round it is, in sides of a square of the same area. */
const INSET = 0.055;
const ROUND = 0.16;

/** The outline of a sticker: the corners drawn towards the middle, each replaced by so many points of a curve. */
function faceOf(corners: Point[], middle: Point, area: number, points: number): Point[] {
  const side = Math.sqrt(area);
  const next = (at: number): Point => corners[(at + 1) % corners.length]!;
  const edge = (at: number): number => length(plus(next(at), -1, corners[at]!));
  const around = corners.reduce((sum, _, at) => sum + edge(at), 0);
  // The radius of the inscribed circle, of a polygon that has one.
  const inner = (2 * area) / (around || 1);
  const by = Math.min(0.4, (INSET * side) / (inner || 1));
  const near = corners.map((corner) => plus(plus(corner, -by, corner), by, middle));
  if (points < 2) return near;
  return near.flatMap((corner, at) => {
    const [before, after] = [near.at(at - 1)!, near[(at + 1) % near.length]!];
    const [back, on] = [plus(before, -1, corner), plus(after, -1, corner)];
    const reach = Math.min(ROUND * side, 0.45 * length(back), 0.45 * length(on));
    const [from, to] = [plus(corner, reach / (length(back) || 1), back), plus(corner, reach / (length(on) || 1), on)];
    return Array.from({ length: points }, (_, step) => {
      const t = step / (points - 1);
      const flat = plus(from.map((x) => x * (1 - t) ** 2), t ** 2, to);
      return plus(flat, 2 * t * (1 - t), corner);
    });
  });
}

/** @param points how many points make a corner of the sticker; at 1 it is sharp. */
export function facet(corners: Point[], points = 1): Facet {
  const sum = corners.reduce((sum, corner) => plus(sum, 1, corner), [0, 0, 0]);
  const middle = sum.map((x) => x / corners.length);
  const from = corners.map((corner) => plus(corner, -1, middle));
  // Twice the triangles about the middle, added up.
  const twice = from.reduce((twice, corner, at) => plus(twice, 1, cross(from[(at + 1) % from.length]!, corner)), [0, 0, 0]);
  const size = length(twice);
  const area = size / 2;
  return { corners, middle, normal: twice.map((x) => x / (size || 1)), area, face: faceOf(corners, middle, area, points) };
}

/** The light comes from above, a little from the left, and from the eye. */
export const LIGHT = [-0.25, 0.8, 0.55];
/** How bright a facet is that turns away from the light, and how much brighter one that faces it. */
export const DARKEST = 0.9;
export const MORE = 0.1;

const row = (matrix: Matrix, at: number): Point => matrix.slice(3 * at, 3 * at + 3);

/** The matrix that turns about an axis through the middle, clockwise as seen from its tip. */
export function turning([x, y, z]: Point, degrees: number): Matrix {
  const angle = (-degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const aside = [0, -z!, y!, z!, 0, -x!, -y!, x!, 0];
  const along = [x! * x!, x! * y!, x! * z!, y! * x!, y! * y!, y! * z!, z! * x!, z! * y!, z! * z!];
  return along.map((both, at) => both * (1 - cos) + aside[at]! * sin + (at % 4 ? 0 : cos));
}

export class Sight {
  /** @param rows the directions to the right, up and to the eye.
   *  @param far how far the eye is from the middle.
   *  @param zoom pixels that a unit of length takes at distance 1.
   *  @param middle where the middle of the solid is on the screen. */
  constructor(
    readonly rows: Matrix,
    readonly far: number,
    readonly zoom: number,
    private readonly middle: Point,
  ) {}

  /** The view of what was rotated. */
  turned(turn: Matrix): Sight {
    const columns = [0, 1, 2].map((at) => [turn[at]!, turn[3 + at]!, turn[6 + at]!]);
    const rows = [0, 1, 2].flatMap((at) => columns.map((column) => dot(row(this.rows, at), column)));
    return new Sight(rows, this.far, this.zoom, this.middle);
  }

  /** The position of the eye. */
  get eye(): Point {
    return row(this.rows, 2).map((x) => this.far * x);
  }

  /** The distance of a point from the eye along the line of sight. */
  private depth([x, y, z]: Point): number {
    return this.far - (this.rows[6]! * x! + this.rows[7]! * y! + this.rows[8]! * z!);
  }

  project(point: Point): Point {
    const [x, y, z] = point as [number, number, number];
    const { rows, middle } = this;
    const scale = this.zoom / this.depth(point);
    return [
      middle[0]! + scale * (rows[0]! * x + rows[1]! * y + rows[2]! * z),
      middle[1]! - scale * (rows[3]! * x + rows[4]! * y + rows[5]! * z),
    ];
  }

  /** The distance of the eye above the plane of a facet; negative if the facet faces away. */
  above({ normal, middle }: Facet): number {
    return this.far * (this.rows[6]! * normal[0]! + this.rows[7]! * normal[1]! + this.rows[8]! * normal[2]!) - dot(normal, middle);
  }

  /** How bright a facet is, from 0 to 1. */
  light({ normal }: Facet): number {
    const towards = LIGHT.reduce((sum, by, at) => sum + by * dot(row(this.rows, at), normal), 0);
    return DARKEST + MORE * Math.min(1, Math.max(0, towards));
  }

  /** The number of pixels that a facet covers: exact for a small one, by the derivative of the projection at its
   *  middle. */
  area(facet: Facet): number {
    return (facet.area * this.zoom ** 2 * this.above(facet)) / this.depth(facet.middle) ** 3;
  }
}
