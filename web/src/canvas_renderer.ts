/** The painting of solids. A frame contains all visible parts in the order in which they hide each other, and a
 *  brush paints it on the canvas. This file contains the brush that uses paths on the canvas; the other one uses
 *  the graphics card (`graphics.ts`). */

import type { Facet, Sight } from './camera';
import { paintLayer } from './layer';
import type { Stills } from './stills';
import type { Theme } from './view';
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

/** From how many stickers on what stays is kept as pictures while a layer turns: to copy two of them takes as long as to paint a hundred
 *  stickers. */
const MANY = 250;

/** The brush that uses paths on the canvas. */
export class Paths implements Brush {
  /** The pictures, once what makes them is loaded: false until then. */
  private stills: Stills | false | null = null;

  paint(context: CanvasRenderingContext2D, frame: Frame): boolean {
    const { layers, pieces } = frame;
    if (pieces.length >= MANY) {
      if (this.stills === null) void this.load();
      if (this.stills && layers.length === 1) {
        this.stills.paintRest(context, frame);
        return true;
      }
      // What turns has a sight of its own.
      const turning = layers.findIndex(({ sight }, at) => layers.every((other, i) => i === at || other.sight !== sight));
      if (this.stills && layers.length > 1 && turning >= 0) {
        this.stills.paintTurn(context, frame, turning);
        return true;
      }
    }
    for (const layer of layers) paintLayer(context, layer, frame);
    return true;
  }

  /** Without a network, all is painted in every frame. */
  private async load(): Promise<void> {
    this.stills = false;
    const loaded = await import('./stills').catch(() => null);
    if (loaded) this.stills = new loaded.Stills();
  }
}
