// The program, whose results those of the package equal: PERMUTANT_PROGRAM names it.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const program = process.env.PERMUTANT_PROGRAM;
/** Tests that need the program are skipped without it. */
export const withProgram = { skip: !program && 'PERMUTANT_PROGRAM names no program' };

/** The records that a command prints. */
export async function records(...words) {
  const { stdout } = await promisify(execFile)(program, ['--json', '--no-tables', '--threads', '1', '--memory', '256MiB', ...words], { maxBuffer: 1 << 28 });
  return stdout.trim().split('\n').map((line) => JSON.parse(line));
}
