/** What the engines say of errors, and of positions that cannot be solved, in other languages. An engine speaks English; what it says is
 *  recognised by a pattern. This is loaded after the language itself: until then, and where no pattern fits, such messages stay English. */

/** The messages that are translated. `{set}` and `{other}` stand for a set of pieces, `{single}` for one of its pieces, `{sets}` for
 *  several sets, `{names}` for names with "or" between the last two, `{colours}` for such with "and", `{count}`, `{found}` and `{given}` for
 *  numbers, `{what}` for what was written, `{form}` and `{example}` for one word, `{why}` and `{quantity}` for another message. Messages are joined by "; " and by ", and ". */
const MESSAGES = [
  // Positions by hand.
  '1 sticker has no colour yet',
  '{count} stickers have no colour yet',
  'this sticker never leaves its face {face}, so it has the colour of {face}',
  'no piece of the set {set} has the colours {colours}',
  'no piece of the set {set} has the colour {colours}',
  'no {single} has the colours {colours}',
  'no {single} has the colour {colours}',
  '{found} pieces of the set {set} are painted {colours}, but the puzzle has only {count} of that kind',
  '{found} {set} are painted {colours}, but the puzzle has only {count} of that kind',
  '{set} and {other} never change places',
  'pieces of {set} look the same in every orientation',
  'no move affects this part, so it cannot be changed',
  'this position is incomplete',
  'give the place and the orientation of every piece',
  // Why a position cannot be solved.
  'one corner is twisted clockwise',
  'one corner is twisted clockwise ({piece})',
  'one corner is twisted counterclockwise',
  'one corner is twisted counterclockwise ({piece})',
  'one edge is flipped',
  'one edge is flipped ({piece})',
  'two corners are exchanged ({one} and {two})',
  'two edges are exchanged',
  'two edges are exchanged ({one} and {two})',
  'orbit {set}: piece {found} is in slot {count}, which it cannot reach',
  'orbit {set}: one piece is flipped',
  'orbit {set}: the orientations add up to {found} too much modulo {count}',
  'one piece is twisted',
  'orbit {set} has odd parity: two of its pieces are exchanged',
  'the parities of the orbits {sets} do not fit together: two pieces are exchanged',
  'it is outside the group of the puzzle: a move that leads to it would make more positions reachable',
  'no moves bring the pieces on which other moves depend to their solved places',
  'wedge {count} does not occur exactly once',
  'the corner of wedges {count} and {found} is broken',
  // The group.
  '{puzzle} has moves that are not always possible, so they generate no group',
  'the puzzle has {count} points; this method accepts at most {found}',
  'a random chain reached the upper bound of orbits, blocks, sums and signs',
  'all Schreier generators were sifted',
  'the chain reached the known order',
  'a random chain reached the order that giant orbits prove',
  'giant orbits, without a chain',
  // Solutions.
  'the position cannot be solved: {why}',
  'every sequence of moves was tried',
  'no solution: {why}',
  'the time limit was reached',
  'the memory limit was reached',
  'the length limit was reached',
  '{puzzle} is too large to be solved in a browser: its table does not fit into {count} MiB',
  // Algorithms.
  'unknown move `{move}`',
  '`{move}` without a sign',
  '`+` or `-` after the number, as in `{example}`',
  '{puzzle} has no move \'{move}\'',
  'turn {count} of the algorithm, {turn}, is not possible there: pieces block it',
  '{turn} is not possible there: pieces block it',
  'nothing can move in that direction: \'{move}\'',
  'the sequence cannot be repeated, so it has no order: in repetition {count}, {why}',
  'a direction in which something can move',
  'more than {count} moves',
  'expected {why}',
  'the name of a move of this puzzle',
  'a move of the puzzle, with layers that it has',
  'did you mean {names}?',
  'known moves: {moves}',
  'nothing follows `{sign}`',
  'there is nothing before `{sign}`',
  'a move',
  '`{sign}` closes nothing',
  'remove it, or open the bracket before',
  'this `{sign}` is never closed',
  '`{sign}` after it',
  'brackets with one part',
  '`[A, B]` or `[A: B]`',
  'to group moves, write `(A)`',
  'a second prime',
  'one prime',
  'write `R\'` for the inverse and `R2` for twice',
  'this amount is too large',
  'a number of at most {count}',
  'the algorithm has {count} moves, at most {found} were allowed',
  'repeat fewer times, or reduce the powers by hand',
  'unexpected `{sign}`',
  'a move or a bracket',
  '`{sign}` outside of brackets',
  'a conjugate as `[A: B]`',
  // Puzzles.
  'line {count}: {why}',
  'there is no puzzle named \'{name}\'',
  'a cube of size {count} is not supported',
  'expected {count} to {found}',
  '\'{name}\' is not a supported box',
  'expected cuboid:AxBxC with sides of 1 to {count}, not all 1, such as {puzzle}',
  'a page draws cubes of at most {count} layers',
  '{puzzle} has too many pieces to be drawn',
  '\'{name}\': {why}',
  '\'{what}\' is not of the form {form}',
  '\'{what}\' is not a whole number up to {count}',
  '{quantity} must be {count} to {found}, not {given}',
  'that has {count} positions',
  'that has {count} moves of {found} positions',
  'at most {count} are supported',
  'at most {count} in all are supported',
  '{form}, such as {example}',
  'the number of rows',
  'the number of columns',
  'the side of a block',
  'the length A of the left ring',
  'the length B of the right ring',
  'the distance DA along the left ring',
  'the distance DB along the right ring',
  'the length A of the left track',
  'the length B of the right track',
  'the length K of the shared arc',
  'the length of a ring',
  'the length N of the track',
  'the length K of the turntable',
  'the height of the stack',
  // What a job is at.
  'pruning',
  'pattern database',
  'sets of pieces',
  'phase-1',
  'phase-2',
  'centres',
  'edges',
  'insertion',
  'random moves',
  'walks from a shape back to it',
  'groups of the moves, with the position and without',
  'what looks alike, gone through',
] as const;

/** The translation of each message. */
export type FaultWords = { readonly [message in (typeof MESSAGES)[number]]: string };

const SET = /^(set|other)$/;
const NUMBER = /^(count|found|given)$/;
/** What has no blanks, which tells the form of a name from other words. */
const ONE_WORD = /^(form|example)$/;

/** What fits a message, with a group for each word that it leaves to be filled in. */
function patternOf(message: string): RegExp {
  const seen = new Set<string>();
  const source = message.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (!name) return part.replace(/[.*+?^$()[\]\\|]/g, '\\$&');
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>${NUMBER.test(name) ? '\\d+' : ONE_WORD.test(name) ? '\\S+' : name === 'what' ? '.*?' : '.+?'})`;
  });
  return new RegExp(`^${source.join('')}$`);
}

/** What translates a message of an engine into the language with this tag, of some words and of the names of sets; nothing where no pattern
 *  fits. */
export function translator(words: FaultWords, nameOf: (set: string) => string, tag = 'en'): (message: string) => string | null {
  const list = new Intl.ListFormat(tag);
  const patterns = MESSAGES.map((message) => [patternOf(message), words[message]] as const);
  const one = (message: string): string | null => {
    for (const [pattern, translation] of patterns) {
      const groups = pattern.exec(message)?.groups;
      if (!groups && !pattern.test(message)) continue;
      const filled = Object.entries(groups ?? {}).map(([name, value]) => [name, fill(name, value)] as const);
      if (filled.every(([, value]) => value !== null)) {
        const values = new Map(filled);
        return translation.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
      }
    }
    return null;
  };
  const fill = (name: string, value: string): string | null => {
    if (name === 'why' || name === 'quantity') return whole(value);
    if (name === 'names') return value.replace(' or ', ' / ');
    if (name === 'colours') return list.format(value.split(/, | and /));
    if (name === 'single') return nameOf(`${value}s`);
    if (name === 'sets') return value.split(', ').map(nameOf).join(', ');
    return SET.test(name) ? nameOf(value) : value;
  };
  /** The whole message by one pattern, or each of its parts. */
  const whole = (message: string): string | null => {
    const found = one(message);
    if (found !== null) return found;
    for (const joint of ['; ', ', and ']) {
      const parts = message.split(joint);
      if (parts.length === 1) continue;
      const said = parts.map(whole);
      return said.every((part) => part !== null) ? said.join('; ') : null;
    }
    return null;
  };
  return whole;
}
