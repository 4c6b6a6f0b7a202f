/** A button for each move and its inverse; for a puzzle with a hole, a button for each direction. */

import { element } from './elements';
import { say } from './languages/language';
import type { Session } from './session';
import type { Step } from './wire';

export function listMoves(session: Session): void {
  const make = (shown: string, label: string, name: string, amount: number, deed: () => Step[]): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.dataset.move = name;
    made.dataset.amount = String(amount);
    made.textContent = shown;
    made.classList.toggle('long', shown.length > 4);
    made.setAttribute('aria-label', label);
    made.addEventListener('click', () => session.own(deed));
    return made;
  };
  session.onLoad.push(() => {
    const { game, scene } = session;
    const directions = game.directions().map((name) => make(name, say('slide', { move: name }), name, 1, () => session.play(name)));
    const moves = scene.moves.flatMap(({ name, order, rotation }) => {
      // Who speaks to the page says what stands on the button, so names begin with it.
      const label = (shown: string, isBack: boolean): string => say(rotation ? (isBack ? 'rotateBack' : 'rotate') : isBack ? 'turnBack' : 'turn', { move: shown });
      // The dials of the clock turn by hours: UR+ and UR−.
      const back = name.endsWith('+') ? `${name.slice(0, -1)}−` : `${name}′`;
      const once = make(name, label(name, false), name, 1, () => session.turn(name, 1));
      return order === 2 ? [once] : [once, make(back, label(back, true), name, -1, () => session.turn(name, -1))];
    });
    element('moves').replaceChildren(...(directions.length ? directions : moves));
  });
}
