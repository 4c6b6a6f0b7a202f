/** A button for each move and its inverse; for a puzzle with a hole, a button for each direction. In their place, the user may have
 *  buttons for double turns, for the wide turns and the slices of a cube, or for rotations. */

import { element } from './elements';
import { say } from './languages/language';
import type { Session } from './session';
import type { Step, Way } from './wire';

/** Moves that scrambles and algorithms use, beside those that the definition lists. */
const KINDS = ['double', 'wide', 'slices', 'rotations'] as const;
type Kind = (typeof KINDS)[number];

/** Rotations up to this number stand among the turns; more of them would hide these. */
const FEW = 3;

/** The sides of a cube, in the order in which moves are listed. */
const SIDES = ['U', 'R', 'F', 'D', 'L', 'B'];
const SLICES = ['M', 'E', 'S'];
/** The ways in which tiles slide. */
const WAYS: { readonly [direction: string]: string } = { U: '↑', D: '↓', L: '←', R: '→' };

/** What a move or its inverse is called on a button: the dials of the clock turn by hours, UR+ and UR−. */
const inverseOf = (name: string): string => (name.endsWith('+') ? `${name.slice(0, -1)}−` : `${name}′`);

/** The rotations of the whole puzzle, if they are too many to stand among the turns. */
function manyRotations({ moves }: Session['scene']): Way[] {
  const all = moves.filter(({ rotation }) => rotation);
  return all.length > FEW ? all : [];
}

/** The moves of a kind, as an algorithm spells them; none if the puzzle has no such moves. */
function movesOf(kind: Kind, { scene, way }: { scene: Session['scene']; way(name: string): Way | null }): string[] {
  const turned = (names: string[]): string[] => names.flatMap((name) => [name, `${name}'`]);
  if (kind === 'rotations') return turned(manyRotations(scene).map(({ name }) => name));
  if (kind === 'slices') return turned(SLICES.filter(way));
  if (kind === 'wide') {
    const most = Math.floor(Number(/^(\d+)x/.exec(scene.puzzle)?.[1] ?? 0) / 2);
    const depths = Array.from({ length: Math.max(most, 2) - 1 }, (_, at) => (at ? String(at + 2) : ''));
    // Where there is one there are all; on the largest cubes, what a move carries takes long to tell.
    return way('Rw') ? turned(depths.flatMap((depth) => SIDES.map((side) => `${depth}${side}w`))) : [];
  }
  // Where a name ends with a digit, an amount after it could not be told from it.
  const named = scene.dimensions === 3 ? scene.moves.filter(({ name, order }) => /^\d*[A-Za-z]+$/.test(name) && (order === null || order > 3)) : [];
  return named.flatMap(({ name, order }) => (order === 4 ? [`${name}2`] : [`${name}2`, `${name}2'`]));
}

/** The way in the plane that a move shifts a row or a column of a board, or goes round one ring, where its name is a small letter: an l alone
 *  looks like an I or a 1. */
function arrowOf({ dimensions, stickers }: Session['scene'], { name, order, carries, path }: Way, isBack: boolean): string {
  if (dimensions === 3 || order === 2) return '';
  if (path.kind === 'shift') return ` ${path.by[0] ? (path.by[0] > 0 === isBack ? '←' : '→') : path.by[1]! > 0 === isBack ? '↑' : '↓'}`;
  if (!/^[a-zLR]$/.test(name)) return '';
  const next = new Map(carries.map(({ from, to }) => [from, to]));
  const first = carries[0]?.from ?? 0;
  let [at, area] = [first, 0];
  do {
    const to = next.get(at);
    if (to === undefined) return '';
    next.delete(at);
    const [[x, y], [u, v]] = [stickers[at]!.centre, stickers[to]!.centre] as [[number, number], [number, number]];
    area += x * v - u * y;
    at = to;
  } while (at !== first);
  // The area that is run round is positive if it is run round clockwise, as y points down.
  return next.size ? '' : area > 0 === isBack ? ' ↺' : ' ↻';
}

export function listMoves(session: Session): void {
  const kinds = element<HTMLSelectElement>('move-kind');
  const [usual, more] = [element('moves'), element('more-moves')];
  /** @param longest what the button has room for: a move and its inverse have letters of one size. */
  const make = (shown: string, label: string, deed: () => Step[], longest = shown): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = shown;
    made.className = longest.length > 4 ? 'longer' : longest.length > 3 ? 'long' : '';
    made.setAttribute('aria-label', label);
    made.addEventListener('click', () => session.own(deed));
    return made;
  };
  /** A button that has a key. */
  const keyed = (name: string, amount: number, made: HTMLButtonElement): HTMLButtonElement => {
    Object.assign(made.dataset, { move: name, amount: String(amount) });
    return made;
  };
  const known = (kind: Kind): string[] => movesOf(kind, { scene: session.scene, way: (name) => session.way(name) });
  const show = (): void => {
    const kind = kinds.value as Kind | 'turns';
    const names = kind === 'turns' ? [] : known(kind);
    const isTurned = names.length > 0;
    more.replaceChildren(
      ...names.map((name) => {
        const shown = name.replace("'", '′');
        const label = kind !== 'rotations' ? 'turn' : shown === name ? 'rotate' : 'rotateBack';
        return make(shown, say(label, { move: shown }), () => session.play(name));
      }),
    );
    more.hidden = !isTurned;
    usual.hidden = isTurned;
  };
  kinds.addEventListener('change', show);
  session.onLoad.push(() => {
    const { game, scene } = session;
    const directions = game.directions().map((name) => keyed(name, 1, make(`${name} ${WAYS[name]}`, say('slide', { move: name }), () => session.play(name))));
    const apart = new Set(manyRotations(scene));
    const moves = scene.moves.filter((way) => !apart.has(way)).flatMap((way) => {
      const { name, order, rotation } = way;
      // Who speaks to the page says what stands on the button, so names begin with it.
      const label = (shown: string, isBack: boolean): string => say(rotation ? (isBack ? 'rotateBack' : 'rotate') : isBack ? 'turnBack' : 'turn', { move: shown });
      const back = inverseOf(name);
      const [there, here] = [arrowOf(scene, way, false), arrowOf(scene, way, true)];
      // An arrow takes the room of a letter.
      const most = (order === 2 ? name : back) + there.slice(1);
      const once = keyed(name, 1, make(name + there, label(name, false), () => session.turn(name, 1), most));
      return order === 2 ? [once] : [once, keyed(name, -1, make(back + here, label(back, true), () => session.turn(name, -1), most))];
    });
    usual.replaceChildren(...(directions.length ? directions : moves));
    const kindsOf = directions.length ? [] : KINDS.filter((kind) => known(kind).length > 0);
    kinds.hidden = kindsOf.length === 0;
    for (const option of kinds.options) option.hidden = option.disabled = option.value !== 'turns' && !kindsOf.includes(option.value as Kind);
    if (kinds.selectedOptions[0]?.disabled) kinds.value = 'turns';
    show();
  });
}
