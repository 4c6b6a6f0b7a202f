/** The options of calls. Names and meanings are those of the program's options. */

import type { Work } from './engine.js';
import type { PositionLike } from './position.js';

/** The engines that can be asked for. */
export type Method =
  | 'auto'
  | 'two-phase'
  | 'two-phase-large'
  | 'thistlethwaite'
  | 'optimal'
  | 'three-axes'
  | 'huge'
  | 'search'
  | 'korf'
  | 'words'
  | 'beam'
  | 'phases'
  | 'insertion'
  | 'local'
  | 'reduction';

/** What limits a search. */
export interface Limits extends Work {
  /** No longer solution is wanted. */
  maxLength?: number | undefined;
  /** Seconds after which the search ends. */
  timeLimit?: number | undefined;
  /** Visited states after which the search ends: the same on every machine. */
  maxNodes?: number | undefined;
  /** "htm" (the usual one), "qtm", "stm" and others. */
  metric?: string | undefined;
  /** Bytes that tables may take; 256 MiB unless given. */
  memory?: number | undefined;
}

/** How several solutions of a position are found. */
export interface SolutionsOptions extends Limits {
  /** How many; without it all of the shortest length, or all up to `maxLength`. */
  count?: number | undefined;
  /** No shorter solution is wanted. */
  minLength?: number | undefined;
  /** The moves that solutions are made of, if not all. */
  moves?: readonly string[] | undefined;
}

/** How many positions are solved; limits hold for each of them. */
export interface SolveManyOptions extends Limits {
  method?: Method | undefined;
  /** Whether only a shortest solution will do, which takes longer. */
  optimal?: boolean | undefined;
  /** Whether the first fault rejects; otherwise its position has no solution. */
  onError?: 'raise' | 'keep' | undefined;
}

/** How a position is solved. */
export interface SolveOptions extends Limits {
  method?: Method | undefined;
  /** Whether only a shortest solution will do, which takes longer. */
  optimal?: boolean | undefined;
  /** No shorter solution is wanted. */
  minLength?: number | undefined;
  /** The moves that solutions are made of, if not all. */
  moves?: readonly string[] | undefined;
  /** The position to reach, if not the solved one. */
  to?: PositionLike | undefined;
}

/** How ever shorter solutions are found. */
export interface ImprovementsOptions extends Work {
  method?: Method | undefined;
  /** Whether the search goes on until a shortest solution is proven. */
  optimal?: boolean | undefined;
  timeLimit?: number | undefined;
  maxNodes?: number | undefined;
  metric?: string | undefined;
  memory?: number | undefined;
}

/** How scrambles are made. */
export interface ScrambleOptions extends Work {
  /** So many random moves, instead of a random state. */
  moves?: number | undefined;
  /** Algorithms of exactly this length (3x3x3: 20 to 30). */
  length?: number | undefined;
}

/** Which orders are counted. */
export interface OrdersOptions extends Work {
  /** Of all canonical sequences of up to this length. */
  length?: number | undefined;
  /** Of so many random sequences, of 20 moves unless `length` says otherwise. */
  sample?: number | undefined;
  /** The seed of the sample. */
  seed?: number | undefined;
  /** The moves of which sequences are made, if not all. */
  moves?: readonly string[] | undefined;
  metric?: string | undefined;
  memory?: number | undefined;
}

/** Which states are counted. */
export interface GodOptions extends Work {
  metric?: string | undefined;
  /** The moves, if not all. */
  moves?: readonly string[] | undefined;
  /** The greatest distance that is counted. */
  depth?: number | undefined;
  /** How many farthest states are told; 1 unless given. */
  antipodes?: number | undefined;
  memory?: number | undefined;
}

/** How a word for an element is found. */
export interface FactorOptions extends Work {
  /** How much is done for a short word: "beam" unless given. */
  effort?: 'table' | 'search' | 'beam' | undefined;
  /** The width of a beam; 500 unless given. */
  width?: number | undefined;
  /** "qtm" unless given. */
  metric?: string | undefined;
}

/** How a position is drawn. */
export interface PictureOptions extends Work {
  view?: 'solid' | 'net' | 'stereographic' | undefined;
  /** Colours; those of "safe" can be told apart with any colour vision. */
  scheme?: 'usual' | 'safe' | undefined;
  theme?: 'clear' | 'light' | 'dark' | undefined;
  /** Whether stickers bear letters. */
  letters?: boolean | undefined;
  /** The width in pixels; 400 unless given. */
  width?: number | undefined;
}
