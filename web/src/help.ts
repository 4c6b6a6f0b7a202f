/** What can be done here, in a dialog. It is loaded when it is asked for. */

import './help.css';
import { button, element } from './elements';
import { later } from './languages/english_later';
import { learn, say } from './languages/language';
import { terms } from './markup';

learn(later);

const dialog = element<HTMLDialogElement>('help');

export function showHelp(): void {
  if (!dialog.dataset.filled) {
    dialog.dataset.filled = 'yes';
    const told = terms([
      [say('helpTurnTerm'), say('helpTurn')],
      [say('helpLookTerm'), say('helpLook')],
      [say('helpSolveTerm'), say('helpSolve')],
      [say('helpAlgorithmTerm'), say('helpAlgorithm')],
      [say('helpBuildTerm'), say('helpBuild')],
      [say('helpDefineTerm'), say('helpDefine')],
      [say('helpShareTerm'), say('helpShare')],
      [say('helpFreeTerm'), say('helpFree')],
    ]);
    // Whoever publishes the page says where its source is.
    const source = document.querySelector<HTMLLinkElement>('link[rel="code-repository"]');
    if (source) {
      const link = document.createElement('a');
      link.href = source.href;
      link.textContent = say('sourceCode');
      told.lastElementChild!.append(' ', link);
    }
    dialog.querySelector('dl')!.replaceWith(told);
    button('close-help').addEventListener('click', () => dialog.close());
  }
  dialog.showModal();
}
