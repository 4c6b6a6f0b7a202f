/** The game as an element of other pages: its markup, and the element itself. It is loaded when its section is opened. */

import { copied } from './copy';
import { input } from './elements';
import { Game, isDefinition } from './engine/play/permutant.js';
import { say } from './languages/language';
import { paragraph } from './markup';
import { definePuzzle } from './puzzle_element';
import type { Session } from './session';

definePuzzle(async () => Game, {
  lang: document.documentElement.lang,
  back: say('elementBack'),
  play: say('play'),
  pause: say('pause'),
  forward: say('elementForward'),
  made: say('turnsMade'),
});

/** The attributes of the element that shows a game, those to be left out as null; or why no element can. */
function attributesOf(session: Session): Record<string, string | null> | string {
  if (isDefinition(session.name)) return say('notInCatalog');
  const { setup, text } = session.record();
  if (setup === null || text === null) return say('noMovesToWrite');
  return {
    puzzle: session.name,
    setup: setup || null,
    alg: text || null,
    letters: input('letters').checked ? '' : null,
    colours: session.table.safe ? 'safe' : null,
    mask: session.mask || null,
  };
}

export class Embedding {
  private readonly puzzle = document.createElement('permutant-puzzle');
  private readonly markup = document.createElement('textarea');
  private readonly offer = document.createElement('div');

  /** @param told is where to tell why there is nothing, and that something was copied. */
  constructor(
    private readonly session: Session,
    section: HTMLElement,
    private readonly told: HTMLElement,
  ) {
    const { markup, offer } = this;
    markup.readOnly = true;
    markup.rows = 4;
    markup.spellcheck = false;
    markup.setAttribute('aria-label', say('embedHtml'));
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.textContent = say('copyHtml');
    copy.addEventListener('click', async () => {
      // Selected text can be copied by hand where the browser forbids it to the page.
      markup.select();
      told.textContent = await copied(markup.value, 'textCopied');
    });
    const row = document.createElement('div');
    row.className = 'row';
    row.append(copy);
    const about = paragraph(say('embedAbout'));
    about.className = 'soft';
    offer.className = 'facts';
    offer.append(about, markup, row);
    // Its own keys turn nothing else; undo and redo remain those of the game.
    this.puzzle.addEventListener('keydown', (event) => !event.ctrlKey && !event.metaKey && event.stopPropagation());
    section.append(offer, told, this.puzzle);
  }

  /** Shows the game as it is now. */
  renew(): void {
    const { puzzle } = this;
    const attributes = attributesOf(this.session);
    const isNone = typeof attributes === 'string';
    this.offer.hidden = puzzle.hidden = isNone;
    this.told.textContent = isNone ? attributes : '';
    if (isNone) return;
    // What stays as it is must not begin anew.
    for (const [name, value] of Object.entries(attributes)) {
      if (value === puzzle.getAttribute(name)) continue;
      if (value === null) puzzle.removeAttribute(name);
      else puzzle.setAttribute(name, value);
    }
    this.markup.value = puzzle.outerHTML;
  }
}
