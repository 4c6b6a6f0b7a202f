/** Errors, shown below the text that they concern, with their place marked. */

import { capital } from './elements';
import { say } from './languages/language';
import type { Fault } from './wire';

/** What the engine threw, as an error. */
export function faultOf(thrown: unknown): Fault {
  if (typeof thrown === 'string') return JSON.parse(thrown) as Fault;
  if (typeof thrown === 'object' && thrown !== null && 'span' in thrown) return thrown as Fault;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { message, span: null, expected: '', help: '' };
}

/** An error as the end of a sentence. The engine speaks English, the page its own language. */
export const said = (thrown: unknown): string => faultOf(thrown).message + (thrown instanceof Error ? say('stop') : '.');

/** An error in a sentence of its own. */
export const told = (thrown: unknown): string => capital(said(thrown));

/** The language of an error. */
export const langOf = (thrown: unknown): string => (thrown instanceof Error ? document.documentElement.lang : 'en');

/** Shows an error; if it concerns a text that the user wrote, with its place in it. */
export function complain(where: HTMLElement, thrown: unknown, written = ''): void {
  const { message, span, expected, help } = faultOf(thrown);
  const words = [message, expected && `expected ${expected}`, help].filter(Boolean).join('; ');
  where.lang = langOf(thrown);
  where.replaceChildren(capital(words) + (thrown instanceof Error ? say('stop') : '.'));
  if (!span || !written) return;
  const place = document.createElement('code');
  const mark = document.createElement('mark');
  const [from, to] = span;
  mark.textContent = written.slice(from, Math.max(to, from + 1)) || ' ';
  place.append(written.slice(0, from), mark, written.slice(Math.max(to, from + 1)));
  where.append(place);
}
