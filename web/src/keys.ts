/** Keys that make moves. They are derived from the names of the moves, by position on the keyboard and not by what
 *  is printed on the keys; Shift inverts the move. The user may assign other keys, which are saved for each puzzle. */

import { button, element } from './elements';
import { say } from './languages/language';
import { keep, kept, wish } from './options';
import type { Session } from './session';

/** Codes for moves whose names offer no free key, in the order of convenience. */
const SPARE = [...'QWERTYUIOPASDFGHJKLZXCVBNM'].map((letter) => `Key${letter}`).concat(
  [...'1234567890'].map((digit) => `Digit${digit}`),
  ['Semicolon', 'Quote', 'Comma', 'Period', 'BracketLeft', 'BracketRight', 'Minus', 'Equal'],
);
const ARROWS: Record<string, string> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
/** The time in milliseconds after which a pressed `?` shows the keys only while it is held. */
const HELD = 400;

/** A key for each move, as long as there are free keys. */
function derive(names: string[], slides: boolean): Map<string, string> {
  const keys = new Map<string, string>();
  const free = new Set(SPARE);
  const give = (name: string, code: string | undefined): void => {
    if (!code || keys.has(name)) return;
    keys.set(name, code);
    free.delete(code);
  };
  if (slides) names.forEach((name) => give(name, ARROWS[name]));
  const letter = (name: string): string => `Key${name.match(/[a-z]/i)?.[0]?.toUpperCase()}`;
  const digit = (name: string): string => `Digit${name.match(/\d/)?.[0]}`;
  const offers = [
    // R before Rw and 2R, then other moves by their letters, then by their numbers.
    (name: string) => (/^[A-Z]$/.test(name) ? letter(name) : undefined),
    letter,
    digit,
  ];
  for (const offer of offers) {
    for (const name of names) {
      const code = offer(name);
      if (code && free.has(code)) give(name, code);
    }
  }
  for (const name of names) give(name, free.values().next().value);
  return keys;
}

/** Whether key presses are for a control and not for the puzzle. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
}

export class Keys {
  private keys = new Map<string, string>();
  private printed: ReadonlyMap<string, string> | null = null;
  private asked = 0;
  private wasShown = false;
  /** The move to which the next key press is assigned; null while none is selected. */
  private changing: string | null = null;
  /** Whether keys make moves; for who dictates or presses keys by accident, they need not. */
  private work = true;

  constructor(private readonly session: Session) {
    session.onLoad.push(() => {
      this.change(null);
      this.read();
    });
    wish('letter-keys', (wished) => (this.work = wished));
    document.addEventListener('keydown', (event) => this.down(event));
    document.addEventListener('keyup', (event) => {
      if (!this.asked || (event.key !== '?' && event.key !== 'Shift' && event.code !== 'Slash')) return;
      if (performance.now() - this.asked > HELD) this.show(this.wasShown);
      this.asked = 0;
    });
    button('keys').addEventListener('click', () => this.show(!this.shown));
    button('change-key').addEventListener('click', () => this.change(this.changing === null ? '' : null));
    button('usual-keys').addEventListener('click', () => {
      this.write({});
      this.read();
      this.change(null);
    });
    // While a key is assigned, a button of a move selects the move.
    element('moves').addEventListener(
      'click',
      (event) => {
        if (this.changing === null || !(event.target instanceof Element)) return;
        const name = event.target.closest<HTMLElement>('[data-move]')?.dataset.move;
        event.stopPropagation();
        if (name !== undefined) this.change(name);
      },
      { capture: true },
    );
    void this.layout();
  }

  private get shown(): boolean {
    return document.body.dataset.keys === 'shown';
  }

  private show(shown: boolean): void {
    if (shown) document.body.dataset.keys = 'shown';
    else delete document.body.dataset.keys;
    button('keys').setAttribute('aria-pressed', String(shown));
    element('keys-panel').hidden = !shown;
    if (!shown) this.change(null);
  }

  /** Reads the labels of the keys, if the browser provides them. */
  private async layout(): Promise<void> {
    const keyboard = (navigator as { keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> } }).keyboard;
    this.printed = (await keyboard?.getLayoutMap().catch(() => null)) ?? null;
    this.label();
  }

  private name(code: string): string {
    const arrow = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }[code];
    return arrow ?? this.printed?.get(code)?.toUpperCase() ?? code.replace(/^(Key|Digit)/, '');
  }

  private read(): void {
    const { game, scene } = this.session;
    const directions = game.directions();
    const names = directions.length ? directions : scene.moves.map(({ name }) => name);
    this.keys = derive(names, directions.length > 0);
    for (const [name, code] of Object.entries(this.changes())) {
      if (this.keys.has(name) && typeof code === 'string') this.take(name, code);
    }
    this.label();
  }

  /** Assigns a key to a move and removes it from any other move. */
  private take(name: string, code: string): void {
    for (const [other, taken] of this.keys) if (taken === code) this.keys.set(other, '');
    this.keys.set(name, code);
  }

  private all(): Record<string, Record<string, string>> {
    try {
      const read: unknown = JSON.parse(kept('keys') ?? '{}');
      return typeof read === 'object' && read !== null ? (read as Record<string, Record<string, string>>) : {};
    } catch {
      return {};
    }
  }

  private changes(): Record<string, string> {
    return this.all()[this.session.name] ?? {};
  }

  private write(changes: Record<string, string>): void {
    keep('keys', JSON.stringify({ ...this.all(), [this.session.name]: changes }));
  }

  /** Shows on each button the key of its move. */
  private label(): void {
    for (const made of document.querySelectorAll<HTMLElement>('#moves [data-move]')) {
      const code = this.keys.get(made.dataset.move!);
      delete made.dataset.key;
      made.removeAttribute('aria-keyshortcuts');
      if (!code) continue;
      const back = made.dataset.amount === '-1';
      made.dataset.key = `${back ? '⇧' : ''}${this.name(code)}`;
      made.setAttribute('aria-keyshortcuts', `${back ? 'Shift+' : ''}${code.replace(/^(Key|Digit)/, '')}`);
    }
  }

  private change(name: string | null): void {
    this.changing = name;
    button('change-key').setAttribute('aria-pressed', String(name !== null));
    element('key-help').textContent =
      name === null ? '' : name === '' ? say('chooseMove') : say('pressKey', { move: name });
  }

  private down(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target) || this.session.instead) return;
    if (this.changing) {
      const name = this.changing;
      if (['Shift', 'CapsLock', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      this.change(null);
      if (event.key === 'Escape') return;
      this.write({ ...this.changes(), [name]: event.code });
      this.read();
      return;
    }
    if (event.key === '?' && this.work) {
      this.asked = performance.now();
      this.wasShown = this.shown;
      return this.show(!this.shown);
    }
    if (!this.work) return;
    const name = [...this.keys].find(([, code]) => code !== '' && code === event.code)?.[0];
    if (name === undefined || event.defaultPrevented) return;
    event.preventDefault();
    const { session } = this;
    const way = session.way(name);
    const amount = event.shiftKey && way?.order !== 2 ? -1 : 1;
    if (session.game.directions().includes(name)) session.own(() => session.play(event.shiftKey ? `${name}'` : name));
    else session.own(() => session.turn(name, amount));
  }
}
