/** The buttons on the view of a solid: closer, farther, its hidden sides, and all of it in a stereographic projection. */

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
  const flatten = async (wished: boolean): Promise<void> => {
    // The next press tries again.
    const loaded = wished ? await import('./stereographic').catch(() => null) : null;
    button('flat').setAttribute('aria-pressed', String(loaded !== null));
    table.see(loaded && ((scene) => new loaded.Stereographic(scene)));
  };
  button('flat').addEventListener('click', () => {
    const wished = button('flat').getAttribute('aria-pressed') !== 'true';
    keep('flat', wished ? 'yes' : 'no');
    void flatten(wished);
  });
  if (kept('flat') === 'yes') void flatten(true);
}
