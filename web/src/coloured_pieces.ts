/** Pictures of the puzzle whose colours tell something about its pieces: the cycles of a sequence, and the orbits of the moves. */

import { fit } from './elements';
import { say } from './languages/language';
import { piecesOf } from './pieces';
import { sources } from './scene';
import { nameOf } from './set_names';
import { SmallPicture } from './small_picture';
import type { Theme } from './view';
import type { Scene, Way } from './wire';

/** Colours that can be told apart, for the first groups of pieces; the others take turns. */
const COLOURS = ['#d7263d', '#1f6fd6', '#f4a300', '#1b9e5a', '#8e44ad', '#00a7b5', '#e66ab2', '#8a5a2b', '#7a9a01', '#ff7f50', '#5b5bd6', '#34495e'];
/** The colour of pieces that stay. */
const STAYS = '#d9dde3';
/** Puzzles of more parts take long to draw, and nobody sees so small stickers. */
const MOST_PARTS = 2000;
/** The greatest number of groups that the legend names. */
const MOST_NAMED = 12;

/** Pieces of one kind: their parts, and what the legend says of them. */
interface Group {
  words: string;
  parts: number[];
}

/** The cycles in which a sequence of turns moves the pieces, the longest first, and the pieces that it turns in place. */
export function cyclesOf({ stickers }: Scene, turns: { way: Way; amount: number }[]): Group[] {
  let from = stickers.map((_, part) => part);
  for (const { way, amount } of turns) {
    const source = sources(stickers.length, way, amount);
    from = source.map((part) => from[part]!);
  }
  const to: number[] = [];
  from.forEach((part, at) => (to[part] = at));
  const pieces = piecesOf(stickers);
  const pieceOf: number[] = [];
  pieces.forEach((parts, piece) => parts.forEach((part) => (pieceOf[part] = piece)));
  const seen = new Set<number>();
  const groups: Group[] = [];
  pieces.forEach((parts, first) => {
    const cycle: number[] = [];
    for (let piece = first; !seen.has(piece); piece = pieceOf[to[pieces[piece]![0]!]!]!) {
      seen.add(piece);
      cycle.push(piece);
    }
    const turned = cycle.length === 1 && parts.some((part) => to[part] !== part);
    if (cycle.length < 2 && !turned) return;
    const set = nameOf(stickers[parts[0]!]!.set);
    groups.push({ words: turned ? say('turnedInPlace', { set }) : say('groupOfPieces', { count: cycle.length, set }), parts: cycle.flatMap((piece) => pieces[piece]!) });
  });
  return groups.sort((a, b) => b.parts.length - a.parts.length);
}

/** The orbits of the pieces under the moves. */
export function orbitsOf({ stickers, moves }: Scene): Group[] {
  const pieces = piecesOf(stickers);
  const pieceOf: number[] = [];
  pieces.forEach((parts, piece) => parts.forEach((part) => (pieceOf[part] = piece)));
  const above = pieces.map((_, piece) => piece);
  const top = (piece: number): number => {
    while (above[piece] !== piece) piece = above[piece] = above[above[piece]!]!;
    return piece;
  };
  for (const { carries, rotation } of moves) {
    if (rotation) continue;
    for (const { from, to } of carries) above[top(pieceOf[from]!)] = top(pieceOf[to]!);
  }
  const orbits = new Map<number, number[]>();
  pieces.forEach((_, piece) => orbits.set(top(piece), [...(orbits.get(top(piece)) ?? []), piece]));
  return [...orbits.values()]
    .filter((orbit) => orbit.length > 1)
    .map((orbit) => ({ words: say('groupOfPieces', { count: orbit.length, set: nameOf(stickers[pieces[orbit[0]!]![0]!]!.set) }), parts: orbit.flatMap((piece) => pieces[piece]!) }));
}

/** A picture of the puzzle with each group in a colour of its own, and a legend after what the colours mean; null if it is too large. */
export function coloured(scene: Scene, groups: Group[], theme: Theme, meaning: string): HTMLElement | null {
  if (scene.stickers.length > MOST_PARTS || !groups.length) return null;
  const colourOf = (group: number): string => COLOURS[group % COLOURS.length]!;
  const colours = scene.stickers.map(() => STAYS);
  groups.forEach(({ parts }, group) => parts.forEach((part) => (colours[part] = colourOf(group))));
  const stickers = scene.stickers.map((sticker, part) => ({ ...sticker, home: sticker.home && { ...sticker.home, colour: colours[part]! } }));
  const picture = new SmallPicture({ ...scene, stickers });
  const shown = stickers.map((_, part) => part);

  const figure = document.createElement('figure');
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', groups.map(({ words }) => words).slice(0, MOST_NAMED).join('; '));
  canvas.style.aspectRatio = String(picture.aspect);
  new ResizeObserver(() => {
    const fitted = fit(canvas);
    if (fitted) picture.draw(fitted.context, fitted.size, shown, { ...theme, safe: true, letters: false });
  }).observe(canvas);
  const legend = document.createElement('figcaption');
  legend.append(Object.assign(document.createElement('p'), { textContent: meaning }));
  const name = (words: string, colour: string): void => {
    const entry = document.createElement('span');
    entry.style.setProperty('--colour', colour);
    entry.textContent = words;
    legend.append(entry);
  };
  groups.slice(0, MOST_NAMED).forEach(({ words }, group) => name(words, colourOf(group)));
  if (colours.includes(STAYS)) name(say('stays'), STAYS);
  if (groups.length > MOST_NAMED) legend.append(say('andMore', { count: groups.length - MOST_NAMED }));
  figure.append(canvas, legend);
  return figure;
}
