/** The pane in which a position is put together by hand: pieces are exchanged and turned, stickers painted. What that makes of
 *  the puzzle is the engine's business, and whether it can be solved is asked of a worker. */

import { button, capital, element, input } from './elements';
import { wholeEngine } from './engine';
import type { Bench } from './engine/work/permutant.js';
import { complain, faultOf } from './fault';
import { Jobs } from './jobs';
import type { Panes } from './panes';
import type { Session } from './session';

interface Paint {
  face: number;
  name: string;
  part: number;
}

interface Draft {
  position: string | null;
  message: string;
  parts: number[];
}

interface Verdict {
  solvable: boolean | null;
  reason: string;
}

/** What a click on a part does; a number paints it with the colour of that face. */
type Tool = 'swap' | 'twist' | number;

export class Make {
  private readonly jobs = new Jobs();
  private bench: Bench | null = null;
  private tool: Tool = 'swap';
  /** The part that was clicked first, to be exchanged. */
  private held: number | null = null;
  /** The position as people read it; empty if the colours are those of none. */
  private position = '';
  /** Counts how often the puzzle was taken apart or left. */
  private changes = 0;

  constructor(
    private readonly session: Session,
    panes: Panes,
  ) {
    session.onLoad.push(() => this.leave());
    session.onOwn.push(() => this.leave());
    panes.onOpen.push((name) => {
      if (name !== 'make') this.leave();
    });
    button('edit').addEventListener('click', () => (this.bench ? this.leave() : void this.enter()));
    button('restore').addEventListener('click', () => this.change((bench) => bench.restore()));
    button('strip').addEventListener('click', () => this.change((bench) => bench.strip()));
    button('put').addEventListener('click', () => this.put());
    element('written').addEventListener('submit', (event) => {
      event.preventDefault();
      const { value } = input('position');
      this.change((bench) => bench.write(value), value);
    });
  }

  /** Takes the puzzle apart as it is. */
  private async enter(): Promise<void> {
    const { session } = this;
    this.changes += 1;
    const asked = this.changes;
    try {
      const { Bench } = await wholeEngine();
      // Meanwhile another pane was opened, or the puzzle turned.
      if (asked !== this.changes) return;
      this.bench = new Bench(session.name, session.game.position());
    } catch (thrown) {
      element('position-fault').hidden = false;
      return complain(element('position-fault'), thrown);
    }
    session.table.picks = (part) => this.pick(part);
    this.listTools(JSON.parse(this.bench.paints()) as Paint[]);
    this.show();
  }

  /** Puts it together again, as it was before. */
  private leave(): void {
    this.changes += 1;
    if (!this.bench) return;
    this.bench.free();
    this.bench = null;
    this.held = null;
    this.jobs.stop();
    const { table, game } = this.session;
    table.picks = null;
    table.mark([]);
    table.jump(game.shows());
    this.show();
  }

  private put(): void {
    const { session } = this;
    const position = this.bench?.position();
    if (position === undefined) return;
    this.leave();
    session.own(() => session.place(position));
  }

  private listTools(paints: Paint[]): void {
    const { stickers } = this.session.scene;
    const tool = (value: Tool, name: string, colour = ''): HTMLElement => {
      const label = document.createElement('label');
      const radio = document.createElement('input');
      radio.type = 'radio';
      radio.name = 'tool';
      radio.checked = value === this.tool;
      radio.addEventListener('change', () => {
        this.tool = value;
        this.held = null;
        this.session.table.mark([]);
      });
      label.append(radio);
      if (colour) {
        const swatch = document.createElement('span');
        swatch.className = 'swatch';
        swatch.style.background = colour;
        label.append(swatch);
      }
      label.append(name);
      return label;
    };
    this.tool = paints.length ? paints[0]!.face : 'swap';
    element('tools').replaceChildren(
      tool('swap', 'Swap two pieces'),
      tool('twist', 'Turn a piece'),
      ...paints.map(({ face, name, part }) => tool(face, name, stickers[part]?.home?.colour)),
    );
    button('strip').disabled = paints.length === 0;
  }

  private pick(part: number): void {
    const { bench, tool } = this;
    if (!bench) return;
    if (tool === 'twist') return this.change(() => bench.twist(part));
    if (tool !== 'swap') return this.change(() => bench.paint(part, tool));
    const held = this.held;
    if (held === null) {
      this.held = part;
      this.session.table.mark([...bench.piece(part)]);
      return;
    }
    this.held = null;
    this.change(() => bench.swap(held, part));
  }

  private change(deed: (bench: Bench) => void, written = ''): void {
    if (!this.bench) return;
    const fault = element('position-fault');
    fault.replaceChildren();
    try {
      deed(this.bench);
    } catch (thrown) {
      complain(fault, thrown, written);
    }
    this.show();
  }

  /** Shows what lies on the bench, and what can be said of it. */
  private show(): void {
    const { bench } = this;
    button('edit').setAttribute('aria-pressed', String(bench !== null));
    button('edit').textContent = bench ? 'Leave it as it was' : 'Change by hand';
    for (const id of ['restore', 'strip', 'bench']) element(id).hidden = bench === null;
    element('position-fault').toggleAttribute('hidden', bench === null);
    if (!bench) return;
    const draft = JSON.parse(bench.draft()) as Draft;
    this.session.table.jump(bench.shows());
    this.session.table.mark(draft.parts);
    this.position = draft.position ?? '';
    input('position').value = this.position.trim();
    button('put').disabled = draft.position === null;
    if (draft.position === null) {
      this.jobs.stop();
      this.tell(false, draft.message);
    } else void this.judge(draft.position);
  }

  private async judge(position: string): Promise<void> {
    const verdict = element('verdict');
    verdict.className = '';
    verdict.textContent = 'Looking whether it can be solved…';
    try {
      const found = await this.jobs.run({ kind: 'standing', puzzle: this.session.name, position }, () => {});
      if (found === null || position !== this.position) return;
      const { solvable, reason } = JSON.parse(found) as Verdict;
      this.tell(solvable, reason);
    } catch (thrown) {
      this.tell(false, faultOf(thrown).message);
    }
  }

  private tell(solvable: boolean | null, reason: string): void {
    const verdict = element('verdict');
    verdict.className = solvable === false ? 'fault' : '';
    verdict.textContent =
      solvable === true
        ? 'It can be solved.'
        : solvable === null
          ? 'Whether it can be solved is not known; nothing speaks against it.'
          : `${capital(reason)}.`;
  }
}
