/** What a language has to say: every key of English, with forms for plurals where English has them. A key that is missing or
 *  unknown does not compile; `tests/languages.test.js` compares what the messages leave to be filled in. */

import type { page, said } from './english';
import type { later } from './english_later';
import type { FaultWords } from './faults';

/** A message for each plural category that a language has. */
export type Plural = { readonly other: string } & { readonly [category in Intl.LDMLPluralRule]?: string };

type Said = typeof said & typeof later;

export type PageKey = keyof typeof page;
export type Key = keyof Said;

export interface Catalogue {
  readonly page: { readonly [key in PageKey]: string };
  readonly said: { readonly [key in Key]: Said[key] extends string ? string : Plural };
  /** Loads what puzzles are called: those of the catalog speak English. */
  readonly puzzles: () => Promise<PuzzleWords>;
  /** Loads what the engines say of errors. */
  readonly faults: () => Promise<FaultWords>;
}

/** What puzzles are called and what they are, by their names in the catalog or by what these begin with in a family (`names.ts`). `{0}` stands for
 *  the first size in the name, `{1}` for the second. Cubes have one description, which is among the messages. */
export interface PuzzleWords {
  readonly names: { readonly [name: string]: string };
  readonly abouts: { readonly [name: string]: string };
}

/** The names of what a message leaves to be filled in. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Names<Message> = Message extends string ? NamesIn<Message> : Message extends { readonly other: infer Text } ? NamesIn<Text> : never;

/** What is filled into the message of a key; the number of a plural is called `count`. */
export type Filling<K extends Key> = { readonly [name in Names<Said[K]>]: Said[K] extends string ? string | number : name extends 'count' ? number : string | number };
