/** Solids on a canvas. A turn cuts the solid in up to three slabs across its axis: below what turns, what turns, above.
 *  Slabs lie behind one another as seen from the eye, and each is convex with the cuts as its sides: so slabs are drawn in
 *  their order, and of each what faces the eye. */

import { type Point, type Pose, type Scene, type Way, cross, dot, length, plus } from './scene';
import { type Drawn, type Theme, type View, lineWidth, trace } from './view';

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

/** A point turned about an axis through the centre, clockwise as seen from its tip. */
function turned(point: Point, axis: Point, degrees: number): Point {
  const angle = (-degrees * Math.PI) / 180;
  const along = plus(plus(point, Math.cos(angle) - 1, point), Math.sin(angle), cross(axis, point));
  return plus(along, dot(axis, point) * (1 - Math.cos(angle)), axis);
}

export class Solid implements View {
  readonly drawn: Drawn[] = [];
  scale = 1;
  private yaw = -0.6;
  private pitch = 0.52;
  private middle: Point = [0, 0];
  private readonly radius: number;
  private readonly line: number;
  private readonly slabs = new Map<Way, Slabs>();

  constructor(private readonly scene: Scene) {
    this.radius = Math.max(...scene.stickers.flatMap(({ corners }) => corners.map(length)));
    this.line = lineWidth(scene.stickers.map(({ corners }) => corners));
  }

  look(right: number, down: number): void {
    this.yaw += right;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + down));
  }

  /** A point as the eye sees it: right, up, towards the eye. */
  private seen([x, y, z]: Point): Point {
    const [cos, sin] = [Math.cos(this.yaw), Math.sin(this.yaw)];
    const [right, front] = [x! * cos + z! * sin, z! * cos - x! * sin];
    const [c, s] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    return [right, y! * c - front * s, y! * s + front * c];
  }

  /** Where the eye is. */
  private eye(): Point {
    const far = DISTANCE * this.radius;
    const [c, s] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    return [-far * c * Math.sin(this.yaw), far * s, far * c * Math.cos(this.yaw)];
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

    /** A polygon, clockwise as seen from outside, if it faces the eye. */
    const polygon = (corners: Point[], colour: string, part: number | null): void => {
      const outline = corners.map((corner) => this.project(corner));
      let area = 0;
      outline.forEach(([x, y], at) => {
        const next = outline[(at + 1) % outline.length]!;
        area += x! * next[1]! - next[0]! * y!;
      });
      if (area <= 0) return;
      trace(context, outline);
      context.fillStyle = colour;
      context.fill();
      context.stroke();
      if (part !== null) this.drawn.push({ part, outline });
    };
    const slabs = pose && this.slabsOf(pose.way);
    const degrees = pose?.way.path.kind === 'turn' ? pose.way.path.degrees * pose.amount : 0;
    const placed = (part: number): Point[] => {
      const { corners, centre } = this.scene.stickers[part]!;
      if (!pose) return corners;
      if (slabs) return slabs.moving.has(part) ? corners.map((corner) => turned(corner, slabs.axis, degrees)) : corners;
      const carried = pose.way.carries.find(({ from, to }) => (pose.amount < 0 ? to : from) === part);
      if (!carried) return corners;
      // No turn carries these: they go straight.
      const end = this.scene.stickers[pose.amount < 0 ? carried.from : carried.to]!.centre;
      const by = Math.min(1, Math.abs(pose.amount));
      return corners.map((corner) => plus(plus(corner, by, end), -by, centre));
    };
    const stickers = (parts: number[]): void => {
      const depth = (corners: Point[]): number => corners.reduce((sum, at) => sum + this.seen(at)[2]!, 0) / corners.length;
      const list = parts.map((part) => ({ part, corners: placed(part) }));
      if (pose) list.sort((a, b) => depth(a.corners) - depth(b.corners));
      for (const { part, corners } of list) {
        const home = this.scene.stickers[shown[part]!]?.home;
        polygon(corners, home?.colour ?? '#bdbdbd', part);
      }
    };
    const all = this.scene.stickers.map((_, part) => part);
    if (!slabs) return stickers(all);

    const { axis, low, high, side, cuts } = slabs;
    const slab = (which: -1 | 0 | 1): void => {
      // The cut that closes a slab below faces up, and so on; what turns takes its sides along.
      const turn = (points: Point[]): Point[] => points.map((point) => turned(point, axis, degrees));
      if (which === -1) polygon(cuts.low.toReversed(), theme.body, null);
      if (which === 1) polygon(cuts.high, theme.body, null);
      if (which === 0) {
        polygon(turn(cuts.low), theme.body, null);
        polygon(turn(cuts.high).reverse(), theme.body, null);
      }
      stickers(all.filter((part) => side[part] === which));
    };
    const eye = dot(this.eye(), axis);
    const order: (-1 | 0 | 1)[] = eye > high ? [-1, 0, 1] : eye < low ? [1, 0, -1] : [-1, 1, 0];
    order.forEach(slab);
  }
}
