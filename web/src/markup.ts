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
export const subheading = (words: string): HTMLElement => made('h3', words);
export const paragraph = (content: Content): HTMLElement => made('p', content);

/** What is folded under a heading at first. */
export const folded = (words: string, content: Content): HTMLDetailsElement => made('details', [made('summary', words), ...[content].flat()]);

/** A fact that is seen at a glance: a number, and below it what it counts. */
export const glance = (value: string, words: string): HTMLElement => Object.assign(made('p', [made('strong', value), made('span', words)]), { className: 'glance' });

/** The greatest number of digits that stay on one line, whatever the width of a phone. */
export const WHOLE = 21;

/** Digits in groups of three; numbers too long for a line break there, and nowhere else. */
export function digits(written: string): string {
  return written.replace(/\B(?=(\d{3})+$)/g, written.length > WHOLE ? '\u2009\u200b' : '\u202f');
}

/** So many tenths times a power of ten. */
function scientific(tenths: number, exponent: number): string {
  const raised = [...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return `${number(tenths / 10, 1)}·10${raised}`;
}

/** A number of many digits by its first two, which is at most that number. */
export const leading = (digits: string): string => scientific(Number(digits.slice(0, 2)), digits.length - 1);

/** A number of many digits, rounded to two. */
export function rounded(digits: string): string {
  const tenths = Math.round(Number(digits.slice(0, 3)) / 10);
  return tenths === 100 ? scientific(10, digits.length) : scientific(tenths, digits.length - 1);
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
