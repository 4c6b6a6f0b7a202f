/** The choice of the puzzle: one from the list, or any name that the library accepts, in the gallery. */

import { puzzles } from './engine/play/permutant.js';
import { button, capital, element } from './elements';
import { complain } from './fault';
import type { Gallery } from './gallery';
import { type Offer, aboutOf, familyOf, titleOf } from './names';
import type { Session } from './session';

const chooser = element<HTMLSelectElement>('puzzle');
const refused = element('refused');

export function listPuzzles(session: Session): void {
  const offers = JSON.parse(puzzles()) as Offer[];
  for (const { name, about } of offers) {
    const option = new Option(titleOf(name), name);
    option.title = about;
    chooser.add(option);
  }
  session.onLoad.push(() => {
    const listed = [...chooser.options].find(({ value }) => value === session.name);
    if (!listed) chooser.add(new Option(titleOf(session.title), session.name));
    chooser.value = session.name;
    document.title = `${titleOf(session.title)} – Permutant`;
    refused.replaceChildren();
    const { name } = session;
    const known = offers.find((offer) => offer.name === name) ?? offers.find((offer) => familyOf(offer.name) === familyOf(name));
    element('about').textContent = known ? capital(aboutOf({ name, about: known.about })) : '';
  });

  const change = async (name: string): Promise<void> => {
    try {
      if (await session.load(name)) session.changed();
    } catch (thrown) {
      chooser.value = session.name;
      complain(refused, thrown);
    }
  };
  let gallery: Promise<Gallery> | null = null;
  const showGallery = async (): Promise<void> => {
    gallery ??= import('./gallery').then(({ Gallery }) => new Gallery(session, offers));
    try {
      (await gallery).show();
    } catch (thrown) {
      gallery = null;
      complain(refused, thrown);
    }
  };
  button('open-gallery').addEventListener('click', () => void showGallery());
  // Who comes for the first time, by no link, chooses.
  if (!location.hash && !session.recent()) void showGallery();
  // A letter would choose the first puzzle with that initial, though most letters are moves.
  chooser.addEventListener('keydown', (event) => {
    if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
  });
  chooser.addEventListener('change', () => void change(chooser.value));
}
