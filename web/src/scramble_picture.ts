/** The picture beside the text of a scramble: the position that the scramble makes, with all its faces. */

import { element, fit } from './elements';
import type { Game } from './engine/play/permutant.js';
import type { Session } from './session';
import { SmallPicture } from './small_picture';

/** Puzzles of more parts take long to draw, and nobody sees so small stickers. */
const MOST_PARTS = 2000;

let drawn: { scene: unknown; picture: SmallPicture } | null = null;

/** What the parts show after the scramble, without the moves made since. */
function scrambled(session: Session, setup: string): Int32Array {
  if (session.status().made === 0) return session.game.shows();
  // The puzzle may be one that is written as a definition, which only the engine that made the game reads.
  const Playing = session.game.constructor as typeof Game;
  const game = new Playing(session.name);
  try {
    game.begin(setup);
    return game.shows();
  } finally {
    game.free();
  }
}

/** Draws the position after a scramble. */
export function drawScramble(session: Session, setup: string): void {
  const canvas = element<HTMLCanvasElement>('scramble-picture');
  const { scene } = session;
  canvas.hidden = scene.stickers.length > MOST_PARTS;
  if (canvas.hidden) return;
  if (drawn?.scene !== scene) drawn = { scene, picture: new SmallPicture(scene) };
  canvas.style.aspectRatio = String(drawn.picture.aspect);
  const fitted = fit(canvas);
  if (fitted) drawn.picture.draw(fitted.context, fitted.size, scrambled(session, setup), session.table.theme);
}
