/** Labels of the points of a puzzle that is made of lists. Points with the same label look the same. */

import { UnsupportedError } from './errors.js';

/** The name of a point: a text, or a whole number. */
export type Label = string | number;

/** The set of pieces that such a puzzle has. */
const SET = 'POINTS';

export class Labels {
  /** The labels, each once, in the order in which they first occur: the number of a label is that of its piece. */
  readonly names: readonly Label[];
  /** The number of points. */
  readonly points: number;
  /** The piece by point of the solved puzzle. */
  readonly solved: readonly number[];

  constructor(solved: readonly Label[]) {
    this.names = [...new Set(solved)];
    this.points = solved.length;
    const pieces = new Map(this.names.map((label, piece) => [label, piece]));
    this.solved = solved.map((label) => pieces.get(label) ?? 0);
  }

  /** Whether rows contain the labels themselves, because all are numbers. */
  get #areNumbers(): boolean {
    return this.names.every((label) => typeof label === 'number');
  }

  /** A pattern of KPuzzle, from a row of labels or their numbers. */
  pattern(row: Iterable<Label>): string {
    const piece = (given: Label): number => {
      if (typeof given === 'number' && !this.#areNumbers && this.names[given] !== undefined) return given;
      const found = this.names.indexOf(given);
      if (found < 0) throw new UnsupportedError(`'${given}' is not a label; the labels are ${this.names.join(', ')}`);
      return found;
    };
    const pieces = Array.from(row, piece);
    return JSON.stringify({ [SET]: { pieces, orientation: pieces.map(() => 0) } });
  }

  /** The labels of a pattern. */
  of(pattern: Record<string, { pieces: readonly number[] }>): Label[] {
    return (pattern[SET]?.pieces ?? []).map((piece) => this.names[piece] ?? piece);
  }

  /** The row of a pattern: its labels if they are numbers, otherwise their numbers. */
  row(pattern: Record<string, { pieces: readonly number[] }>): number[] {
    return this.#areNumbers ? (this.of(pattern) as number[]) : [...(pattern[SET]?.pieces ?? [])];
  }
}
