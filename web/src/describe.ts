/** The position in words, for who does not see it: what the stickers of each face show, or the pieces of a plane puzzle in
 *  their order. It is loaded when it is asked for. */

import { element } from './elements';
import { later } from './languages/english_later';
import { learn, say } from './languages/language';
import type { Session } from './session';
import type { Scene } from './wire';

/** More parts than this are not told one by one. */
const MOST = 600;

/** Lines that describe a position: for each face of a solid the faces that its stickers belong to, from the first sticker on. */
export function described({ dimensions, stickers }: Scene, shown: ArrayLike<number>): string[] {
  if (stickers.length > MOST) return [say('tooManyParts', { count: stickers.length })];
  const content = (part: number): string => stickers[shown[part]!]?.home?.label || say('empty');
  if (dimensions === 2) return [stickers.map((_, part) => content(part)).join(' ')];
  const faces = new Map<string, string[]>();
  stickers.forEach(({ home }, part) => {
    const face = home?.label ?? '';
    faces.set(face, [...(faces.get(face) ?? []), content(part)]);
  });
  return [...faces].map(([face, contents]) => {
    const isWhole = contents.every((one) => one === contents[0]);
    return isWhole ? say('faceAll', { face, content: contents[0]! }) : say('face', { face, contents: contents.join(' ') });
  });
}

let begun = false;

/** Tells the position now and whenever it changes, as long as the list is open. */
export function describe(session: Session): void {
  if (begun) return;
  begun = true;
  learn(later);
  const details = element<HTMLDetailsElement>('in-words');
  const renew = (): void => {
    if (!details.open) return;
    const lines = described(session.scene, session.game.shows());
    element('described').replaceChildren(
      ...lines.map((line) => {
        const item = document.createElement('li');
        item.textContent = line;
        return item;
      }),
    );
  };
  details.addEventListener('toggle', renew);
  session.onChange.push(renew);
  renew();
}
