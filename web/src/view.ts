/** What both kinds of drawing share: the places of parts on the screen, and the part under a finger. */

import { type Point, type Pose, least } from './scene';
import type { Way } from './wire';

export interface Theme {
  /** The colour of the body between stickers. */
  body: string;
  /** The colour of the board on which the pieces of a plane puzzle lie. */
  board: string;
  /** The colour of the tracks in it along which pieces turn. */
  groove: string;
  /** The colour of marks beside it. */
  mark: string;
  /** Whether colours are those that anyone can tell apart: they stay as they are. */
  safe: boolean;
  /** Whether the stickers of a solid are labelled with their faces. */
  letters: boolean;
}

/** How light and how colourful pieces in the plane are, in OKLab; colours less colourful than the last number are greys. */
const LIGHT = 0.79;
const CHROMA = 0.105;
const GREY = 0.03;

/** A part as it was drawn last; parts are ordered from the bottom to the top. */
export interface Drawn {
  part: number;
  outline: Point[];
  disc?: { centre: Point; radius: number };
}

export interface View {
  /** Draws the puzzle; for each part, `shown` gives the part whose solved colour it shows. */
  draw(context: CanvasRenderingContext2D, size: Point, shown: ArrayLike<number>, pose: Pose | null, theme: Theme): void;
  /** The displacement on the screen of a part that moves one unit along a direction. */
  onScreen(part: number, direction: Point): Point;
  /** The number of pixels of a unit of length that is seen at a right angle. */
  readonly scale: number;
  /** How well a move suits a drag of a part, up to 1, where many would do. */
  suits?(part: number, way: Way): number;
  /** Turns the view. Puzzles in the plane have one side only. */
  look(right: number, down: number): void;
  /** Comes closer by a factor. Puzzles in the plane are always seen whole. */
  zoom(by: number): void;
  readonly drawn: Drawn[];
  /** The brush used last. */
  readonly brush: 'gl' | 'canvas';
}

/** What is drawn over a puzzle and goes along with its pieces. */
export interface Overlay {
  /** The position of the game is shown at once. */
  jump(): void;
  /** A step towards it was shown. */
  carry(way: Way, amount: number): void;
  draw(context: CanvasRenderingContext2D, view: View, shown: ArrayLike<number>, theme: Theme): void;
}

export function inside(point: Point, outline: Point[]): boolean {
  let odd = false;
  outline.forEach((corner, at) => {
    const next = outline[(at + 1) % outline.length]!;
    const between = corner[1]! > point[1]! !== next[1]! > point[1]!;
    if (between && point[0]! < corner[0]! + ((point[1]! - corner[1]!) * (next[0]! - corner[0]!)) / (next[1]! - corner[1]!)) {
      odd = !odd;
    }
  });
  return odd;
}

/** The uppermost part at a point of the screen. */
export function partAt(view: View, point: Point): number | null {
  const hit = view.drawn.findLast(({ outline, disc }) =>
    disc
      ? Math.hypot(point[0]! - disc.centre[0]!, point[1]! - disc.centre[1]!) <= disc.radius
      : inside(point, outline),
  );
  return hit ? hit.part : null;
}

/** A colour of ink that is legible on a colour: by the luminance of ITU-R BT.601. */
export function ink(colour: string): string {
  const channel = (at: number): number => parseInt(colour.slice(at, at + 2), 16);
  return 0.299 * channel(1) + 0.587 * channel(3) + 0.114 * channel(5) < 110 ? '#ffffff' : '#000000';
}

/** Adds an outline to a path. */
export function trace(path: Path2D, outline: Point[]): void {
  outline.forEach(([x, y], at) => (at ? path.lineTo(x!, y!) : path.moveTo(x!, y!)));
  path.closePath();
}

/** Adds an outline with round corners to a path; short sides have room for less. */
export function traceRound(path: Path2D, outline: Point[], radius: number): void {
  const middle = ([x, y]: Point, [a, b]: Point): [number, number] => [(x! + a!) / 2, (y! + b!) / 2];
  let last = middle(outline.at(-1)!, outline[0]!);
  path.moveTo(...last);
  outline.forEach(([x, y], at) => {
    const next = middle(outline[at]!, outline[(at + 1) % outline.length]!);
    const [a, b] = [Math.hypot(last[0] - x!, last[1] - y!), Math.hypot(next[0] - x!, next[1] - y!)];
    const cos = ((last[0] - x!) * (next[0] - x!) + (last[1] - y!) * (next[1] - y!)) / (a * b || 1);
    // The tangent of half the angle between the sides.
    const most = Math.min(a, b) * Math.sqrt(Math.max(0, (1 - cos) / Math.max(1e-9, 1 + cos)));
    path.arcTo(x!, y!, ...next, Math.min(radius, most));
    path.lineTo(...next);
    last = next;
  });
  path.closePath();
}

/** The colour of a piece in the plane: many of them lie side by side, so all have one lightness, and differ in hue alone
 *  (OKLab of Ottosson, 2020). */
export function muted(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const x = parseInt(colour.slice(at, at + 2), 16) / 255;
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const chroma = Math.hypot(a, b);
  if (chroma < GREY) return colour;
  const [x, y] = [(CHROMA * a) / chroma, (CHROMA * b) / chroma];
  const long = (LIGHT + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const middle = (LIGHT - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const short = (LIGHT - 0.0894841775 * x - 1.291485548 * y) ** 3;
  const mixed = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((part) => {
    const light = Math.min(1, Math.max(0, part));
    return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  });
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The width of lines that small stickers permit, in units of the puzzle, from the areas of stickers. */
export function lineWidth(areas: number[]): number {
  return Math.min(0.035, 0.15 * Math.sqrt(least(areas)));
}
