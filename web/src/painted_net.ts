/** The net on a canvas of its own, whose stickers a finger touches. */

import { fit } from './elements';
import { Net } from './net';
import { type Point, plus } from './scene';
import { unfolded } from './unfold';
import { inside } from './view';
import type { Scene } from './wire';

/** The distance in pixels between the points of a stroke that are looked at. */
const STEP = 5;

export class PaintedNet {
  private scene: Scene | null = null;
  private net: Net | null = null;
  private shown: ArrayLike<number> = [];
  private marked: number[] = [];
  /** Called with the stickers that a finger touches: the first one, and those that it comes over. */
  picks: ((part: number, isFirst: boolean) => void) | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly letters: () => boolean,
  ) {
    new ResizeObserver(() => this.paint()).observe(canvas);
    canvas.addEventListener('pointerdown', (event) => this.down(event));
  }

  /** Takes another puzzle; one that has no net is not shown. */
  set(scene: Scene): void {
    if (scene !== this.scene) this.net = Net.of(scene) ?? Net.of(scene, unfolded(scene));
    this.scene = scene;
    this.canvas.hidden = this.net === null;
    if (this.net) this.canvas.style.aspectRatio = String(this.net.aspect);
  }

  /** Shows a position, with lines around some parts. */
  show(shown: ArrayLike<number>, marked: number[]): void {
    this.shown = shown;
    this.marked = marked;
    this.paint();
  }

  private paint(): void {
    if (!this.net) return;
    const fitted = fit(this.canvas);
    if (fitted) this.net.draw(fitted.context, fitted.size, this.shown, this.letters(), this.marked);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || !this.picks) return;
    const box = this.canvas.getBoundingClientRect();
    const at = ([x, y]: Point): number => this.net?.drawn.findIndex((outline) => inside([x! - box.left, y! - box.top], outline)) ?? -1;
    const first = at([event.clientX, event.clientY]);
    if (first < 0) return;
    const leave = new AbortController();
    const on = { signal: leave.signal };
    let last = first;
    let before: Point = [event.clientX, event.clientY];
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== event.pointerId) return;
        // A quick finger leaps over stickers between two events.
        const now: Point = [move.clientX, move.clientY];
        const way = plus(now, -1, before);
        const steps = Math.max(1, Math.ceil(Math.hypot(way[0]!, way[1]!) / STEP));
        for (let step = 1; step <= steps; step++) {
          const part = at(plus(before, step / steps, way));
          if (part >= 0 && part !== last) this.picks?.(part, false);
          last = part;
        }
        before = now;
      },
      on,
    );
    for (const end of ['pointerup', 'pointercancel'] as const) this.canvas.addEventListener(end, () => leave.abort(), on);
    this.picks(first, true);
  }
}
