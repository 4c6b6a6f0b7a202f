/** The complete engine, for what the smaller one that plays leaves out: user-defined puzzles, and the editor of
 *  positions. It is loaded when one of these is needed for the first time. */

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

/** The complete engine; if it could not be loaded, the next call tries again. */
export function wholeEngine(): Promise<Whole> {
  loading ??= load().catch((thrown: unknown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}
