/** Errors, shown below the text that they concern, with their place marked. */

import { capital } from './elements';

export interface Fault {
  message: string;
  span: [number, number] | null;
  expected: string;
  help: string;
}

/** What the engine threw, as an error. */
export function faultOf(thrown: unknown): Fault {
  if (typeof thrown === 'string') return JSON.parse(thrown) as Fault;
  if (typeof thrown === 'object' && thrown !== null && 'span' in thrown) return thrown as Fault;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { message, span: null, expected: '', help: '' };
}

/** Shows an error; if it concerns a text that the user wrote, with its place in it. */
export function complain(where: HTMLElement, thrown: unknown, written = ''): void {
  const { message, span, expected, help } = faultOf(thrown);
  const words = [message, expected && `expected ${expected}`, help].filter(Boolean).join('; ');
  where.replaceChildren(`${capital(words)}.`);
  if (!span || !written) return;
  const place = document.createElement('code');
  const mark = document.createElement('mark');
  const [from, to] = span;
  mark.textContent = written.slice(from, Math.max(to, from + 1)) || ' ';
  place.append(written.slice(0, from), mark, written.slice(Math.max(to, from + 1)));
  where.append(place);
}
