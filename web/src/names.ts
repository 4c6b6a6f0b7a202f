/** What people read in place of the names and descriptions of the catalog. */

import { capital } from './elements';

export interface Offer {
  name: string;
  about: string;
}

/** The name of a puzzle as a title. */
export const titleOf = (name: string): string => capital(name.replace(':', ' ').replaceAll(/(?<=\d)x(?=\d)/g, '×'));

/** What a puzzle is. All cubes share one description in the catalog, which would stand on each of them. */
export const aboutOf = ({ name, about }: Offer): string => (/^\d+x\d+x\d+$/.test(name) ? `cube of ${name.split('x')[0]} layers` : about);
