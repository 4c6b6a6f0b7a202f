/** The times of the solves of each puzzle and of each event, kept by the browser: a list with penalties, averages, and a file of them. */

import './times.css';
import { button, element } from './elements';
import { Events } from './events';
import { later } from './languages/english_later';
import { learn, number, say } from './languages/language';
import { keep, kept } from './options';
import type { Session } from './session';
import { USUAL } from './status';
import type { Penalty, Solve, Timer } from './timer';

/** A solve as it is kept. */
interface Time extends Solve {
  /** When it ended, as in ISO 8601. */
  at: string;
  moves: number;
}

/** The greatest number of times that are kept for a puzzle, and that are listed. */
const MOST = 1000;
const LISTED = 100;
/** The seconds that a penalty adds. */
const ADDED = 2;

/** Where the times of an event are kept; without one, those of a puzzle. */
const key = (puzzle: string, event: string): string => (event ? `times wca ${event}` : `times ${puzzle}`);

const isTime = (found: unknown): found is Time => {
  if (typeof found !== 'object' || found === null) return false;
  const { at, milliseconds, penalty, seed, moves, memo = 0 } = found as Time;
  return typeof at === 'string' && [milliseconds, seed, moves, memo].every(Number.isFinite) && ['', '+2', 'DNF'].includes(penalty);
};

function read(key: string): Time[] {
  try {
    const found: unknown = JSON.parse(kept(key) ?? '[]');
    return Array.isArray(found) ? found.filter(isTime) : [];
  } catch {
    return [];
  }
}

/** Seconds with two decimals, as competitions cut them. */
const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 10) / 100;

/** The seconds that count; infinitely many if it was not finished by the rules. */
const counted = ({ milliseconds, penalty }: Solve): number => (penalty === 'DNF' ? Infinity : inSeconds(milliseconds) + (penalty === '+2' ? ADDED : 0));

/** The mean of the last solves without the best and the worst of them, as competitions count; null if they are too few. */
export function average(seconds: number[], of: number): number | null {
  if (seconds.length < of) return null;
  const inner = seconds.slice(-of).sort((a, b) => a - b).slice(1, -1);
  return inner.reduce((sum, one) => sum + one, 0) / inner.length;
}

export function written(seconds: number): string {
  if (seconds === Infinity) return 'DNF';
  const minutes = Math.floor(seconds / 60);
  const rest = number(seconds - 60 * minutes, 2);
  return minutes ? `${minutes}:${rest.padStart(5, '0')}` : rest;
}

/** The solves as a table for other programs. */
function table(times: Time[], puzzle: string, event: string): string {
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = times.map(({ at, milliseconds, penalty, seed, moves, memo }) =>
    [at, quoted(puzzle), inSeconds(milliseconds).toFixed(2), penalty, seed, moves, event, memo === undefined ? '' : inSeconds(memo).toFixed(2)].join(),
  );
  return `${['date,puzzle,seconds,penalty,seed,moves,event,memo', ...rows].join('\n')}\n`;
}

export class Times {
  private times: Time[] = [];
  private readonly events: Events;

  constructor(
    private readonly session: Session,
    private readonly timer: Timer,
  ) {
    learn(later);
    this.events = new Events(session, timer, () => this.show());
    button('export-times').addEventListener('click', () => this.save());
    button('forget-times').addEventListener('click', () => this.change([]));
    session.onLoad.push(() => this.show());
    this.show();
  }

  /** Adds a solve to the list. */
  add(solve: Solve): void {
    const moves = this.session.status().lengths.find(({ metric }) => metric === USUAL)?.moves ?? 0;
    this.change([...read(this.key), { ...solve, at: new Date().toISOString(), moves }].slice(-MOST));
    this.events.solved();
  }

  private get key(): string {
    return key(this.session.name, this.timer.event);
  }

  private change(times: Time[]): void {
    keep(this.key, JSON.stringify(times));
    this.show();
  }

  private show(): void {
    this.times = read(this.key);
    const { times } = this;
    const seconds = times.map(counted);
    const best = seconds.reduce((least, one) => Math.min(least, one), Infinity);
    const averages = [5, 12].flatMap((of) => {
      const mean = average(seconds, of);
      return mean === null ? [] : [`ao${of} ${written(mean)}`];
    });
    element('averages').textContent = times.length
      ? [say('solves', { count: times.length }), say('best', { time: written(best) }), ...averages].join(' · ')
      : say('noTimes');
    for (const id of ['export-times', 'forget-times']) button(id).disabled = !times.length;
    const first = Math.max(0, times.length - LISTED);
    element('times-list').replaceChildren(...times.slice(first).map((time, at) => this.entry(time, first + at)).reverse());
  }

  private entry(time: Time, at: number): HTMLElement {
    const item = document.createElement('li');
    item.value = at + 1;
    const shown = document.createElement('span');
    const seconds = written(counted(time));
    const memo = time.memo === undefined ? '' : ` · ${say('memo', { time: written(inSeconds(time.memo)) })}`;
    shown.textContent = `${time.penalty === '+2' ? `${seconds} +` : seconds}${memo}`;
    shown.title = say('timeAbout', { seed: String(time.seed), moves: say('moves', { count: time.moves }), at: time.at.slice(0, 16).replace('T', ' ') });
    item.append(
      shown,
      ...(['+2', 'DNF'] as const).map((penalty) => this.tool(penalty, say('penaltyFor', { penalty, number: at + 1 }), time.penalty === penalty, () => this.punish(at, penalty))),
      this.tool('✕', say('removeSolve', { number: at + 1 }), null, () => this.change(this.times.filter((_, other) => other !== at))),
    );
    return item;
  }

  private tool(words: string, label: string, pressed: boolean | null, deed: () => void): HTMLButtonElement {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = words;
    made.setAttribute('aria-label', label);
    if (pressed !== null) made.setAttribute('aria-pressed', String(pressed));
    made.addEventListener('click', deed);
    return made;
  }

  /** Gives a solve a penalty, or takes it away. */
  private punish(at: number, penalty: Penalty): void {
    this.change(this.times.map((time, other) => (other === at ? { ...time, penalty: time.penalty === penalty ? '' : penalty } : time)));
  }

  private save(): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([table(this.times, this.session.name, this.timer.event)], { type: 'text/csv' }));
    link.download = 'times.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}
