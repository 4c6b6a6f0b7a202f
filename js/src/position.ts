/** Positions. */

import type { Answer, Work } from './engine.js';
import { UnsupportedError } from './errors.js';
import type { Label } from './labels.js';
import type { ImprovementsOptions, PictureOptions, SolutionsOptions, SolveOptions } from './options.js';
import { Permutation } from './permutation.js';
import type { Facts, Puzzle } from './puzzle.js';
import { Solution } from './solution.js';

/** An algorithm: text, or what writes itself as such, as an `Alg` of cubing.js. */
export type AlgorithmLike = string | { toString(): string };

/** By set of pieces, its slots: the data of a pattern of KPuzzle. */
export type PatternData = Record<string, { pieces: number[]; orientation: number[]; orientationMod?: number[] }>;

/**
 * Text in any notation that the program reads, stickers or labels of points, a pattern of KPuzzle or its data, or a position of the same
 * puzzle.
 */
export type PositionLike =
  | string
  | Uint8Array
  | Uint16Array
  | readonly number[]
  | readonly string[]
  | Position
  | PatternData
  | { patternData: object };

/** A position as the engine takes it. */
export interface Given {
  text?: string | undefined;
  faces?: string | undefined;
  stickers?: number[] | undefined;
}

/** Options without what a request does not contain. */
export function requested<T extends Work>(options: T): Omit<T, 'signal' | 'onProgress'> {
  const { signal, onProgress, ...rest } = options;
  return rest;
}

/** A position as the engine takes it, from what a caller may give. */
export function givenBy(puzzle: Puzzle, position: PositionLike): Given {
  if (position instanceof Position) {
    if (position.puzzle !== puzzle) throw new UnsupportedError('the position is of another puzzle');
    return position.given;
  }
  if (typeof position === 'string') return { text: position };
  if (ArrayBuffer.isView(position) || Array.isArray(position)) {
    const row = Array.from<number | string>(position as readonly number[]);
    return puzzle.labels ? { text: puzzle.labels.pattern(row) } : { stickers: row as number[] };
  }
  if (typeof position !== 'object' || position === null) {
    throw new UnsupportedError('a position is a text, stickers, a pattern, or a position');
  }
  return { text: JSON.stringify('patternData' in position ? position.patternData : position) };
}

/** A position of a puzzle. Positions are values. */
export class Position {
  /** Text from which the same position is read: facelets, or another compact form. */
  readonly text: string;
  readonly isSolved: boolean;
  /** Whether all pieces are given. */
  readonly isComplete: boolean;
  /** The facelet string; null if the puzzle has none, or if the position is incomplete. */
  readonly facelets: string | null;
  /** The data of a pattern of KPuzzle; null if the position is incomplete. */
  readonly pattern: PatternData | null;
  /** @internal */
  readonly given: Given;
  readonly #faces: readonly string[];

  /** @internal */
  constructor(
    readonly puzzle: Puzzle,
    facts: Facts,
    given: Given,
    record: Answer,
  ) {
    this.text = record.input;
    this.isSolved = record.solved;
    this.isComplete = record.complete;
    this.facelets = record.facelets;
    this.pattern = record.pattern;
    this.given = this.isComplete ? { text: record.input } : given;
    this.#faces = facts.faces;
  }

  /** The stickers, as `solveMany` takes them: for each the number of the face that has its colour, or the label of the point. */
  get stickers(): Uint8Array | Uint16Array {
    const { labels } = this.puzzle;
    const row = labels && this.pattern ? labels.row(this.pattern) : this.labels.map((letter) => this.#faces.indexOf(String(letter)));
    return row.every((value) => value < 256) ? Uint8Array.from(row) : Uint16Array.from(row);
  }

  /** The names of the stickers: letters of faces, or the labels of points. */
  get labels(): Label[] {
    const { labels } = this.puzzle;
    if (labels && this.pattern) return labels.of(this.pattern);
    if (this.facelets === null) throw new UnsupportedError('this position has no facelets');
    return [...this.facelets.replace(/\s/g, '')];
  }

  /** The same as `text`. */
  toString(): string {
    return this.text;
  }

  equals(other: Position): boolean {
    return this.puzzle === other.puzzle && this.text === other.text && this.isComplete === other.isComplete;
  }

  /** The position after an algorithm. */
  async after(algorithm: AlgorithmLike, work: Work = {}): Promise<Position> {
    return this.#reached({ call: 'after', algorithm: String(algorithm) }, work);
  }

  /** The position that undoes this one: an algorithm that leads to one of them solves the other. */
  async inverse(work: Work = {}): Promise<Position> {
    return this.#reached({ call: 'inverse' }, work);
  }

  async #reached(request: object, work: Work): Promise<Position> {
    const record = await this.#ask(request, work);
    return new Position(this.puzzle, await this.puzzle.facts(), {}, record);
  }

  /** Whether an algorithm solves the position, according to the referee that checks every solution. */
  async isSolvedBy(algorithm: AlgorithmLike, work: Work = {}): Promise<boolean> {
    return (await this.#ask({ call: 'verify', algorithm: String(algorithm) }, work)).solved;
  }

  /** Why the position cannot be solved. Null if it can, or if only a search would tell. */
  async obstacle(work: Work = {}): Promise<string | null> {
    return (await this.#ask({ call: 'obstacle' }, work)).reason;
  }

  /** What makes this position of the solved one, as a permutation of the points of the group. */
  async permutation(work: Work = {}): Promise<Permutation> {
    return new Permutation((await this.#ask({ call: 'permutation' }, work)).moved_to);
  }

  /**
   * A solution, within the limits the best that is found. With `timeLimit` and no `maxLength`, shorter solutions are searched until the time
   * is up. With `onProgress`, tables that make the answer much shorter are built first, if that takes at most about a minute.
   */
  async solve(options: SolveOptions = {}): Promise<Solution> {
    const { to, ...rest } = requested(options);
    const target = to === undefined ? undefined : givenBy(this.puzzle, to);
    const builds = options.onProgress !== undefined;
    return new Solution(await this.#ask({ call: 'solve', options: { ...rest, to: target, builds } }, options));
  }

  /** All shortest solutions; with `maxLength`, all up to that length; with `count`, so many, shortest first. */
  async solutions(options: SolutionsOptions = {}): Promise<Solution[]> {
    const { count, ...rest } = requested(options);
    const records: Answer[] = await this.#ask({ call: 'solutions', count, options: rest }, options);
    return records.map((record) => new Solution(record));
  }

  /** Solutions as they are found, each shorter than the one before; the last one may be repeated, proven shortest. Leaving the loop ends the search. */
  async *improvements(options: ImprovementsOptions = {}): AsyncGenerator<Solution, void, undefined> {
    const { signal } = options;
    signal?.throwIfAborted();
    const own = new AbortController();
    const abort = (): void => own.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    const found: Solution[] = [];
    let wake = (): void => {};
    let end: { fault: unknown } | { fault?: never } | null = null;
    const request = { call: 'solve', options: { ...requested(options), improve: true } };
    this.#ask(request, { ...options, signal: own.signal }, (record) => {
      found.push(new Solution(record));
      wake();
    })
      .then(
        () => (end = {}),
        (fault: unknown) => (end = { fault }),
      )
      .finally(() => wake());
    try {
      for (;;) {
        for (let next = found.shift(); next; next = found.shift()) yield next;
        if (end) {
          if ('fault' in end) throw (end as { fault: unknown }).fault;
          return;
        }
        await new Promise<void>((awake) => (wake = awake));
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      own.abort();
    }
  }

  /** A picture as SVG. */
  async picture(options: PictureOptions = {}): Promise<string> {
    return (await this.#ask({ call: 'picture', options: requested(options) }, options)).svg;
  }

  #ask(request: object, work: Work, onSolution?: (record: Answer) => void): Promise<Answer> {
    return this.puzzle.ask({ ...request, position: this.given }, work, onSolution);
  }
}
