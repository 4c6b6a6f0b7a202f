/** The painting of a layer of a solid by paths on a canvas. */

import type { Point } from './scene';
import type { Frame, Layer, Piece } from './canvas_renderer';
import type { Facet, Sight } from './camera';
import { labelHeight, writeLabel } from './label';
import { type Theme, ink, trace } from './view';

/** The colour of a sticker whose content is unknown. */
export const UNKNOWN = '#bdbdbd';

/** A colour under a light. */
export function lit(colour: string, light: number): string {
  const channels = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * light));
  return `rgb(${channels.join(' ')})`;
}

/** The greatest number of polygons in a path: browsers measure all of it whenever one of them is closed. */
const MOST = 128;

/** The smooth edges of a sticker, in pixels. */
const EDGE = 1.5;

/** Outlines of one colour as they are seen, in as many paths as they need. */
function outlined(all: Point[][], sight: Sight): Path2D[] {
  const paths: Path2D[] = [];
  for (const [at, corners] of all.entries()) {
    if (at % MOST === 0) paths.push(new Path2D());
    trace(paths.at(-1)!, corners.map((corner) => sight.project(corner)));
  }
  return paths;
}

/** Paints a layer: the body first, with its edges, then the stickers on it. */
export function paintLayer(context: CanvasRenderingContext2D, { pieces, caps, sight }: Layer, frame: Frame): void {
  const faces = (facet: Facet): boolean => sight.above(facet) > 0;
  const seen = pieces.filter(({ facet }) => faces(facet));
  const body = [...caps.filter(faces), ...seen.map(({ facet }) => facet)];
  paintBody(context, outlined(body.map(({ corners }) => corners), sight), frame.line, frame.theme);
  paintStickers(context, seen, sight, frame);
}

/** Paints stickers of a layer again, over what they showed before. */
export function paintAgain(context: CanvasRenderingContext2D, { pieces, sight }: Layer, frame: Frame): void {
  const seen = pieces.filter(({ facet }) => sight.above(facet) > 0);
  paintBody(context, outlined(seen.map(({ facet }) => facet.face), sight), EDGE, frame.theme);
  paintStickers(context, seen, sight, frame);
}

function paintBody(context: CanvasRenderingContext2D, paths: Path2D[], line: number, { body }: Theme): void {
  context.lineJoin = 'round';
  context.lineWidth = line;
  context.strokeStyle = body;
  context.fillStyle = body;
  for (const path of paths) {
    context.fill(path);
    context.stroke(path);
  }
}

/** Paints stickers that face the eye, all of a colour at once. */
function paintStickers(context: CanvasRenderingContext2D, seen: Piece[], sight: Sight, { shows, theme }: Frame): void {
  const faces = new Map<string, Point[][]>();
  for (const { part, facet } of seen) {
    const colour = lit(shows(part)?.colour ?? UNKNOWN, sight.light(facet));
    const those = faces.get(colour);
    if (those) those.push(facet.face);
    else faces.set(colour, [facet.face]);
  }
  for (const [colour, those] of faces) {
    context.fillStyle = colour;
    for (const path of outlined(those, sight)) context.fill(path);
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
