/** The time of a solve: from the first turn after a scramble until the puzzle is solved. Looking around and turning
 *  the whole puzzle do not start the clock, and solutions by the solver are not timed. */

import { element } from './elements';
import { complain } from './fault';
import { type Listeners, inform } from './listeners';
import { number, say } from './languages/language';
import { kept, wish } from './options';
import type { Session } from './session';
import type { Times } from './times';
import type { Status } from './wire';

/** A penalty as in competitions: two seconds, or the solve does not count. */
export type Penalty = '' | '+2' | 'DNF';

/** A solve that was timed. */
export interface Solve {
  milliseconds: number;
  penalty: Penalty;
  /** The seed of its scramble. */
  seed: number;
  /** How much of the time it took to memorise the scramble, if that was told. */
  memo?: number;
}

/** Milliseconds between two updates of the clock. */
const EVERY = 100;
/** Milliseconds of inspection, and those after which a solve no longer counts. */
const INSPECTION = 15_000;
const LATE = 17_000;

function written(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = number((tenths % 600) / 10, 1);
  const minutes = Math.floor(tenths / 600);
  return minutes ? `${minutes}:${seconds.padStart(4, '0')}` : say('seconds', { seconds });
}

const penaltyAfter = (waited: number): Penalty => (waited > LATE ? 'DNF' : waited > INSPECTION ? '+2' : '');

export class Timer {
  private readonly place = element('timer');
  /** The seed of the scramble that is timed. */
  private seed: number | null = null;
  private begun: number | null = null;
  /** Since when the scramble is inspected, if inspection is limited. */
  private inspected: number | null = null;
  private penalty: Penalty = '';
  /** When the scramble was memorised, in an event that is solved blindfolded. */
  private memorised: number | null = null;
  private limited = false;
  /** Whether the puzzle was left during a solve, of which it is told that it is not timed. */
  private isLost = false;
  private ticking = 0;
  private times: Promise<Times> | null = null;
  /** The event of the World Cube Association for which the puzzle is scrambled, by its code; empty if there is none. */
  event = '';
  /** Called when the clock is set, begins, or stops, and when the scramble is memorised. */
  readonly onPhase: Listeners = [];

  constructor(private readonly session: Session) {
    wish('timed', (wished) => (this.place.hidden = !wished));
    wish('inspection', (wished) => (this.limited = wished));
    session.onLoad.push(() => this.forgo());
    session.onChange.push((status) => this.hear(status));
    element('times').addEventListener('toggle', () => void this.list());
    if (kept('event')) void this.list();
  }

  /** A scramble with this seed was made: the first turn starts the clock. */
  arm(seed: number): void {
    this.drop();
    this.seed = seed;
    // Who solves blindfolded inspects the puzzle while the clock runs.
    if (this.limited && !this.isBlind) {
      this.inspected = performance.now();
      this.ticking = window.setInterval(() => this.inspect(), EVERY);
      this.inspect();
    } else this.place.textContent = written(0);
    inform(this.onPhase);
  }

  /** Whether the event is solved blindfolded. */
  private get isBlind(): boolean {
    return this.event.endsWith('bf');
  }

  /** What comes next of a scramble that is memorised: nothing if it is not, or is already. */
  get memo(): 'start' | 'end' | null {
    if (this.seed === null || !this.isBlind || this.memorised !== null) return null;
    return this.begun === null ? 'start' : 'end';
  }

  /** Memorising begins, and with it the clock; or it ends. The first turn ends it, too. */
  memorise(): void {
    if (this.memo === 'start') this.run();
    else if (this.memo === 'end') this.memorised = performance.now();
    inform(this.onPhase);
  }

  private run(): void {
    this.begun = performance.now();
    clearInterval(this.ticking);
    this.ticking = window.setInterval(() => this.tell(), EVERY);
  }

  /** Stops timing. */
  drop(): void {
    clearInterval(this.ticking);
    this.seed = this.begun = this.inspected = this.memorised = null;
    this.penalty = '';
    this.isLost = false;
    this.place.textContent = '';
    inform(this.onPhase);
  }

  /** Stops timing because a game was opened: how long a solve was left is not known. */
  private forgo(): void {
    this.drop();
    const { scrambled, seed, all, solved } = this.session.status();
    this.isLost = scrambled && seed !== null && all > 0 && !solved;
    if (this.isLost) this.place.textContent = say('notTimed');
  }

  private hear(status: Status): void {
    if (this.seed === null) {
      // A scramble that comes from a link, or from a game that was left before its first turn.
      if (status.scrambled && status.seed !== null && !status.all) this.arm(status.seed);
      else if (this.isLost && (status.solved || !status.scrambled)) this.drop();
      return;
    }
    if (!status.scrambled || status.seed !== this.seed) return this.drop();
    const turned = this.session.last.some(({ name }) => !this.session.way(name)?.rotation);
    if (turned && this.memo === 'end') this.memorise();
    if (this.begun === null && turned) {
      this.run();
      if (this.inspected !== null) this.penalty = penaltyAfter(this.begun! - this.inspected);
      // Nobody told that the scramble was being memorised: that is not timed.
      if (this.isBlind) this.memorised = this.begun;
      inform(this.onPhase);
    }
    if (this.begun === null || !status.solved) return;
    // A solution that was written or pasted at once is no solve of a person.
    if (this.session.last.length > 1) return this.drop();
    const memo = (this.memorised ?? this.begun) - this.begun;
    const solve = { milliseconds: performance.now() - this.begun, penalty: this.penalty, seed: this.seed, ...(memo ? { memo } : {}) };
    this.tell();
    clearInterval(this.ticking);
    this.seed = null;
    void this.list().then((times) => times?.add(solve));
  }

  /** The list of times, which is loaded when it is needed first. */
  private async list(): Promise<Times | null> {
    this.times ??= import('./times').then(({ Times }) => new Times(this.session, this));
    try {
      return await this.times;
    } catch (thrown) {
      this.times = null;
      complain(element('refused'), thrown);
      return null;
    }
  }

  /** Counts the inspection down. */
  private inspect(): void {
    const waited = performance.now() - this.inspected!;
    const penalty = penaltyAfter(waited);
    this.place.textContent = penalty || say('toInspect', { seconds: Math.ceil((INSPECTION - waited) / 1000) });
  }

  private tell(): void {
    const memo = (this.memorised ?? this.begun!) - this.begun!;
    const time = [written(performance.now() - this.begun!), this.penalty];
    const parts = [time.filter(Boolean).join(' '), memo ? say('memo', { time: written(memo) }) : ''];
    this.place.textContent = parts.filter(Boolean).join(' · ');
  }
}
