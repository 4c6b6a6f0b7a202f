/** Jobs in a worker, one at a time. A job that is no longer wanted ends with its worker. */

import { say } from './languages/language';
import type { Fault, Solution, Stage } from './wire';

export type Job =
  /** With the code of an event of the World Cube Association, as its competitions are scrambled. */
  | { kind: 'scramble'; puzzle: string; seed: number; event: string }
  | { kind: 'mix'; puzzle: string; position: string; moves: number; seed: number }
  /** With the time in milliseconds after which a search that has found nothing ends. */
  | { kind: 'solve'; puzzle: string; position: string; most: number }
  | { kind: 'scene'; puzzle: string; safe: boolean }
  | { kind: 'facts'; puzzle: string }
  | { kind: 'distances'; puzzle: string; depth: number | undefined }
  | { kind: 'order'; puzzle: string; text: string }
  | { kind: 'word'; puzzle: string; seed: number }
  | { kind: 'wordOf'; puzzle: string; element: string }
  | { kind: 'strong'; puzzle: string }
  | { kind: 'change'; puzzle: string; text: string; change: string }
  | { kind: 'solvability'; puzzle: string; position: string; seen: boolean }
  | { kind: 'export'; puzzle: string; position: string; format: string };

export type Report =
  /** The worker works; sent at least every few seconds, so that one that died is noticed. */
  | { kind: 'alive' }
  | { kind: 'stage'; stage: Stage }
  /** With the time in milliseconds for which the search goes on if it finds no shorter one. */
  | { kind: 'solution'; solution: Solution; left: number }
  | { kind: 'done'; text: string }
  | { kind: 'fault'; fault: Fault }
  /** It takes too much memory, or the engine stopped for a reason that a browser tells. */
  | { kind: 'broken'; reason: string | null };

/** What a search that ended without a solution as its time was up has for a result. */
export const LATE = 'late';

/** The time in milliseconds after which a worker that says nothing is held to be dead. */
const SILENCE = 120_000;

const stopped = (why: string): string => say('engineStopped', { why });

export class Jobs {
  private worker: Worker | null = null;
  private end: ((text: string | null) => void) | null = null;

  /** Runs a job. Returns its text, or nothing if it was stopped. Throws an error. */
  run(job: Job, hears: (report: Report) => void): Promise<string | null> {
    this.stop();
    const worker = (this.worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
    return new Promise((resolve, reject) => {
      let silence = 0;
      const finish = (act: () => void): void => {
        clearTimeout(silence);
        this.end = null;
        worker.onmessage = worker.onerror = worker.onmessageerror = null;
        act();
      };
      const broken = (why: string): void => {
        this.drop();
        finish(() => reject(new Error(say('startsAgain', { why }))));
      };
      const listen = (): void => {
        clearTimeout(silence);
        silence = window.setTimeout(() => broken(say('noAnswer')), SILENCE);
      };
      this.end = (text) => finish(() => resolve(text));
      worker.onmessage = ({ data }: MessageEvent<Report>) => {
        listen();
        if (data.kind === 'done') finish(() => resolve(data.text));
        else if (data.kind === 'fault') finish(() => reject(data.fault));
        else if (data.kind === 'broken') broken(data.reason === null ? say('noMemory') : stopped(data.reason));
        else if (data.kind !== 'alive') hears(data);
      };
      worker.onerror = (event) => broken(stopped(event.message || say('notLoaded')));
      worker.onmessageerror = () => broken(stopped(say('notReadable')));
      listen();
      worker.postMessage(job);
    });
  }

  get busy(): boolean {
    return this.end !== null;
  }

  /** Stops the current job, if there is one. */
  stop(): void {
    if (!this.end) return;
    const end = this.end;
    this.drop();
    end(null);
  }

  private drop(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
