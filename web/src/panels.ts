/** The panes other than that for playing. They are loaded when the first of them is opened. */

import './panes.css';
import { Learn } from './analysis_panel';
import { offerDefinitions } from './define';
import { later } from './languages/english_later';
import { learn } from './languages/language';
import type { Panes } from './panes';
import { Build } from './position_editor';
import type { Session } from './session';
import { Share } from './share';

export function fillPanes(session: Session, panes: Panes): void {
  learn(later);
  new Learn(session, panes);
  new Build(session, panes);
  new Share(session, panes);
  offerDefinitions(session);
}
