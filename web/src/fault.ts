/** Errors, shown below the text that they concern, with their place marked. */

import { capital } from './elements';
import { ofEngine, say } from './languages/language';
import type { Fault } from './wire';

/** What the engine threw, as an error. */
export function faultOf(thrown: unknown): Fault {
  if (typeof thrown === 'string') return JSON.parse(thrown) as Fault;
  if (typeof thrown === 'object' && thrown !== null && 'span' in thrown) return thrown as Fault;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { message, span: null, expected: '', help: '' };
}

/** Words as a sentence or the end of one, and their language. */
export interface Told {
  words: string;
  lang: string;
}
/** What the page says, or an engine: in the language of the page if it has words for it, or else in English. */
function spoken(message: string, isOurs: boolean): Told {
  const own = isOurs ? message : ofEngine(message);
  // A list that goes on, or a question, ends by itself.
  const ended = (words: string, stop: string): string => words + (/[…?？]$/.test(words) ? '' : stop);
  return own === null ? { words: ended(message, '.'), lang: 'en' } : { words: ended(own, say('stop')), lang: document.documentElement.lang };
}
/** What an engine says, as a sentence. */
export function ofEngineTold(message: string): Told {
  const { words, lang } = spoken(message, false);
  return { words: capital(words), lang };
}

/** An error as the end of a sentence. */
export const said = (thrown: unknown): Told => spoken(faultOf(thrown).message, thrown instanceof Error);

/** An error in a sentence of its own. */
export function told(thrown: unknown): Told {
  const { words, lang } = said(thrown);
  return { words: capital(words), lang };
}

/** Shows an error, as the end of what a sentence begins with if there is such; if it concerns a text that somebody wrote, with its place in it. */
export function complain(where: HTMLElement, thrown: unknown, written = '', sentence = (why: string): string => why): void {
  const { message, span, expected, help } = faultOf(thrown);
  const { words, lang } = spoken([message, expected && `expected ${expected}`, help].filter(Boolean).join('; '), thrown instanceof Error);
  where.lang = lang;
  where.replaceChildren(capital(sentence(words)));
  if (!span || !written) return;
  const place = document.createElement('code');
  const mark = document.createElement('mark');
  const [from, to] = span;
  mark.textContent = written.slice(from, Math.max(to, from + 1)) || ' ';
  place.append(written.slice(0, from), mark, written.slice(Math.max(to, from + 1)));
  where.append(place);
}
