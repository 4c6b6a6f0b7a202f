/** Permutant for JavaScript: puzzles, positions, solutions, groups. Start at {@link Puzzle}. */

export { Engine, type Stage, type Work } from './engine.js';
export * from './errors.js';
export { type ElementLike, Group, type Orbit } from './group.js';
export type { Label } from './labels.js';
export type * from './options.js';
export { Permutation } from './permutation.js';
export { type AlgorithmLike, type PatternData, Position, type PositionLike } from './position.js';
export { type Antipode, type Facts, type Format, type GodsCount, type MovesOptions, Puzzle, type PuzzleOptions, type SequenceOrder, puzzles } from './puzzle.js';
export { Solution, Solutions } from './solution.js';
