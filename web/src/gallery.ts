/** The gallery: all puzzles on cards with their pictures, in groups, with a search and with sizes to choose. It is loaded when it
 *  is opened for the first time. */

import './gallery.css';
import { button, element, fit, input } from './elements';
import { Game } from './engine/play/permutant.js';
import { complain } from './fault';
import { favourites } from './favourites';
import type { Key } from './languages/catalogue';
import { later } from './languages/english_later';
import { learn, say } from './languages/language';
import { aboutOf, describedAs, titleOf } from './names';
import { Plane } from './plane';
import { played, savedGame } from './saved';
import type { Point } from './scene';
import { type Session, hides } from './session';
import { Solid } from './solid';
import { Unseen } from './unseen';
import type { Offer, Scene } from './wire';

/** The groups in their order: a puzzle belongs to the first one that its name or its description matches. */
type Title = Key & ('cubes' | 'pyramids' | 'dodecahedra' | 'otherCubes' | 'octahedra' | 'boards' | 'rings' | 'mathieu');
const GROUPS: [title: Title, matches: RegExp][] = [
  ['mathieu', /^m\d\d$/],
  ['boards', /^(slide|moebius|klein|torus|rotate):/],
  ['rings', /^(siamese cubes|topspin|rings|merge|wreath|globe|pancake|clock)/],
  ['cubes', /^\d+x\d+x\d+$|^(supercube|void cube|fused cube|bicube|cuboid:.*)$/],
  ['octahedra', /octahedron|icosahedron|^redicosahedron/],
  ['dodecahedra', /dodecahedron|^[a-z]*minx( |$)|megaminx/],
  ['pyramids', /pyraminx|tetraminx|tetrahedron/],
  ['otherCubes', /./],
];
/** The order in which the groups are shown. */
const SHOWN: Title[] = ['cubes', 'pyramids', 'dodecahedra', 'otherCubes', 'octahedra', 'boards', 'rings', 'mathieu'];
/** Pyraminxes are named like dodecahedra, and are none. */
const groupOf = ({ name, about }: Offer): Title => {
  if (/^(?!.*crystal).*(pyramin|tetramin|morphix)/.test(name)) return 'pyramids';
  return GROUPS.find(([, matches]) => matches.test(name) || matches.test(about))![0];
};

/** A family with sizes: what stands before them in a name, between them, and for each its name, its least, its greatest and its
 *  usual value. */
interface Family {
  title: Key & ('cube' | 'tiles' | 'torus' | 'moebius' | 'klein' | 'topSpin');
  name: (sizes: number[]) => string;
  sizes: [name: Key & ('layers' | 'rows' | 'columns' | 'pieces' | 'turnedOver'), least: number, most: number, usual: number][];
}
const board = (title: Family['title'], kind: string, usual: number): Family => ({
  title,
  name: ([rows, columns]) => `${kind}:${rows}x${columns}`,
  sizes: [['rows', 2, 12, usual], ['columns', 2, 12, usual]],
});
const FAMILIES: Family[] = [
  { title: 'cube', name: ([layers]) => `${layers}x${layers}x${layers}`, sizes: [['layers', 2, 81, 9]] },
  board('tiles', 'slide', 5),
  board('torus', 'torus', 5),
  board('moebius', 'moebius', 5),
  board('klein', 'klein', 5),
  { title: 'topSpin', name: (sizes) => `topspin:${sizes.join()}`, sizes: [['pieces', 5, 60, 12], ['turnedOver', 2, 12, 4]] },
];

/** The number of puzzles played last that are shown first. */
const RECENT = 6;

/** Cubes of so many layers take seconds to draw, and nobody sees their stickers on a card. */
const isLarge = (name: string): boolean => /^(\d{3,}|[3-9]\d|2[2-9])x\d+x\d+$/.test(name);

/** Words as they are compared: Rubik's is the same as rubiks. */
const plain = (words: string): string => words.toLowerCase().replaceAll(/['’]/g, '');

export class Gallery {
  private readonly dialog = element<HTMLDialogElement>('gallery');
  private readonly title = element('gallery-title').textContent;
  private readonly cards = element('cards');
  /** For each group a button that scrolls to it; those on top need none. */
  private readonly jumps = new Map<HTMLElement, HTMLButtonElement>();
  /** What a search finds on each card: the names and words of the catalog, what stands there, and its group. */
  private readonly texts = new WeakMap<HTMLElement, string>();
  /** Cards in sight whose pictures are still to be drawn. */
  private readonly waiting: HTMLButtonElement[] = [];
  /** Sees a screen ahead: who scrolls finds the pictures there. */
  private readonly sight = new IntersectionObserver((entries) => this.see(entries), { root: this.dialog, rootMargin: '100% 0px' });

  constructor(
    private readonly session: Session,
    private readonly offers: Offer[],
  ) {
    learn(later);
    this.listFamilies();
    input('search').addEventListener('input', () => this.search());
    element('search-form').addEventListener('submit', (event) => {
      event.preventDefault();
      const [first] = this.found();
      void this.open(input('search').value.trim() || first?.dataset.name || '', first?.dataset.name);
    });
    button('close-gallery').addEventListener('click', () => this.dialog.close());
  }

  show(): void {
    input('search').value = '';
    element('gallery-fault').replaceChildren();
    const named = new Map(this.offers.map((offer) => [offer.name, offer]));
    // Others than those of the list are called by their names.
    const offered = (name: string): Offer => named.get(name) ?? { name, about: '', also: [] };
    // The puzzle that the page began with was not chosen.
    const [one, ...others] = played();
    const isNew = one !== undefined && !others.length && !savedGame(one);
    element('welcome').hidden = !isNew;
    element('gallery-title').textContent = isNew ? 'Permutant' : this.title;
    const recent = isNew ? [] : played().slice(0, RECENT).flatMap((name) => named.get(name) ?? []);
    const groups = SHOWN.flatMap((title) => this.group(say(title), this.offers.filter((offer) => groupOf(offer) === title)));
    this.cards.replaceChildren(...this.group(say('favourites'), favourites().map(offered)), ...this.group(say('playedLast'), recent), ...groups);
    this.jumps.clear();
    for (const group of groups) this.jumps.set(group, this.jump(group));
    element('groups').replaceChildren(...this.jumps.values());
    this.search();
    this.dialog.showModal();
    // A field that has the focus would cover half of a phone with its keyboard.
    if (matchMedia('(pointer: coarse)').matches) this.dialog.focus();
    this.cards.querySelectorAll('button').forEach((card) => this.sight.observe(card));
  }

  private group(title: string, offers: Offer[]): HTMLElement[] {
    if (!offers.length) return [];
    const section = document.createElement('section');
    const head = document.createElement('h3');
    head.textContent = title;
    const row = document.createElement('div');
    row.className = 'cards';
    row.append(...offers.map((offer) => this.card(offer, title)));
    section.append(head, row);
    return [section];
  }

  private jump(section: HTMLElement): HTMLButtonElement {
    const jump = document.createElement('button');
    jump.type = 'button';
    jump.textContent = section.querySelector('h3')!.textContent;
    jump.addEventListener('click', () => section.scrollIntoView());
    return jump;
  }

  private card(offer: Offer, group: string): HTMLButtonElement {
    const { name, also } = offer;
    const card = document.createElement('button');
    card.type = 'button';
    card.dataset.name = name;
    const picture = document.createElement('canvas');
    picture.setAttribute('aria-hidden', 'true');
    const [title, words] = [document.createElement('strong'), document.createElement('span')];
    Object.assign(title, titleOf(name));
    Object.assign(words, aboutOf(offer));
    card.append(picture, title, words);
    this.texts.set(card, plain([name, ...also, describedAs(offer), card.textContent, group].join(' ')));
    card.addEventListener('click', () => void this.open(name));
    return card;
  }

  private see(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      this.sight.unobserve(target);
      this.waiting.push(target as HTMLButtonElement);
      if (this.waiting.length === 1) setTimeout(() => this.drawNext());
    }
  }

  /** Draws the picture of the first card that waits for one; one at a time, so that the page stays quick. */
  private drawNext(): void {
    const card = this.waiting.shift();
    if (!card) return;
    const fitted = isLarge(card.dataset.name!) ? null : fit(card.querySelector('canvas')!);
    if (fitted) this.draw(card.dataset.name!, fitted);
    card.dataset.drawn = 'yes';
    if (this.waiting.length) setTimeout(() => this.drawNext());
  }

  private draw(name: string, { context, size }: { context: CanvasRenderingContext2D; size: Point }): void {
    const game = new Game(name);
    const scene = JSON.parse(game.scene(this.session.table.safe)) as Scene;
    const shown = game.shows();
    const view = scene.dimensions === 3 ? new Solid(scene) : new Plane(scene);
    const theme = { ...this.session.table.theme, letters: false };
    view.draw(context, size, shown, null, theme);
    if (hides(scene, game)) new Unseen(scene, game, name, () => false).draw(context, view, shown, theme);
    game.free();
  }

  /** The cards that are shown. */
  private found(): HTMLButtonElement[] {
    return [...this.cards.querySelectorAll('button')].filter((card) => !card.hidden);
  }

  private search(): void {
    const words = plain(input('search').value).split(/\s+/).filter(Boolean);
    for (const card of this.cards.querySelectorAll('button')) {
      card.hidden = !words.every((word) => this.texts.get(card)!.includes(word));
    }
    for (const section of this.cards.querySelectorAll('section')) {
      section.hidden = [...section.querySelectorAll('button')].every((card) => card.hidden);
    }
    for (const [section, jump] of this.jumps) jump.hidden = section.hidden;
    // What can have any size is no answer to another word.
    const families = [...element('families').children] as HTMLElement[];
    for (const form of families) form.hidden = !words.every((word) => plain(form.textContent).includes(word));
    (element('families').parentElement as HTMLElement).hidden = families.every((form) => form.hidden);
    // The first answers are in sight, wherever the list was.
    this.dialog.scrollTop = 0;
    element('gallery-fault').textContent = this.found().length ? '' : say('noCard');
  }

  /** Opens a puzzle by its name; if there is none, another one. */
  private async open(name: string, otherwise?: string): Promise<void> {
    try {
      if (await this.session.load(name)) this.session.changed();
      this.dialog.close();
    } catch (thrown) {
      if (otherwise !== undefined && otherwise !== name) return this.open(otherwise);
      complain(element('gallery-fault'), thrown);
    }
  }

  private listFamilies(): void {
    const forms = FAMILIES.map(({ title, name, sizes }) => {
      const form = document.createElement('form');
      form.className = 'row';
      const head = document.createElement('strong');
      head.textContent = say(title);
      const fields = sizes.map(([label, least, most, usual]) => {
        const field = document.createElement('input');
        field.type = 'number';
        [field.min, field.max, field.value] = [String(least), String(most), String(usual)];
        const said = document.createElement('label');
        said.append(field, ` ${say(label)}`);
        return { field, said };
      });
      const go = document.createElement('button');
      go.textContent = say('open');
      go.setAttribute('aria-label', say('openSize', { title: say(title) }));
      form.append(head, ...fields.map(({ said }) => said), go);
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        void this.open(name(fields.map(({ field }) => Number(field.value))));
      });
      return form;
    });
    element('families').replaceChildren(...forms);
  }
}
