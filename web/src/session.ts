/** The puzzle in play: the game's rules are the engine's, the drawing is the table's; what happens is told to whoever
 *  listens, as the buttons, the address and the status line do. */

import { element } from './elements';
import { wholeEngine } from './engine';
import { Game, isDefinition } from './engine/play/permutant.js';
import { complain } from './fault';
import type { Scene, Way } from './scene';
import { type Step, Table } from './table';

/** What the moves made count in a metric. */
export interface Length {
  metric: string;
  about: string;
  moves: number;
}

export interface Status {
  solved: boolean;
  wrong: number;
  lengths: Length[];
  /** How many turns of the line are made, and how many it has. */
  made: number;
  all: number;
  /** Where in the text of the line the turn is that was made last. */
  current: [number, number] | null;
  canUndo: boolean;
  canRedo: boolean;
  scrambled: boolean;
  seed: number | null;
}

/** What leads to the position, to be shown and kept. */
export interface Record {
  setup: string | null;
  position: string | null;
  text: string | null;
  made: number | null;
}

export class Session {
  game!: Game;
  scene!: Scene;
  /** The name by which the puzzle was asked for. */
  name = '';
  /** Counts what was done, so that an answer to an older question is known. */
  deeds = 0;
  /** The steps that were made last; nothing if another puzzle came. */
  last: Step[] = [];
  readonly table: Table;
  /** Another puzzle lies on the table. */
  readonly onLoad: (() => void)[] = [];
  /** The user does something himself. */
  readonly onOwn: (() => void)[] = [];
  /** Something was done. */
  readonly onChange: ((status: Status) => void)[] = [];
  /** Whether colours are such that they can be told apart with any colour vision. */
  private safe = false;
  /** Counts the puzzles that were asked for. */
  private asked = 0;
  private ways = new Map<string, Way>();

  constructor() {
    this.table = new Table(element<HTMLCanvasElement>('canvas'), {
      begins: () => this.onOwn.forEach((hear) => hear()),
      can: (name, amount) => this.game.can(name, amount),
      turned: (name, amount) => this.act(() => this.turn(name, amount), this.table.dragged),
    });
  }

  /** The puzzle's name as people see it: that in a definition, where it has one. */
  get title(): string {
    return isDefinition(this.name) ? this.scene.puzzle : this.name;
  }

  /** Puts a puzzle on the table; throws where there is none of that name. Whether it lies there: not if another one was asked
   *  for while the engine that reads definitions was loaded. */
  async load(name: string): Promise<boolean> {
    this.asked += 1;
    const asked = this.asked;
    const Playing = isDefinition(name) ? (await wholeEngine()).Game : Game;
    if (asked !== this.asked) return false;
    this.game = new Playing(name);
    this.name = name;
    this.deeds += 1;
    this.last = [];
    this.draw();
    element('fault').replaceChildren();
    this.onLoad.forEach((hear) => hear());
    return true;
  }

  /** Takes colours that can be told apart with any colour vision, or the usual ones. */
  colour(safe: boolean): void {
    this.safe = safe;
    if (this.name) this.draw();
  }

  /** Draws the puzzle in the colours that are wished. */
  private draw(): void {
    this.scene = JSON.parse(this.game.scene(this.safe)) as Scene;
    this.ways = new Map(this.scene.moves.map((move) => [move.name, move]));
    this.table.set(this.scene, this.game.shows());
    // The slices in the middle of a cube have names of their own.
    const slices = ['M', 'E', 'S'].flatMap((slice) => this.way(slice) ?? []);
    this.table.ways = [...this.scene.moves, ...slices];
  }

  /** What a move does to the parts; nothing if there is no such move. */
  way(name: string): Way | null {
    const known = this.ways.get(name);
    if (known) return known;
    const told = this.game.way(name);
    if (!told) return null;
    const made = JSON.parse(told) as Way;
    this.ways.set(name, made);
    return made;
  }

  turn(name: string, amount: number): Step[] {
    return JSON.parse(this.game.turn(name, amount)) as Step[];
  }

  play(text: string): Step[] {
    return JSON.parse(this.game.play(text)) as Step[];
  }

  undo(): Step[] {
    return JSON.parse(this.game.undo()) as Step[];
  }

  redo(): Step[] {
    return JSON.parse(this.game.redo()) as Step[];
  }

  /** Makes another algorithm of the whole line. */
  write(text: string): Step[] {
    return JSON.parse(this.game.write(text)) as Step[];
  }

  /** Lays an algorithm ahead, to be run through. */
  lay(text: string): Step[] {
    this.game.lay(text);
    return [];
  }

  seek(made: number): Step[] {
    return JSON.parse(this.game.seek(made)) as Step[];
  }

  begin(text: string, seed?: number): Step[] {
    this.game.begin(text, seed);
    return [];
  }

  place(position: string, seed?: number): Step[] {
    this.game.place(position, seed);
    return [];
  }

  record(): Record {
    return JSON.parse(this.game.record()) as Record;
  }

  status(): Status {
    return JSON.parse(this.game.status()) as Status;
  }

  /** Does something to the game and shows it. Nothing if it could not be done; a fault is told. */
  act(deed: () => Step[], start = 0, written = ''): Promise<void> | null {
    let steps: Step[];
    try {
      steps = deed();
    } catch (thrown) {
      complain(element('fault'), thrown, written);
      this.table.jump(this.game.shows());
      return null;
    }
    this.deeds += 1;
    element('fault').replaceChildren();
    this.last = steps;
    const shown = this.game.shows();
    const way = (name: string): Way | null => this.way(name);
    const done = steps.length ? this.table.show(steps, way, shown, start) : Promise.resolve(this.table.jump(shown));
    this.changed();
    return done;
  }

  /** What the user does himself. Whether it could be done. */
  own(deed: () => Step[], written = ''): boolean {
    this.onOwn.forEach((hear) => hear());
    return this.act(deed, 0, written) !== null;
  }

  changed(): void {
    const status = this.status();
    this.onChange.forEach((hear) => hear(status));
  }
}
