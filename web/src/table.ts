/** The puzzle on its canvas: drawn, animated, and turned by a finger. It contains no rules and asks the game
 *  instead. */

import type { Brush } from './canvas_renderer';
import { card } from './card';
import { grip } from './drag';
import type { Plane } from './plane';
import { type Pose, sources } from './scene';
import { Solid } from './solid';
import { type Overlay, type Theme, type View, partAt, trace } from './view';
import type { Scene, Step, Way } from './wire';
import { Zoom } from './zoom';

export interface Player {
  /** A finger touches the puzzle. */
  begins(): void;
  /** Whether a move can be made this many times. */
  can(name: string, amount: number): boolean;
  /** A finger made a move. */
  turned(name: string, amount: number): void;
  /** A finger touched a part and did not move. */
  tapped?(part: number): void;
}

/** Milliseconds for a quarter of a turn, and for one of many steps. */
const CALM = 240;
const BRISK = 110;
/** The greatest number of steps that are shown, since nobody watches more. */
const MOST_SHOWN = 200;
/** The distance in pixels from which a touch is a drag. */
const DRAG = 6;
/** The part of its path from which a move is made. */
const SWIPE = 0.12;

const reduced = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

export class Table {
  private view!: View;
  private scene!: Scene;
  private shown: number[] = [];
  private pose: Pose | null = null;
  private readonly context: CanvasRenderingContext2D;
  /** The brush of the graphics card; null if there is none, or as long as it is loading. */
  private graphics: Brush | null = null;
  /** Whether that brush is loading; null before a solid was shown. */
  private isLoading: boolean | null = null;
  /** Makes the view of a solid in place of the usual one. */
  private other: ((scene: Scene) => View) | null = null;
  private asked = 0;
  private letters = false;
  /** Whether the colours of the scene are those that anyone can tell apart. */
  safe = false;
  /** Whether moves are shown without animation. */
  still = false;
  /** The speed of animation, relative to the usual one. */
  speed = 1;
  /** Ends the current animation; called at once when another one begins. */
  private finish: (() => void) | null = null;
  private readonly fingers: Zoom;
  /** What draws puzzles in the plane, once it is loaded. */
  private plane: typeof Plane | null = null;
  private readonly sizes = new ResizeObserver(() => this.redraw());
  private readonly repaint = (): void => this.redraw();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly player: Player,
  ) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser has no canvas');
    this.context = context;
    this.fingers = new Zoom(canvas, (by) => this.zoom(by));
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  /** Follows the size of the canvas and the theme of the system until it is closed. */
  open(): void {
    this.sizes.observe(this.canvas);
    dark.addEventListener('change', this.repaint);
  }

  /** Lets go of what would keep a table that is no longer shown. */
  close(): void {
    this.sizes.disconnect();
    dark.removeEventListener('change', this.repaint);
  }

  /** Loads what draws a puzzle in the plane, before the picture of the first one is prepared. */
  async ready({ dimensions }: Scene): Promise<void> {
    if (dimensions === 2) this.plane ??= (await import('./plane')).Plane;
  }

  /** The picture of a puzzle, to be shown later; throws if there is none. */
  prepare(scene: Scene): View {
    if (scene.dimensions === 2) return new this.plane!(scene);
    if (this.other) return this.other(scene);
    if (this.isLoading === null) void this.load();
    return new Solid(scene, () => this.graphics);
  }

  /** Loads the brush of the graphics card; until it is there, and without a network, paths on the canvas draw. */
  private async load(): Promise<void> {
    const found = card();
    this.isLoading = found !== null;
    if (!found) return;
    const loaded = await import('./graphics').catch(() => null);
    this.graphics = loaded && new loaded.Graphics(found.canvas, found.gl, () => this.redraw());
    this.isLoading = false;
    this.redraw();
  }

  /** Shows solids, and those to come, by another view; null for the usual one. */
  see(other: ((scene: Scene) => View) | null): void {
    this.other = other;
    // What is shown is complete then.
    this.finish?.();
    if (this.scene) this.set(this.scene, this.prepare(this.scene), this.shown);
  }

  /** What is shown. */
  get shownScene(): Scene {
    return this.scene;
  }

  /** Shows another puzzle. */
  set(scene: Scene, view: View, shown: ArrayLike<number>): void {
    this.finish?.();
    this.scene = scene;
    this.view = view;
    this.jump(shown);
  }

  /** Turns the names of faces on stickers on or off. */
  letter(letters: boolean): void {
    this.letters = letters;
    this.redraw();
  }

  /** Shows a position at once. */
  jump(shown: ArrayLike<number>): void {
    this.finish?.();
    this.shown = Array.from(shown);
    this.pose = null;
    this.over?.jump();
    this.redraw();
  }

  /** Shows steps one after the other; at the end, the parts show the given contents. */
  async show(steps: Step[], way: (name: string) => Way | null, shown: ArrayLike<number>, start = 0): Promise<void> {
    this.finish?.();
    if (this.still || reduced.matches || steps.length > MOST_SHOWN) return this.jump(shown);
    let hurried = false;
    const finish = (): void => {
      hurried = true;
      this.finish = null;
      this.jump(shown);
    };
    this.finish = finish;
    this.tell();
    for (const { name, amount } of steps) {
      const made = way(name);
      if (!made) continue;
      const time = (1 / this.speed) * (steps.length > 6 ? BRISK : CALM) * Math.sqrt(Math.max(0.3, Math.abs(amount - start)));
      await this.animate({ way: made, amount: start }, amount, time, () => hurried);
      if (hurried) return;
      const from = sources(this.shown.length, made, amount);
      this.shown = from.map((part) => this.shown[part]!);
      this.over?.carry(made, amount);
      this.pose = null;
      start = 0;
    }
    finish();
  }

  private animate(pose: Pose, end: number, time: number, hurried: () => boolean): Promise<void> {
    const start = pose.amount;
    const begun = performance.now();
    return new Promise((resolve) => {
      const frame = (now: number): void => {
        if (hurried()) return resolve();
        const part = Math.min(1, Math.max(0, (now - begun) / time));
        this.pose = { way: pose.way, amount: start + (end - start) * part * (2 - part) };
        this.paint();
        if (part < 1) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
  }

  /** What is drawn on the puzzle, if colours do not show all of its position. */
  over: Overlay | null = null;

  /** If set, draws something else whenever the puzzle is drawn. */
  also: ((scene: Scene, view: View, shown: ArrayLike<number>, pose: Pose | null, theme: Theme) => void) | null = null;

  /** Comes closer by a factor, or goes farther. */
  zoom(by: number): void {
    this.view.zoom(by);
    this.redraw();
  }

  redraw(): void {
    if (!this.asked) this.asked = requestAnimationFrame(() => this.paint());
    this.tell();
  }

  /** Tells listeners that the picture is about to change. */
  private tell(): void {
    this.canvas.toggleAttribute('data-moving', this.asked !== 0 || this.finish !== null || this.isLoading === true);
  }

  private paint(): void {
    this.asked = 0;
    this.tell();
    if (!this.view) return;
    const ratio = window.devicePixelRatio || 1;
    const size = [this.canvas.clientWidth, this.canvas.clientHeight];
    const [width, height] = size.map((x) => Math.round(x * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width!;
      this.canvas.height = height!;
    }
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, size[0]!, size[1]!);
    this.view.draw(this.context, size, this.shown, this.pose, this.theme);
    this.canvas.dataset.brush = this.view.brush;
    this.canvas.toggleAttribute('data-over', this.over !== null);
    this.over?.draw(this.context, this.view, this.shown, this.theme);
    if (this.marked.length) this.paintMarks();
    this.also?.(this.scene, this.view, this.shown, this.pose, this.theme);
  }

  get theme(): Theme {
    const [body, board, groove, mark] = dark.matches
      ? ['#3b424c', '#2a3039', '#1a1f26', '#8b95a3']
      : ['#1a1a1a', '#d5dae1', '#c0c7d1', '#6b7480'];
    return { body, board, groove, mark, safe: this.safe, letters: this.letters };
  }

  /** Two lines, so that one of them is visible on any colour. */
  private paintMarks(): void {
    const { context, view } = this;
    const marked = new Set(this.marked);
    for (const { part, outline, disc } of view.drawn) {
      if (!marked.has(part)) continue;
      const path = new Path2D();
      if (disc) path.arc(disc.centre[0]!, disc.centre[1]!, disc.radius, 0, 2 * Math.PI);
      else trace(path, outline);
      for (const [width, colour] of [[7, '#000000'], [3, '#ffffff']] as const) {
        context.lineWidth = width;
        context.strokeStyle = colour;
        context.stroke(path);
      }
    }
  }

  private key(event: KeyboardEvent): void {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way || this.scene.dimensions === 2) return;
    event.preventDefault();
    this.view.look(0.15 * way[0]!, 0.15 * way[1]!);
    this.redraw();
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.finish?.();
    this.paint();
    const box = this.canvas.getBoundingClientRect();
    const start = [event.clientX - box.left, event.clientY - box.top];
    const part = partAt(this.view, start);
    if (part !== null && this.picks) return this.pick(event, part);
    const leave = new AbortController();
    const on = { signal: leave.signal };
    this.canvas.setPointerCapture(event.pointerId);
    let last = start;
    let held: ReturnType<typeof grip> = null;
    let decided = false;
    this.canvas.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== event.pointerId || this.fingers.pinched) return;
        const now = [move.clientX - box.left, move.clientY - box.top];
        const drag = [now[0]! - start[0]!, now[1]! - start[1]!];
        // Beside the puzzle, and where no move carries what is held, one looks around.
        if (part === null || (decided && !held)) {
          this.view.look(0.01 * (now[0]! - last[0]!), 0.01 * (now[1]! - last[1]!));
          last = now;
          return this.redraw();
        }
        if (!decided && Math.hypot(drag[0]!, drag[1]!) >= DRAG) {
          decided = true;
          this.player.begins();
          const able = this.ways.filter(({ name }) => this.player.can(name, 1) || this.player.can(name, -1));
          held = grip(this.view, able, part, this.scene.stickers, drag);
        }
        if (!held) return;
        const along = held.along[0]! * drag[0]! + held.along[1]! * drag[1]!;
        this.pose = { way: held.way, amount: this.reach(held.way, along * held.rate) };
        this.redraw();
      },
      on,
    );
    const up = (cancelled: boolean): void => {
      leave.abort();
      const pose = this.pose;
      if (!cancelled && !decided && part !== null) this.player.tapped?.(part);
      if (!held || !pose) return;
      const { order } = pose.way;
      // A short swipe is enough for one move.
      const far = Math.abs(pose.amount);
      let amount = cancelled || far < SWIPE ? 0 : Math.sign(pose.amount) * Math.max(1, Math.round(far));
      if (order && amount % order === 0) amount = 0;
      if (amount && this.player.can(pose.way.name, amount)) this.player.turned(pose.way.name, amount);
      else void this.show([{ text: '', name: pose.way.name, amount: 0 }], () => pose.way, this.shown, pose.amount);
    };
    this.canvas.addEventListener('pointerup', () => up(this.fingers.pinched), on);
    this.canvas.addEventListener('pointercancel', () => up(true), on);
  }

  /** Passes on the parts that a finger touches, each once as long as it stays there. */
  private pick(event: PointerEvent, first: number): void {
    const box = this.canvas.getBoundingClientRect();
    const leave = new AbortController();
    const on = { signal: leave.signal };
    let last: number | null = first;
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== event.pointerId) return;
        const part = partAt(this.view, [move.clientX - box.left, move.clientY - box.top]);
        if (part !== null && part !== last) this.picks?.(part, false);
        last = part;
      },
      on,
    );
    for (const end of ['pointerup', 'pointercancel'] as const) this.canvas.addEventListener(end, () => leave.abort(), on);
    this.picks?.(first, true);
  }

  /** The amount by which a finger has made the current move. */
  get dragged(): number {
    return this.pose?.amount ?? 0;
  }

  /** If set, touched parts are passed to this function instead of being dragged: the first one, and those that the finger
   *  comes over. */
  picks: ((part: number, isFirst: boolean) => void) | null = null;
  private marked: number[] = [];

  /** Draws a line around parts. */
  mark(parts: number[]): void {
    this.marked = parts;
    this.redraw();
  }

  /** Moves that a finger can make. */
  ways: Way[] = [];

  /** The range of a drag: a move that exchanges two parts has no separate inverse. */
  private reach(way: Way, amount: number): number {
    const least = this.player.can(way.name, -1) && !(way.order === 2 && way.path.kind === 'track') ? -Infinity : 0;
    const most = way.order === 2 && way.path.kind === 'track' ? 1 : Infinity;
    return Math.min(most, Math.max(least, amount));
  }
}
