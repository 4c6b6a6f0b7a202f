/** Solutions. */

import type { Answer } from './engine.js';

/** An algorithm that solves a position; the referee has replayed it. */
export class Solution {
  /** The algorithm, in the notation of the puzzle. */
  readonly algorithm: string;
  /** Its length in the metric. */
  readonly length: number;
  /** The metric, as "htm". */
  readonly metric: string;
  /** A proven bound: no solution is shorter. */
  readonly lowerBound: number;
  /** Whether no solution is shorter, which is proven. */
  readonly optimal: boolean;
  /** The engine that found it. */
  readonly method: string;
  /** The number of states that were visited. */
  readonly nodes: number;
  /** The moves with their amounts: ["R", -1] for R', ["R", 2] for R2. */
  readonly steps: readonly (readonly [name: string, amount: number])[];

  /** @internal */
  constructor(record: Answer) {
    this.algorithm = record.algorithm;
    this.length = record.length;
    this.metric = record.metric;
    this.lowerBound = record.lower_bound;
    this.optimal = record.optimal;
    this.method = record.method;
    this.nodes = record.nodes;
    this.steps = record.steps;
  }

  /** The algorithm. */
  toString(): string {
    return this.algorithm;
  }
}

/** Solutions of many positions, in the order of the positions. */
export class Solutions implements Iterable<Solution | null> {
  /** @internal */
  constructor(
    private readonly all: readonly (Solution | null)[],
    /** The numbers of positions without a solution, and why. */
    readonly faults: ReadonlyMap<number, Error>,
  ) {}

  /** How many there are. */
  get length(): number {
    return this.all.length;
  }

  /** The solution of a position, from the end if the number is negative; null if there is none. */
  at(index: number): Solution | null {
    return this.all.at(index) ?? null;
  }

  [Symbol.iterator](): Iterator<Solution | null> {
    return this.all[Symbol.iterator]();
  }

  /** The algorithms. */
  get algorithms(): (string | null)[] {
    return this.all.map((solution) => solution?.algorithm ?? null);
  }

  /** The lengths; -1 where there is no solution. */
  get lengths(): Int32Array {
    return Int32Array.from(this.all, (solution) => solution?.length ?? -1);
  }
}
