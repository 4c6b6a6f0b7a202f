/** What a worker does, on any platform: it answers one request after the other. */

import { answer, type Listener } from '../engine/work/permutant.js';
import type { Task, Report } from './channel.js';

/** The least interval between reports of a stage, in seconds. */
const EVERY = 0.05;

/** Answers a request by an engine that is ready. */
export function work({ request, stop }: Task, tell: (report: Report) => void): void {
  const now = (): number => performance.now() / 1000;
  // The first stage is told at once.
  let told = -Infinity;
  const listener: Listener = {
    now,
    isGone: () => stop !== null && Atomics.load(stop, 0) !== 0,
    hears: (text) => {
      if (now() - told < EVERY) return;
      told = now();
      tell({ kind: 'stage', text });
    },
    gets: (text) => tell({ kind: 'solution', text }),
  };
  try {
    tell({ kind: 'done', text: answer(request, listener) });
  } catch (thrown) {
    // The engine throws a fault as JSON; anything else is a trap, after which it cannot be used.
    if (typeof thrown === 'string') tell({ kind: 'fault', text: thrown });
    else tell({ kind: 'broken', text: String(thrown) });
  }
}
