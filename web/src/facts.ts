/** What is known of a puzzle: at a glance, plainly, and as mathematicians say it. */

import { capital } from './elements';
import { ofEngineTold } from './fault';
import { say } from './languages/language';
import { WHOLE, digits, glance, list, powers, rounded, subheading, terms } from './markup';
import { nameOf } from './set_names';
import type { Facts, KeptFacts } from './wire';

/** The source of God's numbers that the program has counted itself. */
const OWN = 'counted by `god`';
/** The number of entries of a list that are shown. */
const SHOWN = 24;
const DAY = 24n * 60n * 60n;
/** From so many days on, their number is given in years. */
const MANY_DAYS = 730n;

const some = (numbers: number[]): string => numbers.slice(0, SHOWN).join(' ') + (numbers.length > SHOWN ? ' …' : '');

/** Words one after the other, as the language of the page lists them. */
const listed = (words: string[]): string => new Intl.ListFormat(document.documentElement.lang).format(words);

/** How long so many seconds are; null if nobody would wonder. */
function lasting(seconds: string): string | null {
  const days = BigInt(seconds) / DAY;
  if (days < 2n) return null;
  const [key, count] = days < MANY_DAYS ? (['days', days] as const) : (['years', (days * 10000n) / 3652425n] as const);
  const written = String(count);
  return say(key, { number: written.length > 7 ? rounded(written) : digits(written) });
}

/** A God's number: turns of any angle are told from those by the least one where both are known. */
function farthest(found: Facts, { metric, number }: Facts['godsNumbers'][0]): string {
  return say(metric === 'qtm' ? 'inQuarterTurns' : found.godsNumbers.length > 1 ? 'inHalfTurns' : 'inMoves', { number });
}

/** The numbers that everybody understands. */
export function atAGlance(found: Facts): HTMLElement[] {
  const { states, godsNumbers } = found;
  const glances = [
    ...(states ? [glance(states.length > WHOLE ? rounded(states) : digits(states), say('glancePositions'))] : []),
    ...[states && lasting(states)].flatMap((time) => (time ? [glance(time, say('glanceTime'))] : [])),
    ...godsNumbers.map((god) => glance(farthest(found, god), say(god.metric === 'qtm' ? 'glanceGodQuarters' : 'glanceGod'))),
  ];
  const all = document.createElement('div');
  all.className = 'glances';
  all.append(...glances);
  return glances.length ? [all] : [];
}

/** The pieces, and what nobody can do to them. */
export function plainly({ sets, group }: Facts): HTMLElement[] {
  const pieces = sets.map(({ name: named, pieces, kinds, orientations }) => {
    const name = capital(nameOf(named));
    const all = say('piecesOf', { count: pieces });
    const set = kinds < pieces ? say('setOfKinds', { name, pieces: all, kinds: say('kindsOf', { count: kinds }) }) : say('set', { name, pieces: all });
    return orientations > 1 ? say('withOrientations', { set, count: orientations }) : set;
  });
  const orientations = new Map(sets.map((set) => [set.name, set.orientations]));
  const never = (group?.kept ?? []).flatMap((kept) => {
    if (kept.kind === 'parity') return [capital(say('neverSwapped', { sets: listed(kept.sets.map(nameOf)) }))];
    // A smaller modulus leaves some turns of a single piece.
    if (kept.kind !== 'twist' || kept.modulus !== orientations.get(kept.set)) return [];
    return [capital(say('neverTurned', { set: nameOf(kept.set) }))];
  });
  return [subheading(say('piecesTerm')), list(pieces), ...(never.length ? [subheading(say('never')), list(never.slice(0, SHOWN))] : [])];
}

/** What all moves keep, in words. */
function told(kept: KeptFacts): string {
  if (kept.kind !== 'parity') {
    const filled = { ...kept, set: nameOf(kept.set) };
    if (filled.kind === 'twist') return say('keptTwist', filled);
    return say(filled.kind === 'still' ? 'keptStill' : 'keptReach', filled);
  }
  const sets = kept.sets.map(nameOf);
  if (sets.length === 1) return say('keptEven', { set: sets[0]! });
  return say(sets.length === 2 ? 'keptBoth' : 'keptParity', { sets: listed(sets) });
}

/** The group of the moves and what is proved of it. */
export function ofTheGroup(found: Facts): HTMLElement {
  const { group, states, statesUpToRotation, godsNumbers } = found;
  const gods = godsNumbers.map((god) => {
    const source = god.source === OWN ? say('countedHere') : god.source.replaceAll('`', '');
    return say('godsNumberIn', { number: farthest(found, god), source });
  });
  const orbits = group?.orbits.map(({ set, length, blocks }) => {
    const points = say('pointsOf', { count: length });
    if (!blocks.length) return say('orbit', { set: capital(nameOf(set)), points });
    return say('orbitOfBlocks', { set: capital(nameOf(set)), points, sizes: blocks.map(String).reduce((one, other) => say('andOf', { one, other })) });
  });
  return terms([
    [say('positions'), states && digits(states)],
    ['', statesUpToRotation && say('upToRotation', { positions: digits(statesUpToRotation) })],
    [say('godsNumber'), gods.length ? list(gods) : null],
    [say('kept'), group?.kept.length ? list(group.kept.slice(0, SHOWN).map(told).map(capital)) : null],
    [say('group'), group ? digits(group.order) : ofEngineTold(found.noGroup ?? '').words],
    ['', group && powers(group.factors)],
    [say('proof'), group && ofEngineTold(group.proof).words],
    [say('inside'), group?.envelope],
    [say('points'), group && String(group.points)],
    [say('base'), group && some(group.base)],
    [say('transversals'), group && some(group.transversals)],
    [say('generatorsTerm'), group?.strongGenerators ? say('strong', { count: group.strongGenerators }) : null],
    [say('orbits'), orbits ? list(orbits.slice(0, SHOWN)) : null],
  ]);
}
