/** Games kept in the browser's storage, one for each puzzle, so that they are there when the page is opened again. */

import { keep, kept, forget } from './options';

/** A game: how its position arose, and its moves. */
export interface Saved {
  setup: string | null;
  position: string | null;
  text: string;
  made: number | null;
  seed: number | null;
}

/** The greatest number of games, and of characters of all of them; browsers grant a page five million. */
const MOST = 40;
const ROOM = 2_000_000;

/** The name of a puzzle that was played and the length of its game, if it has one. */
type Entry = [name: string, length: number];

const key = (name: string): string => `game ${name}`;

function read<T>(name: string, isRight: (found: unknown) => found is T): T | null {
  try {
    const found: unknown = JSON.parse(kept(name) ?? 'null');
    return isRight(found) ? found : null;
  } catch {
    return null;
  }
}

const isEntries = (found: unknown): found is Entry[] =>
  Array.isArray(found) && found.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number');
/** Whether something read is a game; whether the puzzle accepts it is left to the engine. */
export function isSaved(found: unknown): found is Saved {
  if (typeof found !== 'object' || found === null) return false;
  const { setup, position, text, made, seed } = found as Record<keyof Saved, unknown>;
  const isText = (part: unknown): boolean => part === null || typeof part === 'string';
  const isNumber = (part: unknown): boolean => part === null || Number.isSafeInteger(part);
  return isText(setup) && isText(position) && typeof text === 'string' && isNumber(made) && isNumber(seed);
}

/** The puzzles played before, the last one first. */
export const played = (): string[] => (read('games', isEntries) ?? []).map(([name]) => name);

export const savedGame = (name: string): Saved | null => read(key(name), isSaved);

/** Saves the game of a puzzle; nothing to save if it is as new. The oldest games make room. */
export function saveGame(name: string, game: Saved | null): void {
  const text = game ? JSON.stringify(game) : '';
  const entry: Entry = [name, name.length + text.length];
  const entries = [entry, ...(read('games', isEntries) ?? []).filter(([other]) => other !== name)];
  let room = ROOM;
  const stays = entries.filter(([, length], at) => (room -= length) >= 0 && at < MOST);
  for (const [gone] of entries.filter((entry) => !stays.includes(entry))) forget(key(gone));
  if (!game) forget(key(name));
  else if (stays.includes(entry)) keep(key(name), text);
  keep('games', JSON.stringify(stays));
}
