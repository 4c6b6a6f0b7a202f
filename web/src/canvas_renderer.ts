/** The painting of solids. A frame contains all visible parts in the order in which they hide each other, and a
 *  brush paints it on the canvas. This file contains the brush that uses paths on the canvas; the other one uses
 *  the graphics card (`graphics.ts`). */

import type { Point } from './scene';
import type { Facet, Sight } from './camera';
import { labelHeight, writeLabel } from './label';
import { type Theme, ink, trace } from './view';
import type { Shown } from './wire';

/** A sticker at its place. */
export interface Piece {
  part: number;
  facet: Facet;
}

/** A part of a solid whose facets do not hide each other: all facets towards the eye are fully visible. */
export interface Layer {
  pieces: Piece[];
  /** Sides that have no stickers, where a turn cuts the solid. */
  caps: Facet[];
  sight: Sight;
}

export interface Frame {
  /** The stickers in their solved places, by part; the same list as long as the puzzle is the same. */
  pieces: Piece[];
  /** From the farthest to the nearest. */
  layers: Layer[];
  /** The width of lines, in pixels. */
  line: number;
  shows: (part: number) => Shown | null;
  /** What that tells: the same list as long as it tells the same. */
  shown: ArrayLike<number>;
  theme: Theme;
}

export interface Brush {
  /** Paints a frame on an empty canvas. Returns whether it could. */
  paint(context: CanvasRenderingContext2D, frame: Frame): boolean;
}

/** The colour of a sticker whose content is unknown. */
export const UNKNOWN = '#bdbdbd';

/** A colour under a light. */
export function lit(colour: string, light: number): string {
  const channels = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * light));
  return `rgb(${channels.join(' ')})`;
}

/** The greatest number of polygons in a path: browsers measure all of it whenever one of them is closed. */
const MOST = 128;

/** Polygons of one colour, in as many paths as they need. */
class Polygons {
  readonly paths: Path2D[] = [];
  private count = 0;

  add(corners: Point[]): void {
    if (this.count++ % MOST === 0) this.paths.push(new Path2D());
    trace(this.paths.at(-1)!, corners);
  }
}

/** From how many stickers on the layers that stay are kept as pictures while another one turns: to copy two of them takes as long as to
 *  paint a hundred stickers. */
const MANY = 250;

/** A picture of layers, kept as long as it would be the same. */
class Still {
  private readonly canvas = document.createElement('canvas');
  /** What it depends on. */
  private known: unknown[] = [];

  paint(context: CanvasRenderingContext2D, frame: Frame, layers: Layer[]): void {
    const { width, height } = context.canvas;
    const seen = context.getTransform();
    const { a, b, c, d, e, f } = seen;
    const { line, shown, theme } = frame;
    const sights = layers.flatMap(({ pieces, sight: { rows, far, zoom } }) => [pieces, ...rows, far, zoom]);
    const now = [...sights, line, shown, ...Object.values(theme), width, height, a, b, c, d, e, f];
    if (now.length !== this.known.length || now.some((value, at) => value !== this.known[at])) {
      this.known = now;
      Object.assign(this.canvas, { width, height });
      const own = this.canvas.getContext('2d')!;
      own.setTransform(seen);
      for (const layer of layers) paintLayer(own, layer, frame);
    }
    context.save();
    context.resetTransform();
    context.drawImage(this.canvas, 0, 0);
    context.restore();
  }
}

/** The brush that uses paths on the canvas. */
export class Paths implements Brush {
  private stills: [Still, Still] | null = null;

  paint(context: CanvasRenderingContext2D, frame: Frame): boolean {
    const { layers, pieces } = frame;
    // What turns has a sight of its own.
    const turning = pieces.length < MANY ? -1 : layers.findIndex(({ sight }, at) => layers.every((other, i) => i === at || other.sight !== sight));
    if (layers.length < 2 || turning < 0) {
      for (const layer of layers) paintLayer(context, layer, frame);
      return true;
    }
    const [behind, before] = (this.stills ??= [new Still(), new Still()]);
    behind.paint(context, frame, layers.slice(0, turning));
    paintLayer(context, layers[turning]!, frame);
    before.paint(context, frame, layers.slice(turning + 1));
    return true;
  }
}

function paintLayer(context: CanvasRenderingContext2D, { pieces, caps, sight }: Layer, { line, shows, theme }: Frame): void {
  context.lineJoin = 'round';
  context.lineWidth = line;
  context.strokeStyle = theme.body;
  const add = (to: Polygons, corners: Point[]): void => to.add(corners.map((corner) => sight.project(corner)));
  const faces = (facet: Facet): boolean => sight.above(facet) > 0;
  const seen = pieces.filter(({ facet }) => faces(facet));
  // The body first, with its edges, then the stickers on it: all of a colour at once.
  const body = new Polygons();
  for (const facet of [...caps.filter(faces), ...seen.map(({ facet }) => facet)]) add(body, facet.corners);
  context.fillStyle = theme.body;
  for (const path of body.paths) {
    context.fill(path);
    context.stroke(path);
  }
  const stickers = new Map<string, Polygons>();
  for (const { part, facet } of seen) {
    const colour = lit(shows(part)?.colour ?? UNKNOWN, sight.light(facet));
    const those = stickers.get(colour) ?? new Polygons();
    stickers.set(colour, those);
    add(those, facet.face);
  }
  for (const [colour, { paths }] of stickers) {
    context.fillStyle = colour;
    for (const path of paths) context.fill(path);
  }
  if (!theme.letters) return;
  for (const { part, facet } of seen) {
    const shown = shows(part);
    if (!shown) continue;
    const height = labelHeight(shown.label) * Math.sqrt(sight.area(facet));
    context.fillStyle = ink(shown.colour);
    writeLabel(context, shown.label, sight.project(facet.middle), height);
  }
}
