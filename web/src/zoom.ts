/** Comes closer or goes farther: by the wheel, or by two fingers. */

/** The factor for each pixel that the wheel turns; a notch of a mouse is a hundred of them. */
const WHEEL = 1.0015;

export class Zoom {
  /** The fingers that touch the canvas, with their places. */
  private readonly fingers = new Map<number, [number, number]>();
  /** Whether the present touch is one of two fingers, or was. */
  pinched = false;

  constructor(canvas: HTMLCanvasElement, hears: (by: number) => void) {
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        hears(WHEEL ** -event.deltaY);
      },
      { passive: false },
    );
    canvas.addEventListener('pointerdown', (event) => {
      if (this.fingers.size === 0) this.pinched = false;
      this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.fingers.size > 1) this.pinched = true;
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!this.fingers.has(event.pointerId)) return;
      const before = this.span();
      this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.fingers.size === 2 && before) hears(this.span() / before);
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    }
  }

  /** The distance of two fingers. */
  private span(): number {
    const [one, other] = [...this.fingers.values()];
    return one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0;
  }
}
