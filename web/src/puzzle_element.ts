/**
 * The custom element `<permutant-puzzle>`: a puzzle that is drawn, turned by drag, and plays an algorithm. It draws as the page of Permutant
 * does, by the same code. The page (`embed.ts`) and the package of npm (`js/element/element.ts`) define it, each with its engine.
 */

import { masked } from './masks';
import { Table } from './table';
import type { Fault, Record, Scene, Status, Step, Way } from './wire';

/** What an event `change` tells. */
export interface PuzzleChange {
  /** All moves of the line, made or not; null if it is too long to be shown. */
  alg: string | null;
  /** How many of its turns are made, and how many there are. */
  made: number;
  all: number;
  solved: boolean;
}

/** What an event `fault` tells: an attribute that cannot be read. */
export interface PuzzleFault {
  attribute: 'puzzle' | 'setup' | 'alg';
  message: string;
  /** The place in the text of the attribute; null if there is none. */
  span: [start: number, end: number] | null;
}

/**
 * What the element asks of a game of the engine (`crates/web/src/bindings.rs`). The bindings of the engine lie in another folder in each build, so
 * their type cannot stand here.
 * @internal
 */
export interface PlayedGame {
  scene(safe: boolean): string;
  shows(): ArrayLike<number>;
  way(name: string): string | undefined;
  can(name: string, amount: number): boolean;
  begin(setup: string): void;
  lay(alg: string): void;
  turn(name: string, amount: number): string;
  seek(made: number): string;
  status(): string;
  record(): string;
  free(): void;
}

/**
 * What its controls are called, and in which language.
 * @internal
 */
export interface ControlNames {
  lang: string;
  back: string;
  play: string;
  pause: string;
  forward: string;
  made: string;
}

/** The engine once it is loaded, and the names of the controls: both are set before the element is defined. */
let engine: () => Promise<new (puzzle: string) => PlayedGame>;
let names: ControlNames = { lang: 'en', back: 'Back', play: 'Play', pause: 'Pause', forward: 'Forward', made: 'Turns made' };

/** Milliseconds between two turns. */
const PAUSE = 150;

const STYLE = `
  :host { display: inline-flex; flex-direction: column; gap: 0.5em; inline-size: 20em; max-inline-size: 100%; color-scheme: light dark; }
  :host([hidden]) { display: none; }
  canvas { inline-size: 100%; aspect-ratio: 1; touch-action: none; cursor: grab; }
  div { display: flex; gap: 0.5em; align-items: center; }
  div[hidden], p:empty { display: none; }
  input { flex: 1; min-inline-size: 0; }
  button { font: inherit; min-inline-size: 2.5em; min-block-size: 2em; }
  p { margin: 0; }
`;

/** The fault that the engine threw as JSON, or another one. */
function faultOf(thrown: unknown): Pick<Fault, 'message' | 'span'> {
  if (typeof thrown === 'string') return JSON.parse(thrown) as Fault;
  return { message: thrown instanceof Error ? thrown.message : String(thrown), span: null };
}

/**
 * A puzzle. Attributes: `puzzle` is its name in the catalog, 3x3x3 unless given; `setup` an algorithm that leads to the start; `alg` the
 * algorithm to be played; `letters` labels the stickers; `colours="safe"` can be told apart with any colour vision; `mask` shows the
 * colours of some pieces alone: `cross`, `f2l`, `ll`, `oll`, `pll`, or the name of a set of pieces such as `corners`. Events: `change`
 * after each turn, with a {@link PuzzleChange}; `fault`, with a {@link PuzzleFault}.
 */
export class PermutantPuzzle extends HTMLElement {
  static readonly observedAttributes = ['puzzle', 'setup', 'alg', 'letters', 'colours', 'mask'];

  readonly #canvas = document.createElement('canvas');
  readonly #back = document.createElement('button');
  readonly #toggle = document.createElement('button');
  readonly #forward = document.createElement('button');
  readonly #scrub = document.createElement('input');
  readonly #controls = document.createElement('div');
  readonly #message = document.createElement('p');
  readonly #table: Table;
  #game: PlayedGame | null = null;
  #ways = new Map<string, Way>();
  #made = 0;
  #all = 0;
  /** Counts what was asked for, so that outdated answers and runs are recognized. */
  #loads = 0;
  #runs = 0;
  #playing = false;

  constructor() {
    super();
    const style = document.createElement('style');
    style.textContent = STYLE;
    this.#canvas.tabIndex = 0;
    this.#canvas.setAttribute('role', 'img');
    for (const [button, text, label] of [
      [this.#back, '◀', names.back],
      [this.#toggle, '▶', names.play],
      [this.#forward, '▶|', names.forward],
    ] as const) {
      button.type = 'button';
      button.textContent = text;
      button.setAttribute('aria-label', label);
    }
    this.#scrub.type = 'range';
    this.#scrub.setAttribute('aria-label', names.made);
    this.#message.setAttribute('role', 'alert');
    // The engine speaks English.
    this.#message.lang = 'en';
    this.#controls.lang = names.lang;
    this.#controls.append(this.#back, this.#toggle, this.#forward, this.#scrub);
    this.attachShadow({ mode: 'open' }).append(style, this.#canvas, this.#controls, this.#message);
    this.#table = new Table(this.#canvas, {
      begins: () => this.pause(),
      can: (name, amount) => this.#game?.can(name, amount) ?? false,
      turned: (name, amount) => void this.#act((game) => game.turn(name, amount), this.#table.dragged),
    });
    this.#back.addEventListener('click', () => void this.seek(this.#made - 1));
    this.#forward.addEventListener('click', () => void this.seek(this.#made + 1));
    this.#toggle.addEventListener('click', () => (this.#playing ? this.pause() : void this.play()));
    this.#scrub.addEventListener('input', () => this.#jump(Number(this.#scrub.value)));
  }

  /** The name of the puzzle. */
  get puzzle(): string {
    return this.getAttribute('puzzle') ?? '3x3x3';
  }

  set puzzle(name: string) {
    this.setAttribute('puzzle', name);
  }

  /** The algorithm that leads to the start. */
  get setup(): string {
    return this.getAttribute('setup') ?? '';
  }

  set setup(text: string) {
    this.setAttribute('setup', text);
  }

  /** The algorithm to be played. */
  get alg(): string {
    return this.getAttribute('alg') ?? '';
  }

  set alg(text: string) {
    this.setAttribute('alg', text);
  }

  connectedCallback(): void {
    this.#table.open();
    void this.#load();
  }

  disconnectedCallback(): void {
    this.pause();
    this.#table.close();
  }

  attributeChangedCallback(name: string): void {
    if (name === 'letters') this.#table.letter(this.hasAttribute('letters'));
    else if (this.isConnected) void this.#load();
  }

  /** Plays on to the end, or from the start if the end has been reached. Resolves at the end, or when it is paused. */
  async play(): Promise<void> {
    const run = ++this.#runs;
    this.#playing = true;
    if (this.#made === this.#all) this.#jump(0);
    this.#tell();
    while (run === this.#runs && this.#made < this.#all) {
      await this.#act((game) => game.seek(this.#made + 1));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    if (run === this.#runs) this.pause();
  }

  pause(): void {
    this.#runs++;
    this.#playing = false;
    this.#tell();
  }

  /** Goes through the line until this many of its turns are made. */
  async seek(made: number): Promise<void> {
    this.pause();
    await this.#act((game) => game.seek(Math.min(this.#all, Math.max(0, made))));
  }

  /** The same without showing the turns. */
  #jump(made: number): void {
    const game = this.#game;
    if (!game) return;
    game.seek(made);
    this.#table.jump(game.shows());
    this.#changed(game);
  }

  /** Loads what the attributes say, once all that change together have changed. */
  async #load(): Promise<void> {
    const load = ++this.#loads;
    this.pause();
    let attribute: PuzzleFault['attribute'] = 'puzzle';
    try {
      const Game = await engine();
      if (load !== this.#loads) return;
      const game = new Game(this.puzzle);
      this.#game?.free();
      this.#game = game;
      const scene = JSON.parse(game.scene(this.getAttribute('colours') === 'safe')) as Scene;
      this.#ways = new Map(scene.moves.map((move) => [move.name, move]));
      const shown = masked(scene, (this.getAttribute('mask') ?? '').toLowerCase());
      await this.#table.ready(shown);
      if (load !== this.#loads) return;
      this.#table.set(shown, this.#table.prepare(shown), game.shows());
      // The middle slices of a cube have names of their own.
      this.#table.ways = [...scene.moves, ...['M', 'E', 'S'].flatMap((slice) => this.#way(slice) ?? [])];
      attribute = 'setup';
      game.begin(this.setup);
      attribute = 'alg';
      if (this.alg) game.lay(this.alg);
      this.#message.textContent = '';
    } catch (thrown) {
      if (load !== this.#loads) return;
      const { message, span } = faultOf(thrown);
      this.#message.textContent = message;
      this.dispatchEvent(new CustomEvent<PuzzleFault>('fault', { detail: { attribute, message, span } }));
    }
    this.#canvas.setAttribute('aria-label', this.puzzle);
    if (!this.#game) return;
    this.#table.jump(this.#game.shows());
    this.#changed(this.#game);
  }

  /** The effect of a move on the parts; nothing if there is no such move. */
  #way(name: string): Way | null {
    const known = this.#ways.get(name);
    if (known) return known;
    const told = this.#game?.way(name);
    if (!told) return null;
    const made = JSON.parse(told) as Way;
    this.#ways.set(name, made);
    return made;
  }

  /** Performs an action on the game and shows its steps. */
  async #act(deed: (game: PlayedGame) => string, start = 0): Promise<void> {
    const game = this.#game;
    if (!game) return;
    const steps = JSON.parse(deed(game)) as Step[];
    const shown = this.#table.show(steps, (name) => this.#way(name), game.shows(), start);
    this.#changed(game);
    await shown;
  }

  #changed(game: PlayedGame): void {
    const { made, all, solved } = JSON.parse(game.status()) as Status;
    [this.#made, this.#all] = [made, all];
    this.#tell();
    const { text } = JSON.parse(game.record()) as Record;
    this.dispatchEvent(new CustomEvent<PuzzleChange>('change', { detail: { alg: text, made, all, solved } }));
  }

  /** Shows in the controls how far the line is. */
  #tell(): void {
    this.#controls.hidden = this.#all === 0;
    this.#scrub.max = String(this.#all);
    this.#scrub.value = String(this.#made);
    this.#toggle.textContent = this.#playing ? '❚❚' : '▶';
    this.#toggle.setAttribute('aria-label', this.#playing ? names.pause : names.play);
    this.#back.disabled = this.#made === 0;
    this.#forward.disabled = this.#made === this.#all;
  }
}

/**
 * Defines the element, played by an engine and with names for its controls; English ones unless given.
 * @internal
 */
export function definePuzzle(playedBy: typeof engine, controlNames = names): void {
  engine = playedBy;
  names = controlNames;
  customElements.define('permutant-puzzle', PermutantPuzzle);
}

declare global {
  interface HTMLElementTagNameMap {
    'permutant-puzzle': PermutantPuzzle;
  }
}
