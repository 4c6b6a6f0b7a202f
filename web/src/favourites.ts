/** The puzzles that the user marked as favourites. */

import { button } from './elements';
import { isDefinition } from './engine/play/permutant.js';
import { keep, kept } from './options';
import type { Session } from './session';

/** Their names, the first one first. */
export function favourites(): string[] {
  try {
    const found: unknown = JSON.parse(kept('favourites') ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** The button that marks the puzzle. */
export function offerFavourite(session: Session): void {
  const star = button('favourite');
  const show = (): void => {
    const marked = favourites().includes(session.name);
    star.setAttribute('aria-pressed', String(marked));
    star.textContent = marked ? '★' : '☆';
  };
  star.addEventListener('click', () => {
    const others = favourites().filter((name) => name !== session.name);
    keep('favourites', JSON.stringify(others.length < favourites().length ? others : [...others, session.name]));
    show();
  });
  session.onLoad.push(() => {
    star.hidden = isDefinition(session.name);
    show();
  });
}
