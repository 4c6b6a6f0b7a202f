/** What a tap on a piece does. The middle of a face turns its face, unless a slice carries it away, as on a cube. A piece that only one move
 *  carries makes this move if the other way is the same, as the middle of Square-1. Where there is a hole, all tiles between the piece and the
 *  hole slide, if they lie on a line with it. */

import { carriedBy, isAround } from './drag';
import { type Point, dot, length, plus } from './scene';
import type { Session } from './session';

/** Of a distance, so much is taken for none. */
const LITTLE = 1e-6;

export function tap(session: Session, part: number): void {
  const { game, scene, table } = session;
  const turns = table.ways.filter(({ rotation }) => !rotation);
  const [one, ...others] = turns.filter((way) => carriedBy([way]).has(part));
  const only = !others.length && one?.order === 2 ? one : undefined;
  const made = one ? only : turns.find((way) => isAround(way, scene.stickers[part]!));
  if (made && game.can(made.name, 1)) session.own(() => session.turn(made.name, 1));
  else if (scene.dimensions === 2) slide(session, part);
}

function slide(session: Session, part: number): void {
  const { game, scene } = session;
  const shown = game.shows();
  const hole = shown.indexOf(-1);
  // A dial of a clock has many.
  if (hole < 0 || hole === part || shown.lastIndexOf(-1) !== hole) return;
  const centre = (of: number): Point => scene.stickers[of]!.centre;
  const way = plus(centre(part), -1, centre(hole));
  const far = length(way);
  /** How far along the line a part lies; 0 beside it or beyond its ends. */
  const along = (of: number): number => {
    const from = plus(centre(of), -1, centre(hole));
    const by = dot(from, way) / far;
    return by < far + LITTLE && length(plus(from, -by / far, way)) < LITTLE * far ? by : 0;
  };
  const reached = scene.stickers.map((_, of) => ({ of, by: along(of) })).filter(({ by }) => by > LITTLE);
  const tiles = reached.sort((one, other) => one.by - other.by).map(({ of }) => of);
  // Each tile takes the place of the one before it, the first one that of the hole.
  const names = tiles.map((tile, at) => {
    const to = at ? tiles[at - 1]! : hole;
    return scene.moves.find(({ carries }) => carries.some((carried) => carried.from === tile && carried.to === to))?.name;
  });
  if (!names.length || names.some((name) => name === undefined)) return;
  // Said by its direction, as the buttons say it, where the puzzle is a board.
  const [right, down] = way as [number, number];
  const direction = Math.abs(right) > Math.abs(down) ? (right < 0 ? 'R' : 'L') : down < 0 ? 'D' : 'U';
  const isBoard = Math.min(Math.abs(right), Math.abs(down)) < LITTLE * far && game.directions().includes(direction);
  session.own(() => session.play(isBoard ? names.map(() => direction).join(' ') : names.join(' ')));
}
