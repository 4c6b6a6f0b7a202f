/** Solids on a canvas. A turn cuts the solid in up to three slabs across its axis: below what turns, what turns, above.
 *  Slabs lie behind one another as seen from the eye, and each is convex with the cuts as its sides: so slabs are drawn in
 *  their order, and of each what faces the eye. */

import { type Point, type Pose, type Scene, type Way, cross, dot, length, plus } from './scene';
import { type Drawn, type Theme, type View, ink, lineWidth, trace } from './view';

/** The eye is so many radii away. */
const DISTANCE = 5;

interface Slabs {
  axis: Point;
  low: number;
  high: number;
  /** By part: -1 below, 0 between, 1 above. */
  side: Int8Array;
  moving: Set<number>;
  /** What the cuts look like, counter-clockwise as seen from the tip of the axis; empty where there is none. */
  cuts: { low: Point[]; high: Point[] };
}

/** The corners of the convex hull of points of a plane across an axis, counter-clockwise as seen from its tip. */
function hull(points: Point[], axis: Point): Point[] {
  const aside = Math.abs(axis[0]!) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const right = cross(aside, axis);
  const up = cross(axis, right);
  const flat = points.map((point) => ({ point, x: dot(point, right), y: dot(point, up) }));
  flat.sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: typeof flat): typeof flat => {
    const chain: typeof flat = [];
    for (const next of list) {
      while (chain.length > 1) {
        const [a, b] = [chain.at(-2)!, chain.at(-1)!];
        if ((b.x - a.x) * (next.y - a.y) - (b.y - a.y) * (next.x - a.x) > 1e-9) break;
        chain.pop();
      }
      chain.push(next);
    }
    return chain.slice(0, -1);
  };
  return [...half(flat), ...half(flat.toReversed())].map(({ point }) => point);
}

/** Turns points about an axis through the centre, clockwise as seen from its tip. */
function turner(axis: Point, degrees: number): (point: Point) => Point {
  const angle = (-degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return (point) => {
    const aside = cross(axis, point);
    const along = dot(axis, point) * (1 - cos);
    return point.map((x, i) => x * cos + aside[i]! * sin + axis[i]! * along);
  };
}

export class Solid implements View {
  readonly drawn: Drawn[] = [];
  scale = 1;
  private yaw: number;
  private pitch: number;
  /** Cosine and sine of yaw, then of pitch. */
  private sight: [number, number, number, number] = [1, 0, 1, 0];
  private middle: Point = [0, 0];
  private readonly radius: number;
  private readonly line: number;
  private readonly slabs = new Map<Way, Slabs>();

  constructor(private readonly scene: Scene) {
    this.radius = Math.max(...scene.stickers.flatMap(({ corners }) => corners.map(length)));
    this.line = lineWidth(scene.stickers.map(({ corners }) => corners));
    const [x = 0, y = 0, z = 0] = scene.eye ?? [];
    this.yaw = -Math.atan2(x, z);
    this.pitch = Math.atan2(y, Math.hypot(x, z));
    this.look(0, 0);
  }

  look(right: number, down: number): void {
    this.yaw += right;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + down));
    this.sight = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
  }

  /** A point as the eye sees it: right, up, towards the eye. */
  private seen([x, y, z]: Point): Point {
    const [cos, sin, c, s] = this.sight;
    const right = x! * cos + z! * sin;
    const front = z! * cos - x! * sin;
    return [right, y! * c - front * s, y! * s + front * c];
  }

  /** Where the eye is. */
  private eye(): Point {
    const far = DISTANCE * this.radius;
    const [cos, sin, c, s] = this.sight;
    return [-far * c * sin, far * s, far * c * cos];
  }

  private project(point: Point): Point {
    const [x, y, z] = this.seen(point);
    const far = DISTANCE * this.radius;
    const scale = (this.scale * far) / (far - z!);
    return [this.middle[0]! + x! * scale, this.middle[1]! - y! * scale];
  }

  onScreen(part: number, direction: Point): Point {
    const centre = this.scene.stickers[part]!.centre;
    const little = 1e-3;
    const [from, to] = [this.project(centre), this.project(plus(centre, little, direction))];
    return [(to[0]! - from[0]!) / little, (to[1]! - from[1]!) / little];
  }

  private slabsOf(way: Way): Slabs | null {
    if (way.path.kind !== 'turn' || !way.path.axis) return null;
    const known = this.slabs.get(way);
    if (known) return known;
    const axis = way.path.axis;
    const { stickers } = this.scene;
    const moving = new Set(way.carries.map(({ from }) => from));
    const heights = [...moving].flatMap((part) => stickers[part]!.corners.map((corner) => dot(corner, axis)));
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    const near = 1e-4 * this.radius;
    const side = Int8Array.from(stickers, ({ centre }, part) => {
      const height = dot(centre, axis);
      if (moving.has(part)) return 0;
      return height < low + near ? -1 : height > high - near ? 1 : 0;
    });
    const corners = stickers.flatMap((sticker) => sticker.corners);
    const cut = (at: number, beyond: number): Point[] =>
      side.includes(beyond) ? hull(corners.filter((corner) => Math.abs(dot(corner, axis) - at) < near), axis) : [];
    const slabs = { axis, low, high, side, moving, cuts: { low: cut(low, -1), high: cut(high, 1) } };
    this.slabs.set(way, slabs);
    return slabs;
  }

  draw(context: CanvasRenderingContext2D, size: Point, shown: ArrayLike<number>, pose: Pose | null, theme: Theme): void {
    this.middle = [size[0]! / 2, size[1]! / 2];
    this.scale = (0.48 * Math.min(size[0]!, size[1]!)) / this.radius;
    this.drawn.length = 0;
    context.lineJoin = 'round';
    context.lineWidth = Math.max(1, this.line * this.scale);
    context.strokeStyle = theme.body;
    context.textAlign = 'center';
    context.textBaseline = 'middle';

    /** The outline of a polygon that is clockwise as seen from outside, and its area; nothing if it turns away. */
    const seen = (corners: Point[]): { outline: Point[]; area: number } | null => {
      const outline = corners.map((corner) => this.project(corner));
      let twice = 0;
      let [x0, y0] = outline.at(-1) as [number, number];
      for (const [x, y] of outline as [number, number][]) {
        twice += x0 * y - x * y0;
        [x0, y0] = [x, y];
      }
      return twice > 0 ? { outline, area: twice / 2 } : null;
    };
    const body = (corners: Point[]): void => {
      const shape = corners.length ? seen(corners) : null;
      if (!shape) return;
      const path = new Path2D();
      trace(path, shape.outline);
      context.fillStyle = theme.body;
      context.fill(path);
      context.stroke(path);
    };
    const slabs = pose && this.slabsOf(pose.way);
    const degrees = pose?.way.path.kind === 'turn' ? pose.way.path.degrees * pose.amount : 0;
    const turn = slabs ? turner(slabs.axis, degrees) : null;
    const placed = (part: number): Point[] => {
      const { corners, centre } = this.scene.stickers[part]!;
      if (!pose) return corners;
      if (slabs) return slabs.moving.has(part) ? corners.map(turn!) : corners;
      const carried = pose.way.carries.find(({ from, to }) => (pose.amount < 0 ? to : from) === part);
      if (!carried) return corners;
      // No turn carries these: they go straight.
      const end = this.scene.stickers[pose.amount < 0 ? carried.from : carried.to]!.centre;
      const by = Math.min(1, Math.abs(pose.amount));
      return corners.map((corner) => plus(plus(corner, by, end), -by, centre));
    };
    /** Stickers that do not hide one another, as those of a slab: each colour is painted at once, then all edges. */
    const stickers = (parts: number[]): void => {
      const paths = new Map<string, Path2D>();
      const letters: [string, string, Point[], number][] = [];
      for (const part of parts) {
        const shape = seen(placed(part));
        if (!shape) continue;
        const home = this.scene.stickers[shown[part]!]?.home;
        const colour = home?.colour ?? '#bdbdbd';
        const path = paths.get(colour) ?? new Path2D();
        paths.set(colour, path);
        trace(path, shape.outline);
        this.drawn.push({ part, outline: shape.outline });
        if (theme.letters && home) letters.push([home.label, colour, shape.outline, shape.area]);
      }
      for (const [colour, path] of paths) {
        context.fillStyle = colour;
        context.fill(path);
      }
      for (const path of paths.values()) context.stroke(path);
      for (const [label, colour, outline, area] of letters) {
        const middle = [0, 1].map((i) => outline.reduce((sum, point) => sum + point[i]!, 0) / outline.length);
        context.font = `700 ${(0.75 * Math.sqrt(area)) / (1 + 0.4 * label.length)}px system-ui, sans-serif`;
        context.fillStyle = ink(colour);
        context.fillText(label, middle[0]!, middle[1]!);
      }
    };
    const all = this.scene.stickers.map((_, part) => part);
    if (!slabs || !turn) {
      // What goes straight may pass over what stays.
      const moving = new Set(pose?.way.carries.flatMap(({ from, to }) => [from, to]));
      stickers(all.filter((part) => !moving.has(part)));
      return stickers(all.filter((part) => moving.has(part)));
    }

    const { axis, low, high, side, cuts } = slabs;
    const slab = (which: -1 | 0 | 1): void => {
      // The cut that closes a slab below faces up, and so on; what turns takes its sides along.
      if (which === -1) body(cuts.low.toReversed());
      if (which === 1) body(cuts.high);
      if (which === 0) {
        body(cuts.low.map(turn));
        body(cuts.high.map(turn).reverse());
      }
      stickers(all.filter((part) => side[part] === which));
    };
    const eye = dot(this.eye(), axis);
    const order: (-1 | 0 | 1)[] = eye > high ? [-1, 0, 1] : eye < low ? [1, 0, -1] : [-1, 1, 0];
    order.forEach(slab);
  }
}
