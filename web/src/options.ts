/** The user's options, saved by the browser if possible. */

import { input } from './elements';

/** The value saved under a name. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`permutant.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`permutant.${name}`, value);
  } catch {
    // If nothing can be saved, the option holds until the page is closed.
  }
}

/** Removes what was saved under a name. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(`permutant.${name}`);
  } catch {
    // Nothing was saved.
  }
}

/** A check box that is restored from its saved value; `hears` is called with the value at once and after each
 *  change. */
export function wish(id: string, hears: (ticked: boolean) => void): void {
  const box = input(id);
  const before = kept(id);
  if (before !== null) box.checked = before === 'yes';
  box.addEventListener('change', () => {
    keep(id, box.checked ? 'yes' : 'no');
    hears(box.checked);
  });
  hears(box.checked);
}
