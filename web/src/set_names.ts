/** What the language calls sets of pieces. */

import { say } from './languages/language';

/** The messages that name the usual sets. A definition may call its sets anything. */
const SETS = new Map<string, 'setCorners' | 'setEdges' | 'setCentres' | 'setWings' | 'setTips' | 'setTiles' | 'setDials'>([
  ['corners', 'setCorners'],
  ['edges', 'setEdges'],
  ['centers', 'setCentres'],
  ['centres', 'setCentres'],
  ['wings', 'setWings'],
  ['tips', 'setTips'],
  ['tiles', 'setTiles'],
  ['dials', 'setDials'],
]);

/** What the language calls a set of pieces, with its number if it has one. */
export function nameOf(set: string | null): string {
  const [, name = '', number = ''] = /^(\D*)(.*)$/.exec((set ?? '').toLowerCase())!;
  const key = SETS.get(name);
  return (key ? say(key) : name) + (number && ` ${number}`);
}
