/** The panes other than that for playing, with what stands in them. They are loaded when the first of them is opened. */

import './panes.css';
import { Learn } from './analysis_panel';
import { offerDefinitions } from './define';
import { element } from './elements';
import { later } from './languages/english_later';
import { learn, translate } from './languages/language';
import contents from './panes.html?words';
import type { Panes } from './panes';
import { Build } from './position_editor';
import type { Session } from './session';
import { Share } from './share';
import { offerWords } from './words_panel';

export function fillPanes(session: Session, panes: Panes): void {
  learn(later);
  const read = document.createElement('template');
  read.innerHTML = contents;
  translate(read.content);
  for (const section of read.content.querySelectorAll('section')) element(`pane-${section.dataset.pane}`).append(...section.childNodes);
  new Learn(session, panes);
  offerWords(session);
  new Build(session, panes);
  new Share(session, panes);
  offerDefinitions(session);
}
