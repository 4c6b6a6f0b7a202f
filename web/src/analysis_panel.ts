/** The pane that shows the analysis of the puzzle: its group, its sequences, the distances of its positions. It
 *  uses separate workers, so that it never delays a solution. */

import { coloured, cyclesOf, orbitsOf } from './coloured_pieces';
import { capital, element, input, swap } from './elements';
import type { Game } from './engine/play/permutant.js';
import { atAGlance, ofTheGroup, plainly } from './facts';
import { complain, faultOf, told as faultTold } from './fault';
import { type Job, Jobs, type Report } from './jobs';
import { say, sentences } from './languages/language';
import { digits, folded, heading, leading, list, paragraph, row, terms } from './markup';
import { aboutOf, titleOf } from './names';
import type { Panes } from './panes';
import type { Session } from './session';
import { nameOf } from './set_names';
import type { Distances, Facts, Order, Step } from './wire';
import { tellStage } from './work';

/** The time without input, in milliseconds, after which a sequence is analysed. */
const CALM = 200;

/** A count of all positions that is refused, with what can be counted; bytes help nobody here. */
function tooMany(thrown: unknown): string | null {
  const [, states] = /^the count of at least (\d+) states takes/.exec(faultOf(thrown).message) ?? [];
  return states ? say('tooManyToCount', { states: states.length > 9 ? leading(states) : digits(states) }) : null;
}

/** A line that begins with the name of a set and a colon, with the name that the language has for it. */
const named = (line: string): string => line.replace(/^\w+(?=:)/, (set) => capital(nameOf(set)));

/** What repetitions of a sequence do, in a sentence or two. */
function repeated(order: string, colouredOrder: string): string {
  if (order === '1') return say('repeatedOnce');
  const all = say('repeated', { order: digits(order) });
  return colouredOrder === order ? all : sentences(all, say(colouredOrder === '1' ? 'repeatedUnseen' : 'repeatedAsColoured', { order: digits(colouredOrder) }));
}

export class Learn {
  private readonly asked = new Jobs();
  private readonly counted = new Jobs();
  private readonly ordered = new Jobs();
  /** The puzzle whose facts are shown. */
  private shown = '';
  private timer = 0;

  constructor(
    private readonly session: Session,
    private readonly panes: Panes,
  ) {
    panes.onOpen.push(() => this.renew());
    session.onLoad.push(() => this.forget());
    session.onChange.push(() => this.renew());
    element('text').addEventListener('input', () => this.renew());
    element('distances').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.countDistances();
    });
    element('stop-distances').addEventListener('click', () => this.counted.stop());
  }

  /** Clears the pane when another puzzle is loaded. */
  private forget(): void {
    [this.asked, this.counted, this.ordered].forEach((jobs) => jobs.stop());
    this.shown = '';
    for (const id of ['facts', 'group', 'order', 'facts-progress', 'distances-progress', 'distances-found']) {
      element(id).replaceChildren();
    }
    element('distribution').hidden = element('chart').hidden = true;
  }

  private renew(): void {
    if (this.panes.open !== 'learn') return;
    if (this.shown !== this.session.name) void this.showFacts();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.showOrder(), CALM);
  }

  /** Runs a job. Returns nothing if it was stopped or failed, which is shown. */
  private async ask<T>(jobs: Jobs, job: Job, told: HTMLElement, begun: string, hears: (report: Report) => void = () => {}): Promise<T | null> {
    told.textContent = begun;
    try {
      const found = await jobs.run(job, (report) => {
        if (report.kind === 'stage') told.textContent = tellStage(report.stage);
        hears(report);
      });
      if (!jobs.busy) told.textContent = '';
      return found === null ? null : (JSON.parse(found) as T);
    } catch (thrown) {
      told.textContent = tooMany(thrown) ?? faultTold(thrown).words;
      return null;
    }
  }

  private async showFacts(): Promise<void> {
    const puzzle = this.session.name;
    this.shown = puzzle;
    const found = await this.ask<Facts>(this.asked, { kind: 'facts', puzzle }, element('facts-progress'), say('analysing'));
    if (!found || puzzle !== this.session.name) return;
    element('facts').replaceChildren(
      Object.assign(heading(''), titleOf(found.name)),
      ...(found.about === null ? [] : [aboutOf({ name: found.name, about: found.about })]).map((words) => Object.assign(paragraph(''), words)),
      // The engine speaks English.
      ...found.notes.map((line) => Object.assign(paragraph(`${capital(line)}.`), { lang: 'en' })),
      ...atAGlance(found),
      ...this.orbits(),
      ...plainly(found),
    );
    element('group').replaceChildren(ofTheGroup(found));
  }

  /** The orbits of the moves, in colours. */
  private orbits(): HTMLElement[] {
    const { scene, table } = this.session;
    const orbits = orbitsOf(scene);
    // Where there is only one, all of the puzzle would have its colour.
    const figure = orbits.length > 1 ? coloured(scene, orbits, table.theme, say('orbitsAbout')) : null;
    return figure ? [figure] : [];
  }

  /** The cycles of a sequence, in colours; none if it has so many turns that they are not told one by one. */
  private cycles(text: string): HTMLElement[] {
    const { session } = this;
    // The puzzle may be one that is written as a definition, which only the engine that made the game reads.
    const game = new (session.game.constructor as typeof Game)(session.name);
    try {
      const steps = JSON.parse(game.play(text)) as Step[];
      const turns = steps.flatMap(({ name, amount }) => {
        const way = session.way(name);
        return way ? [{ way, amount }] : [];
      });
      const figure = coloured(session.scene, cyclesOf(session.scene, turns), session.table.theme, say('cyclesAbout'));
      return figure ? [figure] : [];
    } finally {
      game.free();
    }
  }

  private async showOrder(): Promise<void> {
    const { session } = this;
    const text = element<HTMLTextAreaElement>('text').value.trim();
    const where = element('order');
    if (!text) return where.replaceChildren(paragraph(say('noMoves')));
    try {
      const found = await this.ordered.run({ kind: 'order', puzzle: session.name, text }, () => {});
      if (found === null) return;
      const { turns, order, colouredOrder, cycles, cycleType, stickers } = JSON.parse(found) as Order;
      const more = folded(say('moreOnSequence'), [
        terms([
          [say('movesTerm'), String(turns)],
          [say('order'), digits(order)],
          [say('asColoured'), colouredOrder === order ? null : digits(colouredOrder)],
          [say('cycles'), cycles.length ? list(cycles.map(named)) : say('none')],
          [say('stickers'), say('stickersMoved', { type: cycleType, count: String(stickers) })],
        ]),
      ]);
      // What was unfolded stays so while moves are made.
      more.open = where.querySelector('details')?.open ?? false;
      where.replaceChildren(paragraph(repeated(order, colouredOrder)), ...this.cycles(text), more);
    } catch (thrown) {
      where.replaceChildren(paragraph(''));
      complain(where, thrown, text);
    }
  }

  private async countDistances(): Promise<void> {
    const depth = input('depth').value.trim();
    const told = element('distances-progress');
    if (depth && !/^\d{1,3}$/.test(depth)) {
      told.textContent = say('distanceRange');
      return;
    }
    const puzzle = this.session.name;
    const counts: string[] = [];
    this.showCounts(counts);
    element('distances-found').replaceChildren();
    swap('count-distances', 'stop-distances');
    const job = { kind: 'distances', puzzle, depth: depth ? Number(depth) : undefined } as const;
    const found = await this.ask<Distances>(this.counted, job, told, say('counting'), (report) => {
      if (report.kind !== 'stage' || report.stage.stage !== 'level') return;
      while (counts.length < report.stage.distance) counts.push('0');
      counts[report.stage.distance] = String(report.stage.states);
      this.showCounts(counts);
    });
    swap('stop-distances', 'count-distances');
    if (puzzle !== this.session.name) return;
    if (!found) {
      if (!told.textContent) told.textContent = say('stopped');
      return;
    }
    this.showCounts(found.counts);
    const [total, count] = [digits(found.total), found.counts.length - 1];
    if (found.complete) told.textContent = say('countedAll', { total, count });
    else told.textContent = found.states ? say('countedOf', { total, states: digits(found.states), count }) : say('counted', { total, count });
    element('distances-found').replaceChildren(
      terms([
        [say('farthest'), found.farthest.length ? list(found.farthest) : null],
      ]),
      ...(found.method.length ? [folded(say('method'), list(found.method.map((line) => `${capital(line)}.`)))] : []),
    );
  }

  private showCounts(counts: string[]): void {
    const [table, chart] = [element('distribution'), element('chart')];
    table.hidden = chart.hidden = counts.length === 0;
    const most = Math.max(...counts.map(Number));
    chart.replaceChildren(
      ...counts.map((count, distance) => {
        const column = document.createElement('span');
        column.style.setProperty('--share', String(Number(count) / most));
        column.title = say('atDistance', { number: digits(count), distance });
        column.textContent = String(distance);
        return column;
      }),
    );
    table.querySelector('tbody')!.replaceChildren(...counts.map((count, distance) => row(String(distance), digits(count))));
  }
}
