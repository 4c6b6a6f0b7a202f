/** Scrambles with a given seed or a random one: a random position, or random moves from the present one. */

import { copied } from './copy';
import { button, element, input } from './elements';
import { say } from './languages/language';
import type { Session } from './session';
import type { Timer } from './timer';
import type { Work } from './work';

/** The greatest number of random moves at once. */
const MOST_MOVES = 1_000_000;

/** The date in Greenwich as a number, such as 20260131: one scramble a day for everyone. */
const seedOfToday = (): string => new Date().toISOString().slice(0, 10).replaceAll('-', '');

/** Shows the scramble as text and as a picture, where there is one. */
function showScramble(session: Session): void {
  let shown: { setup: string; scene: unknown } = { setup: '', scene: null };
  /** The picture is loaded with the first scramble; without it, the text is enough. */
  const picture = async (setup: string): Promise<void> => {
    const made = await import('./scramble_picture').catch(() => null);
    if (shown.setup === setup) made?.drawScramble(session, setup);
  };
  const renew = (): void => {
    const setup = session.status().scrambled ? (session.record().setup ?? '') : '';
    element('scramble-shown').hidden = setup === '';
    if (shown.setup === setup && shown.scene === session.scene) return;
    shown = { setup, scene: session.scene };
    element('scramble-text').textContent = setup;
    if (setup) void picture(setup);
    element('scramble-told').textContent = '';
  };
  session.onChange.push(renew);
  session.onColours.push(renew);
  button('copy-scramble').addEventListener('click', async () => {
    element('scramble-told').textContent = await copied(element('scramble-text').textContent ?? '', 'scrambleCopied');
  });
}

export function offerScramble(work: Work, timer: Timer): void {
  const { session } = work;
  showScramble(session);
  const wanted = (): number | null => {
    const written = input('seed').value.trim();
    if (!written) return crypto.getRandomValues(new Uint32Array(1))[0]!;
    if (/^\d{1,10}$/.test(written) && Number(written) < 2 ** 32) return Number(written);
    work.tell(say('seedRange'));
    return null;
  };
  const scramble = async (): Promise<void> => {
    const seed = wanted();
    if (seed === null) return;
    const asked = session.game;
    const made = await work.run({ kind: 'scramble', puzzle: session.name, seed, event: timer.event }, say('scrambling'));
    if (made === null || asked !== session.game) return;
    session.own(() => session.begin(made, seed));
    timer.arm(seed);
  };
  const mix = async (): Promise<void> => {
    const moves = Number(input('random-moves').value);
    if (!Number.isInteger(moves) || moves < 1 || moves > MOST_MOVES) {
      return work.tell(say('randomMovesRange', { most: MOST_MOVES }));
    }
    const seed = wanted();
    if (seed === null) return;
    const asked = session.deeds;
    const job = { kind: 'mix', puzzle: session.name, position: session.game.position(), moves, seed } as const;
    const end = await work.run(job, say('mixing'));
    if (end === null) return;
    if (asked !== session.deeds) return work.tell(say('turnedMeanwhile'));
    session.own(() => session.place(end, seed));
    timer.arm(seed);
  };
  button('daily').addEventListener('click', () => {
    input('seed').value = seedOfToday();
    void scramble();
  });
  element('scramble').addEventListener('submit', (event) => {
    event.preventDefault();
    void scramble();
  });
  element('mix').addEventListener('submit', (event) => {
    event.preventDefault();
    void mix();
  });
}
