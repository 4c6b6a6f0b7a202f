/** What both ways to draw have in common: where parts are on the screen, and which one lies under a finger. */

import type { Point, Pose } from './scene';

export interface Theme {
  /** The body between stickers. */
  body: string;
  /** Whether stickers of a solid have the names of their faces on them. */
  letters: boolean;
}

/** A part as it was drawn last, from below to above. */
export interface Drawn {
  part: number;
  outline: Point[];
  disc?: { centre: Point; radius: number };
}

export interface View {
  /** Draws the puzzle: by part, which part's colour of the solved puzzle it shows. */
  draw(context: CanvasRenderingContext2D, size: Point, shown: ArrayLike<number>, pose: Pose | null, theme: Theme): void;
  /** How far and where a part goes on the screen that goes one unit along a direction. */
  onScreen(part: number, direction: Point): Point;
  /** Pixels that a unit of length would take if it were seen straight on. */
  readonly scale: number;
  /** Turns the eye. Puzzles in the plane have one side. */
  look(right: number, down: number): void;
  readonly drawn: Drawn[];
  /** What it was drawn with last. */
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

/** The part at a point of the screen, the uppermost one. */
export function partAt(view: View, point: Point): number | null {
  const hit = view.drawn.findLast(({ outline, disc }) =>
    disc
      ? Math.hypot(point[0]! - disc.centre[0]!, point[1]! - disc.centre[1]!) <= disc.radius
      : inside(point, outline),
  );
  return hit ? hit.part : null;
}

/** The colour of ink that is read on a colour: by the luminance of ITU-R BT.601. */
export function ink(colour: string): string {
  const channel = (at: number): number => parseInt(colour.slice(at, at + 2), 16);
  return 0.299 * channel(1) + 0.587 * channel(3) + 0.114 * channel(5) < 110 ? '#ffffff' : '#000000';
}

/** Adds an outline to a path. */
export function trace(path: Path2D, outline: Point[]): void {
  outline.forEach(([x, y], at) => (at ? path.lineTo(x!, y!) : path.moveTo(x!, y!)));
  path.closePath();
}

/** The width of lines that small stickers can bear, in units of the puzzle, by the areas of stickers. */
export function lineWidth(areas: number[]): number {
  return Math.min(0.035, 0.15 * Math.sqrt(Math.min(...areas)));
}
