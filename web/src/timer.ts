/** The time of a solve: from the first turn after a scramble until the puzzle is solved. Looking around and turning
 *  the whole puzzle do not start the clock, and solutions by the solver are not timed. */

import { element } from './elements';
import { wish } from './options';
import type { Session, Status } from './session';

/** Milliseconds between two updates of the clock. */
const EVERY = 100;

function written(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = ((tenths % 600) / 10).toFixed(1);
  const minutes = Math.floor(tenths / 600);
  return minutes ? `${minutes}:${seconds.padStart(4, '0')}` : `${seconds} s`;
}

export class Timer {
  private readonly place = element('timer');
  /** The seed of the scramble that is timed. */
  private seed: number | null = null;
  private begun: number | null = null;
  private ticking = 0;

  constructor(private readonly session: Session) {
    wish('timed', (wished) => (this.place.hidden = !wished));
    session.onLoad.push(() => this.drop());
    session.onChange.push((status) => this.hear(status));
  }

  /** A scramble with this seed was made: the first turn starts the clock. */
  arm(seed: number): void {
    this.drop();
    this.seed = seed;
    this.place.textContent = written(0);
  }

  /** Stops timing. */
  drop(): void {
    clearInterval(this.ticking);
    this.seed = this.begun = null;
    this.place.textContent = '';
  }

  private hear(status: Status): void {
    if (this.seed === null) return;
    if (!status.scrambled || status.seed !== this.seed) return this.drop();
    const turned = this.session.last.some(({ name }) => !this.session.way(name)?.rotation);
    if (this.begun === null && turned) {
      this.begun = performance.now();
      this.ticking = window.setInterval(() => this.tell(), EVERY);
    }
    if (this.begun === null || !status.solved) return;
    this.tell();
    clearInterval(this.ticking);
    this.seed = null;
  }

  private tell(): void {
    this.place.textContent = written(performance.now() - this.begun!);
  }
}
