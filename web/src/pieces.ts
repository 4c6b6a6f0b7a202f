/** The pieces of a puzzle, by the parts of its scene. */

import type { Sticker } from './wire';

/** The parts of each piece. Those that belong to none, such as middles that never move, are left out. */
export function piecesOf(stickers: Sticker[]): number[][] {
  const pieces = new Map<string, number[]>();
  stickers.forEach(({ set, slot }, part) => {
    if (set === null || slot === null) return;
    const key = `${set} ${slot}`;
    pieces.set(key, [...(pieces.get(key) ?? []), part]);
  });
  return [...pieces.values()];
}
