/** The address contains the puzzle and the moves, so that it can be saved and shared; the history of the browser has an
 *  entry for each puzzle that was opened. */

import { writeMoves } from './algorithm';
import { element } from './elements';
import { wholeEngine } from './engine';
import { complain } from './fault';
import { faultWords, say } from './languages/language';
import { Later } from './later';
import type { Session } from './session';

/** The maximum length of an address that is written: what browsers and chats pass on. */
const LONGEST = 8000;
/** The puzzle of an address that names none, if none was played before. */
const FIRST = '3x3x3';
/** The time in milliseconds without an action after which the address is written. Browsers refuse more than a hundred
 *  addresses in ten seconds, or slow the page down. */
const PAUSE = 200;
/** A puzzle that was shown for less than this many milliseconds and not turned has no entry in the history. */
const PASSED = 700;
/** The mark of entries that the page wrote: behind them lies the game of that puzzle, as it is now. */
const OWN = 'own';

/** The address of a game, without the `#`, and what it holds: moves that are too long for an address are left out, and so
 *  is a definition. */
export function addressOf(session: Session): { text: string; holds: 'moves' | 'puzzle' | 'nothing' } {
  const { scrambled, seed } = session.status();
  const { setup, position, text, made } = session.record();
  const parts = new URLSearchParams({ puzzle: session.name });
  if (session.mask) parts.set('mask', session.mask);
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

/** What an address puts on the puzzle, with what is said of a part that cannot be read. */
const PARTS = { scramble: 'wrongScramble', position: 'wrongPosition', moves: 'wrongMoves' } as const;

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

export class Address {
  private readonly later = new Later(() => this.write(), PAUSE);
  /** Whether the puzzle is loaded because of an address. */
  private follows = false;
  /** When the puzzle was loaded, unless it has been turned since. */
  private untouched: number | null = null;

  constructor(private readonly session: Session) {
    session.onLeave.push(() => !this.follows && this.later.now());
    session.onLoad.push(() => this.enter());
    session.onOwn.push(() => (this.untouched = null));
    session.onChange.push(() => {
      document.body.dataset.unwritten = 'yes';
      this.later.soon();
    });
    window.addEventListener('pagehide', () => this.later.now());
    window.addEventListener('popstate', ({ state }) => void this.recall(state === OWN));
  }

  /** Begins the entry of another puzzle. */
  private enter(): void {
    const passed = this.untouched !== null && performance.now() - this.untouched < PASSED;
    this.untouched = this.follows ? null : performance.now();
    if (!this.follows && !passed) this.put('pushState');
  }

  private write(): void {
    delete document.body.dataset.unwritten;
    this.put('replaceState');
  }

  private put(kind: 'pushState' | 'replaceState'): void {
    try {
      history[kind](OWN, '', `#${addressOf(this.session).text}`);
    } catch {
      // The browser refuses addresses that follow each other too fast; the next action writes it.
    }
  }

  /** Reads the address: a puzzle, a scramble and moves. The address of an entry that the page wrote shows the game of its
   *  puzzle as it is now, if it is still there. */
  async recall(isOwn = false): Promise<void> {
    const { session } = this;
    // The entry to be written is no longer the current one.
    this.later.drop();
    const written = location.hash.slice(1);
    const parts = new URLSearchParams(written);
    const name = parts.get('puzzle') ?? session.recent() ?? FIRST;
    const isKept = isOwn && session.keeps(name);
    this.follows = true;
    let wrong = '';
    try {
      if (!(await session.load(name))) return;
      const mask = parts.get('mask') ?? '';
      if (mask !== session.mask) await session.wear(mask);
      if (!isKept && written !== addressOf(session).text) wrong = await this.apply(parts);
    } catch (thrown) {
      if (!session.name) await session.load(FIRST);
      await faultWords();
      complain(element('refused'), thrown);
    } finally {
      this.follows = false;
    }
    session.changed();
    if (wrong) writeMoves(wrong);
  }

  /** Puts the position and the moves of an address on the puzzle, if it has any. Returns moves that cannot be made. */
  private async apply(parts: URLSearchParams): Promise<string> {
    const { session } = this;
    const number = (name: string): number | undefined => {
      const written = parts.get(name);
      return written !== null && /^\d{1,10}$/.test(written) ? Number(written) : undefined;
    };
    const [setup, position, moves] = Object.keys(PARTS).map((name) => parts.get(name));
    if (!setup && !position && !moves) return '';
    let part: keyof typeof PARTS = position ? 'position' : 'scramble';
    let wrong = '';
    try {
      if (position) {
        if (!(await place(session, position, number('seed')))) return '';
      } else if (setup || session.status().all || session.status().scrambled) session.begin(setup ?? '', number('seed'));
      part = 'moves';
      if (moves) session.play(moves);
      const made = number('made');
      if (made !== undefined) session.seek(made);
    } catch (thrown) {
      await faultWords();
      complain(element('refused'), thrown, parts.get(part) ?? '', (why) => say(PARTS[part], { why }));
      if (part === 'moves') wrong = moves ?? '';
    }
    session.table.jump(session.game.shows());
    return wrong;
  }
}
