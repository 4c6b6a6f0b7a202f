/** How a solution of the 3x3x3 was found: its two phases with their moves. It is loaded with the first such solution. */

import { element } from './elements';
import { later } from './languages/english_later';
import { learn, say } from './languages/language';
import { list, paragraph } from './markup';
import type { Solution, TwoPhases } from './wire';

learn(later);

export function showPhases({ steps }: Solution, { subgroup, inverse, parts }: TwoPhases): void {
  let at = 0;
  const lines = parts.map(([number, count]) => {
    const text = steps.slice(at, (at += count)).join(' ');
    const moves = say('moves', { count });
    return number ? say('phase', { number, moves, text }) : say('phaseBeside', { moves, text });
  });
  const about = [paragraph(say('phasesInto', { subgroup })), inverse ? paragraph(say('phasesInverse')) : ''];
  const phases = element('phases');
  phases.querySelector('div')!.replaceChildren(list(lines), ...about);
  phases.hidden = false;
}
