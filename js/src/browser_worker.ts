/** The worker of browsers. */

import start from '../engine/work/permutant.js';
import type { Task, Report } from './channel.js';
import { work } from './work.js';

const tell = (report: Report): void => self.postMessage(report);
const started = start({ module_or_path: new URL('../engine/work/permutant_bg.wasm', import.meta.url) });
// Told to whoever asks.
started.catch(() => {});

self.onmessage = ({ data: task }: MessageEvent<Task>): void => {
  started.then(
    () => work(task, tell),
    (fault: unknown) => tell({ kind: 'broken', text: String(fault) }),
  );
};
