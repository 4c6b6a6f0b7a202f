/** A second, small view of what the first one hides: the net of a box, other solids from behind. */

import { element, fit } from './elements';
import { Net } from './net';
import type { Pose } from './scene';
import { Solid } from './solid';
import type { Table } from './table';
import type { Theme, View } from './view';
import type { Scene } from './wire';

export class HiddenSides {
  private readonly canvas = element<HTMLCanvasElement>('hidden-sides');
  private scene: Scene | null = null;
  private net: Net | null = null;
  private behind: Solid | null = null;

  constructor(private readonly table: Table) {}

  /** Shows or hides it. */
  show(shown: boolean): void {
    this.table.also = shown ? (...drawn) => this.draw(...drawn) : null;
    this.canvas.hidden = !shown;
    this.table.redraw();
  }

  private draw(scene: Scene, view: View, shown: ArrayLike<number>, pose: Pose | null, theme: Theme): void {
    if (scene !== this.scene) {
      this.scene = scene;
      this.net = Net.of(scene);
      this.behind = this.net || scene.dimensions === 2 ? null : new Solid(scene);
    }
    this.canvas.hidden = !this.net && !this.behind;
    this.canvas.style.aspectRatio = String(this.net?.aspect ?? 1);
    const fitted = fit(this.canvas);
    if (!fitted) return;
    this.net?.draw(fitted.context, fitted.size, shown, theme.letters);
    if (!(view instanceof Solid) || !this.behind) return;
    this.behind.oppose(view);
    this.behind.draw(fitted.context, fitted.size, shown, pose, theme);
  }
}
