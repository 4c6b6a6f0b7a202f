/** A deed that is done after a pause, however often it is asked for meanwhile. */

export class Later {
  private timer = 0;

  constructor(
    private readonly deed: () => void,
    private readonly pause: number,
  ) {}

  /** Does it after a pause. */
  soon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.now(), this.pause);
  }

  /** Does it now if it was asked for. */
  now(): void {
    if (!this.timer) return;
    this.drop();
    this.deed();
  }

  /** Does not do it. */
  drop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}
