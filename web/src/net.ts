/** A net: the six faces of a puzzle like a cube or a box, unfolded, so that all of them are seen and can be painted at once. */

import { UNKNOWN } from './layer';
import { writeLabel } from './label';
import { type Point, cross, dot, length, least, most, plus } from './scene';
import { ink, trace, traceRound } from './view';
import type { Scene } from './wire';

/** A face: its direction, what is to the right and down on it, and where it lies in the net, in widths of faces. */
const FACES: { normal: Point; right: Point; down: Point; at: Point }[] = [
  { normal: [0, 1, 0], right: [1, 0, 0], down: [0, 0, 1], at: [0, -1] },
  { normal: [-1, 0, 0], right: [0, 0, 1], down: [0, -1, 0], at: [-1, 0] },
  { normal: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0], at: [0, 0] },
  { normal: [1, 0, 0], right: [0, 0, -1], down: [0, -1, 0], at: [1, 0] },
  { normal: [0, 0, -1], right: [-1, 0, 0], down: [0, -1, 0], at: [2, 0] },
  { normal: [0, -1, 0], right: [1, 0, 0], down: [0, 0, -1], at: [0, 1] },
];

/** The space between faces, and how far stickers are from each other and how round they are, in sides of a small sticker. */
const APART = 0.25;
const INSET = 0.06;
const ROUND = 0.16;

/** The outlines of the stickers in the net, by part; null if the faces are not those of a box. */
function unfolded({ dimensions, stickers }: Scene): Point[][] | null {
  if (dimensions === 2) return null;
  const half = [0, 1, 2].map((axis) => most(stickers.flatMap(({ corners }) => corners.map((corner) => Math.abs(corner[axis]!)))));
  const side = Math.sqrt(least(stickers.map(({ corners }) => area(corners))));
  const outlines: Point[][] = [];
  for (const { corners } of stickers) {
    // Corners are clockwise as seen from outside.
    const across = cross(plus(corners[2]!, -1, corners[0]!), plus(corners[1]!, -1, corners[0]!));
    const face = FACES.find(({ normal }) => dot(normal, across) > 0.999 * length(across));
    if (!face) return null;
    const { right, down, at } = face;
    const [x, y, z] = half as [number, number, number];
    // The middles of two faces side by side are half of each of them apart.
    const middle = [at[0]! * (x + z + APART * side), at[1]! * (y + z + APART * side)];
    outlines.push(corners.map((corner) => [middle[0]! + dot(right, corner), middle[1]! + dot(down, corner)]));
  }
  return outlines;
}

function area(corners: Point[]): number {
  const sum = corners.reduce(
    (all, corner, at) => plus(all, 0.5, cross(plus(corner, -1, corners[0]!), plus(corners[(at + 1) % corners.length]!, -1, corners[0]!))),
    [0, 0, 0] as Point,
  );
  return length(sum);
}

/** Where the solved puzzle has no sticker, and between stickers. */
const BODY = '#1a1a1a';

export class Net {
  /** Its width, in heights. */
  readonly aspect: number;
  /** The outlines of the stickers as they were drawn, by part, in pixels. */
  drawn: Point[][] = [];
  private readonly middle: Point;
  private readonly size: Point;

  private constructor(
    private readonly scene: Scene,
    private readonly outlines: Point[][],
  ) {
    const corners = outlines.flat();
    const [left, top] = [0, 1].map((axis) => least(corners.map((corner) => corner[axis]!))) as [number, number];
    const [right, bottom] = [0, 1].map((axis) => most(corners.map((corner) => corner[axis]!))) as [number, number];
    this.middle = [(left + right) / 2, (top + bottom) / 2];
    this.size = [right - left, bottom - top];
    this.aspect = this.size[0]! / this.size[1]!;
  }

  /** The net of a box, or with other outlines of its stickers that of another puzzle; null if it has none. */
  static of(scene: Scene, outlines = unfolded(scene)): Net | null {
    return outlines && new Net(scene, outlines);
  }

  /** Draws a position on an empty canvas, with lines around some parts. */
  draw(context: CanvasRenderingContext2D, size: Point, shown: ArrayLike<number>, letters: boolean, marked: number[] = []): void {
    const scale = 0.98 * Math.min(size[0]! / this.size[0]!, size[1]! / this.size[1]!);
    const flat = (point: Point): Point => point.map((x, axis) => size[axis]! / 2 + (x - this.middle[axis]!) * scale);
    this.drawn = this.outlines.map((corners) => corners.map(flat));
    this.drawn.forEach((outline, part) => this.sticker(context, outline, part, shown, letters));
    for (const part of marked) {
      const path = new Path2D();
      trace(path, this.drawn[part]!);
      for (const [width, colour] of [[5, '#000000'], [2, '#ffffff']] as const) {
        context.lineWidth = width;
        context.strokeStyle = colour;
        context.stroke(path);
      }
    }
  }

  private sticker(context: CanvasRenderingContext2D, outline: Point[], part: number, shown: ArrayLike<number>, letters: boolean): void {
    const { stickers } = this.scene;
    const home = stickers[shown[part]!]?.home;
    const body = new Path2D();
    trace(body, outline);
    context.fillStyle = context.strokeStyle = BODY;
    context.lineWidth = 1;
    context.fill(body);
    context.stroke(body);
    if (!home && !stickers[part]!.home) return;
    const middle = outline.reduce((sum, corner) => plus(sum, 1 / outline.length, corner), [0, 0] as Point);
    const side = Math.sqrt(area(outline.map(([x, y]) => [x!, y!, 0])));
    const path = new Path2D();
    traceRound(path, outline.map((corner) => plus(plus(corner, -2 * INSET, corner), 2 * INSET, middle)), ROUND * side);
    const colour = home?.colour ?? UNKNOWN;
    context.fillStyle = colour;
    context.fill(path);
    if (!home || !letters) return;
    context.fillStyle = ink(colour);
    writeLabel(context, home.label, middle, 0.5 * side);
  }
}
