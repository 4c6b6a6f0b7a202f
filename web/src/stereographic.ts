/** A view of a solid that shows all of it at once: inflated to a sphere and projected stereographically, as `picture` of the program does
 *  it. Around the front lie the sides and the back, and the sticker at the very back surrounds all others. It is loaded when it is wished. */

import { type Facet, facet, turning } from './camera';
import { writeLabel } from './label';
import { type Point, type Pose, cross, dot, length, most, plus } from './scene';
import { type Drawn, type Theme, type View, ink, trace } from './view';
import type { Scene } from './wire';

/** Points of a round corner of a sticker, and how many pieces, which become arcs, a side of a square sticker has; fewer where there are
 *  many, of which so many pieces are shared. At the very back, pieces are magnified most. */
const POINTS = 4;
const MOST_PIECES = 48;
const PIECES = 14;
const FEW = 2;
const SHARED = 4000;
const MANY = 1500;
/** Points within this distance from the middle, all within 74 degrees from the front, are drawn as projected: twice the tangent of half
 *  that angle. Those beyond come closer, so that the farthest is at the second one and the front is large enough to be played on. The
 *  surrounding sticker ends at the third. */
const NEAR = 1.5;
const FAR = 3.6;
const RIM = 4.05;
/** At an angle from the front with a smaller cosine than this, a direction cannot be told. */
const BACK = -0.97;
/** How close it may be seen, and how far. */
const CLOSEST = 8;
const FARTHEST = 0.4;
const CIRCLE: Point[] = Array.from({ length: 96 }, (_, at) => [Math.cos((at * Math.PI) / 48), Math.sin((at * Math.PI) / 48)]);

interface Sticker {
  facet: Facet;
  /** Its edges, and those of its facet, in short pieces. */
  face: Point[];
  outline: Point[];
}

/** The corners of a polygon and points on its sides, no farther from each other than a length. */
function alongSides(corners: Point[], piece: number): Point[] {
  return corners.flatMap((corner, at) => {
    const way = plus(corners[(at + 1) % corners.length]!, -1, corner);
    const pieces = Math.max(1, Math.ceil(length(way) / piece));
    return Array.from({ length: pieces }, (_, step) => plus(corner, step / pieces, way));
  });
}

const unit = (point: Point): Point => point.map((x) => x / length(point));

/** Twice the area of a polygon, negative if it is run through the other way. */
const area = (outline: Point[]): number =>
  outline.reduce((sum, [x, y], at) => {
    const next = outline[(at + 1) % outline.length]!;
    return sum + x! * next[1]! - next[0]! * y!;
  }, 0);

export class Stereographic implements View {
  scale = 1;
  readonly brush = 'canvas';
  readonly drawn: Drawn[] = [];
  private close = 1;
  private yaw = 0;
  private pitch = 0;
  /** Directions to the right, down and to the front. */
  private frame: Point[] = [];
  /** The exponent for what lies beyond `NEAR`. */
  private power = 1;
  private size: Point = [1, 1];
  private pixels = 1;
  private readonly stickers: Sticker[];

  constructor(private readonly scene: Scene) {
    const few = scene.stickers.length <= MANY;
    const pieces = few ? Math.min(MOST_PIECES, Math.max(PIECES, SHARED / scene.stickers.length)) : FEW;
    this.stickers = scene.stickers.map(({ corners }) => {
      const made = facet(corners, few ? POINTS : 1);
      const piece = Math.sqrt(made.area) / pieces;
      return { facet: made, face: alongSides(made.face, piece), outline: alongSides(corners, piece) };
    });
    this.look(0, 0);
  }

  look(across: number, down: number): void {
    this.yaw += across;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + down));
    const [cos, sin, c, s] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    // The middle of the sticker at the very back is the centre of projection.
    const back = [sin * c, -s, -cos * c];
    const behind = this.stickers.map(({ facet: { middle } }) => dot(middle, back) / length(middle));
    const around = this.stickers[behind.indexOf(most(behind))]!;
    const front = unit(around.facet.middle.map((x) => -x));
    const right = unit(cross(front, [-sin * s, -c, cos * s]));
    this.frame = [right, cross(right, front), front];
    const others = this.stickers.filter((sticker) => sticker !== around);
    const far = most(others.flatMap(({ outline }) => outline.map((point) => length(this.projected(point)))));
    this.power = far > FAR ? Math.log(FAR / NEAR) / Math.log(far / NEAR) : 1;
  }

  zoom(by: number): void {
    this.close = Math.min(CLOSEST, Math.max(FARTHEST, this.close * by));
  }

  /** The projection of a point on the sphere. */
  private projected(point: Point): Point {
    const [right, down, front] = this.frame.map((axis) => dot(axis, point) / length(point)) as [number, number, number];
    const by = 2 / Math.max(1e-9, 1 + front);
    return [by * right, by * down];
  }

  /** Where a point is drawn, in pixels. */
  private place(point: Point): Point {
    const projected = this.projected(point);
    const out = length(projected);
    const nearer = out > NEAR ? Math.min(0.97 * RIM, NEAR * (out / NEAR) ** this.power) / out : 1;
    return projected.map((x, axis) => this.size[axis]! / 2 + this.pixels * nearer * x);
  }

  onScreen(part: number, direction: Point): Point {
    const { centre } = this.scene.stickers[part]!;
    if (dot(centre, this.frame[2]!) < BACK * length(centre)) return [0, 0];
    const little = 1e-3;
    const [from, to] = [this.place(centre), this.place(plus(centre, little, direction))];
    return [(to[0]! - from[0]!) / little, (to[1]! - from[1]!) / little];
  }

  /** How the points of a part are moved by a move in progress. */
  private moving({ way, amount }: Pose): (part: number) => ((point: Point) => Point) | null {
    const { path, carries } = way;
    const { stickers } = this.scene;
    if (path.kind === 'turn' && path.axis) {
      const matrix = turning(path.axis, path.degrees * amount);
      const moved = new Set(carries.map(({ from }) => from));
      const turn = (point: Point): Point => [0, 3, 6].map((row) => dot(matrix.slice(row, row + 3), point));
      return (part) => (moved.has(part) ? turn : null);
    }
    const ends = new Map(carries.map(({ from, to }) => (amount < 0 ? [to, from] : [from, to])));
    return (part) => {
      const end = ends.get(part);
      if (end === undefined) return null;
      const way = plus(stickers[end]!.centre, -1, stickers[part]!.centre);
      return (point) => plus(point, Math.min(1, Math.abs(amount)), way);
    };
  }

  draw(context: CanvasRenderingContext2D, size: Point, shown: ArrayLike<number>, pose: Pose | null, theme: Theme): void {
    this.size = size;
    this.pixels = (0.48 * this.close * Math.min(size[0]!, size[1]!)) / RIM;
    this.scale = this.pixels / most(this.stickers.map(({ facet }) => length(facet.middle)));
    const moved = pose && this.moving(pose);
    const rim = (by: number): Point[] => CIRCLE.map((point) => point.map((x, axis) => size[axis]! / 2 + by * this.pixels * x));
    const body = new Path2D();
    trace(body, rim(RIM));
    context.fillStyle = theme.body;
    context.fill(body);
    this.drawn.length = 0;
    const placed = this.stickers.map(({ outline }, part) => {
      const move = moved?.(part) ?? ((point: Point) => point);
      const edge = outline.map((point) => this.place(move(point)));
      // What holds the very back is everything outside its outline, and lies below all others.
      return { part, move, edge, surrounds: area(edge) < 0 };
    });
    for (const { part, move, edge, surrounds } of placed.sort((a, b) => Number(b.surrounds) - Number(a.surrounds))) {
      const { facet, face } = this.stickers[part]!;
      this.drawn.push({ part, outline: surrounds ? rim(RIM) : edge });
      const home = this.scene.stickers[shown[part]!]?.home;
      if (!home) continue;
      const path = new Path2D();
      if (surrounds) trace(path, rim(0.98 * RIM));
      const inner = face.map((point) => this.place(move(point)));
      trace(path, inner);
      context.fillStyle = home.colour;
      context.fill(path, 'evenodd');
      if (!theme.letters || surrounds) continue;
      context.fillStyle = ink(home.colour);
      writeLabel(context, home.label, this.place(move(facet.middle)), 0.35 * Math.sqrt(Math.abs(area(inner))));
    }
  }
}
