/** Confetti in the colours of the puzzle, over its canvas, for a scramble that was solved. It is loaded when the first one is. */

import { element, fit } from './elements';

const PIECES = 90;
/** Milliseconds until all of it has fallen. */
const LASTS = 1800;
/** How fast pieces fall at the end, in heights of the canvas a second and second. */
const GRAVITY = 1.1;

interface Piece {
  colour: string;
  /** Where it is thrown from and how fast, in widths and heights of the canvas. */
  x: number;
  right: number;
  up: number;
  size: number;
  spin: number;
}

/** A number from -1 to 1. */
const about = (): number => 2 * Math.random() - 1;

export function throwConfetti(colours: string[]): void {
  const canvas = document.createElement('canvas');
  canvas.id = 'confetti';
  canvas.setAttribute('aria-hidden', 'true');
  canvas.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none';
  element('view').append(canvas);
  const pieces: Piece[] = Array.from({ length: PIECES }, (_, at) => ({
    colour: colours[at % colours.length]!,
    x: 0.5 + 0.08 * about(),
    right: 0.45 * about(),
    up: 0.5 + 0.3 * Math.random(),
    size: 5 + 5 * Math.random(),
    spin: 9 * about(),
  }));
  const begun = performance.now();
  const frame = (now: number): void => {
    const time = Math.max(0, now - begun);
    const fitted = time < LASTS ? fit(canvas) : null;
    if (!fitted) return canvas.remove();
    const { context, size: [wide, high] } = fitted;
    const t = time / 1000;
    context.globalAlpha = Math.min(1, (3 * (LASTS - time)) / LASTS);
    for (const { colour, x, right, up, size, spin } of pieces) {
      context.save();
      context.translate((x + right * t) * wide, (0.55 - up * t + 0.5 * GRAVITY * t * t) * high);
      context.rotate(spin * t);
      // It flutters: its breadth comes and goes.
      context.scale(Math.cos(spin * t * 1.3), 1);
      context.fillStyle = colour;
      context.fillRect(-size / 2, -size / 3, size, size / 1.5);
      context.restore();
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
