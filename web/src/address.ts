/** The address contains the puzzle and the moves, so that it can be saved and shared. */

import { element } from './elements';
import { wholeEngine } from './engine';
import { complain } from './fault';
import type { Session, Status } from './session';

/** The maximum length of an address that is written: what browsers and chats pass on. */
const LONGEST = 8000;
/** The puzzle of an address that names none. */
const FIRST = '3x3x3';

/** Updates the address after each action. */
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
    // A definition alone may be too long.
    const alone = new URLSearchParams({ puzzle: session.name }).toString();
    history.replaceState(null, '', `#${isWhole ? address : alone.length <= LONGEST ? alone : ''}`);
  });
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
