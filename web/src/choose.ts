/** The choice of the puzzle: one from the list, or any name that the library accepts, in the gallery. */

import { puzzles } from './engine/play/permutant.js';
import { button, element } from './elements';
import { complain } from './fault';
import type { Gallery } from './gallery';
import { aboutOf, familyOf, loadNames, titleOf } from './names';
import type { Session } from './session';
import type { Offer } from './wire';

const chooser = element<HTMLSelectElement>('puzzle');
const refused = element('refused');

export function listPuzzles(session: Session): void {
  const offers = JSON.parse(puzzles()) as Offer[];
  const list = (): void => {
    for (const [at, offer] of offers.entries()) {
      const option = (chooser.options[at] ??= new Option('', offer.name));
      Object.assign(option, titleOf(offer.name), { title: aboutOf(offer).textContent });
    }
  };
  const show = (): void => {
    const { name } = session;
    if (!name) return;
    const title = titleOf(session.title);
    if (![...chooser.options].some(({ value }) => value === name)) chooser.add(Object.assign(new Option('', name), title));
    chooser.value = name;
    Object.assign(element('chosen'), title);
    document.title = `${title.textContent} – Permutant`;
    const known = offers.find((offer) => offer.name === name) ?? offers.find((offer) => familyOf(offer.name) === familyOf(name));
    const about = known ? aboutOf({ name, about: known.about }) : { textContent: '', lang: '' };
    Object.assign(element('about'), about);
    const { mask } = session;
    if (!mask) return;
    // Who follows a link has not chosen to see a part alone.
    const tell = ({ shownBy }: typeof import('./mask_list')): void => {
      if (session.name === name && session.mask === mask) element('about').textContent = `${about.textContent} · ${shownBy(mask)}`;
    };
    void import('./mask_list').then(tell).catch(() => {});
  };
  list();
  const forgive = (): void => refused.replaceChildren();
  session.onLoad.push(show, forgive);
  session.onOwn.push(forgive);
  session.onColours.push(show);
  const named = loadNames().then(() => {
    list();
    show();
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
      await named;
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
