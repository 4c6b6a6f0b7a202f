/** The algorithm box: it holds all that was done since the beginning, and what is written in it is done. Behind the text lies
 *  the same text without ink, in which the turn that was made last is marked, or the place of a fault. */

import { element } from './elements';
import { complain, faultOf } from './fault';
import type { Session, Status } from './session';

const box = element<HTMLTextAreaElement>('text');
const mirror = element('mirror');
const fault = element('fault');

/** Marks a place of the text. */
function mark(place: [number, number] | null, kind: 'current' | 'wrong'): void {
  const written = box.value;
  if (!place) return mirror.replaceChildren(written);
  const [from, to] = place;
  const marked = document.createElement('mark');
  marked.className = kind;
  marked.textContent = written.slice(from, to);
  // A last line that is empty needs something in it to be as high as that of the box.
  mirror.replaceChildren(written.slice(0, from), marked, `${written.slice(to)}\u200b`);
  if (kind === 'current') {
    const { offsetTop, offsetHeight } = marked;
    if (offsetTop < box.scrollTop || offsetTop + offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = offsetTop;
  }
}

export function bindAlgorithm(session: Session): void {
  /** Whether there is something in the box that was not done yet. */
  let isOpen = false;
  session.onChange.push((status: Status) => {
    const { text } = session.record();
    isOpen = false;
    box.value = text ?? '';
    box.placeholder = text === null ? `${status.all.toLocaleString('en')} moves, too many to show` : '';
    mark(text === null ? null : status.current, 'current');
  });
  box.addEventListener('input', () => {
    isOpen = true;
    try {
      session.game.check(box.value);
      fault.replaceChildren();
      mark(null, 'wrong');
    } catch (thrown) {
      complain(fault, thrown, box.value);
      const { span } = faultOf(thrown);
      mark(span && [span[0], Math.max(span[1], span[0] + 1)], 'wrong');
    }
  });
  const apply = (): void => {
    const written = box.value;
    if (session.own(() => session.write(written), written)) return;
    isOpen = true;
  };
  box.addEventListener('change', () => isOpen && apply());
  box.addEventListener('scroll', () => (mirror.scrollTop = box.scrollTop));
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    apply();
  });
  element('algorithm').addEventListener('submit', (event) => {
    event.preventDefault();
    apply();
  });
}
