/** The scenes of the largest cubes, of tens of megabytes: a worker makes them, and the page reads them piece by piece, so that it answers
 *  meanwhile. */

import { Jobs } from './jobs';
import type { Scene, Sticker, Way } from './wire';

/** The milliseconds for which the page reads without a pause. */
const SLICE = 12;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The scene of a puzzle as lines of JSON: what is left without its stickers and moves, and some of these on each further line. */
export function inPieces(scene: Scene): string {
  const { stickers, moves, ...rest } = scene;
  const some = Array.from({ length: Math.ceil(stickers.length / 500) }, (_, at) => ({ stickers: stickers.slice(500 * at, 500 * (at + 1)) }));
  return [rest, ...some, ...moves.map((move) => ({ moves: [move] }))].map((part) => JSON.stringify(part)).join('\n');
}

/** Makes the scene of a puzzle in a worker. */
export async function sceneOf(puzzle: string, safe: boolean): Promise<Scene> {
  const text = await new Jobs().run({ kind: 'scene', puzzle, safe }, () => {});
  const stickers: Sticker[] = [];
  const moves: Way[] = [];
  let rest = {};
  let begun = performance.now();
  for (let at = 0, end = 0; end < text!.length; at = end + 1) {
    end = text!.indexOf('\n', at);
    if (end < 0) end = text!.length;
    const { stickers: some = [], moves: more = [], ...other } = JSON.parse(text!.slice(at, end)) as Partial<Scene>;
    stickers.push(...some);
    moves.push(...more);
    rest = { ...rest, ...other };
    if (performance.now() - begun < SLICE) continue;
    await pause();
    begun = performance.now();
  }
  return { ...rest, stickers, moves } as Scene;
}
