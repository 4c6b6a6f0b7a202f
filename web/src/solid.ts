/** Draws solids. A turn cuts the solid into up to three slabs across its axis: below, within and above the turning
 *  layer. As seen from the eye, the slabs lie one behind the other, and each is convex if the cuts are its sides.
 *  So the slabs are drawn in their order, each with the facets towards the eye. This file computes the places; a
 *  brush of either kind paints. */

import { type Brush, type Layer, Paths, type Piece } from './canvas_renderer';
import { type Point, type Pose, dot, length, most, plus } from './scene';
import { type Facet, Sight, facet, turning } from './camera';
import { hull } from './hull';
import { type Drawn, type Theme, type View, lineWidth } from './view';
import type { Scene, Shown, Way } from './wire';

/** The distance of the eye in radii. */
const DISTANCE = 5;

/** How close and how far a solid may be seen, relative to the first view. */
const CLOSEST = 8;
const FARTHEST = 0.4;

/** Points of a round corner of a sticker; a puzzle of more stickers than `MANY` has sharp ones, which nobody sees. */
const POINTS = 5;
const MANY = 1500;

/** What is shown where the solved puzzle has no sticker. */
const HOLE: Shown = { colour: '#08090b', label: '' };

/** How far a corner must stand out to be a tip, in radii. */
const TIP = 0.97;

/** The cuts of a solid that is whole. */
const NONE: Facet[] = [];

/** A sticker as it was drawn. */
export interface Seen extends Piece {
  sight: Sight;
}

interface Slabs {
  axis: Point;
  low: number;
  high: number;
  /** The slabs: below, staying in between, turning, and above; each with the outlines of its cuts. */
  slabs: { pieces: Piece[]; caps: Facet[] }[];
}

/** The closed line along which some stickers meet the others, as edges that are counter-clockwise as seen from outside the former; null if
 *  stickers do not meet edge by edge, or along several lines. */
function border(inside: Point[][], outside: Point[][]): [Point, Point][] | null {
  const key = (point: Point): string => point.map((x) => Math.round(x * 1e4)).join();
  const edges = (all: Point[][]): [Point, Point][] => all.flatMap((corners) => corners.map((corner, at): [Point, Point] => [corner, corners[(at + 1) % corners.length]!]));
  const others = new Set(edges(outside).map(([from, to]) => `${key(from)} ${key(to)}`));
  // The edge of a neighbour runs the other way.
  const found = new Map(edges(inside).filter(([from, to]) => others.has(`${key(to)} ${key(from)}`)).map((edge) => [key(edge[0]), edge]));
  const first = [...found.values()][0];
  if (!first) return null;
  const line = [first];
  while (line.length < found.size) {
    const next = found.get(key(line.at(-1)![1]));
    if (!next || next === first) return null;
    line.push(next);
  }
  return key(line.at(-1)![1]) === key(first[0]) ? line : null;
}

export class Solid implements View {
  scale = 1;
  brush: View['brush'] = 'canvas';
  /** How close it is seen, relative to the first view. */
  private close = 1;
  private yaw: number;
  private pitch: number;
  private sight!: Sight;
  private size: Point = [0, 0];
  private layers: Layer[] = [];
  private readonly radius: number;
  private readonly line: number;
  /** The corners that stand out farthest: one of them is the lowest, whichever way the solid is turned. */
  private readonly tips: Point[];
  /** The stickers in their solved places, by part. */
  private readonly pieces: Piece[];
  private readonly slabs = new Map<Way, Slabs>();
  private readonly paths = new Paths();

  /** @param graphics the brush to use as long as there is one and it works; otherwise paths on the canvas. */
  constructor(
    private readonly scene: Scene,
    private readonly graphics: () => Brush | null = () => null,
  ) {
    const points = scene.stickers.length > MANY ? 1 : POINTS;
    this.pieces = scene.stickers.map(({ corners }, part) => ({ part, facet: facet(corners, points) }));
    this.radius = most(scene.stickers.flatMap(({ corners }) => corners.map(length)));
    const far = scene.stickers.flatMap(({ corners }) => corners.filter((corner) => length(corner) > TIP * this.radius));
    this.tips = [...new Map(far.map((corner) => [corner.map((x) => x.toFixed(3)).join(), corner])).values()];
    this.line = lineWidth(this.pieces.map(({ facet }) => facet.area));
    const [x = 0, y = 0, z = 0] = scene.eye ?? [];
    this.yaw = -Math.atan2(x, z);
    this.pitch = Math.atan2(y, Math.hypot(x, z));
    this.look(0, 0);
  }

  look(right: number, down: number): void {
    this.yaw += right;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + down));
    const [cos, sin, c, s] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const rows = [cos, 0, sin, sin * s, c, -cos * s, -sin * c, s, cos * c];
    const far = DISTANCE * this.radius;
    this.scale = (0.48 * this.close * Math.min(this.size[0]!, this.size[1]!)) / this.radius;
    this.sight = new Sight(rows, far, this.scale * far, [this.size[0]! / 2, this.size[1]! / 2]);
  }

  zoom(by: number): void {
    this.close = Math.min(CLOSEST, Math.max(FARTHEST, this.close * by));
  }

  /** Looks from the opposite side, at what another view of the same solid does not show. */
  oppose(front: Solid): void {
    this.yaw = front.yaw + Math.PI;
    this.pitch = -front.pitch;
    this.look(0, 0);
  }

  onScreen(part: number, direction: Point): Point {
    const centre = this.scene.stickers[part]!.centre;
    const little = 1e-3;
    const [from, to] = [this.sight.project(centre), this.sight.project(plus(centre, little, direction))];
    return [(to[0]! - from[0]!) / little, (to[1]! - from[1]!) / little];
  }

  /** The stickers that are seen, in the order in which they were drawn, each with how it is seen. */
  get seen(): Seen[] {
    return this.layers.flatMap(({ pieces, sight }) => pieces.filter(({ facet }) => sight.above(facet) > 0).map((piece) => ({ ...piece, sight })));
  }

  get drawn(): Drawn[] {
    return this.seen.map(({ part, facet, sight }) => ({ part, outline: facet.corners.map((corner) => sight.project(corner)) }));
  }

  private slabsOf(way: Way): Slabs | null {
    if (way.path.kind !== 'turn' || !way.path.axis) return null;
    const known = this.slabs.get(way);
    if (known) return known;
    const axis = way.path.axis;
    const { stickers } = this.scene;
    const moving = new Set(way.carries.map(({ from }) => from));
    let [low, high] = [Infinity, -Infinity];
    for (const part of moving) {
      for (const corner of stickers[part]!.corners) {
        const height = dot(corner, axis);
        if (height < low) low = height;
        if (height > high) high = height;
      }
    }
    const near = 1e-4 * this.radius;
    const jagged = this.jagged(way, moving, near);
    if (jagged) return jagged;
    const slabs: Slabs['slabs'] = [0, 1, 2, 3].map(() => ({ pieces: [], caps: [] }));
    for (const piece of this.pieces) {
      const height = dot(stickers[piece.part]!.centre, axis);
      const slab = moving.has(piece.part) ? 2 : height < low + near ? 0 : height > high - near ? 3 : 1;
      slabs[slab]!.pieces.push(piece);
    }
    const cuts: [Point[], Point[]] = [[], []];
    for (const { corners } of stickers) {
      for (const corner of corners) {
        const height = dot(corner, axis);
        if (Math.abs(height - low) < near) cuts[0].push(corner);
        if (Math.abs(height - high) < near) cuts[1].push(corner);
      }
    }
    for (const [at, beyond] of [[0, 0], [1, 3]] as const) {
      if (!slabs[beyond]!.pieces.length) continue;
      const cut = hull(cuts[at], axis);
      if (!cut.length) continue;
      // The cut that closes a slab below faces up; its other side belongs to a slab that turns.
      slabs[beyond]!.caps.push(facet(beyond ? cut : cut.toReversed()));
      slabs[2]!.caps.push(facet(beyond ? cut.toReversed() : cut));
    }
    const made = { axis, low, high, slabs };
    this.slabs.set(way, made);
    return made;
  }

  /** The slabs of a layer whose border is not flat, as that of a kilominx: what stays is one of them, and from the border both reach to a
   *  point within. */
  private jagged(way: Way, moving: ReadonlySet<number>, near: number): Slabs | null {
    const axis = way.path.kind === 'turn' && way.path.axis;
    if (!axis || this.pieces.length > MANY) return null;
    const [inside, outside] = [true, false].map((isIn) => this.pieces.filter(({ part }) => moving.has(part) === isIn));
    const line = border(inside!.map(({ facet }) => facet.corners), outside!.map(({ facet }) => facet.corners));
    if (!line) return null;
    const heights = line.map(([from]) => dot(from, axis));
    const middle = heights.reduce((sum, height) => sum + height, 0) / heights.length;
    if (heights.every((height) => Math.abs(height - middle) < near)) return null;
    const apex = axis.map((x) => middle * x);
    const caps = (isIn: boolean): Facet[] => line.map(([from, to]) => facet(isIn ? [to, from, apex] : [from, to, apex]));
    const isAbove = dot(inside![0]!.facet.middle, axis) > middle;
    const slabs: Slabs['slabs'] = [0, 1, 2, 3].map(() => ({ pieces: [], caps: [] }));
    slabs[2] = { pieces: inside!, caps: caps(true) };
    slabs[isAbove ? 0 : 3] = { pieces: outside!, caps: caps(false) };
    const made = { axis, low: middle, high: middle, slabs };
    this.slabs.set(way, made);
    return made;
  }

  /** The layers to draw, from the farthest to the nearest. */
  private layersOf(pose: Pose | null): Layer[] {
    const { pieces, sight } = this;
    if (!pose) return [{ pieces, caps: NONE, sight }];
    const { way, amount } = pose;
    const found = this.slabsOf(way);
    if (found && way.path.kind === 'turn') {
      const { axis, low, high, slabs } = found;
      const turned = sight.turned(turning(axis, way.path.degrees * amount));
      const eye = dot(sight.eye, axis);
      const order = eye > high ? [0, 1, 2, 3] : eye < low ? [3, 1, 2, 0] : [0, 3, 1, 2];
      return order.map((at) => ({ ...slabs[at]!, sight: at === 2 ? turned : sight }));
    }
    // These do not turn: they move straight and may cross parts that stay.
    const by = Math.min(1, Math.abs(amount));
    const ends = new Map(way.carries.map(({ from, to }) => (amount < 0 ? [to, from] : [from, to])));
    const moved = [...ends].map(([part, end]) => {
      const { facet } = pieces[part]!;
      const { stickers } = this.scene;
      const go = (point: Point): Point => plus(plus(point, by, stickers[end]!.centre), -by, stickers[part]!.centre);
      return { part, facet: { ...facet, corners: facet.corners.map(go), face: facet.face.map(go), middle: go(facet.middle) } };
    });
    const still = pieces.filter(({ part }) => !ends.has(part));
    return [still, moved].map((pieces) => ({ pieces, caps: [], sight }));
  }

  draw(context: CanvasRenderingContext2D, size: Point, shown: ArrayLike<number>, pose: Pose | null, theme: Theme): void {
    this.size = size;
    this.look(0, 0);
    this.layers = this.layersOf(pose);
    const { stickers } = this.scene;
    const frame = {
      pieces: this.pieces,
      layers: this.layers,
      line: Math.max(1, this.line * this.scale),
      shows: (part: number) => stickers[shown[part]!]?.home ?? (stickers[part]!.home ? null : HOLE),
      shown,
      theme,
    };
    this.shade(context);
    const isPainted = this.graphics()?.paint(context, frame) ?? false;
    if (!isPainted) this.paths.paint(context, frame);
    this.brush = isPainted ? 'gl' : 'canvas';
  }

  /** The soft shadow on the ground below. */
  private shade(context: CanvasRenderingContext2D): void {
    const x = this.size[0]! / 2;
    const wide = 0.8 * this.radius * this.scale;
    // A little above the lowest corner: the solid hides the rest.
    const y = most(this.tips.map((tip) => this.sight.project(tip)[1]!)) - 0.1 * wide;
    context.save();
    context.translate(x, y);
    context.scale(1, 0.16);
    const shadow = context.createRadialGradient(0, 0, 0, 0, 0, wide);
    shadow.addColorStop(0, 'rgb(0 0 0 / 32%)');
    shadow.addColorStop(1, 'rgb(0 0 0 / 0%)');
    context.fillStyle = shadow;
    context.fillRect(-wide, -wide, 2 * wide, 2 * wide);
    context.restore();
  }
}
