/** The package in browsers, and wherever else there are their workers. */

import type { Channel, Report } from './channel.js';
import { startWorkersWith } from './engine.js';

startWorkersWith((listener: (report: Report) => void): Channel => {
  const worker = new Worker(new URL('./browser_worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Report>) => listener(data);
  worker.onerror = (event) => listener({ kind: 'broken', text: event.message || 'it could not be loaded' });
  return {
    post: (task) => worker.postMessage(task),
    hold: () => {},
    end: () => worker.terminate(),
  };
});

export * from './index.js';
