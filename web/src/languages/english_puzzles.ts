/** What puzzles are called in English, where the name in the catalog is made for typing. */

import type { PuzzleWords } from './catalogue';

export const puzzles: PuzzleWords = {
  names: {
    '3x3x3': '3×3×3 (Rubik’s Cube)',
    fto: 'FTO',
    'master fto': 'Master FTO',
    'christophers jewel': 'Christopher’s jewel',
    'trajbers octahedron': 'Trajber’s octahedron',
    'eitans star': 'Eitan’s star',
    'redicosahedron with centers': 'Redicosahedron with centres',
    'slide:': 'Sliding tiles {0}×{1}',
    'slide:4x4': '15 puzzle',
    'slide:5x5': '24 puzzle',
    'moebius:': 'Möbius strip {0}×{1}',
    'klein:': 'Klein bottle {0}×{1}',
    'pancake:': '{0} pancakes',
    'rotate:': 'Turning blocks {0}×{1}, {2}×{2}',
    'topspin:': 'Top Spin {0}, {1}',
    'rings:': 'Hungarian rings {0}, {1}, {2}, {3}',
    'merge:': 'Merged rings {0}, {1}, {2}',
    'globe:': 'Globe {0} + 1, {1} + {1}',
  },
  abouts: {
    'slide:': 'Tiles in {0} rows and {1} columns, with a hole to slide into',
    'torus:': 'Rubik’s torus: {0} rows and {1} columns that shift; what leaves on one side comes back on the other',
    'klein:': 'Rows and columns shift; a row comes back upside down',
    'globe:': '{0} + 1 circles of {1} + {1} that turn, and halves of the globe that flip',
    'redicosahedron with centers': 'Icosahedron turned about its vertices, with centres',
  },
};
