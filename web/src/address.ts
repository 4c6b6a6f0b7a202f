/** The address holds the puzzle and what was done, so that it can be kept and passed on. */

import { element } from './elements';
import { complain } from './fault';
import type { Session, Status } from './session';

/** The longest address that is written: what browsers and chats pass on. */
const LONGEST = 8000;
/** The puzzle of an address that names none. */
const FIRST = '3x3x3';

/** Writes the address after each deed. */
export function keepAddress(session: Session): void {
  session.onChange.push(({ seed, scrambled }: Status) => {
    const { setup, position, text, made } = session.record();
    const parts = new URLSearchParams({ puzzle: session.name });
    if (scrambled && setup) parts.set('scramble', setup);
    if (position) parts.set('position', position);
    if (scrambled && seed !== null) parts.set('seed', String(seed));
    if (text) parts.set('moves', text);
    if (made !== null) parts.set('made', String(made));
    const address = parts.toString();
    const isWhole = text !== null && address.length <= LONGEST;
    // A definition may be too long by itself.
    const alone = new URLSearchParams({ puzzle: session.name }).toString();
    history.replaceState(null, '', `#${isWhole ? address : alone.length <= LONGEST ? alone : ''}`);
  });
}

/** Reads the address: a puzzle, a scramble and moves. */
export function recall(session: Session): void {
  const parts = new URLSearchParams(location.hash.slice(1));
  try {
    session.load(parts.get('puzzle') ?? FIRST);
  } catch (thrown) {
    if (!session.name) session.load(FIRST);
    session.changed();
    return complain(element('refused'), thrown);
  }
  const number = (name: string): number | undefined => {
    const written = parts.get(name);
    return written !== null && /^\d{1,10}$/.test(written) ? Number(written) : undefined;
  };
  const [setup, position, moves] = ['scramble', 'position', 'moves'].map((name) => parts.get(name));
  try {
    if (position) session.place(position, number('seed'));
    else if (setup) session.begin(setup, number('seed'));
    if (moves) session.play(moves);
    const made = number('made');
    if (made !== undefined) session.seek(made);
  } catch (thrown) {
    complain(element('fault'), thrown);
  }
  session.table.jump(session.game.shows());
  session.changed();
}
