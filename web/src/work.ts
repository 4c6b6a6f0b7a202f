/** Jobs that the user waits for: their progress is shown, and they can be stopped. */

import { button, capital, element, plural, swap } from './elements';
import { faultOf } from './fault';
import { type Job, Jobs, type Report, type Stage } from './jobs';
import type { Session } from './session';

const progress = element('progress');

export function tellStage(stage: Stage): string {
  const states = (nodes: number): string => `${nodes.toLocaleString('en')} states visited`;
  switch (stage.stage) {
    case 'table':
    case 'part':
      return `${capital(stage.name)}: ${stage.total ? `${Math.floor((100 * stage.done) / stage.total)} %` : stage.done.toLocaleString('en')}`;
    case 'depth':
      return `Length ${stage.length}, ${states(stage.nodes)}`;
    case 'level':
      return `${plural(stage.states, 'state')} at distance ${stage.distance}`;
    case 'improved':
      // A part of the puzzle may be what has been solved.
      return `Searching for fewer moves, ${states(stage.nodes)}`;
  }
}

const told = (report: Report): string | null => (report.kind === 'stage' ? tellStage(report.stage) : null);

/** The least time in milliseconds between two announcements of the progress; what is shown changes more often. */
const SAID = 10_000;

export class Work {
  private readonly jobs = new Jobs();
  private said = -Infinity;

  constructor(readonly session: Session) {
    button('stop').addEventListener('click', () => this.jobs.stop());
    session.onLoad.push(() => {
      this.jobs.stop();
      this.tell('');
    });
  }

  tell(words: string): void {
    progress.textContent = words;
    if (this.jobs.busy && performance.now() - this.said < SAID) return;
    this.said = performance.now();
    element('progress-said').textContent = words;
  }

  /** Runs a job; `words` tell what a report says, if anything. Returns nothing if it was stopped or failed, which is shown. */
  async run(job: Job, begun: string, words: (report: Report) => string | null = told): Promise<string | null> {
    this.jobs.stop();
    this.tell(begun);
    swap('solve', 'stop');
    try {
      const done = await this.jobs.run(job, (report) => {
        const said = words(report);
        if (said !== null) this.tell(said);
      });
      if (!this.jobs.busy) this.tell(done === null ? 'Stopped.' : '');
      return done;
    } catch (thrown) {
      this.tell(`${capital(faultOf(thrown).message)}.`);
      return null;
    } finally {
      if (!this.jobs.busy) swap('stop', 'solve');
    }
  }
}
