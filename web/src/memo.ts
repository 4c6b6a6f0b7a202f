/** Memorising, in events that are solved blindfolded: a button, and the space bar, begin the time with it and mark its end. */

import { element } from './elements';
import { say } from './languages/language';
import type { Timer } from './timer';

export function offerMemo(timer: Timer): void {
  const memo = document.createElement('button');
  Object.assign(memo, { id: 'memo', type: 'button', className: 'main', title: say('memoAbout') });
  memo.setAttribute('aria-keyshortcuts', 'Space');
  element('toolbar').append(memo);
  const show = (): void => {
    const { memo: next } = timer;
    memo.hidden = next === null;
    if (next) memo.textContent = say(next === 'start' ? 'startMemo' : 'endMemo');
  };
  memo.addEventListener('click', () => timer.memorise());
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    // A button is pressed by the space bar, and a field has a space; the one that made the scramble is done.
    const isOther = target instanceof Element && target.closest('input, textarea, select, summary, button:not(#scramble-now), dialog');
    if (event.code !== 'Space' || event.repeat || memo.hidden || isOther) return;
    event.preventDefault();
    memo.click();
    memo.focus();
  });
  timer.onPhase.push(show);
  show();
}
