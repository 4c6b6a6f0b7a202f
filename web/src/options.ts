/** What the user wishes, kept by the browser where it keeps anything. */

import { input } from './elements';

/** What was kept under a name. */
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
    // Where nothing may be kept, the wish holds until the page is left.
  }
}

/** A box to tick: what was ticked before is so again, and whoever listens hears it at once. */
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
