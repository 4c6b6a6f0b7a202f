/** The events of the World Cube Association: whoever chooses one solves scrambles as in competitions, one after the other. */

import { EVENTS } from './event_list';
import { button, element, input } from './elements';
import { complain } from './fault';
import { say } from './languages/language';
import { inform } from './listeners';
import { offerMemo } from './memo';
import { loadNames, titleOf } from './names';
import { keep, kept } from './options';
import type { Session } from './session';
import type { Timer } from './timer';

/** Milliseconds for which a solved puzzle is shown before the next scramble. */
const PAUSE = 1500;

/** What an event is called. */
function nameOf({ code, puzzle }: (typeof EVENTS)[number]): string {
  const title = titleOf(puzzle).textContent;
  if (code.endsWith('oh')) return say('oneHanded', { puzzle: title });
  return code.endsWith('bf') ? say('blindfolded', { puzzle: title }) : title;
}

export class Events {
  private readonly chooser = document.createElement('select');

  constructor(
    private readonly session: Session,
    private readonly timer: Timer,
    /** Called when another event is chosen, or none. */
    private readonly changed: () => void,
  ) {
    const { chooser } = this;
    chooser.id = 'event';
    chooser.add(new Option(say('noEvent'), ''));
    for (const { code } of EVENTS) chooser.add(new Option('', code));
    // What puzzles are called is loaded with the page's language.
    void loadNames().then(() => EVENTS.forEach((event, at) => (chooser.options[at + 1]!.text = nameOf(event))));
    const label = document.createElement('label');
    label.append(`${say('event')} `, chooser);
    const about = document.createElement('p');
    about.className = 'soft';
    about.textContent = say('eventAbout');
    element('averages').before(label, about);
    chooser.addEventListener('change', () => void this.choose(chooser.value));
    offerMemo(timer);
    session.onLoad.push(() => this.follow());
    timer.event = kept('event') ?? '';
    this.follow();
  }

  private get puzzle(): string | undefined {
    return EVENTS.find(({ code }) => code === this.timer.event)?.puzzle;
  }

  /** Another puzzle than that of the event ends it. */
  private follow(): void {
    // While the page begins, there is no puzzle yet.
    if (this.timer.event && this.session.name && this.puzzle !== this.session.name) this.set('');
    this.chooser.value = this.timer.event;
  }

  private set(event: string): void {
    this.timer.event = event;
    inform(this.timer.onPhase);
    keep('event', event);
    this.changed();
  }

  private async choose(event: string): Promise<void> {
    const { session } = this;
    this.set(event);
    const { puzzle } = this;
    if (puzzle === undefined) return;
    try {
      if (puzzle !== session.name && (await session.load(puzzle))) session.changed();
      if (puzzle === session.name) this.scramble();
    } catch (thrown) {
      complain(element('refused'), thrown);
    }
  }

  /** The next scramble, from another seed. */
  private scramble(): void {
    input('seed').value = '';
    button('scramble-now').click();
  }

  /** A solve of the event was timed: the next scramble follows, unless the inspection of it would begin before anyone is ready. */
  solved(): void {
    const { session, timer } = this;
    const { game } = session;
    if (!timer.event || input('inspection').checked) return;
    setTimeout(() => {
      const { scrambled, solved } = session.status();
      // Unless something else was begun meanwhile.
      if (timer.event && game === session.game && scrambled && solved) this.scramble();
    }, PAUSE);
  }
}
