/** The package in Node. */

import { Worker } from 'node:worker_threads';
import type { Channel, Report } from './channel.js';
import { startWorkersWith } from './engine.js';

startWorkersWith((listener: (report: Report) => void): Channel => {
  const worker = new Worker(new URL('./node_worker.js', import.meta.url), { name: 'permutant', execArgv: [] });
  const broken = (why: string): void => listener({ kind: 'broken', text: why });
  worker.on('message', listener);
  worker.on('error', (error: Error) => broken(String(error)));
  worker.on('exit', (code) => broken(`its worker ended with ${code}`));
  return {
    post: (task) => worker.postMessage(task),
    hold: (holds) => (holds ? worker.ref() : worker.unref()),
    end: () => void worker.removeAllListeners().terminate(),
  };
});

export * from './index.js';
