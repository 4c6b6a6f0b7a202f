/** The buttons on the view of a solid: closer, farther, and its hidden sides. */

import { button, element } from './elements';
import type { HiddenSides } from './hidden_sides';
import { keep, kept } from './options';
import type { Session } from './session';

/** What one press of a button does. */
const ONCE = 1.25;

export function offerLooks(session: Session): void {
  const { table } = session;
  session.onLoad.push(() => (element('looks').hidden = session.scene.dimensions === 2));
  button('closer').addEventListener('click', () => table.zoom(ONCE));
  button('farther').addEventListener('click', () => table.zoom(1 / ONCE));
  let loaded: Promise<HiddenSides> | null = null;
  const show = async (wished: boolean): Promise<void> => {
    button('sides').setAttribute('aria-pressed', String(wished));
    loaded ??= import('./hidden_sides').then(({ HiddenSides }) => new HiddenSides(table));
    try {
      (await loaded).show(wished);
    } catch {
      // The next press tries again.
      loaded = null;
    }
  };
  button('sides').addEventListener('click', () => {
    const wished = button('sides').getAttribute('aria-pressed') !== 'true';
    keep('sides', wished ? 'yes' : 'no');
    void show(wished);
  });
  if (kept('sides') === 'yes') void show(true);
}
