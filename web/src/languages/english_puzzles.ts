/** What puzzles are called in English, where the name in the catalog is made for typing. */

import type { PuzzleWords } from './catalogue';

export const puzzles: PuzzleWords = {
  names: {
    hungarian: 'Hungarian rings',
    'slide:': 'Sliding tiles {0}×{1}',
    'slide:4x4': '15 puzzle',
    'slide:5x5': '24 puzzle',
    'moebius:': 'Möbius strip {0}×{1}',
    'klein:': 'Klein bottle {0}×{1}',
    'pancake:': '{0} pancakes',
  },
  abouts: {},
};
