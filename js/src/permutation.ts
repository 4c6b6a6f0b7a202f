/** Permutations of points counted from 0. */

import { ParseError, UnsupportedError } from './errors.js';

/** The most points, as for the program. */
const MOST = 2 ** 20;

function bounded(degree: number): number {
  if (Number.isInteger(degree) && degree >= 0 && degree <= MOST) return degree;
  throw new UnsupportedError(`${degree} points; expected a whole number from 0 to ${MOST}`);
}

function gcd(a: bigint, b: bigint): bigint {
  while (b) [a, b] = [b, a % b];
  return a;
}

function checked(list: Iterable<number>): number[] {
  const points = [...list];
  const seen = new Set<number>();
  points.forEach((point, at) => {
    if (!Number.isInteger(point) || point < 0 || point >= points.length) {
      throw new UnsupportedError(`entry ${at} is ${point}; expected a point from 0 to ${points.length - 1}`);
    }
    if (seen.has(point)) throw new UnsupportedError(`${point} occurs more than once`);
    seen.add(point);
  });
  return points;
}

function inverted(list: readonly number[]): number[] {
  const inverse = new Array<number>(list.length);
  list.forEach((to, from) => (inverse[to] = from));
  return inverse;
}

/**
 * A permutation, read "moved to": the content of point i goes to `image(i)`. Products act left to right, as in GAP. Points beyond its degree
 * stay where they are.
 */
export class Permutation {
  /** By point, the point to which it goes. */
  readonly movedTo: readonly number[];

  /** From the list of images; the same as `fromMovedTo`. */
  constructor(images: Iterable<number>) {
    this.movedTo = Object.freeze(checked(images));
  }

  /** From the list in which entry i is the point to which i goes. */
  static fromMovedTo(images: Iterable<number>): Permutation {
    return new Permutation(images);
  }

  /** From the list in which entry i is the point whose content comes to i. */
  static fromReplacedBy(sources: Iterable<number>): Permutation {
    return new Permutation(inverted(checked(sources)));
  }

  /** From cycles with points counted from 1, as "(1,2,3)(4,5)"; of at least this degree. */
  static fromCycles(text: string, degree = 0): Permutation {
    const tokens = [...text.matchAll(/\d+|\S/g)];
    let at = 0;
    const fault = (token: RegExpExecArray | undefined, expected: string): ParseError => {
      const start = token?.index ?? text.length;
      const lines = text.slice(0, start).split('\n');
      const column = (lines.at(-1) ?? '').length + 1;
      const end = start + (token?.[0].length ?? 0);
      return new ParseError('this is not a permutation', text, start, end, lines.length, column, expected, '');
    };
    const next = (expected: string, fits: (word: string) => boolean): RegExpExecArray => {
      const token = tokens[at++];
      if (!token || !fits(token[0])) throw fault(token, expected);
      return token;
    };
    const images = Array.from({ length: bounded(degree) }, (_, i) => i);
    const seen = new Set<number>();
    do {
      next('`(`', (word) => word === '(');
      const cycle: number[] = [];
      while (tokens[at]?.[0] !== ')') {
        if (cycle.length > 0) next('`,` or `)`', (word) => word === ',');
        const token = next(`a point from 1 to ${MOST}`, (word) => Number(word) >= 1 && Number(word) <= MOST);
        const point = Number(token[0]) - 1;
        if (seen.has(point)) throw fault(token, 'each point once');
        seen.add(point);
        cycle.push(point);
      }
      at++;
      for (const point of cycle) while (images.length <= point) images.push(images.length);
      cycle.forEach((point, i) => (images[point] = cycle[(i + 1) % cycle.length] ?? point));
    } while (at < tokens.length);
    return new Permutation(images);
  }

  static identity(degree: number): Permutation {
    return new Permutation(Array.from({ length: bounded(degree) }, (_, i) => i));
  }

  /** The permutation with this rank, from 0, in the lexicographic order of lists of images. */
  static unrank(rank: bigint | number, degree: number): Permutation {
    let rest = BigInt(rank);
    const digits: number[] = [];
    for (let base = 1n; base <= BigInt(bounded(degree)); base++) {
      digits.push(Number(rest % base));
      rest /= base;
    }
    if (rest || BigInt(rank) < 0n) throw new UnsupportedError(`there are fewer than ${rank} + 1 permutations of ${degree} points`);
    const left = Array.from({ length: degree }, (_, i) => i);
    return new Permutation(digits.reverse().flatMap((digit) => left.splice(digit, 1)));
  }

  /** The number of points, which is part of the value. */
  get degree(): number {
    return this.movedTo.length;
  }

  /** By point, the point whose content comes to it. */
  get replacedBy(): number[] {
    return inverted(this.movedTo);
  }

  /** The rank, from 0, in the lexicographic order of lists of images. */
  rank(): bigint {
    const left = Array.from({ length: this.degree }, (_, i) => i);
    let rank = 0n;
    for (const image of this.movedTo) {
      const place = left.indexOf(image);
      rank = rank * BigInt(left.length) + BigInt(place);
      left.splice(place, 1);
    }
    return rank;
  }

  /** The point to which a point goes. */
  image(point: number): number {
    return this.movedTo[point] ?? point;
  }

  /** The cycles of at least two points. */
  get cycles(): number[][] {
    return this.#allCycles().filter((cycle) => cycle.length > 1);
  }

  /** The number of cycles of each length, fixed points included. */
  get cycleType(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { length } of this.#allCycles()) counts.set(length, (counts.get(length) ?? 0) + 1);
    return new Map([...counts].sort(([a], [b]) => a - b));
  }

  #allCycles(): number[][] {
    const seen = new Set<number>();
    const cycles: number[][] = [];
    for (const start of this.movedTo.keys()) {
      if (seen.has(start)) continue;
      const cycle: number[] = [];
      for (let point = start; !seen.has(point); point = this.image(point)) {
        seen.add(point);
        cycle.push(point);
      }
      cycles.push(cycle);
    }
    return cycles;
  }

  /** The least positive power that is the identity. */
  get order(): bigint {
    return [...this.cycleType.keys()].map(BigInt).reduce((all, length) => (all / gcd(all, length)) * length, 1n);
  }

  /** 0 if the permutation is even, 1 if it is odd. */
  get parity(): 0 | 1 {
    return this.cycles.filter((cycle) => cycle.length % 2 === 0).length % 2 === 0 ? 0 : 1;
  }

  get isIdentity(): boolean {
    return this.movedTo.every((to, from) => to === from);
  }

  /** First this one, then the other: `p.andThen(q).image(i) === q.image(p.image(i))`. What has a method `then` would count as a promise. */
  andThen(other: Permutation): Permutation {
    const degree = Math.max(this.degree, other.degree);
    return new Permutation(Array.from({ length: degree }, (_, i) => other.image(this.image(i))));
  }

  /** First the other one, then this: `p.after(q).image(i) === p.image(q.image(i))`. */
  after(other: Permutation): Permutation {
    return other.andThen(this);
  }

  inverse(): Permutation {
    return new Permutation(this.replacedBy);
  }

  power(exponent: bigint | number): Permutation {
    const wanted = BigInt(exponent);
    const images = [...this.movedTo];
    for (const cycle of this.#allCycles()) {
      const length = BigInt(cycle.length);
      const step = Number(((wanted % length) + length) % length);
      cycle.forEach((point, i) => (images[point] = cycle[(i + step) % cycle.length] ?? point));
    }
    return new Permutation(images);
  }

  /** by⁻¹ · this · by */
  conjugate(by: Permutation): Permutation {
    return by.inverse().andThen(this).andThen(by);
  }

  /** this⁻¹ · other⁻¹ · this · other */
  commutator(other: Permutation): Permutation {
    return this.inverse().andThen(other.inverse()).andThen(this).andThen(other);
  }

  equals(other: Permutation): boolean {
    return this.degree === other.degree && this.movedTo.every((to, from) => to === other.movedTo[from]);
  }

  /** Cycles as GAP reads them, with points counted from 1. */
  gap(): string {
    return this.cycles.map((cycle) => `(${cycle.map((point) => point + 1).join(',')})`).join('') || '()';
  }

  /** The same as `gap`. */
  toString(): string {
    return this.gap();
  }
}
