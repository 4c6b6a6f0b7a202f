/** The language of the page: that which the user chose, or the first of those the browser prefers that the page has. English is part
 *  of the page; another one is loaded before anything is said. */

import { element } from '../elements';
import { keep, kept } from '../options';
import type { Catalogue, Filling, Key, PageKey, Plural, PuzzleWords } from './catalogue';
import { said } from './english';
import type { later } from './english_later';

/** The languages by their tags, with what they call themselves and how they are loaded. */
const LANGUAGES: { readonly tag: string; readonly name: string; readonly load?: () => Promise<Catalogue> }[] = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch', load: () => import('./german').then(({ german }) => german) },
  { tag: 'ja', name: '日本語', load: () => import('./japanese').then(({ japanese }) => japanese) },
  { tag: 'zh-Hans', name: '简体中文', load: () => import('./chinese').then(({ chinese }) => chinese) },
];

/** English, as far as the parts that are loaded need it. */
const english: Partial<Catalogue['said']> = { ...said };
let words = english;
/** The catalogue of another language. */
let other: Catalogue | null = null;
let spoken = 'en';
let plurals = new Intl.PluralRules(spoken);
/** Translates what engines say; until it is loaded, nothing. */
let translated: (message: string) => string | null = () => null;
let translating: Promise<unknown> = Promise.resolve();
/** By the number of decimals; a running timer writes a number in each frame. */
let numbers: Intl.NumberFormat[] = [];

/** A language and its script, which tells traditional from simplified Chinese. */
function scriptOf(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}

function wanted(): (typeof LANGUAGES)[number] {
  const chosen = LANGUAGES.find(({ tag }) => tag === kept('language'));
  if (chosen) return chosen;
  for (const preferred of navigator.languages) {
    const found = LANGUAGES.find(({ tag }) => scriptOf(tag) === scriptOf(preferred));
    if (found) return found;
  }
  return LANGUAGES[0]!;
}

/** Attributes of elements that are read aloud or shown. */
const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'label', 'content'];

/** Puts the words of the language in the place of the English ones that stand in the document or in a part of it. */
export function translate(part: ParentNode): void {
  if (!other) return;
  const { page } = other;
  for (const one of part.querySelectorAll<HTMLElement>('[data-words]')) one.textContent = page[one.dataset.words as PageKey];
  for (const name of ATTRIBUTES) {
    for (const one of part.querySelectorAll(`[data-words-${name}]`)) one.setAttribute(name, page[one.getAttribute(`data-words-${name}`) as PageKey]);
  }
}

/** Loads the language and offers the others. What was said cannot be said again, so the page begins anew with another language. */
export async function speak(): Promise<void> {
  const { tag, load } = wanted();
  const chooser = element<HTMLSelectElement>('language');
  for (const { tag, name } of LANGUAGES) {
    const option = new Option(name, tag);
    option.lang = tag;
    chooser.add(option);
  }
  chooser.addEventListener('change', () => {
    keep('language', chooser.value);
    location.reload();
  });
  chooser.value = 'en';
  // Without the words of a language, which the network may withhold, the page speaks English.
  const loaded = load ? await load().catch(() => null) : null;
  if (!loaded) return;
  words = loaded.said;
  spoken = tag;
  plurals = new Intl.PluralRules(tag);
  numbers = [];
  document.documentElement.lang = tag;
  other = loaded;
  translate(document);
  chooser.value = tag;
  // The first turn does not wait for what is said of errors. Without a network, engines speak English.
  translating = Promise.all([import('./faults'), import('../set_names'), loaded.faults()])
    .then(([{ translator }, { nameOf }, faults]) => (translated = translator(faults, nameOf, tag)))
    .catch(() => {});
}

/** Waits for what is said of errors, where one may come before the first turn. */
export const faultWords = (): Promise<unknown> => translating;

/** What an engine says, in the language of the page; nothing if it has no words for it. */
export const ofEngine = (message: string): string | null => translated(message);

/** Loads what the language calls puzzles; nothing in English, or without a network. */
export const puzzleWords = async (): Promise<PuzzleWords | null> => (await other?.puzzles().catch(() => null)) ?? null;

/** Adds the English words of parts that are loaded now. */
export function learn(more: typeof later): void {
  Object.assign(english, more);
}

/** A number as the language writes it, with a fixed number of decimals if one is given. */
export function number(value: number, decimals = 0): string {
  const format = (numbers[decimals] ??= new Intl.NumberFormat(spoken, { minimumFractionDigits: decimals, maximumFractionDigits: decimals || 3 }));
  return format.format(value);
}

/** A message, with what it leaves to be filled in; numbers are written as the language writes them. */
export function say<K extends Key>(key: K, ...filling: keyof Filling<K> extends never ? [] : [Filling<K>]): string {
  const filled = (filling[0] ?? {}) as Record<string, string | number>;
  const message: string | Plural = words[key]!;
  const text = typeof message === 'string' ? message : (message[plurals.select(filled.count as number)] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = filled[name]!;
    return typeof value === 'number' ? number(value) : value;
  });
}

/** Sentences one after the other; empty ones are left out. */
export const sentences = (...parts: string[]): string => parts.filter(Boolean).join(say('between'));
