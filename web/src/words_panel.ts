/** Elements of the group as words in the moves: random ones, given ones, and the strong generators. */

import { capital, element, input } from './elements';
import { complain } from './fault';
import { type Job, Jobs } from './jobs';
import { say } from './languages/language';
import { terms } from './markup';
import type { Session } from './session';
import { nameOf } from './set_names';
import type { StrongLevel } from './wire';
import { tellStage } from './work';

/** More words are not listed. */
const MOST_LISTED = 400;

const lengthOf = (word: string): string => say('moves', { count: word.split(/\s+/).filter(Boolean).length });
/** A point, with what the language calls its set. */
const named = (point: string): string => point.replace(/^\w+/, (set) => capital(nameOf(set)));

export function offerWords(session: Session): void {
  const spelled = new Jobs();
  const listed = new Jobs();
  const strong = element<HTMLDetailsElement>('strong');

  /** Runs a job; returns nothing if it was stopped or failed, which is shown, or if another puzzle was opened. */
  const ask = async (jobs: Jobs, job: Job, told: HTMLElement, written = ''): Promise<string | null> => {
    told.lang = document.documentElement.lang;
    told.textContent = say('fillingWords');
    try {
      const found = await jobs.run(job, (report) => {
        if (report.kind === 'stage') told.textContent = tellStage(report.stage);
      });
      if (job.puzzle !== session.name) return null;
      told.textContent = '';
      return found;
    } catch (thrown) {
      complain(told, thrown, written);
      return null;
    }
  };

  const findWord = async (): Promise<void> => {
    const told = element('random-progress');
    element('random-found').hidden = true;
    const { name: puzzle } = session;
    const typed = input('element').value.trim();
    const wanted = input('random-seed').value.trim();
    if (!typed && wanted && !(/^\d{1,10}$/.test(wanted) && Number(wanted) < 2 ** 32)) {
      told.textContent = say('seedRange');
      return;
    }
    const seed = wanted ? Number(wanted) : crypto.getRandomValues(new Uint32Array(1))[0]!;
    const word = await ask(spelled, typed ? { kind: 'wordOf', puzzle, element: typed } : { kind: 'word', puzzle, seed }, told, typed);
    if (word === null) return;
    told.textContent = typed ? say('wordOf', { moves: lengthOf(word) }) : say('wordFound', { seed: String(seed), moves: lengthOf(word) });
    element('word').textContent = word;
    element('random-found').hidden = false;
  };

  const list = async (): Promise<void> => {
    const where = element('strong-found');
    if (!strong.open || where.childElementCount) return;
    const found = await ask(listed, { kind: 'strong', puzzle: session.name }, element('strong-progress'));
    if (found === null) return;
    let room = MOST_LISTED;
    for (const { base, words } of JSON.parse(found) as StrongLevel[]) {
      const title = document.createElement('h3');
      title.textContent = say('strongBase', { base: named(base), count: words.length });
      const shown = words.slice(0, room);
      room -= shown.length;
      const more = words.length - shown.length;
      where.append(title, terms(shown.map(({ to, word }) => [named(to), word])), more ? say('andMore', { count: more }) : '');
      if (!room) break;
    }
  };

  element('random').addEventListener('submit', (event) => {
    event.preventDefault();
    void findWord();
  });
  element('put-word').addEventListener('click', () => session.own(() => session.begin(element('word').textContent ?? '')));
  strong.addEventListener('toggle', () => void list());
  session.onLoad.push(() => {
    [spelled, listed].forEach((jobs) => jobs.stop());
    for (const id of ['random-progress', 'strong-progress', 'strong-found']) element(id).replaceChildren();
    element('random-found').hidden = true;
    strong.open = false;
  });
}
