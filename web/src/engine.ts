/** The engine with everything in it, for what the one that plays leaves out: puzzles that are defined, and puzzles that are
 *  taken apart. It is loaded when the first of them is asked for. */

type Whole = typeof import('./engine/work/permutant.js');

let loading: Promise<Whole> | null = null;

async function load(): Promise<Whole> {
  const [engine, { default: module }] = await Promise.all([
    import('./engine/work/permutant.js'),
    import('./engine/work/permutant_bg.wasm?url'),
  ]);
  await engine.default({ module_or_path: module });
  return engine;
}

/** The whole engine; where it could not be loaded it is tried again the next time. */
export function wholeEngine(): Promise<Whole> {
  loading ??= load().catch((thrown: unknown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}
