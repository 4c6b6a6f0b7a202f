// Engines: abort, progress, restart, the end of the process.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Engine, InternalError, Puzzle } from 'permutant';

const hard = "R U2 F' D B2 L U F D2 R B' U2 L F2 D R2 B U' L2 F";

test('a call is aborted in the middle, and the engine goes on', async () => {
  const cube = new Puzzle('3x3x3');
  const position = await cube.position(hard);
  const controller = new AbortController();
  const stages = [];
  const solving = position.solve({
    optimal: true,
    method: 'search',
    signal: controller.signal,
    onProgress: (stage) => {
      stages.push(stage);
      // By now the search is at work.
      if (stage.stage.startsWith('length')) controller.abort();
    },
  });
  await assert.rejects(solving, { name: 'AbortError' });
  assert.ok(stages.length > 0 && stages.every(({ stage, done, total }) => typeof stage === 'string' && done >= 0 && total >= 0));
  assert.equal((await position.solve({ maxLength: 24 })).optimal, false);
});

test('the reason of a signal is what is thrown', async () => {
  const position = await new Puzzle('3x3x3').position(hard);
  const reason = new RangeError('enough');
  await assert.rejects(position.solve({ signal: AbortSignal.abort(reason) }), reason);
  const controller = new AbortController();
  const first = position.solve({ optimal: true, method: 'search', signal: controller.signal });
  const waiting = position.solve({ signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(first, reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(position.solve({ optimal: true, method: 'search', signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
});

test('an exception of a listener ends the call', async () => {
  const position = await new Puzzle('3x3x3').position(hard);
  const fault = new Error('of the listener');
  const onProgress = () => {
    throw fault;
  };
  await assert.rejects(position.solve({ optimal: true, method: 'search', onProgress }), fault);
  assert.ok((await position.solve()).length > 0);
});

test('leaving a loop of improvements ends the search', async () => {
  const position = await new Puzzle('3x3x3').position(hard);
  for await (const { length } of position.improvements()) {
    assert.ok(length > 0);
    break;
  }
  assert.ok((await position.solve()).length > 0);
  const fault = position.improvements({ method: 'thistlethwaite', maxNodes: 0, metric: 'miles' });
  await assert.rejects(fault.next(), { name: 'UnsupportedError' });
  await assert.rejects(position.improvements({ signal: AbortSignal.abort(new RangeError('enough')) }).next(), RangeError);
});

test('an engine that was stopped by a trap is started anew', async () => {
  const engine = new Engine();
  const puzzle = new Puzzle('2x2x2', { engine });
  assert.equal((await puzzle.facts()).stickerCount, 24);
  const { postMessage } = Worker.prototype;
  // No request: the engine throws what is no fault of its own.
  Worker.prototype.postMessage = function (task) {
    postMessage.call(this, { ...task, request: 5 });
  };
  const calls = [puzzle.order('R'), puzzle.order('U')];
  Worker.prototype.postMessage = postMessage;
  await assert.rejects(calls[0], (error) => error instanceof InternalError && /the engine stopped/.test(error.message));
  assert.equal((await calls[1]).order, 4n);
  engine.close();
});

test('a closed engine rejects what waits for it, and works again', async () => {
  const engine = new Engine();
  const cube = new Puzzle('3x3x3', { engine });
  const solving = (await cube.position(hard)).solve({ optimal: true, method: 'search' });
  engine.close();
  await assert.rejects(solving, InternalError);
  assert.equal((await cube.order('R')).order, 4n);
  engine.close();
});

test('engines work side by side', async () => {
  const engines = [new Engine(), new Engine()];
  const [busy, free] = engines.map((engine) => new Puzzle('3x3x3', { engine }));
  const controller = new AbortController();
  const solving = (await busy.position(hard)).solve({ optimal: true, method: 'search', signal: controller.signal });
  assert.equal((await free.order('R U')).order, 105n);
  controller.abort();
  await assert.rejects(solving);
  for (const engine of engines) engine.close();
});

test('a process ends when nothing is asked any more', async () => {
  const program = `
    import { Puzzle } from 'permutant';
    const position = await new Puzzle('3x3x3').position(${JSON.stringify(hard)});
    await position.solve({ optimal: true, method: 'search', signal: AbortSignal.timeout(300) }).catch(() => {});
    console.log(String(await (await position.puzzle.position('R')).solve()));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('..', import.meta.url),
    timeout: 120_000,
  });
  assert.equal(stdout, "R'\n");
});
