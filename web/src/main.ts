/** The page: the game's rules are the engine's, the drawing is the table's; here buttons, texts and the address meet them. */

import { Game, puzzles } from './engine/permutant.js';
import { type Fault, Jobs, type Report, type Solution, type Stage } from './jobs';
import type { Scene, Way } from './scene';
import { started } from './start';
import { type Step, Table } from './table';

interface Status {
  solved: boolean;
  wrong: number;
  moves: number;
  canUndo: boolean;
  canRedo: boolean;
  scrambled: boolean;
  seed: number | null;
}

/** The longest address that is written: what browsers and chats pass on. */
const LONGEST_ADDRESS = 8000;

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const button = (id: string): HTMLButtonElement => element<HTMLButtonElement>(id);
const chooser = element<HTMLSelectElement>('puzzle');
const text = element<HTMLInputElement>('text');
const seed = element<HTMLInputElement>('seed');
const fault = element('fault');
const refused = element('refused');
const progress = element('progress');

const jobs = new Jobs();
let game: Game;
/** The name by which the puzzle was asked for. */
let current = '';
let scene: Scene;
let ways: Map<string, Way>;
/** Counts what was done, so that an answer to an older question is known. */
let deeds = 0;
let last = '';
/** The solution in the player: how many of its steps are made, and whether it goes on by itself. */
let played: { solution: Solution; made: number; plays: boolean } | null = null;
/** Counts how often a solution was set going, so that one that was paused and goes on does not go twice. */
let runs = 0;

const table = new Table(element<HTMLCanvasElement>('canvas'), {
  begins: () => drop(),
  can: (name, amount) => game.can(name, amount),
  turned: (name, amount) => act(() => JSON.parse(game.turn(name, amount)), table.dragged),
});

function way(name: string): Way | null {
  const known = ways.get(name);
  if (known) return known;
  const told = game.way(name);
  if (!told) return null;
  const made = JSON.parse(told) as Way;
  ways.set(name, made);
  return made;
}

/** What the engine threw, as a fault. */
function faultOf(thrown: unknown): Fault {
  if (typeof thrown === 'string') return JSON.parse(thrown) as Fault;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { message, span: null, expected: '', help: '' };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shows a fault under the algorithm or the names, its place marked. */
function complain(thrown: unknown, written = '', where = fault): void {
  const { message, span, expected, help } = faultOf(thrown);
  const words = [message, expected && `expected ${expected}`, help].filter(Boolean).join('; ');
  where.replaceChildren(`${capital(words)}.`);
  if (!span || !written) return;
  const place = document.createElement('code');
  const mark = document.createElement('mark');
  const [from, to] = span;
  mark.textContent = written.slice(from, Math.max(to, from + 1)) || ' ';
  place.append(written.slice(0, from), mark, written.slice(Math.max(to, from + 1)));
  where.append(place);
}

function plural(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

function refresh(): void {
  const status = JSON.parse(game.status()) as Status;
  element('count').textContent = plural(status.moves, 'move');
  const scrambled = status.scrambled && status.moves === 0 && status.seed !== null ? `Scrambled with seed ${status.seed}. ` : '';
  const now = status.solved ? 'Solved.' : `Not solved, ${plural(status.wrong, 'piece')} out of place.`;
  element('status').textContent = `${last ? `${last}. ` : ''}${scrambled}${now}`;
  element('canvas').setAttribute('aria-label', `${scene.puzzle}. ${now}`);
  button('undo').disabled = !status.canUndo;
  button('redo').disabled = !status.canRedo;
  remember(status);
  tellPlayer();
}

/** The address holds the puzzle and what was done. */
function remember({ seed, scrambled }: Status): void {
  const [setup, made] = JSON.parse(game.record()) as [string, string];
  const parts = new URLSearchParams({ puzzle: current });
  if (scrambled) parts.set('scramble', setup);
  if (scrambled && seed !== null) parts.set('seed', String(seed));
  if (made) parts.set('moves', made);
  const address = parts.toString();
  const short = address.length <= LONGEST_ADDRESS ? address : new URLSearchParams({ puzzle: current }).toString();
  history.replaceState(null, '', `#${short}`);
}

/** Does something to the game and shows it. Whether it could be done. */
function act(deed: () => Step[], start = 0, written = ''): Promise<void> | null {
  let steps: Step[];
  try {
    steps = deed();
  } catch (thrown) {
    complain(thrown, written);
    table.jump(game.shows());
    return null;
  }
  deeds += 1;
  fault.replaceChildren();
  last = steps.length > 8 ? plural(steps.length, 'step') : steps.map((step) => step.text).join(' ');
  const shown = game.shows();
  const done = steps.length ? table.show(steps, way, shown, start) : Promise.resolve(table.jump(shown));
  refresh();
  return done;
}

/** What the user does ends a solution that plays. */
function drop(): void {
  played = null;
  tellPlayer();
}

function own(deed: () => Step[], written = ''): boolean {
  drop();
  return act(deed, 0, written) !== null;
}

/** Puts a puzzle on the table; throws where there is none of that name. */
function load(name: string): void {
  const next = new Game(name);
  cancel();
  drop();
  game = next;
  current = name;
  scene = JSON.parse(game.scene()) as Scene;
  ways = new Map(scene.moves.map((move) => [move.name, move]));
  deeds += 1;
  last = '';
  const listed = [...chooser.options].find(({ value }) => value === name);
  if (!listed) chooser.add(new Option(name, name));
  chooser.value = name;
  refused.replaceChildren();
  element('about').textContent = listed?.title ?? '';
  element('hint').textContent =
    scene.dimensions === 3
      ? 'Drag a sticker to turn. Drag beside the puzzle, or press the arrow keys, to look around.'
      : 'Drag a piece to move it.';
  fault.replaceChildren();
  progress.textContent = '';
  table.set(scene, game.shows());
  // The slices in the middle of a cube have names of their own.
  const slices = ['M', 'E', 'S'].flatMap((name) => way(name) ?? []);
  table.ways = [...scene.moves, ...slices];
  listMoves();
}

/** Does what the user asks for with another puzzle; a fault is told. */
function change(name: string): void {
  try {
    load(name);
    refresh();
  } catch (thrown) {
    chooser.value = current;
    complain(thrown, '', refused);
  }
}

/** A button for each move and its inverse; for each direction where a hole decides. */
function listMoves(): void {
  const make = (shown: string, label: string, deed: () => Step[]): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = shown;
    made.setAttribute('aria-label', label);
    made.addEventListener('click', () => own(deed));
    return made;
  };
  const directions = game.directions().map((name) =>
    make(name, `Slide ${name}`, () => JSON.parse(game.play(name)) as Step[]),
  );
  const moves = scene.moves.flatMap(({ name, order, rotation }) => {
    const what = rotation ? 'Rotate' : 'Turn';
    const turn = (amount: number) => () => JSON.parse(game.turn(name, amount)) as Step[];
    const once = make(name, `${what} ${name}`, turn(1));
    return order === 2 ? [once] : [once, make(`${name}′`, `${what} ${name} back`, turn(-1))];
  });
  element('moves').replaceChildren(...(directions.length ? directions : moves));
}

/** Reads the address: a puzzle, a scramble and moves. */
function recall(): void {
  const parts = new URLSearchParams(location.hash.slice(1));
  let wrong: unknown = null;
  try {
    load(parts.get('puzzle') ?? '3x3x3');
  } catch (thrown) {
    wrong = thrown;
    if (!game) load('3x3x3');
  }
  if (wrong !== null) {
    refresh();
    return complain(wrong, '', refused);
  }
  const setup = parts.get('scramble') ?? '';
  const made = parts.get('moves') ?? '';
  const number = parts.get('seed');
  try {
    if (setup) game.begin(setup, number !== null && /^\d+$/.test(number) ? Number(number) : undefined);
    if (made) game.play(made);
  } catch (thrown) {
    complain(thrown);
  }
  table.jump(game.shows());
  refresh();
}

function tellStage(stage: Stage): string {
  const states = (nodes: number): string => `${nodes.toLocaleString('en')} states seen`;
  switch (stage.stage) {
    case 'table':
      return stage.total ? `Table: ${Math.floor((100 * stage.done) / stage.total)} %` : `Table: ${stage.done.toLocaleString('en')} entries`;
    case 'depth':
      return `Length ${stage.length}, ${states(stage.nodes)}`;
    case 'improved':
      return `${plural(stage.length, 'move')} found, looking for fewer`;
  }
}

/** Shows a button in the place of another; the focus goes along. */
function swap(gone: string, come: string): void {
  const focused = document.activeElement === button(gone);
  button(come).hidden = false;
  if (focused) button(come).focus();
  button(gone).hidden = true;
}

/** A job in the worker: its progress is told, and it can be stopped. */
async function work(job: Parameters<Jobs['run']>[0], begun: string, hears: (report: Report) => void): Promise<string | null> {
  cancel();
  progress.textContent = begun;
  swap('solve', 'stop');
  try {
    const done = await jobs.run(job, (report) => {
      if (report.kind === 'stage') progress.textContent = tellStage(report.stage);
      hears(report);
    });
    if (!jobs.busy) progress.textContent = done === null ? 'Stopped.' : '';
    return done;
  } catch (thrown) {
    progress.textContent = `${capital(faultOf(thrown).message)}.`;
    return null;
  } finally {
    if (!jobs.busy) swap('stop', 'solve');
  }
}

function cancel(): void {
  jobs.stop();
}

async function scramble(): Promise<void> {
  const wanted = seed.value.trim();
  if (wanted && !(/^\d{1,10}$/.test(wanted) && Number(wanted) < 2 ** 32)) {
    progress.textContent = 'A seed is a number below 4294967296, or nothing for a random one.';
    return;
  }
  const number = wanted ? Number(wanted) : crypto.getRandomValues(new Uint32Array(1))[0]!;
  const asked = game;
  const made = await work({ kind: 'scramble', puzzle: current, seed: number }, 'Scrambling…', () => {});
  if (made === null || asked !== game) return;
  own(() => {
    game.begin(made, number);
    return [];
  });
}

async function solve(): Promise<void> {
  drop();
  const asked = deeds;
  let best: Solution | null = null;
  const job = { kind: 'solve', puzzle: current, position: game.position() } as const;
  await work(job, 'Solving…', (report) => {
    if (report.kind !== 'solution') return;
    best = report.solution;
    progress.textContent = `${plural(best.length, 'move')} found, looking for fewer`;
    button('stop').textContent = 'Take it';
  });
  button('stop').textContent = 'Stop';
  const found = best as Solution | null;
  if (!found) return;
  if (asked !== deeds) {
    progress.textContent = 'The puzzle was turned while it was being solved.';
    return;
  }
  if (found.steps.length === 0) {
    progress.textContent = 'It is solved.';
    return;
  }
  progress.textContent = '';
  played = { solution: found, made: 0, plays: true };
  tellPlayer();
  void playOn();
}

function tellPlayer(): void {
  element('player').hidden = played === null;
  if (!played) return;
  const { solution, made, plays } = played;
  const proven = solution.optimal ? ', and none is shorter' : '';
  element('solution-about').textContent = `${plural(solution.length, 'move')}${proven}. Step ${made} of ${solution.steps.length}.`;
  element('solution').replaceChildren(
    ...solution.steps.flatMap((step, at) => {
      const word = document.createElement('span');
      word.textContent = step;
      if (at < made) word.className = 'made';
      if (at === made) word.setAttribute('aria-current', 'step');
      return [word, ' '];
    }),
  );
  const ended = made === solution.steps.length;
  button('play').textContent = plays && !ended ? 'Pause' : 'Play';
  button('play').disabled = ended;
  button('forward').disabled = ended;
  button('back').disabled = made === 0;
}

/** Makes the next step of the solution. */
async function step(by: 1 | -1): Promise<void> {
  if (!played) return;
  const { solution, made } = played;
  const next = solution.steps[made];
  if (by > 0 && next === undefined) return;
  played.made += by;
  await act(() => JSON.parse(by > 0 ? game.play(next!) : game.undo()) as Step[]);
}

async function playOn(): Promise<void> {
  const mine = played;
  const run = ++runs;
  while (mine && played === mine && run === runs && mine.plays && mine.made < mine.solution.steps.length) {
    await step(1);
    await new Promise((resolve) => setTimeout(resolve, mine.solution.steps.length > 40 ? 20 : 150));
  }
  if (mine && played === mine && mine.made === mine.solution.steps.length) pause();
}

function pause(): void {
  if (played) played.plays = false;
  tellPlayer();
}

function listen(): void {
  chooser.addEventListener('change', () => change(chooser.value));
  element('open').addEventListener('submit', (event) => {
    event.preventDefault();
    const name = element<HTMLInputElement>('name');
    if (name.value.trim()) change(name.value.trim());
  });
  button('undo').addEventListener('click', () => own(() => JSON.parse(game.undo()) as Step[]));
  button('redo').addEventListener('click', () => own(() => JSON.parse(game.redo()) as Step[]));
  button('reset').addEventListener('click', () =>
    own(() => {
      game.begin('', undefined);
      return [];
    }),
  );
  element('scramble').addEventListener('submit', (event) => {
    event.preventDefault();
    void scramble();
  });
  button('solve').addEventListener('click', () => void solve());
  button('stop').addEventListener('click', cancel);
  button('play').addEventListener('click', () => {
    if (!played) return;
    if (played.plays) return pause();
    played.plays = true;
    tellPlayer();
    void playOn();
  });
  button('forward').addEventListener('click', () => {
    pause();
    void step(1);
  });
  button('back').addEventListener('click', () => {
    pause();
    void step(-1);
  });
  element('algorithm').addEventListener('submit', (event) => {
    event.preventDefault();
    const written = text.value;
    if (own(() => JSON.parse(game.play(written)) as Step[], written)) text.value = '';
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const again = event.code === 'KeyY' || (event.code === 'KeyZ' && event.shiftKey);
    if (!again && event.code !== 'KeyZ') return;
    event.preventDefault();
    button(again ? 'redo' : 'undo').click();
  });
  window.addEventListener('hashchange', recall);
}

async function start(): Promise<void> {
  await started;
  const offers = JSON.parse(puzzles()) as { name: string; about: string }[];
  for (const { name, about } of offers) {
    const option = new Option(name, name);
    option.title = about;
    chooser.add(option);
  }
  recall();
  listen();
  document.body.dataset.ready = 'yes';
}

start().catch((thrown: unknown) => complain(thrown));
