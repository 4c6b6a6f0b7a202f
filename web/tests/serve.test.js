// The page as the program serves it: PERMUTANT_PROGRAM names one that was built with the page in it, as ./check page does.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { open, playThrough, sizes } from './person.js';

const program = process.env.PERMUTANT_PROGRAM;

test('the program serves the page that is in it', { skip: !program && 'PERMUTANT_PROGRAM names no program' }, async () => {
  const served = spawn(program, ['--json', 'serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const told = await new Promise((resolve, reject) => {
      createInterface({ input: served.stdout }).once('line', resolve);
      served.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    });
    const { address } = JSON.parse(told);
    assert.match(address, /^http:\/\/localhost:\d+\/$/);
    const { page, close } = await open({ puzzle: '2x2x2' }, sizes.desktop, { host: address });
    await playThrough(page);
    await close();
  } finally {
    served.kill();
  }
});
