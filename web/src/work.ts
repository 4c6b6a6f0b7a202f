/** Jobs that the user waits for: their progress is shown, and they can be stopped. */

import { button, capital, element, swap } from './elements';
import { told as faultTold } from './fault';
import { type Job, Jobs, type Report } from './jobs';
import { number, ofEngine, say } from './languages/language';
import type { Session } from './session';
import type { Stage } from './wire';

const progress = element('progress');

export function tellStage(stage: Stage): string {
  switch (stage.stage) {
    case 'table':
    case 'part':
      return say('part', { name: capital(ofEngine(stage.name) ?? stage.name), done: stage.total ? say('percent', { number: Math.floor((100 * stage.done) / stage.total) }) : number(stage.done) });
    case 'depth':
      return stage.nodes ? say('depth', { length: stage.length, count: stage.nodes }) : say('length', { count: stage.length });
    case 'level':
      return say('level', { count: stage.states, distance: stage.distance });
    case 'improved':
      // A part of the puzzle may be what has been solved.
      return say('fewer', { count: stage.nodes });
  }
}

const told = (report: Report | null): string | null => (report?.kind === 'stage' ? tellStage(report.stage) : null);

/** The time in milliseconds after which what a job told is told again, with the time that has passed. */
const AGAIN = 1000;

/** The least time in milliseconds between two announcements of the progress; what is shown changes more often. */
const SAID = 10_000;

export class Work {
  private readonly jobs = new Jobs();
  private said = -Infinity;

  constructor(readonly session: Session) {
    button('stop').textContent = say('stopIt');
    button('stop').addEventListener('click', () => this.jobs.stop());
    session.onLoad.push(() => {
      this.jobs.stop();
      this.tell('');
    });
    // What a job told holds for the position it had.
    session.onChange.push(() => this.jobs.busy || this.tell(''));
  }

  tell(words: string, lang = document.documentElement.lang): void {
    Object.assign(progress, { textContent: words, lang });
    if (this.jobs.busy && performance.now() - this.said < SAID) return;
    this.said = performance.now();
    Object.assign(element('progress-said'), { textContent: words, lang });
  }

  /** Runs a job; `words` tell what a report says, if anything, and also what there is to say when none has come. Returns nothing if it was
   *  stopped or failed, which is shown. */
  async run(job: Job, begun: string, words: (report: Report | null) => string | null = told): Promise<string | null> {
    this.jobs.stop();
    this.tell(begun);
    swap('solve', 'stop');
    const hears = (report: Report | null): void => {
      const said = words(report);
      if (said !== null) this.tell(said);
    };
    const ticking = setInterval(() => hears(null), AGAIN);
    try {
      const done = await this.jobs.run(job, hears);
      if (!this.jobs.busy) this.tell(done === null ? say('stopped') : '');
      return done;
    } catch (thrown) {
      const { words, lang } = faultTold(thrown);
      this.tell(words, lang);
      return null;
    } finally {
      clearInterval(ticking);
      if (!this.jobs.busy) swap('stop', 'solve');
    }
  }
}
