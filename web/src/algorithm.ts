/** The algorithm box. It shows all moves since the start, and a text that is written in it is executed. Behind the
 *  text lies an invisible copy, in which the turn made last or the place of an error is marked. */

import { element } from './elements';
import { complain, faultOf } from './fault';
import { say } from './languages/language';
import type { Session } from './session';
import type { Status } from './wire';

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
  // An empty last line needs some content to be as high as that of the box.
  mirror.replaceChildren(written.slice(0, from), marked, `${written.slice(to)}\u200b`);
  // Where it is on the page is known without further work when the next frame is drawn.
  if (kind === 'current') requestAnimationFrame(() => reveal(marked));
}

/** Scrolls the box until the mark, which another one may have replaced, is in sight. */
function reveal({ offsetTop, offsetHeight }: HTMLElement): void {
  if (offsetTop < box.scrollTop || offsetTop + offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = offsetTop;
}

/** Writes moves into the box, where they can be corrected, without making them. */
export function writeMoves(moves: string): void {
  box.value = moves;
  box.dispatchEvent(new Event('input'));
}

export function bindAlgorithm(session: Session): void {
  const hint = box.placeholder;
  /** Whether the box contains something that has not been executed yet. */
  let isOpen = false;
  session.onChange.push((status: Status) => {
    const { text } = session.record();
    isOpen = false;
    box.value = text ?? '';
    box.placeholder = text === null ? say('tooManyMoves', { count: status.all }) : hint;
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
  element('changes').addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    const change = target.value;
    void import('./algorithm_changes').then(({ change: made }) => made(session, change)).catch(() => {});
  });
  session.onLoad.push(() => (element('changes').querySelector<HTMLElement>('[value=mirror]')!.hidden = !/^\d+x\d+x\d+/.test(session.scene.puzzle)));
}
