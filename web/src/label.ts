/** Labels of stickers and tiles. */

import type { Point } from './scene';

/** The height of digits and capitals of system fonts, in heights of the font. Their middle is below that of the font. */
const CAPITALS = 0.72;

/** The height of a label with one letter or more, on a square sticker with sides of 1. */
export const labelHeight = (label: string): number => 0.75 / (1 + 0.4 * label.length);

/** Writes a label in letters of this height, in pixels, so that its digits and capitals have their middle at a point. */
export function writeLabel(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  label: string,
  [x, y]: Point,
  height: number,
  weight = 700,
): void {
  context.font = `${weight} ${height}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText(label, x!, y! + (CAPITALS / 2) * height);
}
