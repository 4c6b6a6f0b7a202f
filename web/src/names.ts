/** What people read in place of the names and descriptions of the catalog. */

import { capital } from './elements';
import type { PuzzleWords } from './languages/catalogue';
import { puzzles as english } from './languages/english_puzzles';
import { puzzleWords, say } from './languages/language';
import type { Offer } from './wire';

/** Words for an element, and their language: what the language of the page has no words for is in English. */
export interface Words {
  textContent: string;
  lang: string;
}

/** What the language of the page calls puzzles, once that is loaded. */
let local = english;

/** Loads what the language of the page calls puzzles; until then, and without a network, they have English names. */
export async function loadNames(): Promise<void> {
  local = (await puzzleWords()) ?? english;
}

/** What a name begins with, if sizes alone follow, as `torus:` in `torus:6x6`; the whole name otherwise. Puzzles of one family have one
 *  description. */
export const familyOf = (name: string): string => name.replace(/^([a-z]*:)?\d+([x,]\d+)*$/, '$1');

const sizesOf = (name: string): string[] => name.match(/\d+/g) ?? [];

/** Words of the language of the page, with the sizes of a name, or else English ones. */
function inPlaceOf(catalog: string, kind: keyof PuzzleWords, name: string): Words {
  const wordsOf = (of: PuzzleWords): string | undefined => of[kind][name] ?? of[kind][familyOf(name)];
  const own = local === english ? undefined : wordsOf(local);
  const words = own ?? wordsOf(english);
  if (words === undefined) return { textContent: capital(catalog.replaceAll(/(?<=\d)x(?=\d)/g, '×').replaceAll("'", '’')), lang: 'en' };
  return { textContent: capital(words.replace(/\{(\d)\}/g, (_, at: string) => sizesOf(name)[Number(at)]!)), lang: own === undefined ? 'en' : document.documentElement.lang };
}

/** The name of a puzzle as a title. */
export const titleOf = (name: string): Words => inPlaceOf(name.replace(':', ' '), 'names', name);

/** A puzzle of the catalog, or another one. */
type Described = Pick<Offer, 'name' | 'about'>;

/** The sizes that stand as letters in the description of a family, such as M rows and N columns. */
const SIZE = /\b[A-Z]{1,2}\b/g;

/** The description in the catalog: of a family, with the sizes of a name. */
export function describedAs({ name, about }: Described): string {
  const letters = [...new Set(about.match(SIZE))];
  const sizes = sizesOf(name);
  return letters.length === sizes.length ? about.replaceAll(SIZE, (letter) => sizes[letters.indexOf(letter)]!) : about;
}

/** What a puzzle is. All cubes share one description in the catalog, which would stand on each of them. */
export function aboutOf(offer: Described): Words {
  const { name } = offer;
  if (!/^\d+x\d+x\d+$/.test(name)) return inPlaceOf(describedAs(offer), 'abouts', name);
  return { textContent: capital(say('cubeOf', { layers: sizesOf(name)[0]! })), lang: document.documentElement.lang };
}
