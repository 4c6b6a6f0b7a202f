/** Saves the game, in the browser's storage after a pause or as a file, and brings saved games back. */

import type { Game } from './engine/play/permutant.js';
import { say } from './languages/language';
import { Later } from './later';
import { type Saved, isSaved, saveGame } from './saved';
import type { Session } from './session';

/** The time in milliseconds without an action after which the game is saved. */
const PAUSE = 500;

const NEW: Saved = { setup: null, position: null, text: '', made: null, seed: null };

/** The game as it is saved; nothing if it is as new. Moves that are too many for a text are left out: what they led to is the
 *  start of the saved game, which no seed leads to and whose solve is not timed from there. */
function savedAs(session: Session): Saved | null {
  const { setup, position, text, made } = session.record();
  const { all, scrambled, seed } = session.status();
  if (!all && !scrambled) return null;
  if (text === null) return { setup: null, position: session.game.position(), text: '', made: null, seed: null };
  return { setup: scrambled ? setup : null, position, text, made, seed };
}

/** Makes a new game like a saved one; throws if the engine refuses what was saved. */
export function restore(game: Game, { setup, position, text, made, seed }: Saved): void {
  if (position) game.place(position, seed ?? undefined);
  else if (setup) game.begin(setup, seed ?? undefined);
  if (text) game.play(text);
  if (made !== null) game.seek(made);
}

export function autosave(session: Session): void {
  const save = (): void => saveGame(session.name, savedAs(session));
  const later = new Later(save, PAUSE);
  // At once, so that the puzzle is the one played last.
  session.onLoad.push(save);
  session.onChange.push(() => later.soon());
  session.onLeave.push(() => later.now());
  window.addEventListener('pagehide', () => later.now());
}

/** The game with its puzzle, as the text of a file. */
export function writeGame(session: Session): string {
  return `${JSON.stringify({ puzzle: session.name, ...(savedAs(session) ?? NEW) })}\n`;
}

/** Opens the game in the text of a file, as an action that can be undone; throws if there is none in it. */
export async function readGame(session: Session, text: string): Promise<void> {
  let found: unknown = null;
  try {
    found = JSON.parse(text);
  } catch {
    // No game either.
  }
  if (!isSaved(found) || !('puzzle' in found) || typeof found.puzzle !== 'string') throw new Error(say('noGame'));
  if (!(await session.load(found.puzzle))) return;
  try {
    session.begin('');
    restore(session.game, found);
  } finally {
    session.own(() => []);
  }
}
