/** The address contains the puzzle and the moves, so that it can be saved and shared. */

import { element } from './elements';
import { wholeEngine } from './engine';
import { complain } from './fault';
import type { Session } from './session';

/** The maximum length of an address that is written: what browsers and chats pass on. */
const LONGEST = 8000;
/** The puzzle of an address that names none. */
const FIRST = '3x3x3';
/** The time in milliseconds without an action after which the address is written. Browsers refuse more than a hundred
 *  addresses in ten seconds, or slow the page down. */
const PAUSE = 200;

/** The address of a game, without the `#`, and what it holds: moves that are too long for an address are left out, and so
 *  is a definition. */
export function addressOf(session: Session): { text: string; holds: 'moves' | 'puzzle' | 'nothing' } {
  const { scrambled, seed } = session.status();
  const { setup, position, text, made } = session.record();
  const parts = new URLSearchParams({ puzzle: session.name });
  const alone = parts.toString();
  if (scrambled && setup) parts.set('scramble', setup);
  if (position) parts.set('position', position);
  if (scrambled && seed !== null) parts.set('seed', String(seed));
  if (text) parts.set('moves', text);
  if (made !== null) parts.set('made', String(made));
  const whole = parts.toString();
  if (text !== null && whole.length <= LONGEST) return { text: whole, holds: 'moves' };
  return alone.length <= LONGEST ? { text: alone, holds: 'puzzle' } : { text: '', holds: 'nothing' };
}

export class Address {
  private timer = 0;

  constructor(private readonly session: Session) {
    session.onChange.push(() => {
      clearTimeout(this.timer);
      document.body.dataset.unwritten = 'yes';
      this.timer = window.setTimeout(() => this.write(), PAUSE);
    });
    window.addEventListener('pagehide', () => this.write());
  }

  /** Writes the address now, if an action has changed it. */
  write(): void {
    if (document.body.dataset.unwritten === undefined) return;
    clearTimeout(this.timer);
    delete document.body.dataset.unwritten;
    try {
      history.replaceState(null, '', `#${addressOf(this.session).text}`);
    } catch {
      // The browser refuses addresses that follow each other too fast; the next action writes it.
    }
  }
}

/** Starts with a position in any notation. Returns whether the puzzle is still the same once the position was read. */
async function place(session: Session, position: string, seed?: number): Promise<boolean> {
  const { game, name } = session;
  try {
    session.place(position, seed);
  } catch {
    // A game reads positions as the page writes them; the whole engine reads all notations.
    const read = (await wholeEngine()).readPosition(name, position);
    if (game !== session.game) return false;
    session.place(read, seed);
  }
  return true;
}

/** Reads the address: a puzzle, a scramble and moves. */
export async function recall(session: Session): Promise<void> {
  const parts = new URLSearchParams(location.hash.slice(1));
  try {
    if (!(await session.load(parts.get('puzzle') ?? FIRST))) return;
  } catch (thrown) {
    if (!session.name) await session.load(FIRST);
    session.changed();
    return complain(element('refused'), thrown);
  }
  const number = (name: string): number | undefined => {
    const written = parts.get(name);
    return written !== null && /^\d{1,10}$/.test(written) ? Number(written) : undefined;
  };
  const [setup, position, moves] = ['scramble', 'position', 'moves'].map((name) => parts.get(name));
  try {
    if (position) {
      if (!(await place(session, position, number('seed')))) return;
    } else if (setup) session.begin(setup, number('seed'));
    if (moves) session.play(moves);
    const made = number('made');
    if (made !== undefined) session.seek(made);
  } catch (thrown) {
    complain(element('fault'), thrown);
  }
  session.table.jump(session.game.shows());
  session.changed();
}
