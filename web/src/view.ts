/** What both kinds of drawing share: the places of parts on the screen, and the part under a finger. */

import { type Point, type Pose, least } from './scene';

export interface Theme {
  /** The colour of the body between stickers. */
  body: string;
  /** The colour of the board on which the pieces of a plane puzzle lie. */
  board: string;
  /** Whether colours are those that anyone can tell apart: they stay as they are. */
  safe: boolean;
  /** Whether the stickers of a solid are labelled with their faces. */
  letters: boolean;
}

/** The share of grey in the colours of pieces in the plane. */
const MUTE = 0.4;

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
  /** Turns the view. Puzzles in the plane have one side only. */
  look(right: number, down: number): void;
  readonly drawn: Drawn[];
  /** The brush used last. */
  readonly brush: 'gl' | 'canvas';
}

function inside(point: Point, outline: Point[]): boolean {
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

/** Adds an outline with round corners to a path. */
export function traceRound(path: Path2D, outline: Point[], radius: number): void {
  const middle = ([x, y]: Point, [a, b]: Point): [number, number] => [(x! + a!) / 2, (y! + b!) / 2];
  path.moveTo(...middle(outline.at(-1)!, outline[0]!));
  outline.forEach((corner, at) => {
    const next = middle(corner, outline[(at + 1) % outline.length]!);
    path.arcTo(corner[0]!, corner[1]!, ...next, radius);
    path.lineTo(...next);
  });
  path.closePath();
}

/** The colour of a piece in the plane: many of them lie side by side, so a bright colour is mixed with grey. */
export function muted(colour: string): string {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const grey = 0.3 * channels[0]! + 0.59 * channels[1]! + 0.11 * channels[2]!;
  const mixed = channels.map((channel) => Math.round(channel + MUTE * (grey - channel)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The width of lines that small stickers permit, in units of the puzzle, from the areas of stickers. */
export function lineWidth(areas: number[]): number {
  return Math.min(0.035, 0.15 * Math.sqrt(least(areas)));
}
