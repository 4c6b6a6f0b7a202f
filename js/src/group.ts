/** Groups. */

import type { Answer, Work } from './engine.js';
import type { FactorOptions } from './options.js';
import { Permutation } from './permutation.js';
import { type AlgorithmLike, type PositionLike, givenBy, requested } from './position.js';
import type { Puzzle } from './puzzle.js';

/** A permutation, its cycles, an algorithm, or a position. */
export type ElementLike = Permutation | PositionLike | AlgorithmLike;

/** An orbit of at least two points. */
export interface Orbit {
  /** The name of the set of pieces to which it belongs. */
  readonly set: string;
  readonly points: readonly number[];
}

/** The group that the moves of a puzzle generate, on points for the orientations of its pieces, counted from 0. */
export class Group {
  readonly order: bigint;
  /** The number of points. */
  readonly degree: number;
  /** How the order was proved. */
  readonly proof: string;
  /** A product of simpler groups that contains it. */
  readonly envelope: string;
  /** The generators by the names of the moves. */
  readonly generators: ReadonlyMap<string, Permutation>;
  readonly orbits: readonly Orbit[];
  /** The base of the stabilizer chain. */
  readonly base: readonly number[];
  /** The number of images of each base point under the stabilizer of those before it; their product is the order. */
  readonly transversals: readonly number[];

  /** @internal */
  constructor(
    readonly puzzle: Puzzle,
    record: Answer,
  ) {
    this.order = BigInt(record.order);
    this.degree = record.degree;
    this.proof = record.proof;
    this.envelope = record.envelope;
    const generators = Object.entries<number[]>(record.generators);
    this.generators = new Map(generators.map(([name, images]) => [name, new Permutation(images)]));
    this.orbits = record.orbits.map(({ set, points }: Orbit) => ({ set, points }));
    this.base = record.base.map((point: number) => point - 1);
    this.transversals = record.transversals;
  }

  #given(element: ElementLike): object {
    if (element instanceof Permutation) return { permutation: element.movedTo };
    return givenBy(this.puzzle, element as PositionLike);
  }

  /** Whether moves can make an element. */
  async contains(element: ElementLike, work: Work = {}): Promise<boolean> {
    return (await this.puzzle.ask({ call: 'member', element: this.#given(element) }, work)).member;
  }

  /** Why moves cannot make an element; null if they can. */
  async obstacle(element: ElementLike, work: Work = {}): Promise<string | null> {
    return (await this.puzzle.ask({ call: 'member', element: this.#given(element) }, work)).reason;
  }

  /** An algorithm that makes an element; it is multiplied out before it is returned. */
  async factor(element: ElementLike, options: FactorOptions = {}): Promise<string> {
    const request = { call: 'factor', element: this.#given(element), options: requested(options) };
    return (await this.puzzle.ask(request, options)).algorithm;
  }
}
