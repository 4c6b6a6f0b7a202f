/** The page, put together from its parts. */

import { Address } from './address';
import { bindAlgorithm } from './algorithm';
import { autosave } from './autosave';
import { listPuzzles } from './choose';
import { button, capital, element } from './elements';
import { offerFavourite } from './favourites';
import init from './engine/play/permutant.js';
import engine from './engine/play/permutant_bg.wasm?url';
import { complain } from './fault';
import { Keys } from './keys';
import { offerLooks } from './looks';
import { say, speak } from './languages/language';
import { listMoves } from './moves';
import { keep, kept, wish } from './options';
import { Panes } from './panes';
import { Player } from './player';
import { offerScramble } from './scramble';
import { Session } from './session';
import { tellStatus } from './status';
import { Timer } from './timer';
import { Work } from './work';

function listen(session: Session): void {
  button('undo').addEventListener('click', () => session.own(() => session.undo()));
  button('redo').addEventListener('click', () => session.own(() => session.redo()));
  // Who needs what is folded needs it again.
  const more = element<HTMLDetailsElement>('more');
  more.open = kept('more') === 'yes';
  more.addEventListener('toggle', () => keep('more', more.open ? 'yes' : 'no'));
  button('reset').addEventListener('click', () => session.own(() => session.begin('')));
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const again = event.code === 'KeyY' || (event.code === 'KeyZ' && event.shiftKey);
    if (!again && event.code !== 'KeyZ') return;
    event.preventDefault();
    if (session.instead) return session.instead[again ? 'redo' : 'undo']();
    button(again ? 'redo' : 'undo').click();
  });
}

/** A WebAssembly module that only uses a SIMD constant: sixteen times the byte 0. */
const VECTOR = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b];

/** Loads what solves when it is first asked for. */
function offerSolve(work: Work, player: Player, timer: Timer): void {
  let solve: (() => Promise<void>) | null = null;
  button('solve').addEventListener('click', () => {
    const solved = async (): Promise<void> => (solve ??= (await import('./solve')).solver(work, player, timer))();
    solved().catch(() => work.tell(capital(say('notLoaded'))));
  });
}

async function start(): Promise<void> {
  const spoken = speak();
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(new Uint8Array(VECTOR))) {
    await spoken;
    throw new Error(say('noSimd'));
  }
  await Promise.all([spoken, init({ module_or_path: engine })]);
  const session = new Session();
  const work = new Work(session);
  const timer = new Timer(session);
  listPuzzles(session);
  listMoves(session);
  offerLooks(session);
  offerFavourite(session);
  new Keys(session);
  tellStatus(session);
  // Without a network, the next time it is opened tries again.
  element('in-words').addEventListener('toggle', () => void import('./describe').then(({ describe }) => describe(session)).catch(() => {}));
  element('options').addEventListener('toggle', () => void import('./mask_list').then(({ listMasks }) => listMasks(session)).catch(() => {}));
  button('open-help').addEventListener('click', () => void import('./help').then(({ showHelp }) => showHelp()).catch(() => {}));
  const address = new Address(session);
  autosave(session);
  bindAlgorithm(session);
  offerScramble(work, timer);
  offerSolve(work, new Player(session), timer);
  const panes = new Panes(async () => {
    const { fillPanes } = await import('./panels');
    fillPanes(session, panes);
  });
  listen(session);
  wish('safe', (wished) => session.colour(wished));
  wish('letters', (wished) => session.table.letter(wished));
  wish('animate', (wished) => (session.table.still = !wished));
  await address.recall();
  document.querySelectorAll<HTMLElement>('[inert]').forEach((part) => (part.inert = false));
  document.body.dataset.ready = 'yes';
  // Without a service worker, the page works as long as there is a network.
  if (import.meta.env.PROD) await navigator.serviceWorker?.register('./sw.js').catch(() => {});
}

start().catch((thrown: unknown) => {
  document.body.dataset.broken = 'yes';
  complain(element('refused'), thrown);
});
