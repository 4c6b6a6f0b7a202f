/** The pane in which a position is put together by hand: pieces are exchanged and turned, stickers are painted. The
 *  engine determines the effect, and a worker determines whether the position can be solved. */

import { button, capital, element, input } from './elements';
import { wholeEngine } from './engine';
import type { Bench } from './engine/work/permutant.js';
import { type Told, complain, ofEngineTold, told } from './fault';
import { Jobs } from './jobs';
import { say } from './languages/language';
import { Later } from './later';
import { PaintedNet } from './painted_net';
import type { Panes } from './panes';
import type { Session } from './session';
import { nameOf } from './set_names';
import { hint } from './status';
import { ink } from './view';
import type { Draft, Paint, Verdict } from './wire';
import { tellStage } from './work';

/** A change of the position that is edited. */
type Change = (bench: Bench) => void;

/** What works on the puzzle itself, and not on what is edited. */
const GAME = ['player', 'toolbar'];
/** A set of pieces as definitions call it; faces have shorter names. */
const SET = /\b[A-Z]{4,}\d*\b/g;
/** The time in milliseconds without a change after which a position is checked. */
const PAUSE = 150;

/** The action of a click on a part; a number paints it with the colour of that face. */
type Tool = 'swap' | 'twist' | number;

export class Build {
  private readonly jobs = new Jobs();
  private readonly checks = new Later(() => void this.judge(), PAUSE);
  private readonly net = new PaintedNet(element<HTMLCanvasElement>('net'), () => this.session.table.theme.letters);
  private bench: Bench | null = null;
  /** Makes the bench as it was when the editor was entered. */
  private begin: (() => Bench) | null = null;
  /** The changes made since then, and those that were undone. */
  private made: Change[] = [];
  private undone: Change[] = [];
  private tool: Tool = 'swap';
  /** The part that was clicked first, for an exchange. */
  private held: number | null = null;
  /** The position as text; empty if no position has these colours. */
  private position = '';
  /** Counts how often the editor was entered or left. */
  private changes = 0;
  /** Counts what was shown, so that the verdict on something else is recognized. */
  private shown = 0;

  constructor(
    private readonly session: Session,
    private readonly panes: Panes,
  ) {
    button('edit').textContent = say('changeByHand');
    session.onLeave.push(() => this.leave());
    panes.onOpen.push((name) => (name === 'build' ? this.resume() : this.suspend()));
    button('edit').addEventListener('click', () => (this.bench ? this.leave() : void this.enter()));
    button('restore').addEventListener('click', () => this.change((bench) => bench.restore()));
    button('strip').addEventListener('click', () => this.change((bench) => bench.strip()));
    button('undo-change').addEventListener('click', () => this.undo());
    button('redo-change').addEventListener('click', () => this.redo());
    button('put').addEventListener('click', () => this.put());
    button('stop-judging').addEventListener('click', () => {
      this.checks.now();
      this.jobs.stop();
    });
    // A solution may go on playing; what is edited stays in sight.
    session.onChange.push(() => {
      if (this.bench && session.instead) session.table.jump(this.bench.shows());
    });
    element('written').addEventListener('submit', (event) => {
      event.preventDefault();
      const { value } = input('position');
      this.change((bench) => bench.write(value), value);
    });
  }

  /** Starts to edit the present position. */
  private async enter(): Promise<void> {
    const { session, panes } = this;
    this.changes += 1;
    const asked = this.changes;
    try {
      const { Bench } = await wholeEngine();
      // Meanwhile another pane was opened, or another puzzle.
      if (asked !== this.changes || panes.open !== 'build') return;
      const { name } = session;
      const position = session.game.position();
      this.begin = () => new Bench(name, position);
      this.bench = this.begin();
    } catch (thrown) {
      element('position-fault').hidden = false;
      return complain(element('position-fault'), thrown);
    }
    this.made = [];
    this.undone = [];
    this.listTools(JSON.parse(this.bench.paints()) as Paint[]);
    this.resume();
  }

  /** Shows the edited position, on which a finger works, in place of the puzzle. */
  private resume(): void {
    const { session } = this;
    if (!this.bench) return;
    session.change({ undo: () => this.undo(), redo: () => this.redo() });
    session.table.picks = this.net.picks = (part, isFirst) => this.pick(part, isFirst);
    this.net.set(session.scene);
    for (const id of GAME) element(id).inert = true;
    document.body.dataset.editing = 'yes';
    this.tellTool();
    this.show();
  }

  /** Shows the puzzle again; what was edited stays as it is. */
  private suspend(): void {
    this.changes += 1;
    const { session } = this;
    if (!session.instead) return;
    session.change(null);
    this.held = null;
    this.checks.drop();
    this.jobs.stop();
    session.table.picks = this.net.picks = null;
    for (const id of GAME) element(id).inert = false;
    delete document.body.dataset.editing;
    hint(session);
    session.table.mark([]);
    session.table.jump(session.game.shows());
  }

  /** Leaves the editor and forgets what was edited. */
  private leave(): void {
    this.suspend();
    if (!this.bench) return;
    this.bench.free();
    this.bench = null;
    this.show();
  }

  /** Whether the verdict is that the position cannot be solved. */
  private isUnsolvable = false;

  private put(): void {
    const { session } = this;
    const position = this.bench?.position();
    if (position === undefined) return;
    const { textContent, lang } = element('verdict');
    const cannotBeSolved = this.isUnsolvable;
    this.leave();
    if (!session.own(() => session.place(position)) || !cannotBeSolved) return;
    // Who plays on knows that there is no way to the end.
    Object.assign(element('status'), { textContent, lang });
    button('solve').classList.remove('main');
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
        this.mark([]);
        this.tellTool();
      });
      label.append(radio);
      if (colour) {
        label.className = 'swatch';
        label.style.background = colour;
        label.style.color = ink(colour);
      }
      label.append(name);
      return label;
    };
    this.tool = paints.length ? paints[0]!.face : 'swap';
    element('tools').replaceChildren(
      ...paints.map(({ face, name, part }) => tool(face, name, stickers[part]?.home?.colour)),
      tool('swap', say('swap')),
      tool('twist', say('twist')),
    );
    button('strip').disabled = paints.length === 0;
  }

  /** Describes the action of a click. */
  private tellTool(): void {
    const { tool } = this;
    hint(this.session, say(tool === 'swap' ? 'clickToSwap' : tool === 'twist' ? 'clickToTwist' : 'clickToPaint'));
  }

  private pick(part: number, isFirst: boolean): void {
    const { bench, tool } = this;
    if (!bench) return;
    if (typeof tool === 'number') return this.change((bench) => bench.paint(part, tool));
    if (!isFirst) return;
    if (tool === 'twist') return this.change((bench) => bench.twist(part));
    const held = this.held;
    if (held === null) {
      this.held = part;
      this.mark([...bench.piece(part)]);
      return;
    }
    this.held = null;
    this.change((bench) => bench.swap(held, part));
  }

  /** Draws lines around parts, on the puzzle and on its net. */
  private mark(parts: number[]): void {
    this.session.table.mark(parts);
    if (this.bench) this.net.show(this.bench.shows(), parts);
  }

  private change(deed: Change, written = ''): void {
    if (!this.bench) return;
    const fault = element('position-fault');
    fault.replaceChildren();
    const { bench } = this;
    const state = (): string => `${bench.position() ?? ''} ${bench.shows().join()}`;
    const before = state();
    try {
      deed(bench);
      // A finger often comes over a sticker that has the colour already.
      if (state() !== before) {
        this.made.push(deed);
        this.undone = [];
      }
    } catch (thrown) {
      complain(fault, thrown, written);
      // What is told of the position would seem to be told of a text that was refused, which stays to be mended.
      if (written) return this.hush();
    }
    this.show();
  }

  /** Tells nothing of the position until it is changed. */
  private hush(): void {
    this.shown += 1;
    this.jobs.stop();
    this.checks.drop();
    button('stop-judging').hidden = true;
    this.tell('');
  }

  /** Undoes a change: all that were made before are made again. */
  private undo(): void {
    const last = this.made.pop();
    if (!last || !this.begin) return;
    this.undone.push(last);
    this.bench?.free();
    const bench = this.begin();
    this.made.forEach((deed) => deed(bench));
    this.bench = bench;
    this.held = null;
    this.show();
  }

  private redo(): void {
    const next = this.undone.pop();
    if (!next || !this.bench) return;
    next(this.bench);
    this.made.push(next);
    this.show();
  }

  /** Shows the edited position and what is known about it. */
  private show(): void {
    const { bench } = this;
    button('edit').textContent = say(bench ? 'cancel' : 'changeByHand');
    for (const id of ['put', 'bench']) element(id).hidden = bench === null;
    this.isUnsolvable = false;
    button('put').classList.add('main');
    button('undo-change').disabled = this.made.length === 0;
    button('redo-change').disabled = this.undone.length === 0;
    element('position-fault').toggleAttribute('hidden', bench === null);
    this.shown += 1;
    if (!bench) return;
    const draft = JSON.parse(bench.draft()) as Draft;
    this.session.table.jump(bench.shows());
    // Marks on most of the stickers would point at nothing.
    this.mark(2 * draft.parts.length > this.session.scene.stickers.length ? [] : draft.parts);
    this.position = draft.position ?? '';
    input('position').value = this.position.trim();
    // One of several positions with the same colours is chosen together with the verdict.
    button('put').disabled = draft.position === null || draft.choice;
    this.jobs.stop();
    if (draft.position === null) {
      this.checks.drop();
      button('stop-judging').hidden = true;
      const { words, lang } = ofEngineTold(draft.message);
      // A piece is often painted sticker by sticker: what it is not yet is no fault.
      this.tell({ words: capital(words.replace(SET, (set) => nameOf(set))), lang });
      this.colour(bench);
      return;
    }
    this.tell(say('checking'));
    button('stop-judging').hidden = false;
    this.checks.soon();
  }

  private async judge(): Promise<void> {
    const { session, jobs, bench, shown } = this;
    if (!bench) return;
    const { position, choice: seen } = JSON.parse(bench.draft()) as Draft;
    if (position === null) return;
    let said: string | Told;
    let isFault = true;
    try {
      const found = await jobs.run({ kind: 'solvability', puzzle: session.name, position, seen }, (report) => {
        if (report.kind === 'stage') this.tell(say('checkingStage', { stage: tellStage(report.stage) }));
      });
      // Another position is being checked, or none.
      if (shown !== this.shown) return;
      const verdict = found === null ? null : (JSON.parse(found) as Verdict);
      isFault = verdict?.solvable === false;
      this.isUnsolvable = isFault;
      button('put').classList.toggle('main', !isFault);
      said = verdict ? sentence(verdict, seen) : say('checkStopped');
      if (verdict?.position) this.choose(bench, verdict.position);
    } catch (thrown) {
      if (shown !== this.shown) return;
      said = told(thrown);
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

  /** Shows the names of faces in the verdict in their colours. */
  private colour(bench: Bench): void {
    const verdict = element('verdict');
    const { stickers } = this.session.scene;
    const colours = new Map((JSON.parse(bench.paints()) as Paint[]).map(({ name, part }) => [name, stickers[part]?.home?.colour]));
    verdict.replaceChildren(
      ...verdict.textContent.split(/(?<![\p{L}\p{N}])(\p{Lu}+)(?![\p{L}\p{N}])/u).map((word) => {
        const colour = colours.get(word);
        if (!colour) return word;
        const shown = document.createElement('span');
        shown.className = 'paint';
        shown.textContent = word;
        Object.assign(shown.style, { background: colour, color: ink(colour) });
        return shown;
      }),
    );
  }

  /** Says something in the language of the page, or as an engine says it. */
  private tell(said: string | Told, isFault = false): void {
    const { words, lang } = typeof said === 'string' ? { words: said, lang: document.documentElement.lang } : said;
    Object.assign(element('verdict'), { className: isFault ? 'fault' : '', textContent: words, lang });
  }
}

function sentence({ solvable, reason, position }: Verdict, seen: boolean): string | Told {
  if (solvable === false) return ofEngineTold(`the position cannot be solved: ${reason}`);
  if (solvable === null) return say('notKnown');
  if (seen && position === null) return say('notKnownWhich');
  return say('canBeSolved');
}
