/** Masks: of a solid, only the pieces of one step of a solution, or of one kind, keep their colours; others become paler, or grey.
 *
 *  The last layer is that of the face U. A solid has the masks of layers if a move turns exactly the pieces on it. */

import { piecesOf } from './pieces';
import type { Scene, Sticker } from './wire';

/** What a sticker that is not shown looks like. */
const HIDDEN = '#767d87';
/** How much of its own colour a sticker keeps that is there for orientation only. */
const PALE = 0.42;
/** More kinds of pieces are not listed. */
const MOST_KINDS = 12;

/** The masks by steps, by the names that cubers use. */
const STEPS = ['cross', 'f2l', 'll', 'oll', 'pll'] as const;
export type MaskStep = (typeof STEPS)[number];

/** How much of its colour a sticker keeps: all, some or none. */
type Share = 1 | typeof PALE | 0;

const LAST = 'U';
const FIRST = 'D';

/** A piece, by its stickers. */
interface Piece {
  set: string | null;
  stickers: Sticker[];
  faces: Set<string>;
}

/** By part: its piece. Middles that never move are pieces of their own. */
function pieceOfEach({ stickers }: Scene): Piece[] {
  const made = (parts: number[]): Piece => {
    const own = parts.map((part) => stickers[part]!);
    return { set: own[0]!.set, stickers: own, faces: new Set(own.map(({ home }) => home?.label ?? '')) };
  };
  const of: Piece[] = [];
  for (const parts of piecesOf(stickers)) {
    const piece = made(parts);
    parts.forEach((part) => (of[part] = piece));
  }
  return stickers.map((_, part) => of[part] ?? made([part]));
}

/** Whether the move of the last face turns the pieces on it, and no others. */
function hasLayers(scene: Scene, of: Piece[]): boolean {
  const turn = scene.moves.find(({ name, rotation }) => name === LAST && !rotation);
  if (scene.dimensions !== 3 || !turn) return false;
  const turned = new Set(turn.carries.map(({ from }) => of[from]!));
  return of.every((piece) => (piece.faces.has(LAST) && piece.faces.size > 1 ? turned.has(piece) : !turned.has(piece) || piece.faces.has(LAST)));
}

/** Whether each face has one middle alone, around which the edges of the first one make a cross. */
function hasCross(pieces: Piece[]): boolean {
  const middles = pieces.filter(({ stickers }) => stickers.length === 1);
  const faces = new Set(pieces.flatMap((piece) => [...piece.faces]));
  return faces.has(FIRST) && middles.length === faces.size && pieces.some(isCross);
}
const isCross = ({ stickers, faces }: Piece): boolean => stickers.length === 2 && faces.has(FIRST);

/** The masks that a puzzle has: steps, and the kinds of its pieces. */
export function masksOf(scene: Scene): string[] {
  if (scene.dimensions !== 3) return [];
  const of = pieceOfEach(scene);
  const pieces = [...new Set(of)];
  const steps = STEPS.filter((step) => step !== 'cross' || hasCross(pieces));
  const kinds = [...new Set(pieces.flatMap(({ set }) => (set ? [set.toLowerCase()] : [])))];
  const listed = kinds.length > 1 && kinds.length <= MOST_KINDS ? kinds : [];
  return [...(hasLayers(scene, of) ? steps : []), ...listed];
}

function shareOf(mask: string, piece: Piece, { home }: Sticker): Share {
  const { set, stickers, faces } = piece;
  const isLast = faces.has(LAST);
  const onTop = home?.label === LAST;
  switch (mask) {
    case 'cross':
      return isCross(piece) ? 1 : stickers.length === 1 ? PALE : 0;
    case 'f2l':
      return isLast ? 0 : 1;
    case 'll':
      return isLast ? 1 : PALE;
    case 'oll':
      return isLast ? (onTop ? 1 : 0) : PALE;
    case 'pll':
      return isLast ? (onTop ? PALE : 1) : PALE;
    default:
      return set?.toLowerCase() === mask ? 1 : stickers.length === 1 ? PALE : 0;
  }
}

/** A colour of which a share is left. */
function mixed(colour: string, share: Share): string {
  const channel = (of: string, at: number): number => parseInt(of.slice(at, at + 2), 16);
  const channels = [1, 3, 5].map((at) => Math.round(share * channel(colour, at) + (1 - share) * channel(HIDDEN, at)));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The scene behind a mask; unchanged if the puzzle has no such mask. */
export function masked(scene: Scene, mask: string): Scene {
  if (!masksOf(scene).includes(mask)) return scene;
  const of = pieceOfEach(scene);
  const stickers = scene.stickers.map((sticker, part) => {
    const share = shareOf(mask, of[part]!, sticker);
    const { home } = sticker;
    return share === 1 || !home ? sticker : { ...sticker, home: { colour: mixed(home.colour, share), label: share ? home.label : '' } };
  });
  return { ...scene, stickers };
}
