/** What the colours of a solid do not show, drawn over it: how a piece is turned that has one sticker alone, as a centre of the
 *  supercube, and which pieces are glued together. */

import { turning } from './camera';
import { lit } from './layer';
import type { Game } from './engine/play/permutant.js';
import { type Point, cross, dot, length, plus, sources } from './scene';
import { type Seen, Solid } from './solid';
import { type Overlay, type Theme, type View, ink, trace } from './view';
import type { Scene, Way } from './wire';

/** Where a mark begins and ends, in the side of a square of the same area, from the middle of the sticker. */
const MARK = [0.08, 0.38];
/** How wide it is. */
const WIDE = 0.09;
/** How far the seam of two glued stickers reaches from the ends of their edge, and into each of them, relative to the way from the edge
 *  to its middle. */
const FROM_ENDS = 0.055;
const INTO = 0.44;
/** Within this distance corners are the same. */
const NEAR = 1e-4;

type Names = 'can' | 'turn' | 'unseen' | 'free';
type Probe = Pick<Game, Names>;

/** Two stickers on one face that share an edge. */
interface Pair {
  parts: [number, number];
  ends: [Point, Point];
}

const by = (matrix: number[], point: Point): Point => [0, 3, 6].map((row) => dot(matrix.slice(row, row + 3), point));
const unit = (point: Point): Point => point.map((x) => x / length(point));
const middleOf = (corners: Point[]): Point => corners.reduce((sum, corner) => plus(sum, 1 / corners.length, corner), [0, 0, 0] as Point);
const isNear = (one: Point, other: Point): boolean => length(plus(one, -1, other)) < NEAR;
/** By part: by how many degrees the piece on it is turned without showing it; -1 for none. */
export const turnsIn = (told: Int32Array): number[] => [...told.slice(told.length / 2)];
/** Corners are clockwise as seen from outside. */
const normalOf = ([a, b, c]: Point[]): Point => unit(cross(plus(c!, -1, a!), plus(b!, -1, a!)));

export class Unseen implements Overlay {
  /** By part: the direction of its mark on a piece that is not turned. */
  private readonly home: (Point | null)[];
  /** By part: whether a piece on it is turned in the direction of a clock (1) or against it (-1). */
  private readonly sense: number[];
  private readonly pairs: Pair[];
  /** By the number of a piece: the block that it is glued into. */
  private readonly blockOf = new Map<number, number>();
  /** By part: the direction of the mark on it now. */
  private marks: (Point | null)[] = [];
  /** By part: the block that the piece on it is glued into; -1 for none. */
  private blocks: number[] = [];

  /** @param isOther whether something else than the position of the game is shown. */
  constructor(
    private readonly scene: Scene,
    private readonly game: Probe,
    name: string,
    private readonly isOther: () => boolean,
  ) {
    const begin = (): Probe => new ((game as Game).constructor as new (name: string) => Probe)(name);
    const probe = begin();
    const solved = probe.unseen();
    probe.free();
    const marked = turnsIn(solved).flatMap((told, part) => (told >= 0 ? [part] : []));
    this.home = scene.stickers.map(() => null);
    this.sense = scene.stickers.map(() => 1);
    if (marked.length) this.orient(marked, begin);
    scene.glued.forEach((parts, block) => parts.forEach((part) => this.blockOf.set(solved[part]!, block)));
    this.pairs = this.blockOf.size ? this.neighbours() : [];
    this.jump();
  }

  /** Finds directions that agree: a move that brings a piece from one part to another brings its mark there, turned by as much as the
   *  game tells. */
  private orient(marked: number[], begin: () => Probe): void {
    const { stickers, moves } = this.scene;
    const turns = moves.flatMap(({ name, path, carries }) => {
      if (path.kind !== 'turn' || !path.axis) return [];
      const probe = begin();
      // Glued pieces may block a move.
      const isMade = probe.can(name, 1);
      if (isMade) probe.turn(name, 1);
      const told = turnsIn(probe.unseen());
      probe.free();
      return isMade ? [{ axis: path.axis, degrees: path.degrees, to: new Map(carries.map(({ from, to }) => [from, to])), told }] : [];
    });
    for (const part of marked) {
      // A turn in place tells in which direction the game counts.
      const inPlace = turns.find(({ to, told }) => to.get(part) === part && told[part]! % 180);
      if (!inPlace) continue;
      const angle = inPlace.degrees * Math.sign(dot(inPlace.axis, normalOf(stickers[part]!.corners)));
      this.sense[part] = Math.abs((((angle - inPlace.told[part]!) % 360) + 360) % 360) < 1 ? 1 : -1;
    }
    for (const first of marked) {
      if (this.home[first]) continue;
      const { corners } = stickers[first]!;
      this.home[first] = unit(plus(middleOf(corners.slice(0, 2)), -1, middleOf(corners)));
      const reached = [first];
      for (const from of reached) {
        for (const { axis, degrees, to, told } of turns) {
          const end = to.get(from);
          if (end === undefined || this.home[end]) continue;
          const brought = by(turning(axis, degrees), this.home[from]!);
          this.home[end] = by(turning(normalOf(stickers[end]!.corners), -this.sense[end]! * told[end]!), brought);
          reached.push(end);
        }
      }
    }
  }

  private neighbours(): Pair[] {
    const { stickers } = this.scene;
    const normals = stickers.map(({ corners }) => normalOf(corners));
    return stickers.flatMap(({ corners }, one) =>
      stickers.slice(0, one).flatMap((sticker, other): Pair[] => {
        if (dot(normals[one]!, normals[other]!) < 1 - NEAR) return [];
        const [from, to] = corners.filter((corner) => sticker.corners.some((another) => isNear(corner, another)));
        return from && to ? [{ parts: [one, other], ends: [from, to] }] : [];
      }),
    );
  }

  jump(): void {
    const told = this.game.unseen();
    const turns = turnsIn(told);
    this.blocks = turns.map((_, part) => this.blockOf.get(told[part]!) ?? -1);
    this.marks = this.home.map((home, part) => home && by(turning(normalOf(this.scene.stickers[part]!.corners), this.sense[part]! * turns[part]!), home));
  }

  carry(way: Way, amount: number): void {
    const from = sources(this.blocks.length, way, amount);
    const turn = way.path.kind === 'turn' && way.path.axis ? turning(way.path.axis, way.path.degrees * amount) : null;
    const carried = new Set(way.carries.map(({ to }) => to));
    this.blocks = from.map((part) => this.blocks[part]!);
    this.marks = from.map((part, at) => {
      const mark = this.marks[part]!;
      return mark && turn && carried.has(at) ? by(turn, mark) : mark;
    });
  }

  draw(context: CanvasRenderingContext2D, view: View, shown: ArrayLike<number>, theme: Theme): void {
    if (this.isOther() || !(view instanceof Solid)) return;
    const seen = new Map(view.seen.map((one) => [one.part, one]));
    const colourOf = (part: number): string | undefined => this.scene.stickers[shown[part]!]?.home?.colour;
    if (!theme.letters) for (const one of seen.values()) this.mark(context, one, colourOf(one.part));
    const glued = this.pairs.filter(({ parts: [one, other] }) => this.blocks[one]! >= 0 && this.blocks[one] === this.blocks[other]);
    for (const pair of glued) {
      const [one, other] = pair.parts.map((part) => seen.get(part));
      const colour = colourOf(pair.parts[0]);
      if (!one || !other || !colour) continue;
      const block = this.blocks[one.part];
      // Where seams of a block meet, they leave no hole.
      const margin = (end: Point): number =>
        glued.some((others) => others !== pair && this.blocks[others.parts[0]] === block && others.parts.some((part) => pair.parts.includes(part)) && others.ends.some((another) => isNear(end, another))) ? 0 : FROM_ENDS;
      const [from, to] = pair.ends;
      const along = plus(to, -1, from);
      const ends = [plus(from, margin(from), along), plus(to, -margin(to), along)];
      const across = (sight: Seen): Point => plus(sight.facet.middle, -1, middleOf(pair.ends));
      const corners = [plus(ends[0]!, INTO, across(one)), plus(ends[1]!, INTO, across(one)), plus(ends[1]!, INTO, across(other)), plus(ends[0]!, INTO, across(other))];
      const path = new Path2D();
      trace(path, corners.map((corner) => one.sight.project(corner)));
      context.fillStyle = lit(colour, one.sight.light(one.facet));
      context.fill(path);
    }
  }

  /** The mark on a sticker, if there is one: a line from its middle. */
  private mark(context: CanvasRenderingContext2D, { part, facet, sight }: Seen, colour: string | undefined): void {
    const mark = this.marks[part];
    if (!mark || !colour) return;
    const side = Math.sqrt(facet.area);
    const [from, to] = MARK.map((reach) => sight.project(plus(facet.middle, reach * side, mark)));
    context.lineCap = 'round';
    context.lineWidth = WIDE * Math.sqrt(sight.area(facet));
    context.strokeStyle = ink(colour);
    context.beginPath();
    context.moveTo(from![0]!, from![1]!);
    context.lineTo(to![0]!, to![1]!);
    context.stroke();
  }
}
