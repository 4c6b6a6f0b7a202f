/** The pane in which a position is put together by hand: pieces are exchanged and turned, stickers are painted. The
 *  engine determines the effect, and a worker determines whether the position can be solved. */

import { button, capital, element, input } from './elements';
import { wholeEngine } from './engine';
import type { Bench } from './engine/work/permutant.js';
import { complain, faultOf } from './fault';
import { Jobs } from './jobs';
import type { Panes } from './panes';
import type { Session } from './session';
import { hint } from './status';
import { tellStage } from './work';

interface Paint {
  face: number;
  name: string;
  part: number;
}

interface Draft {
  position: string | null;
  /** Whether other positions have the same colours. */
  choice: boolean;
  message: string;
  parts: number[];
}

interface Verdict {
  solvable: boolean | null;
  reason: string;
  /** A solvable position with the same colours. */
  position: string | null;
}

/** The action of a click on a part; a number paints it with the colour of that face. */
type Tool = 'swap' | 'twist' | number;

export class Make {
  private readonly jobs = new Jobs();
  private bench: Bench | null = null;
  private tool: Tool = 'swap';
  /** The part that was clicked first, for an exchange. */
  private held: number | null = null;
  /** The position as text; empty if no position has these colours. */
  private position = '';
  /** Counts how often the editor was entered or left. */
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
    button('stop-judging').addEventListener('click', () => this.jobs.stop());
    element('written').addEventListener('submit', (event) => {
      event.preventDefault();
      const { value } = input('position');
      this.change((bench) => bench.write(value), value);
    });
  }

  /** Starts to edit the present position. */
  private async enter(): Promise<void> {
    const { session } = this;
    this.changes += 1;
    const asked = this.changes;
    try {
      const { Bench } = await wholeEngine();
      // Meanwhile another pane was opened, or the puzzle was turned.
      if (asked !== this.changes) return;
      this.bench = new Bench(session.name, session.game.position());
    } catch (thrown) {
      element('position-fault').hidden = false;
      return complain(element('position-fault'), thrown);
    }
    session.table.picks = (part) => this.pick(part);
    this.listTools(JSON.parse(this.bench.paints()) as Paint[]);
    this.tellTool();
    this.show();
  }

  /** Leaves the editor and restores the previous position. */
  private leave(): void {
    this.changes += 1;
    if (!this.bench) return;
    this.bench.free();
    this.bench = null;
    this.held = null;
    this.jobs.stop();
    const { table, game } = this.session;
    table.picks = null;
    hint(this.session);
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
        this.tellTool();
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

  /** Describes the action of a click. */
  private tellTool(): void {
    const { tool } = this;
    hint(this.session, tool === 'swap' ? 'Click two pieces to swap them.' : tool === 'twist' ? 'Click a piece to turn it.' : 'Click a sticker to paint it.');
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

  /** Shows the edited position and what is known about it. */
  private show(): void {
    const { bench } = this;
    button('edit').setAttribute('aria-pressed', String(bench !== null));
    button('edit').textContent = bench ? 'Cancel' : 'Change by hand';
    for (const id of ['restore', 'strip', 'bench']) element(id).hidden = bench === null;
    element('position-fault').toggleAttribute('hidden', bench === null);
    if (!bench) return;
    const draft = JSON.parse(bench.draft()) as Draft;
    this.session.table.jump(bench.shows());
    this.session.table.mark(draft.parts);
    this.position = draft.position ?? '';
    input('position').value = this.position.trim();
    // One of several positions with the same colours is chosen together with the verdict.
    button('put').disabled = draft.position === null || draft.choice;
    if (draft.position === null) {
      this.jobs.stop();
      button('stop-judging').hidden = true;
      this.tell(`${capital(draft.message)}.`, true);
    } else void this.judge(draft.position, draft.choice);
  }

  private async judge(position: string, seen: boolean): Promise<void> {
    const { session, jobs } = this;
    const begun = 'Checking whether it can be solved…';
    this.tell(begun);
    button('stop-judging').hidden = false;
    let said: string;
    let isFault = true;
    try {
      const found = await jobs.run({ kind: 'solvability', puzzle: session.name, position, seen }, (report) => {
        if (report.kind === 'stage') this.tell(`${begun} ${tellStage(report.stage)}`);
      });
      // Another position is being checked, or none.
      if (jobs.busy || !this.bench || position !== this.position) return;
      const verdict = found === null ? null : (JSON.parse(found) as Verdict);
      isFault = verdict?.solvable === false;
      said = verdict ? sentence(verdict, seen) : 'Stopped: it is not known whether it can be solved.';
      if (verdict?.position) this.choose(this.bench, verdict.position);
    } catch (thrown) {
      said = `${capital(faultOf(thrown).message)}.`;
    }
    this.tell(said, isFault);
    button('stop-judging').hidden = true;
    button('put').disabled = false;
  }

  /** Takes the chosen one of several positions with the same colours. */
  private choose(bench: Bench, position: string): void {
    bench.write(position);
    const { position: text } = JSON.parse(bench.draft()) as Draft;
    this.position = text ?? '';
    input('position').value = this.position.trim();
  }

  private tell(words: string, isFault = false): void {
    const verdict = element('verdict');
    verdict.className = isFault ? 'fault' : '';
    verdict.textContent = words;
  }
}

function sentence({ solvable, reason, position }: Verdict, seen: boolean): string {
  if (solvable === false) return `${capital(reason)}.`;
  if (solvable === null) return 'It is not known whether it can be solved; nothing rules it out.';
  if (seen && position === null) return 'It can be solved, but it is not known which of the positions with these colours can be.';
  return 'It can be solved.';
}
