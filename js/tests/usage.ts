// What a caller with strict types may write, and what not: checked by the compiler, never run.

import { type GodsCount, LimitReached, Permutation, type Position, Puzzle, type Solution, type Solutions, type Stage, puzzles } from 'permutant';

import type { PermutantPuzzle, PuzzleChange } from 'permutant/element';

const cube = new Puzzle('3x3x3');
const position: Position = await cube.position("R U R' U'");
const solution: Solution = await position.solve({ method: 'two-phase', maxLength: 21, signal: AbortSignal.timeout(1000) });
const steps: readonly (readonly [string, number])[] = solution.steps;
const many: Solutions = await cube.solveMany(new Uint8Array(108), { onProgress: ({ done, total }: Stage) => done / total });
for (const one of many) one?.length.toFixed();
for await (const better of position.improvements()) better.algorithm.trim();
const counted: GodsCount = await new Puzzle('2x2x2').god({ metric: 'qtm' });
const total: bigint = counted.distribution.reduce((sum, count) => sum + count, 0n);
const orders: Map<bigint, bigint> = await cube.orders({ length: 2 });
const member: boolean = await (await cube.group()).contains(Permutation.fromCycles('(1,2)'));
const names: string[] = [...(await puzzles()).keys()];

const element: PermutantPuzzle = document.createElement('permutant-puzzle');
element.alg = solution.algorithm;
element.addEventListener('change', (event) => (event as CustomEvent<PuzzleChange>).detail.made.toFixed());

// @ts-expect-error: there is no such method.
await position.solve({ method: 'guess' });
// @ts-expect-error: a number is not a position.
await cube.position(7);
// @ts-expect-error: positions are values.
position.text = '';
// @ts-expect-error: errors have a place only if they are about a text.
new LimitReached('', 'time').line;

export { member, names, orders, steps, total };
