/** Engines: each has a worker, which answers one request at a time. */

import type { Channel, Report, StartWorker } from './channel.js';
import { type Fault, InternalError, errorOf } from './errors.js';

/** How far a call is: the name of the stage, how much of it is done, and its end, 0 if that is not known. */
export interface Stage {
  stage: string;
  done: number;
  total: number;
}

/** How a call can be stopped and followed. */
export interface Work {
  /** Ends the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Is called at most twenty times a second. */
  onProgress?: ((stage: Stage) => void) | undefined;
}

/** A record of the engine, as docs/json.md lists them. */
export type Answer = any;

interface Job extends Work {
  request: string;
  onSolution: ((record: Answer) => void) | undefined;
  resolve: (record: Answer) => void;
  reject: (reason: unknown) => void;
  /** Whether somebody still waits for the answer. */
  wanted: boolean;
}

/** How long a worker that shares memory may take to notice that it is to stop, in milliseconds. */
const PATIENCE = 1000;

let startWorker: StartWorker | null = null;

/** Says how this platform starts workers. */
export function startWorkersWith(start: StartWorker): void {
  startWorker = start;
}

/** Memory by which a running worker is told to stop; null where a page may not share memory. */
function sharedFlag(): Int32Array | null {
  const shares = typeof SharedArrayBuffer !== 'undefined' && (globalThis.crossOriginIsolated ?? true);
  return shares ? new Int32Array(new SharedArrayBuffer(4)) : null;
}

/** An engine. Calls of puzzles that share one wait for each other; its worker starts with the first call. */
export class Engine {
  readonly #stop = sharedFlag();
  readonly #waiting: Job[] = [];
  #channel: Channel | null = null;
  #current: Job | null = null;

  /** @internal Asks the engine. */
  ask(request: object, work: Work = {}, onSolution?: (record: Answer) => void): Promise<Answer> {
    const { signal, onProgress } = work;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const ended = (): void => signal?.removeEventListener('abort', abort);
      const job: Job = {
        request: JSON.stringify(request),
        onProgress,
        onSolution,
        resolve: (record) => (ended(), resolve(record)),
        reject: (reason) => (ended(), reject(reason)),
        wanted: true,
      };
      const abort = (): void => this.#abandon(job, signal?.reason);
      signal?.addEventListener('abort', abort);
      this.#waiting.push(job);
      this.#next();
      this.#hold();
    });
  }

  /** Keeps the process alive as long as somebody waits. */
  #hold(): void {
    this.#channel?.hold(this.#waiting.length > 0 || (this.#current?.wanted ?? false));
  }

  /** Ends the worker, and the calls that wait for it. A later call starts another one. */
  close(): void {
    const jobs = [...(this.#current ? [this.#current] : []), ...this.#waiting.splice(0)];
    this.#drop();
    for (const job of jobs) if (job.wanted) job.reject(new InternalError('the engine was closed'));
  }

  /** Gives the worker the next request, if it has none. */
  #next(): void {
    if (this.#current) return;
    const job = (this.#current = this.#waiting.shift() ?? null);
    this.#hold();
    if (!job) return;
    if (this.#stop) Atomics.store(this.#stop, 0, 0);
    try {
      this.#started().post({ request: job.request, stop: this.#stop });
    } catch (thrown) {
      this.#broken(String(thrown));
    }
  }

  #started(): Channel {
    if (this.#channel) return this.#channel;
    if (!startWorker) throw new Error("import 'permutant', not one of its files");
    const channel: Channel = startWorker((report) => {
      // What a worker said before it was ended is no longer of interest.
      if (this.#channel === channel) this.#heard(report);
    });
    return (this.#channel = channel);
  }

  #heard({ kind, text }: Report): void {
    const job = this.#current;
    if (kind === 'broken') return this.#broken(text);
    if (!job) return;
    if (kind === 'stage' || kind === 'solution') {
      if (job.wanted) this.#tell(job, kind, text);
      return;
    }
    this.#current = null;
    if (job.wanted) {
      if (kind === 'done') job.resolve(JSON.parse(text));
      else job.reject(errorOf(JSON.parse(text) as Fault));
    }
    this.#next();
  }

  /** Tells the caller of a job; an exception that a listener throws ends the call. */
  #tell(job: Job, kind: 'stage' | 'solution', text: string): void {
    try {
      if (kind === 'stage') job.onProgress?.(JSON.parse(text) as Stage);
      else job.onSolution?.(JSON.parse(text));
    } catch (thrown) {
      this.#abandon(job, thrown);
    }
  }

  /** Goes on without a job that nobody waits for. */
  #abandon(job: Job, reason: unknown): void {
    if (!job.wanted) return;
    job.wanted = false;
    job.reject(reason);
    if (job !== this.#current) {
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      return;
    }
    if (!this.#stop) return this.#drop();
    // A worker that stops by itself keeps its tables.
    Atomics.store(this.#stop, 0, 1);
    this.#hold();
    const timer: unknown = setTimeout(() => {
      if (this.#current === job) this.#drop();
    }, PATIENCE);
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
  }

  /** Ends the worker, and goes on with another one. */
  #drop(): void {
    this.#channel?.end();
    this.#channel = this.#current = null;
    this.#next();
  }

  #broken(why: string): void {
    const job = this.#current;
    this.#drop();
    if (job?.wanted) job.reject(new InternalError(`the engine stopped: ${why}`));
  }
}

/** The engine of puzzles that have none of their own. */
export const sharedEngine = new Engine();
