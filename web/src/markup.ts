/** Records as elements: lists of terms, lists, and numbers as products of powers. */

import { number } from './languages/language';

/** The description of a term: words, or elements. */
export type Content = string | Node | (string | Node)[];

function made<K extends keyof HTMLElementTagNameMap>(tag: K, content: Content): HTMLElementTagNameMap[K] {
  const one = document.createElement(tag);
  one.append(...(Array.isArray(content) ? content : [content]));
  return one;
}

/** Terms with their descriptions; terms without a description are omitted. */
export function terms(pairs: [string, Content | null | undefined][]): HTMLElement {
  const told = pairs.filter((pair): pair is [string, Content] => Boolean(pair[1]) && pair[1]!.toString() !== '');
  return made('dl', told.flatMap(([term, content]) => [made('dt', term), made('dd', content)]));
}

export function list(items: string[]): HTMLElement {
  return made('ul', items.map((item) => made('li', item)));
}

export const heading = (words: string): HTMLElement => made('h2', words);
export const paragraph = (content: Content): HTMLElement => made('p', content);

/** What is folded under a heading at first. */
export const folded = (words: string, content: Content): HTMLDetailsElement => made('details', [made('summary', words), ...[content].flat()]);

/** The greatest number of digits that stay on one line, whatever the width of a phone. */
const WHOLE = 21;

/** Digits in groups of three; numbers too long for a line break there, and nowhere else. */
export function digits(written: string): string {
  return written.replace(/\B(?=(\d{3})+$)/g, written.length > WHOLE ? '\u2009\u200b' : '\u202f');
}

/** A number of many digits by its first two, which is at most that number. */
export function leading(digits: string): string {
  const exponent = [...String(digits.length - 1)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return `${number(Number(digits.slice(0, 2)) / 10, 1)}·10${exponent}`;
}

/** Prime factors with their exponents. */
export function powers(factors: [number, number][]): Content {
  return factors.flatMap(([prime, exponent], at) => [
    at ? ' · ' : '',
    String(prime),
    ...(exponent > 1 ? [made('sup', String(exponent))] : []),
  ]);
}

/** A row of a table whose first cell names it. */
export function row(name: string, ...cells: Content[]): HTMLElement {
  const head = made('th', name);
  head.scope = 'row';
  return made('tr', [head, ...cells.map((cell) => made('td', cell))]);
}
