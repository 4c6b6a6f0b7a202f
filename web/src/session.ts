/** The puzzle in play. The engine contains the rules of the game, the table draws. Changes are reported to
 *  listeners, such as the buttons, the address and the status line. */

import { restore } from './autosave';
import { element } from './elements';
import { wholeEngine } from './engine';
import { Game, isDefinition } from './engine/play/permutant.js';
import { complain } from './fault';
import { type Listeners, inform } from './listeners';
import { played, savedGame } from './saved';
import { Table } from './table';
import type { View } from './view';
import type { Record, Scene, Status, Step, Way } from './wire';

/** Whether colours do not show all of a position: pieces are glued together, or turned in place. */
export const hides = ({ glued, stickers }: Scene, game: Game): boolean => glued.length > 0 || game.unseen().slice(stickers.length).some((told) => told >= 0);

/** A new game of a puzzle, or the one that was saved. */
function opened(Playing: typeof Game, name: string): Game {
  const game = new Playing(name);
  const saved = savedGame(name);
  try {
    if (saved) restore(game, saved);
    return game;
  } catch {
    // Another build of the page may have saved what this one does not read.
    return new Playing(name);
  }
}

/** Whether a puzzle is a cube of so many layers that its scene takes a page longer than a blink. */
const isLarge = (name: string): boolean => Number(/^(\d+)x\1x\1$/.exec(name)?.[1] ?? 0) > 25;

/** The greatest number of games that are kept with all that can be undone. */
const MOST_GAMES = 12;

export class Session {
  game!: Game;
  scene!: Scene;
  /** The name under which the puzzle was requested. */
  name = '';
  /** Counts the actions, so that outdated answers are recognized. */
  deeds = 0;
  /** The steps made last; empty after a new puzzle was loaded. */
  last: Step[] = [];
  readonly table: Table;
  /** Called before another puzzle takes the place of this one. */
  readonly onLeave: Listeners = [];
  /** Called when another puzzle is loaded. */
  readonly onLoad: Listeners = [];
  /** Called when the user acts. */
  readonly onOwn: Listeners = [];
  /** Called when the same puzzle is shown in other colours. */
  readonly onColours: Listeners = [];
  /** Called after each action. */
  readonly onChange: Listeners<[Status]> = [];
  /** Whether the colours can be distinguished with any colour vision. */
  private safe = false;
  /** The mask of the puzzle, as `masks.ts` names it; empty if all pieces show their colours. */
  mask = '';
  private masks: typeof import('./masks') | null = null;
  /** Counts the puzzles that were requested. */
  private asked = 0;
  /** The games of the puzzles that were played, the last one at the end, each with all that can be undone. */
  private readonly games = new Map<string, Game>();
  private ways = new Map<string, Way>();
  /** Undoes and redoes where the puzzle itself is not what is changed. */
  instead: { undo(): void; redo(): void } | null = null;

  constructor() {
    this.table = new Table(element<HTMLCanvasElement>('canvas'), {
      begins: () => inform(this.onOwn),
      can: (name, amount) => this.game.can(name, amount),
      turned: (name, amount) => this.act(() => this.turn(name, amount), this.table.dragged),
      tapped: (part) => {
        void import('./tap').then(({ tap }) => tap(this, part)).catch(() => {});
      },
    });
    this.table.open();
  }

  /** The displayed name of the puzzle: that in its definition, if there is one. */
  get title(): string {
    return isDefinition(this.name) ? this.scene.puzzle : this.name;
  }

  /** The puzzle that was played last, also before the page was loaded. */
  recent(): string | null {
    return played()[0] ?? null;
  }

  /** Whether the game of a puzzle is still there. */
  keeps(name: string): boolean {
    return this.games.has(name);
  }

  /** Shows the game of a puzzle, a new one if there is none; throws if there is no such puzzle, and nothing is changed
   *  then. Returns whether it was shown: another one may have been requested while the engine that reads definitions was
   *  loading. */
  async load(name: string, isRenamed = false): Promise<boolean> {
    this.asked += 1;
    const asked = this.asked;
    let game = this.games.get(name);
    if (!game) {
      const Playing = isDefinition(name) ? (await wholeEngine()).Game : Game;
      if (asked !== this.asked) return false;
      game = opened(Playing, name);
    }
    const scene = await this.sceneOf(name, game);
    if (asked !== this.asked) return false;
    // A puzzle with several names has one game.
    if (scene.puzzle !== name && !isRenamed && !isDefinition(name) && !this.games.has(name)) {
      game.free();
      return this.load(scene.puzzle, true);
    }
    await this.table.ready(scene);
    if (asked !== this.asked) return false;
    const masked = this.maskedScene(scene, false);
    const view = this.table.prepare(masked);
    // From here on nothing fails, and the puzzle before gives way.
    if (this.name) inform(this.onLeave);
    this.keep(name, game);
    this.game = game;
    this.name = name;
    if (masked === scene) this.mask = '';
    this.deeds += 1;
    this.last = [];
    this.draw(scene, masked, view);
    element('fault').replaceChildren();
    inform(this.onLoad);
    return true;
  }

  /** The scene of a puzzle; a worker makes that of a large cube. */
  private async sceneOf(name: string, game: Game): Promise<Scene> {
    const own = (): Scene => JSON.parse(game.scene(this.safe)) as Scene;
    if (!isLarge(name)) return own();
    document.body.dataset.building = 'yes';
    // Without a network, or where workers fail, the page makes it.
    const made = await import('./large').then(({ sceneOf }) => sceneOf(name, this.safe)).catch(own);
    delete document.body.dataset.building;
    return made;
  }

  /** Keeps a game as the one played last, and drops those that were not played for longest. */
  private keep(name: string, game: Game): void {
    this.games.delete(name);
    this.games.set(name, game);
    for (const [other, old] of this.games) {
      if (this.games.size <= MOST_GAMES) return;
      this.games.delete(other);
      old.free();
    }
  }

  /** Selects colours that can be distinguished with any colour vision, or the usual ones. */
  colour(safe: boolean): void {
    this.safe = safe;
    this.table.safe = safe;
    if (this.name) this.drawAgain(JSON.parse(this.game.scene(safe)) as Scene);
  }

  /** Shows the colours of the pieces of a mask alone, of all pieces if it is empty or if the puzzle does not have it. */
  async wear(mask: string): Promise<void> {
    if (mask) this.masks ??= await import('./masks').catch(() => null);
    this.mask = this.masks?.masksOf(this.scene).includes(mask) ? mask : '';
    this.drawAgain();
    this.changed();
  }

  /** The scene behind the mask; what is edited has to be seen. */
  private maskedScene(scene: Scene, isEdited = this.instead !== null): Scene {
    return this.mask && this.masks && !isEdited ? this.masks.masked(scene, this.mask) : scene;
  }

  /** Shows the same puzzle in other colours. */
  private drawAgain(scene = this.scene): void {
    const masked = this.maskedScene(scene);
    this.draw(scene, masked, this.table.prepare(masked));
    inform(this.onColours);
  }

  private draw(scene: Scene, masked: Scene, view: View): void {
    this.scene = scene;
    this.table.over = null;
    this.table.set(masked, view, this.game.shows());
    if (hides(scene, this.game)) void this.mark(masked);
    this.ways = new Map(this.scene.moves.map((move) => [move.name, move]));
    // The middle slices of a cube have names of their own.
    const slices = ['M', 'E', 'S'].flatMap((slice) => this.way(slice) ?? []);
    this.table.ways = [...this.scene.moves, ...slices];
  }

  /** Shows what colours do not, once that is loaded; without a network the puzzle is played without it. */
  private async mark(scene: Scene): Promise<void> {
    const loaded = await import('./unseen').catch(() => null);
    if (!loaded || scene !== this.table.shownScene) return;
    this.table.over = new loaded.Unseen(scene, this.game, this.name, () => this.instead !== null);
    this.table.redraw();
  }

  /** Lets something else than the puzzle be changed on the table, as while it is painted; null for the puzzle again. */
  change(instead: { undo(): void; redo(): void } | null): void {
    this.instead = instead;
    if (this.mask) this.drawAgain();
  }

  /** The effect of a move on the parts; nothing if there is no such move. */
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

  /** Replaces the whole line by another algorithm and makes it. */
  write(text: string): Step[] {
    return JSON.parse(this.game.write(text)) as Step[];
  }

  /** Adds an algorithm to the line without making its moves. */
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

  /** Performs an action on the game and shows the result. Returns nothing if the action failed; the error is shown. */
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

  /** Performs an action of the user. Returns whether it succeeded. */
  own(deed: () => Step[], written = ''): boolean {
    inform(this.onOwn);
    return this.act(deed, 0, written) !== null;
  }

  changed(): void {
    inform(this.onChange, this.status());
  }
}
