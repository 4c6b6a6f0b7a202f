/** The custom element, played by the small engine of the package. Its code is that of the page. */

import { definePuzzle } from '../../web/src/puzzle_element';
import { Game, loaded } from '../dist/play.js';

export { PermutantPuzzle, type PuzzleChange, type PuzzleFault } from '../../web/src/puzzle_element';

definePuzzle(() => loaded().then(() => Game));
