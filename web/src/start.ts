/** The engine, loaded once in the page and once in its worker. */

import init from './engine/permutant.js';
import address from './engine/permutant_bg.wasm?url';

export const started = init({ module_or_path: address });
