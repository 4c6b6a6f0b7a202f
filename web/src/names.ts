/** What people read in place of the names and descriptions of the catalog. */

import { capital } from './elements';
import { say } from './languages/language';

export interface Offer {
  name: string;
  about: string;
}

/** The name of a puzzle as a title. */
export const titleOf = (name: string): string => capital(name.replace(':', ' ').replaceAll(/(?<=\d)x(?=\d)/g, '×'));

/** What a name begins with, if sizes alone follow, as `torus:` in `torus:6x6`; the whole name otherwise. Puzzles of one family have one
 *  description. */
export const familyOf = (name: string): string => name.replace(/^([a-z]*:)?\d+([x,]\d+)*$/, '$1');

/** The sizes that stand as letters in the description of a family, such as M rows and N columns. */
const SIZE = /\b[A-Z]{1,2}\b/g;

/** What a puzzle is: of a family, with the sizes of its name. All cubes share one description in the catalog, which would stand on
 *  each of them. */
export function aboutOf({ name, about }: Offer): string {
  if (/^\d+x\d+x\d+$/.test(name)) return say('cubeOf', { layers: name.split('x')[0]! });
  const letters = [...new Set(about.match(SIZE))];
  const sizes = name.match(/\d+/g) ?? [];
  return letters.length === sizes.length ? about.replaceAll(SIZE, (letter) => sizes[letters.indexOf(letter)]!) : about;
}
