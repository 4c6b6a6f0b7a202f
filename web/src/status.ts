/** The status in words: the line below the puzzle, which screen readers read aloud, the number of moves, and what
 *  can be undone. */

import { carriedBy, isAround } from './drag';
import { button, element } from './elements';
import { say, sentences } from './languages/language';
import { kept, keep } from './options';
import type { Session } from './session';
import type { Status } from './wire';

/** The greatest number of steps that are named. */
const MOST_NAMED = 8;

/** What each metric counts. */
const METRICS: { readonly [metric: string]: 'inHtm' | 'inQtm' | 'inStm' | 'inSqtm' | 'inEtm' } = { htm: 'inHtm', qtm: 'inQtm', stm: 'inStm', sqtm: 'inSqtm', etm: 'inEtm' };

/** The metric at first: who drags an inner layer has made one move. */
export const USUAL = 'stm';

/** Describes below the puzzle the action of a finger; by default the one in play. */
export function hint({ game, scene, table }: Session, touch?: string): void {
  const isBoard = scene.moves[0]?.path.kind === 'shift';
  const turns = table.ways.filter(({ rotation }) => !rotation);
  const carried = carriedBy(turns);
  const isTapped = scene.stickers.some((sticker, part) => !carried.has(part) && turns.some((way) => isAround(way, sticker)));
  const solid = isTapped ? 'tapMiddle' : 'dragSticker';
  const drag = say(scene.dimensions === 3 ? solid : game.directions().length ? 'tapTile' : isBoard ? 'dragRow' : 'dragPiece');
  const keys = game.directions().length && !touch && !touched.matches ? say('slideKeys') : '';
  const look = scene.dimensions === 2 ? keys : say(touched.matches ? 'lookByFinger' : 'look');
  element('hint').textContent = sentences(touch ?? drag, look);
}

/** Whether fingers are what points here. */
const touched = matchMedia('(pointer: coarse)');
const reduced = matchMedia('(prefers-reduced-motion: reduce)');

/** A short flourish of the puzzle when a scramble is solved, and confetti in its colours if it was solved by hand. */
function celebrate({ scene }: Session, isByHand: boolean): void {
  if (reduced.matches) return;
  const colours = new Set(scene.stickers.flatMap(({ home }) => home?.colour ?? []));
  // Without a network, the flourish is enough.
  if (isByHand) void import('./confetti').then(({ throwConfetti }) => throwConfetti([...colours])).catch(() => {});
  element('canvas').animate([{ transform: 'none' }, { transform: 'scale(1.03) rotate(-1.5deg)' }, { transform: 'none' }], 450);
}

export function tellStatus(session: Session): void {
  session.onLoad.push(() => hint(session));
  const metric = element<HTMLSelectElement>('metric');
  let status: Status | null = null;
  const count = (): void => {
    if (!status) return;
    if (!metric.options.length) {
      for (const { metric: name, about } of status.lengths) {
        const option = new Option(say(METRICS[name]!), name);
        option.title = about;
        metric.add(option);
      }
      const wished = kept('metric');
      metric.value = status.lengths.find(({ metric: name }) => name === wished)?.metric ?? USUAL;
    }
    const chosen = status.lengths[metric.selectedIndex]!;
    metric.title = chosen.about;
    element('count').textContent = say('moves', { count: chosen.moves });
  };
  metric.addEventListener('change', () => {
    keep('metric', metric.value);
    count();
  });
  let isByHand = false;
  session.onOwn.push(() => (isByHand = true));
  session.onChange.push((told: Status) => {
    const wasSolved = status?.solved ?? true;
    status = told;
    count();
    const { last } = session;
    if (status.solved && !wasSolved && status.scrambled && last.length) celebrate(session, isByHand);
    isByHand = false;
    const steps = last.length > MOST_NAMED ? '' : last.map((step) => step.text).join(' ');
    const scrambled = status.scrambled && status.made === 0 && status.seed !== null ? say('scrambledWith', { seed: String(status.seed) }) : '';
    const wrong = session.scene.stickers[0]?.set === 'DIALS' ? 'notSolvedDials' : 'notSolved';
    const now = status.solved ? say('solved') : say(wrong, { count: status.wrong });
    element('status').removeAttribute('lang');
    element('status').textContent = sentences(steps && !status.solved ? say('made', { steps }) : '', scrambled, now);
    element('status').toggleAttribute('data-solved', status.solved);
    element('canvas').setAttribute('aria-label', say('shown', { puzzle: session.scene.puzzle, status: now }));
    // What comes next stands out: a scramble, or help.
    button('scramble-now').classList.toggle('main', status.solved);
    button('solve').classList.toggle('main', !status.solved);
    button('undo').disabled = !status.canUndo;
    button('redo').disabled = !status.canRedo;
  });
}
