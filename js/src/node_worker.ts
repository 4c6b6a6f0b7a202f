/** The worker of Node. */

import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import start from '../engine/work/permutant.js';
import type { Task, Report } from './channel.js';
import { work } from './work.js';

const tell = (report: Report): void => parentPort?.postMessage(report);
const started = readFile(new URL('../engine/work/permutant_bg.wasm', import.meta.url)).then((bytes) => start({ module_or_path: bytes }));
// Told to whoever asks.
started.catch(() => {});

parentPort?.on('message', (task: Task) => {
  started.then(
    () => work(task, tell),
    (fault: unknown) => tell({ kind: 'broken', text: String(fault) }),
  );
});
