/** Pictures of a solid of many stickers, for the brush that uses paths: of all of it at rest, and of the layers that stay while another
 *  one turns, which are cut out of it. So a frame of a turn paints only the layer that turns, and after a turn only the stickers
 *  are painted that show something else. */

import type { Frame, Layer, Piece } from './canvas_renderer';
import type { Facet, Sight } from './camera';
import { areaOf, hull } from './hull';
import { paintAgain, paintLayer } from './layer';
import type { Point } from './scene';
import { trace } from './view';
import type { Shown } from './wire';

/** After how many milliseconds without a frame the whole is painted for the next turn. */
const PAUSE = 120;

/** How much of the area within the outline of a side its stickers cover, at least, if the side is convex. */
const WHOLE = 0.999;

/** How far a picture of a layer reaches beyond its sides, in pixels, so that it holds the whole of smooth edges. */
const BEYOND = 0.5;

/** A flat side of a layer, with one of its stickers, which faces the eye if the side does. */
interface Side {
  outline: Point[];
  facet: Facet;
}

/** The sides that stickers make up; null if one of them is not convex. */
function sidesOf(pieces: Piece[]): Side[] | null {
  const sides = new Map<string, Facet[]>();
  for (const { facet } of pieces) {
    const key = facet.normal.map((x) => Math.round(x * 1e4)).join();
    const those = sides.get(key);
    if (those) those.push(facet);
    else sides.set(key, [facet]);
  }
  const found: Side[] = [];
  for (const facets of sides.values()) {
    const facet = facets[0]!;
    const outline = hull(facets.flatMap(({ corners }) => corners), facet.normal);
    const covered = facets.reduce((sum, { area }) => sum + area, 0);
    if (covered < WHOLE * areaOf(outline, facet.normal)) return null;
    found.push({ outline, facet });
  }
  return found;
}

/** What the picture of something depends on: where it is painted, and how it is seen. */
function viewOf(context: CanvasRenderingContext2D, { line, theme }: Frame, { rows, far, zoom }: Sight): unknown[] {
  const { a, b, c, d, e, f } = context.getTransform();
  const { width, height } = context.canvas;
  return [width, height, a, b, c, d, e, f, line, ...Object.values(theme), ...rows, far, zoom];
}

/** A canvas that is not shown, and what its picture depends on. */
class Picture {
  readonly context = document.createElement('canvas').getContext('2d')!;
  private known: unknown[] = [];

  is(now: unknown[]): boolean {
    return now.length === this.known.length && now.every((value, at) => value === this.known[at]);
  }

  /** Begins an empty picture, for a canvas of the same size. */
  begin(now: unknown[], { canvas: { width, height } }: CanvasRenderingContext2D, transform: DOMMatrix): void {
    this.known = now;
    Object.assign(this.context.canvas, { width, height });
    this.context.setTransform(transform);
  }

  copyTo(context: CanvasRenderingContext2D): void {
    context.save();
    context.resetTransform();
    context.drawImage(this.context.canvas, 0, 0);
    context.restore();
  }
}

export class Stills {
  private readonly rest = new Picture();
  /** What the stickers show in it, by part, and the list from which that was read. */
  private contents: (Shown | null)[] = [];
  private shown: ArrayLike<number> = [];
  /** Pictures of layers, by their place in the order. */
  private readonly layers: Picture[] = [];
  private readonly sides = new WeakMap<Piece[], Side[] | null>();
  private timer = 0;

  /** Paints a frame at rest. */
  paintRest(context: CanvasRenderingContext2D, frame: Frame): void {
    clearTimeout(this.timer);
    const { sight } = frame.layers[0]!;
    if (this.rest.is(viewOf(context, frame, sight))) {
      this.update(context, frame, sight);
      this.rest.copyTo(context);
      return;
    }
    // The next view is another one while one looks around.
    for (const layer of frame.layers) paintLayer(context, layer, frame);
    this.timer = window.setTimeout(() => this.update(context, frame, sight), PAUSE);
  }

  /** Paints a frame in which a layer turns. */
  paintTurn(context: CanvasRenderingContext2D, frame: Frame, turning: number): void {
    clearTimeout(this.timer);
    for (const [at, layer] of frame.layers.entries()) {
      if (at === turning) paintLayer(context, layer, frame);
      else if (layer.pieces.length) this.still(context, frame, layer, (this.layers[at] ??= new Picture())).copyTo(context);
    }
  }

  /** The picture of a layer that stays. */
  private still(context: CanvasRenderingContext2D, frame: Frame, layer: Layer, picture: Picture): Picture {
    const { pieces, sight } = layer;
    const now = [...viewOf(context, frame, sight), frame.shown, pieces];
    if (picture.is(now)) return picture;
    const own = picture.context;
    picture.begin(now, context, context.getTransform());
    if (!this.sides.has(pieces)) this.sides.set(pieces, sidesOf(pieces));
    const sides = this.sides.get(pieces);
    if (!sides) {
      paintLayer(own, layer, frame);
      return picture;
    }
    this.update(context, frame, sight);
    // First where the sides are, then what is seen there, then the cuts behind them.
    const path = new Path2D();
    for (const { outline, facet } of sides) {
      if (sight.above(facet) > 0) trace(path, outline.map((corner) => sight.project(corner)));
    }
    own.lineJoin = 'round';
    own.lineWidth = frame.line + 2 * BEYOND;
    own.fill(path);
    own.stroke(path);
    own.globalCompositeOperation = 'source-in';
    this.rest.copyTo(own);
    own.globalCompositeOperation = 'destination-over';
    paintLayer(own, { ...layer, pieces: [] }, frame);
    return picture;
  }

  /** Brings the picture at rest up to date: as a whole if it is seen in another way, otherwise what shows something else. */
  private update(context: CanvasRenderingContext2D, frame: Frame, sight: Sight): void {
    const { pieces, shown, shows, theme } = frame;
    const view = viewOf(context, frame, sight);
    const isSeen = this.rest.is(view);
    if (isSeen && shown === this.shown) return;
    const before = this.contents;
    this.shown = shown;
    this.contents = pieces.map(({ part }) => shows(part));
    if (!isSeen) {
      this.rest.begin(view, context, context.getTransform());
      return paintLayer(this.rest.context, { pieces, caps: [], sight }, frame);
    }
    const changes = (was: Shown | null | undefined, now: Shown | null | undefined): boolean =>
      was?.colour !== now?.colour || (theme.letters && was?.label !== now?.label);
    const changed = pieces.filter((_, at) => changes(before[at], this.contents[at]));
    if (changed.length) paintAgain(this.rest.context, { pieces: changed, caps: [], sight }, frame);
  }
}
