// What a person does with the panes beside the puzzle, in a real browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changeTo, drag, forMathematicians, inAddress, open, picture, press, reads, settled, sizes, status, stickers, written } from './person.js';

const openPane = (page, name) => page.getByRole('tab', { name, exact: true }).click();
/** Waits for a picture, which is drawn again after the canvas has another size. */
async function shows(page, wanted) {
  for (let tries = 0; tries < 20 && (await picture(page)) !== wanted; tries++) await page.waitForTimeout(100);
  assert.equal(await picture(page), wanted);
}
/** Touches or clicks a point of the canvas. */
async function tap(page, [x, y], byTouch) {
  await page.locator('#canvas').scrollIntoViewIfNeeded();
  const box = await page.locator('#canvas').boundingBox();
  if (byTouch) await page.touchscreen.tap(box.x + x, box.y + y);
  else await page.mouse.click(box.x + x, box.y + y);
}

/** The digits of a number that is shown in groups. */
const plain = (text) => text.replaceAll(/[^0-9]/g, '');
const fact = (page, term) =>
  page.evaluate((term) => {
    const head = [...document.querySelectorAll('#group dt, #order dt')].find((dt) => dt.textContent === term);
    return head?.nextElementSibling.textContent ?? null;
  }, term);

/** The numbers that everybody understands, with what they count. */
const glances = (page) => page.locator('.glance').evaluateAll((all) => all.map((one) => `${one.children[0].textContent.replaceAll('\u202f', '')} ${one.children[1].textContent}`));

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: what is known of the 3x3x3 and of a sequence`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    await openPane(page, 'Learn');
    await reads(page, '#facts', /^3×3×3.*Cube of 3 layers/s);
    assert.deepEqual(await glances(page), ['43252003274489856000 positions', '1.4·10¹² years to see each for a second', '20 turns are enough for any position', '26 quarter turns are enough if a half turn counts as two']);
    for (const never of ['Turn a single one of the corners in place', 'Swap just two pieces among the edges and corners']) {
      assert.ok((await page.textContent('#facts')).includes(never), never);
    }
    // What only mathematicians ask for is folded.
    assert.equal(await page.locator('#group').isVisible(), false);
    await forMathematicians(page);
    await reads(page, '#group', /Invariants/);
    assert.equal(plain(await fact(page, 'Positions')), '43252003274489856000');
    assert.equal(plain(await fact(page, 'Group')), '43252003274489856000');
    assert.match(await fact(page, 'Invariants'), /Corners: the sum of 8 orientations modulo 3/);
    assert.match(await fact(page, 'God’s number'), /20 turns: /);
    await reads(page, '#order', /^Make some moves first/);
    await openPane(page, 'Play');
    await page.fill('#text', 'R U');
    await press(page, 'Apply');
    await openPane(page, 'Learn');
    await reads(page, '#order', /^Made 105 times in all, they bring every piece back\.Pieces of one colour/);
    assert.equal(await fact(page, 'Order'), '105');
    assert.match(await fact(page, 'Cycles'), /Edges: \(1 4 3 2 11 6 9\)/);
    await close();
  });

  test(`${size}: a random element of M12 is put on the puzzle, and its positions are counted`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2' }, options);
    await changeTo(page, 'm12');
    await openPane(page, 'Learn');
    await forMathematicians(page);
    await reads(page, '#group', /Transversals/);
    assert.equal(plain(await fact(page, 'Group')), '95040');
    assert.equal(await fact(page, 'Transversals'), '12 11 10 9 8');
    await page.fill('#random-seed', '5');
    await press(page, 'Find its word');
    await reads(page, '#random-progress', /Seed 5, \d+ moves?:/);
    const word = await page.textContent('#word');
    await press(page, 'Put it on the puzzle');
    assert.match(await status(page), /Not solved/);
    assert.equal(await inAddress(page, 'scramble'), word);
    await press(page, 'Count positions');
    await reads(page, '#distances-progress', /these are all/);
    const counts = await page.locator('#distribution tbody td').allTextContents();
    assert.equal(counts.map(plain).reduce((sum, count) => sum + Number(count), 0), 95040);
    assert.equal(plain(counts[0]), '1');
    await close();
  });
}

test('a count can be stopped, and what was counted stays; the puzzle turns meanwhile', async () => {
  const { page, close } = await open({ puzzle: 'm24' });
  await openPane(page, 'Learn');
  await press(page, 'Count positions');
  await page.waitForFunction(() => document.querySelectorAll('#distribution tbody tr').length >= 3, null, { timeout: 120_000 });
  await page.locator('#stop-distances').click();
  await reads(page, '#distances-progress', /Stopped/);
  assert.ok((await page.locator('#distribution tbody tr').count()) >= 3);
  // Too many for any memory: told at once.
  await changeTo(page, '7x7x7');
  await press(page, 'Count positions');
  await reads(page, '#distances-progress', /^Too many positions to count here \(at least \d\.\d·10[⁰¹²³⁴⁵⁶⁷⁸⁹]+\)/);
  await page.fill('#depth', '2');
  await press(page, 'Count positions');
  await reads(page, '#distances-progress', /within 2 moves/);
  await close();
});

test('whether it can be solved is told of large puzzles, of pieces that look alike, and where moves are not always possible', async () => {
  for (const [puzzle, text] of [['7x7x7', 'R 2U'], ['slide:4x4', 'R D'], ['torus:6x6', 'R1']]) {
    const { page, close } = await open({ puzzle, moves: text });
    await openPane(page, 'Build');
    await press(page, 'Change by hand');
    await reads(page, '#verdict', /It can be solved/);
    if (puzzle === 'slide:4x4') {
      await page.getByLabel('Swap two pieces').check();
      const [one, ...others] = await stickers(page);
      await tap(page, one);
      await tap(page, others.find(([x, y, colour]) => colour !== one[2] && Math.hypot(x - one[0], y - one[1]) > 160));
      await reads(page, '#verdict', /two of its pieces are exchanged/);
    }
    await close();
  }
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: judging a position tells how far it is, and can be stopped`, async () => {
    // While they are held back, verdicts do not come: a person needs time to stop.
    const late = () => {
      const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
      Object.defineProperty(Worker.prototype, 'onmessage', {
        set(hear) {
          set.call(this, hear && ((event) => (window.heldBack && event.data.kind === 'done') || hear(event)));
        },
      });
    };
    const { page, close } = await open({ puzzle: '3x3x3', moves: 'R U' }, options, { first: late });
    await openPane(page, 'Build');
    await page.evaluate(() => (window.heldBack = true));
    await press(page, 'Change by hand');
    await reads(page, '#verdict', /^Checking whether it can be solved… Groups of the moves.*: \d+ %$/);
    await press(page, 'Stop checking');
    await reads(page, '#verdict', /^Stopped: it is not known whether it can be solved\.$/);
    assert.equal(await page.locator('#stop-judging').isVisible(), false);
    assert.equal(await page.locator('#put').isEnabled(), true);
    await page.evaluate(() => (window.heldBack = false));
    await press(page, 'All in place');
    await reads(page, '#verdict', /^It can be solved\.$/);
    assert.equal(await page.locator('#stop-judging').isVisible(), false);
    await close();
  });
}

test('one of the largest puzzles is judged', async () => {
  const { page, close } = await open({ puzzle: 'yottaminx', moves: 'R U' });
  await openPane(page, 'Build');
  await press(page, 'Change by hand');
  await reads(page, '#verdict', /^It can be solved\.$/);
  await close();
});

for (const name of ['m11', 'm22', 'm23', 'm24']) {
  test(`${name} is a puzzle that opens and turns`, async () => {
    const { page, close } = await open({ puzzle: name });
    const before = await picture(page);
    await press(page, 'a turn');
    assert.notEqual(await picture(page), before);
    assert.match(await status(page), /Not solved/);
    await close();
  });
}

test('a position that cannot be solved is called so, also after it was put on the puzzle, and colours have their colours', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await openPane(page, 'Build');
  await press(page, 'Change by hand');
  await reads(page, '#verdict', /It can be solved/);
  const { width, height } = await page.locator('#net').boundingBox();
  const paint = (row) => page.locator('#net').click({ position: { x: width * 0.375, y: height * row } });
  // The upper front edge, from white and green to white and white, then to green and white.
  await paint(7 / 18);
  await reads(page, '#verdict', /No edge has the colours U and U\./);
  assert.deepEqual(await page.locator('#verdict .paint').evaluateAll((all) => all.map(({ style }) => style.background)), Array(2).fill('rgb(255, 255, 255)'));
  await page.getByLabel('F', { exact: true }).check({ force: true });
  await paint(5 / 18);
  await reads(page, '#verdict', /^The position cannot be solved: one edge is flipped \(UF\)\.$/);
  await press(page, 'Put it on the puzzle');
  await reads(page, '#status', /^The position cannot be solved: one edge is flipped \(UF\)\.$/);
  await press(page, 'Undo');
  await reads(page, '#status', /^Solved/);
  await close();
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: pieces are exchanged, which is told to be impossible, and put right again`, async () => {
    const { page, close } = await open({ puzzle: 'pyraminx', moves: 'U R' }, options);
    await openPane(page, 'Build');
    await press(page, 'Change by hand');
    await reads(page, '#verdict', /It can be solved/);
    assert.match(await page.textContent('#hint'), /^Pick a sticker to paint it\. Drag beside/);
    await page.getByLabel('Swap two pieces').check();
    assert.match(await page.textContent('#hint'), /^Pick two pieces to swap them\. Drag beside/);
    const points = await stickers(page);
    // Some two stickers of pieces that look different.
    let verdict = 'It can be solved';
    for (let at = 0; at < 60 && /It can be solved/.test(verdict); at++) {
      const [one, other] = [points[(at * 37) % points.length], points[(at * 91 + 40) % points.length]];
      await tap(page, one, options.hasTouch);
      await tap(page, other, options.hasTouch);
      await settled(page);
      await reads(page, '#verdict', /^(?!Checking)./);
      verdict = await page.textContent('#verdict');
    }
    assert.match(verdict, /parity|exchanged|cannot reach|twisted|outside the group/);
    await press(page, 'All in place');
    await reads(page, '#verdict', /It can be solved/);
    await page.fill('#position', 'U R Q');
    await press(page, 'Use this text');
    assert.match(await page.textContent('#position-fault'), /Q/);
    assert.deepEqual([await page.textContent('#verdict'), await page.inputValue('#position')], ['', 'U R Q']);
    await page.fill('#position', "U' L");
    await press(page, 'Use this text');
    await reads(page, '#verdict', /It can be solved/);
    await press(page, 'Put it on the puzzle');
    assert.match(await status(page), /Not solved/);
    assert.match(await page.textContent('#hint'), /^Drag a sticker to turn\. Drag beside/);
    await openPane(page, 'Play');
    await press(page, 'Solve');
    await reads(page, '#status', /\. Solved|^Solved/);
    await close();
  });

  test(`${size}: stickers are painted`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2' }, options);
    const home = await stickers(page);
    await openPane(page, 'Build');
    await press(page, 'Change by hand');
    await page.getByLabel('R', { exact: true }).check();
    // A sticker that is not red becomes red: no piece is so.
    const red = (colour) => colour.split(',').map(Number).every((channel, at, all) => at === 0 || all[0] > 2 * channel);
    const other = home.find(([, , colour]) => !red(colour));
    await tap(page, other, options.hasTouch);
    await reads(page, '#verdict', /No corner has the colours|corners are painted/);
    assert.equal(await page.locator('#put').isDisabled(), true);
    await press(page, 'All blank');
    await reads(page, '#verdict', /24 stickers have no colour yet/);
    await press(page, 'All in place');
    await reads(page, '#verdict', /It can be solved/);
    await press(page, 'Cancel');
    assert.match(await status(page), /Solved/);
    await close();
  });

  test(`${size}: where colours do not tell how centres are turned, a position that can be solved is chosen`, async () => {
    // One quarter turn: with all centres as they were it could not be.
    const { page, close } = await open({ puzzle: '3x3x3 with centre orientations', moves: 'R' }, options);
    const colours = () => page.locator('#described li').allTextContents();
    await page.click('#in-words summary');
    await page.waitForSelector('#described li');
    const before = await colours();
    await openPane(page, 'Build');
    await press(page, 'Change by hand');
    await reads(page, '#verdict', /^It can be solved\.$/);
    // A sticker is painted as it is: from now on colours are all that is known.
    await page.getByLabel('F', { exact: true }).check();
    const green = (colour) => colour.split(',').map(Number).every((channel, at, all) => at === 1 || all[1] > 2 * channel);
    const front = (await stickers(page)).find(([, , colour]) => green(colour));
    await tap(page, front, options.hasTouch);
    await reads(page, '#verdict', /^It can be solved\.$/);
    const chosen = await page.inputValue('#position');
    await press(page, 'Put it on the puzzle');
    // All colours are as they were, though the marks of the centres may tell another position.
    assert.deepEqual(await colours(), before);
    assert.ok(before.some((line) => !/: all /.test(line)));
    // What lies there is judged by itself, centres and all.
    await press(page, 'Change by hand');
    await reads(page, '#verdict', /^It can be solved\.$/);
    assert.equal(await page.inputValue('#position'), chosen);
    await close();
  });

  test(`${size}: a puzzle is defined, played and shared`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    await openPane(page, 'Build');
    await page.fill('#definition', 'positions = 5\n[[track]]\nname = "r"\ncycle = [1, 2, 9]\n');
    await reads(page, '#definition-fault', /Line 4: there is no position 9/);
    assert.equal(await page.textContent('#definition-fault mark'), '[1, 2, 9]');
    await press(page, 'Play it');
    assert.equal(await page.inputValue('#puzzle'), '3x3x3');
    await page.fill('#definition', 'positions = 5\n[[track]]\nname = "r"\ncycle = [1, 2, 3]\n[[move]]\nname = "t"\ncycles = [[3, 4, 5]]\n');
    await reads(page, '#definition-known', /This is custom/);
    await press(page, 'Play it');
    await openPane(page, 'Play');
    await press(page, 'r turn');
    await press(page, 't turn');
    assert.match(await status(page), /Not solved/);
    await press(page, 'Solve');
    await reads(page, '#status', /Solved/);
    // The address brings the puzzle back.
    await written(page);
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForSelector('body[data-ready]');
    assert.match(address, /positions/);
    await press(page, 't turn');
    await openPane(page, 'Share');
    await page.selectOption('#format', 'gap');
    await press(page, 'Write');
    await page.waitForSelector('#exported:not([hidden])');
    const gap = await page.inputValue('#export-text');
    assert.match(gap, /\(1,2,3\)/);
    assert.equal(await page.locator('#twizzle').isVisible(), false);
    // What was written is a puzzle as well.
    await openPane(page, 'Build');
    await page.fill('#definition', gap);
    await reads(page, '#definition-known', /This is/);
    await close();
  });
}

test('a file of another program is read and drawn as discs, its orientations too', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await openPane(page, 'Share');
  await page.selectOption('#format', 'kpuzzle');
  await press(page, 'Write');
  await page.waitForSelector('#exported:not([hidden])');
  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
  assert.equal(saved.suggestedFilename(), '3x3x3.json');
  const text = readFileSync(await saved.path(), 'utf8');
  assert.equal(text, await page.inputValue('#export-text'));
  await openPane(page, 'Build');
  await page.setInputFiles('#file', { name: 'cube.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await reads(page, '#definition-known', /This is 3x3x3/);
  await press(page, 'Play it');
  await openPane(page, 'Play');
  const before = await picture(page);
  await press(page, 'R turn');
  assert.notEqual(await picture(page), before);
  await press(page, 'Undo');
  assert.equal(await picture(page), before);
  await openPane(page, 'Share');
  assert.equal(await page.locator('#copy-link').isEnabled(), (await inAddress(page, 'puzzle')) !== null);
  await close();
});

test('a position is shared as picture, text and link', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', scramble: 'R U', moves: "F'" });
  await openPane(page, 'Share');
  // The pane is loaded when it is opened.
  const link = page.locator('#twizzle[href]');
  assert.equal(await link.getAttribute('href'), 'https://alpha.twizzle.net/explore/?puzzle=3x3x3&alg=R+U+F%27');
  await press(page, 'Write');
  await page.waitForSelector('#exported:not([hidden])');
  assert.match(await page.inputValue('#export-text'), /^[URFDLB]{54}\n$/);
  await page.selectOption('#format', 'svg');
  await press(page, 'Write');
  await page.waitForSelector('#exported:not([hidden])');
  assert.match(await page.inputValue('#export-text'), /^<svg /);
  await page.selectOption('#format', 'ksolve');
  await press(page, 'Write');
  await reads(page, '#export-told', /not generators: .*x/);
  await close();
});

test('a link is sent by what the device offers, and that it was copied is told beside it', async () => {
  const first = () => {
    navigator.share = async (what) => (window.sent = what);
    navigator.clipboard.writeText = async (text) => (window.written = text);
  };
  const { page, close } = await open({ puzzle: '3x3x3', moves: 'R U' }, sizes.phone, { first });
  await openPane(page, 'Share');
  await press(page, 'Send the link');
  assert.deepEqual(await page.evaluate(() => window.sent), { title: '3×3×3 (Rubik’s Cube) – Permutant', url: page.url() });
  await press(page, 'Copy the link');
  await reads(page, '#link-told', /The link was copied/);
  assert.equal(await page.evaluate(() => window.written), page.url());
  await close();
  const other = await open({ puzzle: '3x3x3' }, sizes.desktop, { first: () => (navigator.share = undefined) });
  await openPane(other.page, 'Share');
  await other.page.waitForSelector('#copy-link:not([disabled])');
  assert.equal(await other.page.locator('#send-link').isVisible(), false);
  await other.close();
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: painting outlasts keys, tabs and Ctrl+Z, which undoes one sticker`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2', moves: 'R' }, options);
    const home = await picture(page);
    await openPane(page, 'Build');
    await press(page, 'Change by hand');
    await press(page, 'All blank');
    await reads(page, '#verdict', /24 stickers have no colour yet/);
    await page.getByLabel('R', { exact: true }).check();
    const blank = await stickers(page);
    await tap(page, blank[0], options.hasTouch);
    await reads(page, '#verdict', /23 stickers/);
    const one = await picture(page);
    // A finger that moves over stickers paints them.
    const away = ([x, y]) => Math.hypot(x - blank[0][0], y - blank[0][1]);
    const far = blank.reduce((one, other) => (away(other) > away(one) ? other : one));
    await drag(page, blank[0], far, options.hasTouch);
    await reads(page, '#verdict', /(22|21|20|19|18) stickers/);
    const many = Number((await page.textContent('#verdict')).match(/\d+/)[0]);
    await page.locator('#canvas').focus();
    await page.keyboard.press('r');
    await page.keyboard.press('Shift+U');
    await reads(page, '#verdict', new RegExp(`${many} stickers`));
    await openPane(page, 'Play');
    await shows(page, home);
    assert.equal(await page.inputValue('#text'), 'R');
    await openPane(page, 'Build');
    await reads(page, '#verdict', new RegExp(`${many} stickers`));
    await page.locator('#canvas').focus();
    await page.keyboard.press('Control+z');
    await reads(page, '#verdict', new RegExp(`${many + 1} stickers`));
    for (let left = many + 1; left < 23; left++) await page.keyboard.press('Control+z');
    await shows(page, one);
    await page.keyboard.press('Control+z');
    await reads(page, '#verdict', /24 stickers/);
    await press(page, 'Redo it');
    await shows(page, one);
    await press(page, 'Cancel');
    await shows(page, home);
    assert.equal(await page.inputValue('#text'), 'R');
    await close();
  });
}

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: the net shows all faces, is painted by tap and by stroke, and is kept`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    await openPane(page, 'Build');
    await press(page, 'Change by hand');
    await reads(page, '#verdict', /It can be solved/);
    /** The colours in the middles of the stickers of the upper face, row by row. */
    const upper = () =>
      page.evaluate(() => {
        const net = document.querySelector('#net');
        const pixels = net.getContext('2d');
        return Array.from({ length: 9 }, (_, at) => {
          const [x, y] = [(1 + (1 + 2 * (at % 3)) / 6) / 4, (1 + 2 * Math.floor(at / 3)) / 6 / 3];
          return pixels.getImageData(net.width * x - 4, net.height * y + 4, 1, 1).data.slice(0, 3).join();
        });
      });
    const white = await upper();
    assert.equal(new Set(white).size, 1);
    const solid = await picture(page);
    // Puzzle, net, paints, and what is told of the position are on one screen of a phone.
    await page.evaluate(() => document.querySelector('#net').scrollIntoView({ block: 'end' }));
    const [net, verdict] = [await page.locator('#net').boundingBox(), await page.locator('#verdict').boundingBox()];
    assert.ok(verdict.y >= 0 && verdict.y + verdict.height <= net.y && net.y + net.height <= options.viewport.height + 1, `${verdict.y} ${net.y} ${net.height}`);
    if (size === 'phone') {
      const { y, height } = await page.locator('#canvas').boundingBox();
      assert.ok(y >= 0 && y + height <= verdict.y + 1, `${y} ${height} ${verdict.y}`);
    }
    await page.getByLabel('R', { exact: true }).check({ force: true });
    const at = (column, row) => ({ x: net.x + (net.width * (1 + (1 + 2 * column) / 6)) / 4, y: net.y + (net.height * (1 + 2 * row)) / 18 });
    // One stroke along the first row.
    await page.mouse.move(at(0, 0).x, at(0, 0).y);
    await page.mouse.down();
    await page.mouse.move(at(2, 0).x, at(2, 0).y, { steps: 2 });
    await page.mouse.up();
    const painted = await upper();
    assert.deepEqual(painted.map((colour) => colour === white[0]), [false, false, false, true, true, true, true, true, true]);
    assert.notEqual(await picture(page), solid);
    const { x, y } = at(1, 2);
    if (options.hasTouch) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
    assert.equal((await upper())[7], painted[0]);
    await openPane(page, 'Learn');
    await openPane(page, 'Build');
    assert.equal((await upper())[7], painted[0]);
    await page.keyboard.press('Control+z');
    assert.deepEqual(await upper(), painted);
    // Every solid has a net, a puzzle in the plane has none.
    await changeTo(page, 'pyraminx');
    await press(page, 'Change by hand');
    await reads(page, '#verdict', /It can be solved/);
    await page.getByLabel('D', { exact: true }).check({ force: true });
    const unpainted = await picture(page);
    await page.locator('#net').click({ position: await page.locator('#net').evaluate(({ clientWidth, clientHeight }) => ({ x: clientWidth / 2, y: clientHeight * 0.25 })) });
    assert.notEqual(await picture(page), unpainted);
    await changeTo(page, 'torus:4x4');
    await press(page, 'Change by hand');
    await reads(page, '#verdict', /It can be solved/);
    assert.equal(await page.locator('#net').isVisible(), false);
    await close();
  });
}

test('orbits and cycles are shown in colours on the puzzle, and distances as a chart', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', moves: "R U R' U'" });
  const label = (where) => page.getAttribute(`${where} figure canvas`, 'aria-label', { timeout: 120_000 });
  await openPane(page, 'Learn');
  assert.deepEqual((await label('#facts')).split('; ').sort(), ['12 edges', '8 corners']);
  assert.deepEqual((await label('#order')).split('; ').sort(), ['2 corners', '2 corners', '3 edges']);
  // Three colours of cycles, and that of pieces that stay.
  const colours = await page.evaluate(() => {
    const picture = document.querySelector('#order figure canvas');
    const { data } = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height);
    const wanted = { first: [215, 38, 61], second: [31, 111, 214], third: [244, 163, 0], fourth: [27, 158, 90], stays: [217, 221, 227] };
    const has = ([r, g, b]) => {
      let count = 0;
      for (let at = 0; at < data.length; at += 4) count += data[at] === r && data[at + 1] === g && data[at + 2] === b ? 1 : 0;
      return count > 300;
    };
    return Object.keys(wanted).filter((name) => has(wanted[name]));
  });
  assert.deepEqual(colours, ['first', 'second', 'third', 'stays']);
  // Powers of a sequence move in place what they only turn.
  await openPane(page, 'Play');
  await page.fill('#text', "(R U R' U')3");
  await openPane(page, 'Learn');
  await reads(page, '#order', /^Made 2 times in all/);
  assert.match(await label('#order'), /^(2 corners|; )+$/);
  await changeTo(page, '2x2x2');
  await press(page, 'Count positions');
  await reads(page, '#distances-progress', /these are all/);
  const shares = await page.evaluate(() => [...document.querySelectorAll('#chart span')].map((column) => Number(column.style.getPropertyValue('--share'))));
  assert.equal(shares.length, 12);
  assert.equal(shares.indexOf(1), 9);
  await close();
});
