/** Small pictures of positions that show all of a puzzle: the net of a box, other solids from the front and from behind. */

import { Net } from './net';
import { Plane } from './plane';
import type { Point } from './scene';
import { Solid } from './solid';
import type { Theme } from './view';
import type { Scene } from './wire';

export class SmallPicture {
  private readonly net: Net | null;
  private readonly views: (Plane | Solid)[];

  constructor(scene: Scene) {
    this.net = Net.of(scene);
    const solid = !this.net && scene.dimensions === 3;
    this.views = this.net ? [] : solid ? [new Solid(scene), new Solid(scene)] : [new Plane(scene)];
    if (solid) (this.views[1] as Solid).oppose(this.views[0] as Solid);
  }

  /** Its width, in heights. */
  get aspect(): number {
    return this.net?.aspect ?? this.views.length;
  }

  draw(context: CanvasRenderingContext2D, [wide, high]: Point, shown: ArrayLike<number>, theme: Theme): void {
    this.net?.draw(context, [wide!, high!], shown, theme.letters);
    const each = wide! / this.views.length;
    this.views.forEach((view, at) => {
      context.save();
      context.translate(at * each, 0);
      view.draw(context, [each, high!], shown, null, theme);
      context.restore();
    });
  }
}
