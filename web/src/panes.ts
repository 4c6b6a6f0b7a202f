/** The panes beside the puzzle, one of which is open: tabs as in the ARIA patterns. */

import { element } from './elements';
import { complain } from './fault';
import { type Listeners, inform } from './listeners';

const NAMES = ['play', 'learn', 'build', 'share'] as const;
export type Name = (typeof NAMES)[number];

export class Panes {
  /** The pane that is open. */
  open: Name = 'play';
  /** Called when another pane is opened. */
  readonly onOpen: Listeners<[Name]> = [];

  /** Whether the panes other than the first one have their content. */
  private filled: Promise<void> | null = null;

  /** @param fill gives the panes other than the first one their content, when one of them is opened for the first time. */
  constructor(private readonly fill: () => Promise<void>) {
    for (const [at, name] of NAMES.entries()) {
      const tab = this.tab(name);
      tab.addEventListener('click', () => this.show(name));
      tab.addEventListener('keydown', (event) => {
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: NAMES.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        const next = NAMES[(to + NAMES.length) % NAMES.length]!;
        this.show(next);
        this.tab(next).focus();
      });
    }
  }

  show(name: Name): void {
    this.open = name;
    for (const other of NAMES) {
      this.tab(other).setAttribute('aria-selected', String(other === name));
      this.tab(other).tabIndex = other === name ? 0 : -1;
      element(`pane-${other}`).hidden = other !== name;
    }
    if (name !== 'play' && !this.filled) void this.load();
    inform(this.onOpen, name);
  }

  /** Loads the other panes, which are empty until then. */
  private async load(): Promise<void> {
    this.filled = this.fill();
    try {
      await this.filled;
      inform(this.onOpen, this.open);
    } catch (thrown) {
      // The next tab that is opened tries again.
      this.filled = null;
      complain(element('refused'), thrown);
    }
  }

  private tab(name: Name): HTMLButtonElement {
    return element<HTMLButtonElement>(`tab-${name}`);
  }
}
