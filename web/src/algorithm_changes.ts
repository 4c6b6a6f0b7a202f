/** Related algorithms in the place of the one in the box: its inverse, its mirror image, the same without redundant moves or without
 *  brackets. They are made by the engine that has everything, and this is loaded with the first of them. */

import { element } from './elements';
import { complain } from './fault';
import { Jobs } from './jobs';
import type { Session } from './session';

const jobs = new Jobs();

/** Replaces the text in the box by what a change makes of it, and plays that. */
export async function change(session: Session, kind: string): Promise<void> {
  const box = element<HTMLTextAreaElement>('text');
  const { name: puzzle, deeds } = session;
  const text = box.value;
  try {
    const changed = await jobs.run({ kind: 'change', puzzle, text, change: kind }, () => {});
    // Meanwhile the puzzle was turned, or something else was written.
    if (changed === null || deeds !== session.deeds || box.value !== text) return;
    session.own(() => session.write(changed), changed);
  } catch (thrown) {
    complain(element('fault'), thrown, text);
  }
}
