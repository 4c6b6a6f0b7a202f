/** Puzzles. */

import { type Answer, type Engine, type Work, sharedEngine } from './engine.js';
import { type Fault, UnsupportedError, errorOf } from './errors.js';
import { Group } from './group.js';
import { Labels } from './labels.js';
import type { GodOptions, OrdersOptions, ScrambleOptions, SolveManyOptions } from './options.js';
import { Permutation } from './permutation.js';
import { type AlgorithmLike, Position, type PositionLike, givenBy, requested } from './position.js';
import { Solution, Solutions } from './solution.js';

/** A format of other programs. */
export type Format = 'kpuzzle' | 'tws' | 'ksolve' | 'gap';

/** What a puzzle has. */
export interface Facts {
  readonly name: string;
  /** The names of the generators. */
  readonly moves: readonly string[];
  /** The names of the values in arrays of stickers, in their order: the letters of the faces, or the labels of points. */
  readonly faces: readonly string[];
  /** The length of a row of stickers. */
  readonly stickerCount: number;
}

/** What an algorithm does when it is repeated. */
export interface SequenceOrder {
  /** The least number of repetitions without effect, with all pieces told apart. */
  readonly order: bigint;
  /** The same as the puzzle is coloured. */
  readonly colouredOrder: bigint;
  /** The number of moves. */
  readonly length: number;
  /** The cycles of the pieces, a line for each orbit. */
  readonly cycles: readonly string[];
  /** The effect on the stickers. */
  readonly stickers: Permutation;
}

/** A farthest state. */
export interface Antipode {
  /** An algorithm that leads there. */
  readonly scramble: string;
  /** A shortest solution. */
  readonly solution: string;
  readonly length: number;
}

/** The number of states of a puzzle at each distance. */
export interface GodsCount {
  readonly puzzle: string;
  readonly metric: string;
  /** The number of states at distance 0, 1, and so on. */
  readonly distribution: readonly bigint[];
  /** The number of states that were counted. */
  readonly total: bigint;
  /** God's number, if all states were counted. */
  readonly diameter: number | null;
  readonly isComplete: boolean;
  /** The number of all states, if it is known. */
  readonly states: bigint | null;
  readonly antipodes: readonly Antipode[];
  readonly method: string;
}

/** What all ways of making a puzzle take. */
export interface PuzzleOptions {
  /** The engine that works for it, if not the one that puzzles share. */
  engine?: Engine | undefined;
}

/** How a puzzle made of lists is read. */
export interface MovesOptions extends PuzzleOptions {
  /** The labels of the points of the solved puzzle, if not all points look different. */
  solved?: readonly string[] | readonly number[] | undefined;
  /** The name of the puzzle; "custom" unless given. */
  name?: string | undefined;
  /** "replaced by" unless given: after a move, point i holds what was at point list[i]. With "moved to", the content of i goes to list[i]. */
  reading?: 'replaced by' | 'moved to' | undefined;
}

/** How many positions one request takes: each is followed by progress, and by what else waits for the engine. */
const TOGETHER = 100;

/** A seed by chance, within the range of whole numbers that every program keeps exactly. */
function chance(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}

/** A permutation puzzle. Making one costs nothing: whether there is such a puzzle is known with the answer to the first call. */
export class Puzzle {
  #engine: Engine;
  #source: object;
  #labels: Labels | null = null;
  #facts: Promise<Facts> | null = null;

  /** A puzzle of the catalog, as "3x3x3", or by a description of its cuts, as "d f 0.64". */
  constructor(name: string, options: PuzzleOptions = {}) {
    this.#engine = options.engine ?? sharedEngine;
    this.#source = { name: String(name) };
  }

  /** A puzzle from the text of a definition: twsearch, ksolve, KPuzzle, GAP, or TOML. */
  static fromDefinition(text: string, options: PuzzleOptions = {}): Puzzle {
    const puzzle = new Puzzle('', options);
    puzzle.#source = { definition: String(text) };
    return puzzle;
  }

  /** A puzzle from a definition of KPuzzle, or from a `KPuzzle` of cubing.js. */
  static fromKPuzzle(definition: object, options: PuzzleOptions = {}): Puzzle {
    const data = 'definition' in definition ? definition.definition : definition;
    return Puzzle.fromDefinition(JSON.stringify(data), options);
  }

  /**
   * A puzzle whose moves are permutations of points counted from 0. A move that is the inverse of an earlier one is read as that move
   * backwards, as R' for R.
   */
  static fromMoves(moves: Readonly<Record<string, ArrayLike<number>>>, options: MovesOptions = {}): Puzzle {
    const lists = Object.entries(moves).map(([name, list]) => [name, Array.from(list)] as const);
    const { solved, name = 'custom', reading = 'replaced by' } = options;
    const puzzle = new Puzzle(name, options);
    puzzle.#labels = new Labels(solved ?? Array.from(lists[0]?.[1] ?? [], (_, point) => point));
    puzzle.#source = { moves: { name, moves: lists, solved: puzzle.#labels.solved, reading } };
    return puzzle;
  }

  /** @internal The labels of the points of a puzzle that is made of lists. */
  get labels(): Labels | null {
    return this.#labels;
  }

  /** @internal */
  ask(request: object, work: Work = {}, onSolution?: (record: Answer) => void): Promise<Answer> {
    return this.#engine.ask({ puzzle: this.#source, ...request }, work, onSolution);
  }

  /** Its name, its moves, and what arrays of stickers contain. */
  async facts(): Promise<Facts> {
    const told = (this.#facts ??= this.ask({ call: 'puzzle' }).then(({ name, moves, faces, stickers }) => {
      const labels = this.#labels;
      return Object.freeze({ name, moves, faces: labels?.names.map(String) ?? faces, stickerCount: labels?.points ?? stickers });
    }));
    try {
      return await told;
    } catch (thrown) {
      this.#facts = null;
      throw thrown;
    }
  }

  /** A position; without an argument the solved one. `faces` are the symbols of the faces in facelet strings, if they are not the usual letters. */
  async position(position: PositionLike = '', options: Work & { faces?: string } = {}): Promise<Position> {
    const given = givenBy(this, position);
    if (options.faces !== undefined) given.faces = options.faces;
    const [facts, record] = await Promise.all([this.facts(), this.ask({ call: 'position', position: given }, options)]);
    return new Position(this, facts, given, record);
  }

  /** The definition in a format of other programs. */
  async definition(format: Format = 'kpuzzle', work: Work = {}): Promise<string> {
    return (await this.ask({ call: 'definition', format }, work)).output;
  }

  /**
   * Solves many positions, one after the other: a list of them, or one array of the stickers of all. The first that cannot be solved rejects
   * with its error, whose `index` is its number; with `onError: 'keep'` it has no solution instead. `onProgress` is called with the number of
   * solved positions and of all.
   */
  async solveMany(positions: Iterable<PositionLike> | Uint8Array, options: SolveManyOptions = {}): Promise<Solutions> {
    if (typeof positions === 'string') throw new UnsupportedError('one text is one position; solveMany takes a list of them');
    const { onError = 'raise', ...rest } = requested(options);
    const { signal, onProgress } = options;
    const given = (positions instanceof Uint8Array ? await this.#rows(positions) : [...positions]).map((one) => givenBy(this, one));
    const solutions: (Solution | null)[] = [];
    const faults = new Map<number, Error>();
    while (solutions.length < given.length) {
      const some = given.slice(solutions.length, solutions.length + TOGETHER);
      const request = { call: 'solve-many', positions: some, stops: onError === 'raise', options: rest };
      for (const record of await this.ask(request, { signal })) {
        if (record.error) {
          const error = Object.assign(errorOf(record.error as Fault), { index: solutions.length });
          if (onError === 'raise') throw error;
          faults.set(solutions.length, error);
        }
        solutions.push(record.error ? null : new Solution(record));
      }
      onProgress?.({ stage: 'positions', done: solutions.length, total: given.length });
    }
    return new Solutions(solutions, faults);
  }

  async #rows(stickers: Uint8Array): Promise<Uint8Array[]> {
    const { name, stickerCount } = await this.facts();
    if (stickerCount === 0 || stickers.length % stickerCount) {
      throw new UnsupportedError(`${stickers.length} stickers are no rows of ${stickerCount}, as ${name} has them`);
    }
    return Array.from({ length: stickers.length / stickerCount }, (_, i) => stickers.subarray(i * stickerCount, (i + 1) * stickerCount));
  }

  /** Random scrambles. Every state is equally likely where the puzzle allows it; the same seed gives the same list. */
  async scrambles(count: number, seed: number = chance(), options: ScrambleOptions = {}): Promise<string[]> {
    const records: Answer[] = await this.ask({ call: 'scrambles', count, seed, ...requested(options) }, options);
    return records.map(({ algorithm }) => algorithm);
  }

  /** How often an algorithm must be repeated until it has no effect. */
  async order(algorithm: AlgorithmLike, work: Work = {}): Promise<SequenceOrder> {
    const record = await this.ask({ call: 'order', algorithm: String(algorithm) }, work);
    return {
      order: BigInt(record.order),
      colouredOrder: BigInt(record.coloured_order),
      length: record.length,
      cycles: record.cycles,
      stickers: new Permutation(record.moved_to),
    };
  }

  /** How many elements of the group have each order, exactly; with `length` or `sample`, the same of sequences of moves. */
  async orders(options: OrdersOptions = {}): Promise<Map<bigint, bigint>> {
    const { distribution } = await this.ask({ call: 'orders', options: requested(options) }, options);
    return new Map(distribution.map(({ order, count }: Record<string, string>) => [BigInt(order ?? 0), BigInt(count ?? 0)]));
  }

  /** The number of states at each distance from the solved one. */
  async god(options: GodOptions = {}): Promise<GodsCount> {
    const record = await this.ask({ call: 'god', options: requested(options) }, options);
    return {
      puzzle: record.puzzle,
      metric: record.metric,
      distribution: record.distribution.map(BigInt),
      total: BigInt(record.total),
      diameter: record.diameter,
      isComplete: record.complete,
      states: record.states === null ? null : BigInt(record.states),
      antipodes: record.antipodes,
      method: record.method,
    };
  }

  /** The group that the moves generate. */
  async group(work: Work = {}): Promise<Group> {
    return new Group(this, await this.ask({ call: 'group' }, work));
  }
}

/** The names of the catalog, with a description. Capitals in names stand for numbers, as in NxNxN. */
export async function puzzles(options: PuzzleOptions & Work = {}): Promise<Map<string, string>> {
  const lines: { name: string; about: string }[] = await (options.engine ?? sharedEngine).ask({ call: 'puzzles' }, options);
  return new Map(lines.map(({ name, about }) => [name, about]));
}
