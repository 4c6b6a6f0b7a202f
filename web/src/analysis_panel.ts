/** The pane that shows the analysis of the puzzle: its group, its sequences, the distances of its positions. It
 *  uses separate workers, so that it never delays a solution. */

import { coloured, cyclesOf, orbitsOf } from './coloured_pieces';
import { capital, element, input, plural, swap } from './elements';
import type { Game } from './engine/play/permutant.js';
import { complain, faultOf } from './fault';
import { type Job, Jobs, type Report } from './jobs';
import { digits, folded, heading, list, paragraph, powers, row, terms } from './markup';
import { titleOf } from './names';
import type { Panes } from './panes';
import type { Session } from './session';
import type { Step } from './table';
import { tellStage } from './work';

interface Facts {
  name: string;
  about: string[];
  sets: { name: string; pieces: number; kinds: number; orientations: number }[];
  states: string | null;
  godsNumbers: { metric: string; number: string; source: string }[];
  group: Group | null;
  noGroup: string | null;
}

interface Group {
  order: string;
  factors: [number, number][];
  proof: string;
  envelope: string;
  points: number;
  orbits: { set: string; length: number; blocks: number[] }[];
  base: number[];
  transversals: number[];
  strongGenerators: number | null;
  kept: string[];
}

interface Distances {
  counts: string[];
  total: string;
  states: string | null;
  complete: boolean;
  stopped: string | null;
  farthest: string[];
  method: string[];
}

interface Order {
  turns: number;
  order: string;
  colouredOrder: string;
  cycles: string[];
  stickers: number;
  cycleType: string;
}

/** The number of entries of a list that are shown. */
const SHOWN = 24;
/** The time without input, in milliseconds, after which a sequence is analysed. */
const CALM = 200;

const some = (numbers: number[]): string => numbers.slice(0, SHOWN).join(' ') + (numbers.length > SHOWN ? ' …' : '');

export class Learn {
  private readonly asked = new Jobs();
  private readonly counted = new Jobs();
  private readonly ordered = new Jobs();
  private readonly spelled = new Jobs();
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
    element('random').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.findWord();
    });
    element('put-word').addEventListener('click', () =>
      session.own(() => session.begin(element('word').textContent ?? '')),
    );
    element('distances').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.countDistances();
    });
    element('stop-distances').addEventListener('click', () => this.counted.stop());
  }

  /** Clears the pane when another puzzle is loaded. */
  private forget(): void {
    [this.asked, this.counted, this.ordered, this.spelled].forEach((jobs) => jobs.stop());
    this.shown = '';
    for (const id of ['facts', 'order', 'facts-progress', 'random-progress', 'distances-progress', 'distances-found']) {
      element(id).replaceChildren();
    }
    element('random-found').hidden = true;
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
      told.textContent = `${capital(faultOf(thrown).message)}.`;
      return null;
    }
  }

  private async showFacts(): Promise<void> {
    const puzzle = this.session.name;
    this.shown = puzzle;
    const found = await this.ask<Facts>(this.asked, { kind: 'facts', puzzle }, element('facts-progress'), 'Analysing the puzzle…');
    if (!found || puzzle !== this.session.name) return;
    const { group } = found;
    const sets = found.sets.map(({ name, pieces, kinds, orientations }) => {
      const alike = kinds < pieces ? ` of ${plural(kinds, 'kind')}` : '';
      const turned = orientations > 1 ? `, ${orientations} orientations` : '';
      return `${name}: ${plural(pieces, 'piece')}${alike}${turned}`;
    });
    const gods = found.godsNumbers.map(({ metric, number, source }) => `${number} in ${metric}: ${source}`);
    const orbits = group?.orbits.map(({ set, length, blocks }) => {
      const parts = blocks.length ? `, blocks of ${blocks.join(' and of ')}` : ', no blocks';
      return `${set}: ${plural(length, 'point')}${parts}`;
    });
    element('facts').replaceChildren(
      heading(titleOf(found.name)),
      ...found.about.map((line) => paragraph(`${capital(line)}.`)),
      ...this.orbits(),
      terms([
        ['Positions', found.states && digits(found.states)],
        ['God’s number', gods.length ? list(gods) : null],
        ['Pieces', list(sets)],
        ['Kept', group?.kept.length ? list(group.kept.slice(0, SHOWN)) : null],
        ['Group', group ? digits(group.order) : `${capital(found.noGroup ?? '')}.`],
        ['', group && powers(group.factors)],
      ]),
      folded('More on the group', [
        terms([
          ['Proof', group && `${capital(group.proof)}.`],
          ['Inside', group?.envelope],
          ['Points', group && String(group.points)],
          ['Base', group && some(group.base)],
          ['Transversals', group && some(group.transversals)],
          ['Generators', group?.strongGenerators ? `${group.strongGenerators} strong ones` : null],
          ['Orbits', orbits ? list(orbits.slice(0, SHOWN)) : null],
        ]),
      ]),
    );
  }

  /** The orbits of the moves, in colours. */
  private orbits(): HTMLElement[] {
    const { scene, table } = this.session;
    const orbits = orbitsOf(scene);
    // Where there is only one, all of the puzzle would have its colour.
    const figure = orbits.length > 1 ? coloured(scene, orbits, table.theme) : null;
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
      const figure = coloured(session.scene, cyclesOf(session.scene, turns), session.table.theme);
      return figure ? [figure] : [];
    } finally {
      game.free();
    }
  }

  private async showOrder(): Promise<void> {
    const { session } = this;
    const text = element<HTMLTextAreaElement>('text').value.trim();
    const where = element('order');
    if (!text) return where.replaceChildren(paragraph('No moves yet.'));
    try {
      const found = await this.ordered.run({ kind: 'order', puzzle: session.name, text }, () => {});
      if (found === null) return;
      const { turns, order, colouredOrder, cycles, cycleType, stickers } = JSON.parse(found) as Order;
      where.replaceChildren(
        ...this.cycles(text),
        terms([
          ['Moves', String(turns)],
          ['Order', digits(order)],
          ['As coloured', colouredOrder === order ? null : digits(colouredOrder)],
          ['Cycles', cycles.length ? list(cycles) : 'none'],
          ['Stickers', `${cycleType} (${stickers} of them)`],
        ]),
      );
    } catch (thrown) {
      where.replaceChildren(paragraph(''));
      complain(where, thrown, text);
    }
  }

  private async findWord(): Promise<void> {
    const wanted = input('random-seed').value.trim();
    const told = element('random-progress');
    if (wanted && !(/^\d{1,10}$/.test(wanted) && Number(wanted) < 2 ** 32)) {
      told.textContent = 'A seed is a number below 4294967296, or nothing for a random one.';
      return;
    }
    const seed = wanted ? Number(wanted) : crypto.getRandomValues(new Uint32Array(1))[0]!;
    const puzzle = this.session.name;
    told.textContent = 'Filling the table of words…';
    try {
      const word = await this.spelled.run({ kind: 'word', puzzle, seed }, (report) => {
        if (report.kind === 'stage') told.textContent = tellStage(report.stage);
      });
      if (word === null || puzzle !== this.session.name) return;
      told.textContent = `Seed ${seed}, ${plural(word.split(/\s+/).filter(Boolean).length, 'move')}:`;
      element('word').textContent = word;
      element('random-found').hidden = false;
    } catch (thrown) {
      told.textContent = `${capital(faultOf(thrown).message)}.`;
    }
  }

  private async countDistances(): Promise<void> {
    const depth = input('depth').value.trim();
    const told = element('distances-progress');
    if (depth && !/^\d{1,3}$/.test(depth)) {
      told.textContent = 'A distance is a number below 1000, or nothing for all.';
      return;
    }
    const puzzle = this.session.name;
    const counts: string[] = [];
    this.showCounts(counts);
    element('distances-found').replaceChildren();
    swap('count-distances', 'stop-distances');
    const job = { kind: 'distances', puzzle, depth: depth ? Number(depth) : undefined } as const;
    const found = await this.ask<Distances>(this.counted, job, told, 'Counting…', (report) => {
      if (report.kind !== 'stage' || report.stage.stage !== 'level') return;
      while (counts.length < report.stage.distance) counts.push('0');
      counts[report.stage.distance] = String(report.stage.states);
      this.showCounts(counts);
    });
    swap('stop-distances', 'count-distances');
    if (puzzle !== this.session.name) return;
    if (!found) {
      if (!told.textContent) told.textContent = 'Stopped.';
      return;
    }
    this.showCounts(found.counts);
    const of = found.complete || !found.states ? '' : ` of ${digits(found.states)}`;
    told.textContent = `${digits(found.total)}${of} positions within ${found.counts.length - 1} half turns${found.complete ? ': these are all' : ''}.`;
    element('distances-found').replaceChildren(
      terms([
        ['Farthest', found.farthest.length ? list(found.farthest) : null],
        ['Method', found.method.length ? list(found.method.map((line) => `${capital(line)}.`)) : null],
      ]),
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
        column.title = `${digits(count)} at distance ${distance}`;
        column.textContent = String(distance);
        return column;
      }),
    );
    table.querySelector('tbody')!.replaceChildren(...counts.map((count, distance) => row(String(distance), digits(count))));
  }
}
