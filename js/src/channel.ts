/** What an engine and its worker say to each other. */

/** A request; `stop` becomes non-zero when nobody waits for the answer any more. */
export interface Task {
  request: string;
  stop: Int32Array | null;
}

/** What a worker says while it works, and in the end. `text` is JSON, except of an engine that is broken. */
export interface Report {
  kind: 'stage' | 'solution' | 'done' | 'fault' | 'broken';
  text: string;
}

/** A worker of this platform. */
export interface Channel {
  post(task: Task): void;
  /** Whether the process is to stay alive for it. */
  hold(holds: boolean): void;
  end(): void;
}

/** Starts a worker. It reports to the listener, also that it is broken. */
export type StartWorker = (listener: (report: Report) => void) => Channel;
