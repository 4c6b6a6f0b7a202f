/** The list of masks among the options. It is loaded when these are opened. */

import { element } from './elements';
import { later } from './languages/english_later';
import { learn, say } from './languages/language';
import { type MaskStep, masksOf } from './masks';
import type { Session } from './session';
import { nameOf } from './set_names';

learn(later);

const WORDS = { cross: 'maskCross', f2l: 'maskF2l', ll: 'maskLl', oll: 'maskOll', pll: 'maskPll' } as const satisfies Record<MaskStep, string>;
/** The messages that name the steps. */
const STEPS = new Map<string, (typeof WORDS)[MaskStep]>(Object.entries(WORDS));

/** What a mask shows, in the language of the page. */
export function shownBy(mask: string): string {
  const step = STEPS.get(mask);
  return step ? say(step) : nameOf(mask);
}

let begun = false;

/** Offers the masks of each puzzle. */
export function listMasks(session: Session): void {
  if (begun) return;
  begun = true;
  const list = element<HTMLSelectElement>('mask');
  const renew = (): void => {
    const masks = masksOf(session.scene);
    list.replaceChildren(new Option(say('allPieces'), ''), ...masks.map((mask) => new Option(shownBy(mask), mask)));
    list.value = session.mask;
    list.closest('label')!.hidden = !masks.length;
  };
  list.addEventListener('change', () => void session.wear(list.value));
  session.onLoad.push(renew);
  session.onColours.push(() => (list.value = session.mask));
  renew();
}
