/** What paints solids: a frame says what lies where, in the order in which it hides; a brush puts it on the canvas. One brush
 *  is here, of paths on the canvas; the other is the graphics card's (`graphics.ts`). */

import type { Shown } from './scene';
import type { Facet, Sight } from './camera';
import { type Theme, ink, trace } from './view';

/** A sticker at a place. */
export interface Piece {
  part: number;
  facet: Facet;
}

/** What of a solid does not hide one another: all that faces the eye is seen whole. */
export interface Layer {
  pieces: Piece[];
  /** Sides that have no stickers, where a turn cuts the solid. */
  caps: Facet[];
  sight: Sight;
}

export interface Frame {
  /** The stickers at home, by part; the same list as long as the puzzle is the same. */
  pieces: Piece[];
  /** From the farthest to the nearest. */
  layers: Layer[];
  /** The width of lines, in pixels. */
  line: number;
  shows: (part: number) => Shown | null;
  theme: Theme;
}

export interface Brush {
  /** Paints a frame on an empty canvas; whether it could. */
  paint(context: CanvasRenderingContext2D, frame: Frame): boolean;
}

/** The colour of a sticker of which nothing is known. */
export const UNKNOWN = '#bdbdbd';
/** The height of a label of one letter and of longer ones, where a sticker is a square with sides of 1. */
export const labelHeight = (label: string): number => 0.75 / (1 + 0.4 * label.length);
export const LABEL_FONT = 'system-ui, sans-serif';

export const brushByPaths: Brush = {
  paint(context, { layers, line, shows, theme }) {
    context.lineJoin = 'round';
    context.lineWidth = line;
    context.strokeStyle = theme.body;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const { pieces, caps, sight } of layers) {
      const add = (path: Path2D, { corners }: Facet): void => trace(path, corners.map((corner) => sight.project(corner)));
      const faces = (facet: Facet): boolean => sight.above(facet) > 0;
      for (const cap of caps.filter(faces)) {
        const path = new Path2D();
        add(path, cap);
        context.fillStyle = theme.body;
        context.fill(path);
        context.stroke(path);
      }
      const seen = pieces.filter(({ facet }) => faces(facet));
      // Each colour is painted at once, then all edges.
      const paths = new Map<string, Path2D>();
      for (const { part, facet } of seen) {
        const colour = shows(part)?.colour ?? UNKNOWN;
        const path = paths.get(colour) ?? new Path2D();
        paths.set(colour, path);
        add(path, facet);
      }
      for (const [colour, path] of paths) {
        context.fillStyle = colour;
        context.fill(path);
      }
      for (const path of paths.values()) context.stroke(path);
      if (!theme.letters) continue;
      for (const { part, facet } of seen) {
        const shown = shows(part);
        if (!shown) continue;
        const [x, y] = sight.project(facet.middle);
        context.font = `700 ${labelHeight(shown.label) * Math.sqrt(sight.area(facet))}px ${LABEL_FONT}`;
        context.fillStyle = ink(shown.colour);
        context.fillText(shown.label, x!, y!);
      }
    }
    return true;
  },
};
