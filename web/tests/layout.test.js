// Where things stand: on a phone, on a phone held across, and under colours that the user forces; and what is said.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BODY, changeTo, forMathematicians, open, picture, press, settled, showMore, sizes, stickers } from './person.js';

/** Whether an element is in sight: its middle lies within the window, and nothing covers it. */
const inSight = (page, selector) =>
  page.evaluate((selector) => {
    const one = document.querySelector(selector);
    const { x, y, width, height } = one.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (one === top || one.contains(top) || top.contains(one));
  }, selector);
const scrollTo = (page, selector, block = 'end') =>
  page.evaluate(([selector, block]) => document.querySelector(selector).scrollIntoView({ block }), [selector, block]);

for (const puzzle of ['3x3x3', 'slide:4x4', 'megaminx']) {
  test(`phone: the moves and ${puzzle} are on one screen, and so are paints and puzzle`, async () => {
    const { page, close } = await open({ puzzle }, sizes.phone);
    await scrollTo(page, '#moves');
    const { y, height } = await page.locator('#canvas').boundingBox();
    assert.ok(y >= 0 && y + height <= sizes.phone.viewport.height, `${y} ${height}`);
    for (const button of ['#moves button:first-child', '#moves button:nth-child(2)']) assert.equal(await inSight(page, button), true, button);
    const before = await picture(page);
    // Pieces may block some of them.
    for (const move of (await page.locator('#moves button').all()).slice(0, 4)) {
      if ((await picture(page)) === before) await move.tap();
    }
    assert.notEqual(await picture(page), before);
    if (puzzle !== '3x3x3') return close();
    await page.getByRole('tab', { name: 'Build', exact: true }).click();
    await press(page, 'Change by hand');
    await page.waitForSelector('#tools label');
    await scrollTo(page, '#tools');
    assert.equal(await inSight(page, '#canvas'), true);
    assert.equal(await inSight(page, '#tools label:last-child'), true);
    await close();
  });
}

test('a phone held across shows all of the puzzle', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' }, { ...sizes.phone, viewport: { width: 844, height: 390 } });
  const { y, height } = await page.locator('#canvas').boundingBox();
  assert.ok(y >= 0 && y + height <= 390, `${y} ${height}`);
  assert.ok(height > 200, String(height));
  assert.ok((await stickers(page)).length > 100);
  await close();
});

test('on a wide page the puzzle stays in sight while the moves are scrolled', async () => {
  const { page, close } = await open({ puzzle: '7x7x7' }, { viewport: { width: 1100, height: 600 } });
  await scrollTo(page, '#moves');
  assert.equal(await inSight(page, '#canvas'), true);
  await close();
});

/** The contrast of two colours, by the luminance of WCAG. */
function contrast(one, other) {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map((part) => {
      const x = part / 255;
      return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

for (const colorScheme of ['dark', 'light']) {
  test(`${colorScheme}: the borders of fields and buttons stand out three to one`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, { ...sizes.desktop, colorScheme });
    const found = await page.evaluate(() => {
      const behind = (one) => {
        for (let at = one.parentElement; at; at = at.parentElement) {
          const { backgroundColor } = getComputedStyle(at);
          if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
        }
      };
      return [...document.querySelectorAll('button, select, input:not([type=checkbox], [type=range], [type=radio]), textarea')].map((one) => {
        const { borderTopColor, backgroundColor } = getComputedStyle(one);
        return { id: one.id || one.textContent, border: borderTopColor, behind: behind(one), inside: backgroundColor };
      });
    });
    assert.ok(found.length > 30);
    for (const { id, border, behind, inside } of found) {
      const most = Math.max(contrast(border, behind), inside === 'rgba(0, 0, 0, 0)' ? 0 : contrast(inside, behind));
      assert.ok(most >= 3, `${id}: ${most.toFixed(2)}`);
    }
    await close();
  });
}

test('under forced colours the chosen tab can be told', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' }, { ...sizes.desktop, forcedColors: 'active' });
  const colour = (name) => page.evaluate((id) => getComputedStyle(document.querySelector(id)).backgroundColor, `#tab-${name}`);
  assert.notEqual(await colour('play'), await colour('learn'));
  await page.getByRole('tab', { name: 'Learn', exact: true }).click();
  assert.notEqual(await colour('learn'), await colour('play'));
  await close();
});

test('keys that make moves can be turned off, and stay off', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await page.click('#options summary');
  await page.uncheck('#letter-keys');
  await page.locator('#canvas').focus();
  await page.keyboard.press('r');
  await page.keyboard.press('?');
  assert.equal(await page.textContent('#count'), '0 moves');
  assert.equal(await page.locator('#keys-panel').isVisible(), false);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await page.keyboard.press('r');
  assert.equal(await page.textContent('#count'), '0 moves');
  await page.click('#options summary');
  await page.check('#letter-keys');
  await page.locator('#canvas').focus();
  await page.keyboard.press('r');
  assert.equal(await page.textContent('#count'), '1 move');
  await close();
});

test('the position is told in words', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' });
  const lines = () => page.locator('#described li').allTextContents();
  await page.click('#in-words summary');
  await page.waitForSelector('#described li');
  assert.deepEqual((await lines()).slice(0, 2), ['Face U: all U', 'Face R: all R']);
  await press(page, 'U turn');
  const turned = await lines();
  assert.equal(turned.length, 6);
  assert.equal(turned.filter((line) => /: all [UD]$/.test(line)).length, 2);
  assert.match(turned[1], /^Face R: (?=.*R R)(?=.*B B)/);
  await changeTo(page, 'slide:4x4');
  assert.match((await lines())[0], /^1 2 3 4 5 .* 15 empty$/);
  await close();
});

test('what is said does not flood: steps that play are not said one by one', async () => {
  const { page, close } = await open({ puzzle: '3x3x3', moves: '(R U)10' });
  const live = () => page.getAttribute('#status', 'aria-live');
  assert.equal(await live(), 'polite');
  await press(page, 'Play');
  assert.equal(await live(), 'off');
  await press(page, 'Pause');
  assert.equal(await live(), 'polite');
  await close();
});

test('phone: the puzzle that stays in sight lies above the tabs', async () => {
  const { page, close } = await open({ puzzle: 'megaminx' }, sizes.phone);
  const tab = page.locator('#tab-play');
  const above = await tab.evaluate((tab) => tab.getBoundingClientRect().top);
  // The middle of the chosen tab is behind the puzzle.
  await page.evaluate((by) => window.scrollBy(0, by), above - 60);
  const over = await tab.evaluate((tab) => {
    const { left, top, width, height } = tab.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.id;
  });
  assert.equal(over, 'canvas');
  await close();
});

test('phone: what is played with is on the first screen', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' }, sizes.phone);
  for (const one of ['#open-gallery', '#scramble-now', '#play', '#tab-build', '#moves button']) {
    const { y, height } = await page.locator(one).first().boundingBox();
    assert.ok(y >= 0 && y + height <= sizes.phone.viewport.height, `${one}: ${y} ${height}`);
  }
  await close();
});

const box = (page, selector) => page.locator(selector).first().boundingBox();

test('phone: what is no puzzle of the list is told too, and its buttons cover nothing', async () => {
  const { page, close } = await open({ puzzle: 'rings:20,18,5,5' }, sizes.phone);
  assert.equal(await page.textContent('#about'), 'Hungarian rings: 20 and 18 balls on two rings that cross twice, 5 and 5 apart');
  assert.equal(await page.title(), 'Hungarian rings 20, 18, 5, 5 – Permutant');
  const [above, star] = [await box(page, 'header'), await box(page, '#favourite')];
  assert.ok(star.y >= above.y + above.height - 1, `${above.y + above.height} ${star.y}`);
  assert.equal(await inSight(page, 'h1'), true);
  // All of it is seen.
  assert.equal(await page.evaluate(() => document.querySelector('#about').scrollHeight <= document.querySelector('#about').clientHeight), true);
  await changeTo(page, 'siamese cubes');
  assert.match(await page.textContent('#about'), /^Two 3×3×3/);
  await close();
});

for (const [size, options] of Object.entries(sizes)) {
  test(`${size}: a move stands beside its inverse, and nothing moves when a solution comes`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    const tops = await page.locator('#moves button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    tops.forEach((top, at) => assert.equal(top, tops[at - (at % 2)], String(at)));
    await showMore(page);
    await page.fill('#seed', '3');
    await press(page, 'Scramble');
    await page.waitForFunction(() => /seed 3\./.test(document.querySelector('#status').textContent));
    const from = (selector) => page.evaluate((selector) => document.querySelector(selector).getBoundingClientRect().top - document.querySelector('#toolbar').getBoundingClientRect().top, selector);
    const before = await from('#player');
    await press(page, 'Solve');
    await page.waitForFunction(() => document.querySelector('#solution-about')?.textContent, null, { timeout: 120_000 });
    assert.equal(await from('#player'), before);
    await close();
  });
}

test('what comes next stands out: a scramble of a solved puzzle, the solution of another', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  const stand = () => page.locator('#toolbar .main').allTextContents();
  assert.deepEqual(await stand(), ['Scramble']);
  await press(page, 'R turn');
  assert.deepEqual(await stand(), ['Solve']);
  await press(page, 'Undo');
  assert.deepEqual(await stand(), ['Scramble']);
  await close();
});

test('phone: the puzzle leaves room for what is read, and covers no heading that is scrolled to', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' }, { ...sizes.phone, viewport: { width: 390, height: 844 } });
  const bottom = async () => {
    const { y, height } = await page.locator('#view').boundingBox();
    return y + height;
  };
  for (const [tab, heading, share] of [['Learn', '#pane-learn > h2:last-of-type', 0.25], ['Share', '#pane-share h2:last-of-type', 0.25], ['Play', '#pane-play > h2', 0.42]]) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.waitForSelector(heading);
    await scrollTo(page, heading, 'start');
    const below = await bottom();
    assert.ok(below <= share * 844, `${tab}: ${below}`);
    const { y } = await page.locator(heading).first().boundingBox();
    assert.ok(y >= below - 1, `${tab}: ${y} below ${below}`);
  }
  await close();
});

test('a phone held across shows the puzzle, its buttons and the player', async () => {
  const { page, close } = await open({ puzzle: 'megaminx' }, { ...sizes.phone, viewport: { width: 844, height: 390 } });
  for (const one of ['#canvas', '#scramble-now', '#undo', '#redo', '#solve', '#play', '#sides', '#favourite']) {
    const { y, height } = await box(page, one);
    assert.ok(y >= 0 && y + height <= 390, `${one}: ${y} ${height}`);
  }
  await close();
});

test('phone: while a position is edited, the net takes the place of what works on the puzzle', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' }, sizes.phone);
  await page.getByRole('tab', { name: 'Build', exact: true }).click();
  await press(page, 'Change by hand');
  await page.waitForSelector('#net:not([hidden])');
  assert.equal(await page.locator('#toolbar').isVisible(), false);
  assert.equal(await page.locator('#player').isVisible(), false);
  await press(page, 'Cancel');
  assert.equal(await page.locator('#toolbar').isVisible(), true);
  assert.equal(await page.locator('#player').isVisible(), true);
  await close();
});

/** How many pixels of the canvas are opaque and of each colour, but for those of the body. */
const areas = async (page) => {
  await settled(page);
  return new Map(
    await page.evaluate((body) => {
      const canvas = document.querySelector('#canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const counts = new Map();
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] < 255) continue;
        const colour = data.slice(at, at + 3).join();
        if (!body.includes(colour)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      return [...counts];
    }, BODY),
  );
};

for (const puzzle of ['pyraminx', 'jing pyraminx', 'skewb', 'megaminx', 'fto', 'icosamate']) {
  test(`${puzzle} shows more than one face at first`, async () => {
    const { page, close } = await open({ puzzle });
    const counts = await areas(page);
    const [first, second] = [...counts.values()].sort((a, b) => b - a);
    assert.ok(second > first / 8, [...counts.values()].join());
    await close();
  });
}

test('where the solved puzzle has no stickers there are holes', async () => {
  const { page, close } = await open({ puzzle: 'void cube' });
  const found = new Set((await stickers(page)).map(([, , colour]) => colour));
  assert.equal([...found].some((colour) => new Set(colour.split(',')).size === 1 && Number(colour.split(',')[0]) > 100 && Number(colour.split(',')[0]) < 200), false, [...found].join(' '));
  await close();
});

const phone = { ...sizes.phone, viewport: { width: 390, height: 844 } };

for (const [size, options] of Object.entries({ desktop: sizes.desktop, phone })) {
  test(`${size}: the moves of a megaminx and of a 7x7x7 are all in sight, and those of larger puzzles in whole rows`, async () => {
    const { page, close } = await open({ puzzle: 'megaminx' }, options);
    for (const [puzzle, least] of [['megaminx', 4], ['7x7x7', 7], ['teraminx', 7]]) {
      await changeTo(page, puzzle);
      await settled(page);
      const { rows, isWhole, fits } = await page.evaluate(() => {
        const list = document.querySelector('#moves');
        const { top, bottom } = list.getBoundingClientRect();
        const seen = [...list.children].map((one) => one.getBoundingClientRect()).filter((one) => one.top < bottom && one.bottom > top);
        return {
          rows: new Set(seen.map((one) => one.top)).size,
          isWhole: seen.every((one) => one.bottom <= bottom + 0.5),
          fits: list.scrollHeight <= list.clientHeight,
        };
      });
      assert.ok(isWhole && rows >= least, `${puzzle}: ${rows}`);
      assert.equal(fits, puzzle !== 'teraminx', puzzle);
    }
    await close();
  });
}

for (const locale of ['en', 'de', 'ja', 'zh-CN']) {
  for (const width of [360, 390]) {
    test(`${locale}, ${width} wide: the name of every puzzle is whole in the list`, async () => {
      const { page, close } = await open({ puzzle: '3x3x3' }, { ...phone, viewport: { width, height: 844 }, locale });
      await page.waitForFunction(() => document.querySelector('#chosen').textContent.length > 3);
      const cut = await page.evaluate(() => {
        const chosen = document.querySelector('#chosen');
        const names = [...document.querySelectorAll('#puzzle option')].map(({ text }) => text);
        return names.filter((name) => {
          chosen.textContent = name;
          const { height } = chosen.getBoundingClientRect();
          return !height || height > 40 || chosen.scrollWidth > chosen.clientWidth || chosen.parentElement.offsetHeight > 48;
        });
      });
      assert.deepEqual(cut, []);
      await close();
    });
  }
}

test('phone, de: the button of the keys stays beside the kinds of moves, and the narrowest page is not wider than its window', async () => {
  for (const width of [320, 390]) {
    const { page, close } = await open({ puzzle: '3x3x3', moves: 'R U F' }, { ...phone, viewport: { width, height: 844 }, locale: 'de' });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    for (const one of ['#back', '#place', '#keys']) {
      const { x, width: wide } = await box(page, one);
      assert.ok(x >= 0 && x + wide <= width, `${one}: ${x} ${wide}`);
    }
    assert.ok(Math.abs((await box(page, '#keys')).y - (await box(page, '#move-kind')).y) < 20);
    await close();
  }
});

for (const locale of ['en', 'de', 'ja', 'zh-CN']) {
  test(`phone, ${locale}: what a puzzle is has room beside the buttons of the view`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, { ...phone, locale });
    await page.waitForFunction(() => document.querySelector('#chosen').textContent.length > 3);
    const cut = await page.evaluate(() => {
      const about = document.querySelector('#about');
      // Puzzles in the plane have no such buttons.
      const solids = [...document.querySelectorAll('#puzzle option')].filter(({ value }) => !/^(?!cuboid)[a-z]+:|^(clock|gear cube|square-1|siamese cubes|m\d\d)$/.test(value));
      return solids.map(({ title }) => title).filter((title) => ((about.textContent = title), about.scrollHeight > about.clientHeight));
    });
    assert.deepEqual(cut, []);
    await close();
  });
}

for (const [size, options] of Object.entries({ desktop: sizes.desktop, phone })) {
  test(`${size}: the player says what it is for until there are moves, and takes the same room`, async () => {
    const { page, close } = await open({ puzzle: '3x3x3' }, options);
    const hint = page.getByText('Moves and solutions are played back here.');
    assert.deepEqual([await hint.isVisible(), await page.locator('#play').isVisible()], [true, false]);
    const before = await page.locator('#tabs').boundingBox();
    await press(page, 'R turn');
    assert.deepEqual([await hint.isVisible(), await page.locator('#play').isVisible()], [false, true]);
    assert.deepEqual(await page.locator('#tabs').boundingBox(), before);
    await close();
  });
}

test('phone: numbers stay on one line, and longer ones break between groups of digits', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' }, { ...phone, viewport: { width: 360, height: 740 } });
  for (const [puzzle, lines] of [['3x3x3', 1], ['7x7x7', 4]]) {
    await changeTo(page, puzzle);
    await page.getByRole('tab', { name: 'Learn', exact: true }).click();
    if (!(await page.locator('#group').isVisible())) await forMathematicians(page);
    const found = await page.waitForFunction((name) => {
      const cell = document.querySelector('#puzzle').value === name && [...document.querySelectorAll('#pane-learn dd')].find((one) => /^[\d\s\u200b]{20,}$/.test(one.textContent));
      if (!cell) return null;
      const range = document.createRange();
      const node = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
      const { data } = node;
      const starts = [];
      let last = null;
      for (let at = 0; at < data.length; at++) {
        if (!/\d/.test(data[at])) continue;
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        if (last === null || top > last + 2) starts.push(at === 0 || !/\d/.test(data[at - 1]));
        last = top;
      }
      return starts;
    }, puzzle, { timeout: 60_000 });
    const starts = await found.jsonValue();
    assert.ok(starts.length >= lines && (lines > 1 || starts.length === 1), `${puzzle}: ${starts.length} lines`);
    assert.ok(starts.every(Boolean), puzzle);
  }
  await close();
});
