/** Puzzles in the plane on a canvas: polygons and discs with numbers, over plates. */

import { labelHeight, writeLabel } from './label';
import { type Point, type Pose, least, length, most, plus, sources } from './scene';
import { type Drawn, type Theme, type View, ink, inside, lineWidth, muted, traceRound } from './view';
import type { Scene, Way } from './wire';

/** How round tiles are, and how high pieces lie above the board, in sides of them. */
const ROUND = 0.12;
/** The same for pieces that keep their outlines, some of which end in a sharp tip. */
const ROUND_TIP = 0.02;
const DEPTH = 0.035;
/** Corners closer than this are the same, in units of the puzzle. */
const NEAR = 1e-4;
/** How wide lines are around pieces that keep their outlines, and those that hide seams, in units of the puzzle; and how far the latter stay
 *  from the ends of seams, in lengths of these. */
const SEAM = 0.03;
/** How round the corners of the board are, in widths of a line. */
const PLATE = 4;

/** A point turned clockwise about another one, which goes to a third. */
function turned(point: Point, about: Point, degrees: number, to = about): Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = plus(point, -1, about);
  return plus(to, 1, [x! * cos - y! * sin, x! * sin + y! * cos]);
}

/** The side that two outlines share, if they do. */
function shared(one: Point[], other: Point[], near: number): Point[] | null {
  const side = one.filter((corner) => other.some((another) => length(plus(corner, -1, another)) < near));
  return side.length === 2 ? side : null;
}

export class Plane implements View {
  readonly drawn: Drawn[] = [];
  readonly brush = 'canvas';
  scale = 1;
  private readonly least: Point;
  private readonly most: Point;
  private readonly line: number;
  /** The length of the longest label: all are written in one size. */
  private readonly longest: number;
  /** Pairs of parts of one colour whose pieces are glued along a side. */
  private readonly joints: [number, number][];
  /** The circles along which moves turn discs. */
  private readonly tracks: { centre: Point; reach: number; radius: number }[];

  constructor(private readonly scene: Scene) {
    const ends = scene.stickers.flatMap(({ corners, centre, radius = 0 }) => [
      ...corners,
      plus(centre, radius, [1, 1]),
      plus(centre, -radius, [1, 1]),
    ]);
    const swept = scene.moves.flatMap(({ path, carries }) =>
      carries.flatMap(({ from }) => {
        const { corners, lies } = scene.stickers[from]!;
        if (!lies || path.kind !== 'turn') return [];
        const reach = most(corners.map((corner) => length(plus(corner, -1, path.centre))));
        return [plus(path.centre, reach, [1, 1]), plus(path.centre, -reach, [1, 1])];
      }),
    );
    const points = [...ends, ...swept, ...scene.plates.flat(), ...scene.marks.flat()];
    this.least = [0, 1].map((i) => least(points.map((point) => point[i]!)));
    this.most = [0, 1].map((i) => most(points.map((point) => point[i]!)));
    this.longest = most([1, ...scene.stickers.map(({ home }) => home?.label.length ?? 0)]);
    this.tracks = scene.moves.flatMap(({ path, carries }) =>
      carries.flatMap(({ from }) => {
        const { centre, radius } = scene.stickers[from]!;
        return path.kind === 'turn' && radius ? [{ centre: path.centre, reach: length(plus(centre, -1, path.centre)), radius }] : [];
      }),
    );
    const { stickers } = scene;
    this.joints = scene.glued.flatMap((block) =>
      block.flatMap((one, at) =>
        block.slice(0, at).flatMap((other): [number, number][] => {
          const isOne = stickers[one]!.home?.colour === stickers[other]!.home?.colour;
          return isOne && shared(stickers[one]!.corners, stickers[other]!.corners, NEAR) ? [[one, other]] : [];
        }),
      ),
    );
    const polygons = scene.stickers.filter(({ corners }) => corners.length > 2);
    this.line = lineWidth(polygons.map(({ corners }) => this.side(corners) ** 2));
  }

  /** A dial of a clock is turned by many moves: best by one that has its other dials around it, on the same side. */
  suits(part: number, { carries }: Way): number {
    const { stickers, fixtures, plates } = this.scene;
    if (!fixtures.length) return 1;
    const middleOf = (of: number): Point => stickers[of]!.lies?.about ?? stickers[of]!.centre;
    const sideOf = (of: number): number => plates.findIndex((plate) => inside(middleOf(of), plate));
    const near = carries.filter(({ from }) => sideOf(from) === sideOf(part));
    if (2 * near.length < carries.length) return 0.5;
    const middle = near.reduce((sum, { from }) => plus(sum, 1 / near.length, middleOf(from)), [0, 0]);
    return 1 - 0.01 * length(plus(middleOf(part), -1, middle));
  }

  look(): void {}

  zoom(): void {}

  onScreen(_part: number, direction: Point): Point {
    return direction.map((x) => x * this.scale);
  }

  draw(context: CanvasRenderingContext2D, size: Point, shown: ArrayLike<number>, pose: Pose | null, theme: Theme): void {
    const { stickers, plates, fixtures, marks } = this.scene;
    this.scale = Math.min(...[0, 1].map((i) => (0.94 * size[i]!) / (this.most[i]! - this.least[i]!)));
    const flat = (point: Point): Point =>
      [0, 1].map((i) => size[i]! / 2 + (point[i]! - (this.least[i]! + this.most[i]!) / 2) * this.scale);
    const ratio = context.getTransform().a;
    this.drawn.length = 0;
    context.lineJoin = 'round';
    context.lineWidth = Math.max(1, this.line * this.scale);
    context.strokeStyle = theme.board;
    const fill = (outline: Point[], round: number, colour: string): Path2D => {
      const path = new Path2D();
      traceRound(path, outline.map(flat), round * this.line * this.scale);
      context.fillStyle = colour;
      context.fill(path);
      return path;
    };
    for (const plate of plates.filter((plate) => plate.length > 2)) context.stroke(fill(plate, PLATE, theme.board));
    for (const mark of marks) fill(mark, 0, theme.mark);
    for (const { corners, centre, radius, colour, label } of fixtures) {
      if (radius === undefined) {
        fill(corners, 0, colour);
        continue;
      }
      const middle = flat(centre);
      context.beginPath();
      context.arc(middle[0]!, middle[1]!, radius * this.scale, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
      context.fillStyle = ink(colour);
      writeLabel(context, label, middle, 2 * labelHeight(label) * radius * this.scale, 600);
    }
    if (plates.length) this.carve(context, flat, theme.groove);

    /** By the number of a piece: its outline. */
    const placed = new Map<number, Point[]>();
    /** Draws a part with the content of another part and with its points moved. */
    const paint = (part: number, content: number, moved: (point: Point) => Point): void => {
      const { centre, radius, lies } = stickers[part]!;
      const corners = this.corners(part, shown[content]!);
      const home = stickers[shown[content]!]?.home;
      if (!home) {
        if (radius === undefined) this.drawn.push({ part, outline: corners.map(flat) });
        return;
      }
      const middle = flat(moved(centre));
      const outline = corners.map((corner) => flat(moved(corner)));
      const path = new Path2D();
      // Numbers are read on many pieces side by side; what has none is known by its colours.
      const colour = theme.safe || !home.label ? home.colour : muted(home.colour);
      const side = radius === undefined ? this.side(corners) : 2 * radius;
      if (radius === undefined) traceRound(path, outline, (lies ? ROUND_TIP : ROUND) * side * this.scale);
      else path.arc(middle[0]!, middle[1]!, radius * this.scale, 0, 2 * Math.PI);
      context.fillStyle = colour;
      // A soft edge below, as of a thing that lies on the board; pieces that keep their outlines touch.
      context.shadowColor = lies ? 'transparent' : 'rgb(0 0 0 / 35%)';
      context.shadowOffsetY = DEPTH * side * this.scale * ratio;
      context.shadowBlur = 2 * DEPTH * side * this.scale * ratio;
      context.fill(path);
      context.shadowColor = 'transparent';
      if (lies) {
        context.lineWidth = SEAM * this.scale;
        context.strokeStyle = theme.board;
        context.stroke(path);
      }
      placed.set(shown[content]!, outline);
      this.seal(context, shown[content]!, placed);
      const across = radius === undefined ? Math.max(2 * this.room(corners, centre), 0.55 * side) : 1.7 * radius;
      context.fillStyle = ink(colour);
      writeLabel(context, home.label, middle, (0.9 * across * this.scale) / (1 + 0.5 * this.longest), 600);
      const disc = radius === undefined ? {} : { disc: { centre: middle, radius: radius * this.scale } };
      this.drawn.push({ part, outline, ...disc });
    };
    const still = (point: Point): Point => point;
    const moving = new Set(pose?.way.carries.map(({ from }) => from));
    stickers.forEach((_, part) => {
      if (!moving.has(part)) paint(part, part, still);
    });
    if (!pose) return;

    const { way, amount } = pose;
    if (way.path.kind === 'turn') {
      const { degrees, centre } = way.path;
      for (const part of moving) paint(part, part, (point) => turned(point, centre, degrees * amount));
      return;
    }
    // Whole steps are made first; the rest of the amount is a fraction of the path from each part to the next.
    const whole = Math.floor(amount);
    const rest = amount - whole;
    const from = sources(stickers.length, way, whole);
    context.save();
    if (way.path.kind === 'shift') {
      // Beyond the ends of the row nothing is seen; its tiles pass the gaps between them.
      const corners = [...moving].flatMap((part) => stickers[part]!.corners.map(flat));
      const [left, top] = [0, 1].map((i) => least(corners.map((corner) => corner[i]!)));
      const [right, bottom] = [0, 1].map((i) => most(corners.map((corner) => corner[i]!)));
      context.beginPath();
      context.rect(left!, top!, right! - left!, bottom! - top!);
      context.clip();
    }
    for (const { from: part, to } of way.carries) {
      const straight = plus(stickers[to]!.centre, -1, stickers[part]!.centre);
      const by = way.path.kind === 'shift' ? way.path.by : straight;
      const [here, there] = [stickers[part]!.lies, stickers[to]!.lies];
      if (here && there) {
        // The shorter way round.
        const degrees = ((there.degrees - here.degrees + 540) % 360) - 180;
        const middle = plus(here.about, rest, plus(there.about, -1, here.about));
        paint(part, from[part]!, (point) => turned(point, here.about, rest * degrees, middle));
        continue;
      }
      paint(part, from[part]!, (point) => plus(point, rest, by));
      const leaves = Math.hypot(straight[0]! - by[0]!, straight[1]! - by[1]!) > 1e-3;
      // A part that leaves at one end enters at the other.
      if (leaves) paint(part, from[part]!, (point) => plus(plus(point, 1, straight), rest - 1, by));
    }
    context.restore();
  }

  /** Hides the seams between a piece and those glued to it that are drawn already, in the colour that it was filled with. */
  private seal(context: CanvasRenderingContext2D, piece: number, placed: Map<number, Point[]>): void {
    for (const [one, other] of this.joints) {
      const [here, there] = [placed.get(piece), placed.get(piece === one ? other : one)];
      const side = here && there && (piece === one || piece === other) ? shared(here, there, 1) : null;
      if (!side) continue;
      const [from, to] = side as [Point, Point];
      const along = plus(to, -1, from);
      const [start, end] = [plus(from, SEAM, along), plus(to, -SEAM, along)];
      context.beginPath();
      context.moveTo(start[0]!, start[1]!);
      context.lineTo(end[0]!, end[1]!);
      context.lineWidth = 1.5 * SEAM * this.scale;
      context.strokeStyle = context.fillStyle;
      context.stroke();
    }
  }

  /** The corners of a part that shows a piece: one that keeps its outline takes it along from where it lies when solved. */
  private corners(part: number, piece: number): Point[] {
    const { stickers } = this.scene;
    const { corners, lies: here } = stickers[part]!;
    const { corners: own, lies: there } = stickers[piece] ?? {};
    if (!own || !here || !there || piece === part) return corners;
    return own.map((corner) => turned(corner, there.about, here.degrees - there.degrees, here.about));
  }

  /** Shows on the board which pieces turn together. All tracks are one path, so that crossings are no darker. */
  private carve(context: CanvasRenderingContext2D, flat: (point: Point) => Point, colour: string): void {
    const path = new Path2D();
    for (const { centre, reach, radius } of this.tracks) {
      const [x, y] = flat(centre) as [number, number];
      path.moveTo(x + reach * this.scale, y);
      path.arc(x, y, reach * this.scale, 0, 2 * Math.PI);
      context.lineWidth = 2.3 * radius * this.scale;
    }
    context.strokeStyle = colour;
    context.stroke(path);
  }

  /** The side of a square with the same area. */
  private side(corners: Point[]): number {
    const twice = corners.reduce((sum, [x, y], at) => {
      const next = corners[(at + 1) % corners.length]!;
      return sum + x! * next[1]! - next[0]! * y!;
    }, 0);
    return Math.sqrt(Math.abs(twice) / 2);
  }

  /** The distance of the nearest side from the middle. */
  private room(corners: Point[], [x, y]: Point): number {
    const distances = corners.map(([x0, y0], at) => {
      const [x1, y1] = corners[(at + 1) % corners.length]!;
      const [dx, dy] = [x1! - x0!, y1! - y0!];
      return Math.abs(dx * (y! - y0!) - dy * (x! - x0!)) / Math.hypot(dx, dy);
    });
    return Math.min(...distances);
  }
}
