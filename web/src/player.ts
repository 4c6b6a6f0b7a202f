/** Steps through the moves made, or through a solution: step by step, automatically at any speed, or with a slider. */

import { button, element, input } from './elements';
import { number, say } from './languages/language';
import { keep, kept } from './options';
import type { Session } from './session';
import type { Status } from './wire';

/** Milliseconds between two steps, and the same in a line longer than `MANY`. */
const CALM = 150;
const BRISK = 20;
const MANY = 40;

export class Player {
  private made = 0;
  private all = 0;
  private plays = false;
  /** Counts the starts, so that playing that is paused and resumed does not run twice. */
  private runs = 0;

  constructor(private readonly session: Session) {
    session.onLoad.push(() => this.pause());
    session.onOwn.push(() => this.pause());
    session.onChange.push((status) => this.hear(status));
    button('play').addEventListener('click', () => (this.plays ? this.pause() : this.play()));
    button('forward').addEventListener('click', () => {
      this.pause();
      void this.go(this.made + 1);
    });
    button('back').addEventListener('click', () => {
      this.pause();
      void this.go(this.made - 1);
    });
    input('scrub').addEventListener('input', () => {
      this.pause();
      void this.session.act(() => (this.session.seek(Number(input('scrub').value)), []));
    });
    const speed = element<HTMLSelectElement>('speed');
    const wished = kept('speed');
    if ([...speed.options].some(({ value }) => value === wished)) speed.value = wished!;
    session.table.speed = Number(speed.value);
    speed.addEventListener('change', () => {
      session.table.speed = Number(speed.value);
      keep('speed', speed.value);
    });
  }

  /** Plays on to the end, or from the start if the end has been reached. */
  play(): void {
    this.plays = true;
    void this.run();
  }

  private hear({ made, all }: Status): void {
    this.made = made;
    this.all = all;
    const scrub = input('scrub');
    scrub.max = String(all);
    scrub.value = String(made);
    scrub.disabled = all === 0;
    scrub.setAttribute('aria-valuetext', say('ofAll', { made, all }));
    element('player').toggleAttribute('data-empty', all === 0);
    element('place').textContent = all ? `${number(made)} / ${number(all)}` : '';
    this.tell();
  }

  private tell(): void {
    const playing = this.plays && this.made < this.all;
    // Each step would be said; the last one is.
    element('status').ariaLive = playing ? 'off' : 'polite';
    button('play').textContent = say(playing ? 'pause' : 'play');
    button('play').disabled = this.all === 0;
    button('forward').disabled = this.made === this.all;
    button('back').disabled = this.made === 0;
  }

  private async go(made: number): Promise<void> {
    await this.session.act(() => this.session.seek(Math.max(0, made)));
  }

  private async run(): Promise<void> {
    const run = ++this.runs;
    if (this.made === this.all) await this.session.act(() => (this.session.seek(0), []));
    this.tell();
    while (this.plays && run === this.runs && this.made < this.all) {
      await this.go(this.made + 1);
      await new Promise((resolve) => setTimeout(resolve, (this.all > MANY ? BRISK : CALM) / this.session.table.speed));
    }
    if (run === this.runs) this.pause();
  }

  private pause(): void {
    this.plays = false;
    this.tell();
  }
}
