/** The small engine, which plays and draws: it works at once, beside the page and not in a worker. */

import start, { Game } from '../engine/play/permutant.js';

let loading: Promise<unknown> | null = null;

/** Loads the engine; if that fails, the next call tries again. */
export function loaded(): Promise<unknown> {
  loading ??= start({ module_or_path: new URL('../engine/play/permutant_bg.wasm', import.meta.url) }).catch((thrown: unknown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}

export { Game };
