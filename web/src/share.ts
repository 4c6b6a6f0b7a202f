/** The pane that exports puzzle and position: as a link, as text, as a picture and as an element of other pages. */

import { addressOf } from './address';
import { readGame, writeGame } from './autosave';
import { copied } from './copy';
import { button, element, input } from './elements';
import type { Embedding } from './embed';
import { twizzle } from './engine/play/permutant.js';
import { complain, said, told as faultTold } from './fault';
import { Jobs } from './jobs';
import type { Key } from './languages/catalogue';
import { say } from './languages/language';
import { folded, paragraph } from './markup';
import type { Panes } from './panes';
import type { Session } from './session';
import type { Exported } from './wire';

export class Share {
  private readonly jobs = new Jobs();
  private exported: Exported | null = null;
  private readonly embedTold = paragraph('');
  private readonly embed = folded(say('embed'), this.embedTold);
  private embedding: Promise<Embedding> | null = null;

  constructor(
    private readonly session: Session,
    private readonly panes: Panes,
  ) {
    panes.onOpen.push(() => this.renew());
    session.onChange.push(() => this.renew());
    session.onLoad.push(() => this.forget());
    element('export').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.write();
    });
    element('format').addEventListener('change', () => this.forget());
    button('copy').addEventListener('click', () => {
      // Selected text can be copied by hand where the browser forbids it to the page.
      element<HTMLTextAreaElement>('export-text').select();
      void this.copy(this.exported?.text ?? '', 'textCopied');
    });
    const link = (): string => new URL(`#${addressOf(session).text}`, location.href).href;
    button('copy-link').addEventListener('click', async () => {
      element('link-told').textContent = await copied(link(), 'linkCopied');
    });
    // Phones pass it on to any of their applications; who closes their list has changed their mind.
    button('send-link').hidden = !navigator.share;
    button('send-link').addEventListener('click', () => void navigator.share({ title: document.title, url: link() }).catch(() => {}));
    button('download').addEventListener('click', () => {
      if (this.exported) this.download(this.exported.text, this.exported.ending, this.exported.mediaType);
    });
    button('save-game').addEventListener('click', () => this.download(writeGame(session), 'game.json', 'application/json'));
    input('open-game').addEventListener('change', () => void this.open());
    this.embed.id = 'embed';
    this.embedTold.role = 'status';
    this.embed.addEventListener('toggle', () => void this.renewEmbedding());
    element('pane-share').append(this.embed);
  }

  private forget(): void {
    this.jobs.stop();
    this.exported = null;
    element('exported').hidden = true;
    element('export-told').textContent = element('link-told').textContent = '';
  }

  private renew(): void {
    if (this.panes.open !== 'share') return;
    this.forget();
    const { session } = this;
    const { holds } = addressOf(session);
    element('link-about').textContent = say(({ moves: 'linkHasMoves', puzzle: 'linkHasPuzzle', nothing: 'noLink' } as const)[holds]);
    button('copy-link').disabled = button('send-link').disabled = holds === 'nothing';
    const { setup, text } = session.record();
    const known = setup !== null && text !== null;
    const address = known ? twizzle(session.name, `${setup} ${text}`.trim()) : undefined;
    const link = element<HTMLAnchorElement>('twizzle');
    link.hidden = address === undefined;
    if (address !== undefined) link.href = address;
    void this.renewEmbedding();
  }

  /** Shows the game as an element, whose code is loaded now if it is not there yet. */
  private async renewEmbedding(): Promise<void> {
    if (!this.embed.open) return;
    this.embedding ??= import('./embed').then(({ Embedding }) => new Embedding(this.session, this.embed, this.embedTold));
    try {
      (await this.embedding).renew();
    } catch (thrown) {
      // The next time it is opened tries again.
      this.embedding = null;
      complain(this.embedTold, thrown);
    }
  }

  private async write(): Promise<void> {
    const { session } = this;
    const format = element<HTMLSelectElement>('format').value;
    const told = element('export-told');
    told.textContent = say('writing');
    try {
      const job = { kind: 'export', puzzle: session.name, position: session.game.position(), format } as const;
      const found = await this.jobs.run(job, () => {});
      if (found === null) return;
      this.exported = JSON.parse(found) as Exported;
      const { text, leftOut } = this.exported;
      told.textContent = leftOut.length ? say('leftOut', { moves: leftOut.join(' ') }) : '';
      element<HTMLTextAreaElement>('export-text').value = text;
      element('exported').hidden = false;
    } catch (thrown) {
      told.textContent = faultTold(thrown).words;
    }
  }

  private async copy(text: string, done: Key & `${string}Copied`): Promise<void> {
    element('export-told').textContent = await copied(text, done);
  }

  private download(text: string, ending: string, mediaType: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: mediaType }));
    link.download = `${this.session.scene.puzzle.replaceAll(/[^\w.-]+/g, '-')}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** Opens a game that was saved as a file. */
  private async open(): Promise<void> {
    const [file] = input('open-game').files ?? [];
    if (!file) return;
    const told = element('game-told');
    try {
      await readGame(this.session, await file.text());
      told.textContent = say('opened', { file: file.name });
    } catch (thrown) {
      told.textContent = say('fileFault', { file: file.name, fault: said(thrown).words });
    }
    // So that the same file can be chosen again.
    input('open-game').value = '';
  }
}
