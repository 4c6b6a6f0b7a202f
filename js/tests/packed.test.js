// The package as a user has it: packed, installed into a fresh folder, and used there.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder;
let packed;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'permutant-'));
  const told = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, encoding: 'utf8' });
  // What scripts print comes before it.
  [packed] = JSON.parse(told.slice(told.indexOf('[')));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], { cwd: folder });
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('the packed files are complete, and no others', () => {
  const names = packed.files.map(({ path }) => path);
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'README.md', 'package.json', 'dist/index.d.ts', 'engine/work/permutant_bg.wasm', 'engine/play/permutant_bg.wasm', 'dist/element.js', 'dist/element.d.ts']) assert.ok(names.includes(name), name);
  assert.deepEqual(names.filter((name) => !/^(dist|engine)\/|^(LICENSE-\w+|README\.md|package\.json)$/.test(name)), []);
  const version = readFileSync(join(root, '../Cargo.toml'), 'utf8').match(/^version = "(.*)"$/m)[1];
  assert.equal(packed.version, version);
});

test('the installed package solves', () => {
  const program = `
    import { Puzzle } from 'permutant';
    const position = await new Puzzle('3x3x3').position("R U2 F' D B2 L");
    console.log(String(await position.solve()));
  `;
  writeFileSync(join(folder, 'solve.js'), program);
  assert.equal(execFileSync(process.execPath, ['solve.js'], { cwd: folder, encoding: 'utf8' }), "L' B2 D' F U2 R'\n");
});

test('the installed package has types', () => {
  const program = `
    import { Puzzle, type Solution } from 'permutant';
    import { PermutantPuzzle, type PuzzleChange, type PuzzleFault } from 'permutant/element';
    // @ts-expect-error: the package alone defines the element.
    import { definePuzzle } from 'permutant/element';
    const element: PermutantPuzzle = document.createElement('permutant-puzzle');
    element.alg = PermutantPuzzle.observedAttributes.join();
    const { alg, made }: PuzzleChange = { alg: null, made: 0, all: 0, solved: true };
    const { span }: Pick<PuzzleFault, 'span'> = { span: [0, 1] };
    console.log(alg, made, span);
    const solution: Solution = await (await new Puzzle('3x3x3').position('R')).solve({ maxLength: 20 });
    console.log(solution.length + 1);
    // @ts-expect-error: a number has no such method.
    solution.length.trim();
    // @ts-expect-error: not part of the package.
    new Puzzle('3x3x3').ask({});
  `;
  writeFileSync(join(folder, 'solve.ts'), program);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '', 'solve.ts'];
  execFileSync(join(root, 'node_modules/.bin/tsc'), options, { cwd: folder, stdio: 'inherit' });
});
