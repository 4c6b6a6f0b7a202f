// The languages of the page: their catalogues say the same, and the page speaks the one that its user reads.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { forMathematicians, open, press, reload, says, settled, sizes } from './person.js';

const axe = fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url));
const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const catalogue = async (name) => (await runnerImport(place(`src/languages/${name}.ts`))).module;

const { page: written, said: first } = await catalogue('english');
const said = { ...first, ...(await catalogue('english_later')).later };
const english = { page: written, said };
const TAGS = { german: 'de', japanese: 'ja', chinese: 'zh-Hans' };

// The puzzles come from the engine that the page loads.
const { default: init, puzzles } = await import('../src/engine/play/permutant.js');
await init({ module_or_path: readFileSync(place('src/engine/play/permutant_bg.wasm')) });
const offers = JSON.parse(puzzles()).map(({ name }) => name);
const { familyOf } = (await runnerImport(place('src/names.ts'))).module;
const isCube = (name) => /^\d+x\d+x\d+$/.test(name);

/** The forms of a message: one, or one for each plural category. */
const forms = (message) => (typeof message === 'string' ? [message] : Object.values(message));
/** What a form leaves to be filled in. */
const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

for (const [name, tag] of [['english', 'en'], ...Object.entries(TAGS)]) {
  test(`${name} has every key, with the same to be filled in and a form for each plural`, async () => {
    const words = name === 'english' ? english : (await catalogue(name))[name];
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.sort();
    for (const part of ['page', 'said']) {
      assert.deepEqual(Object.keys(words[part]).sort(), Object.keys(english[part]).sort());
      for (const [key, message] of Object.entries(words[part])) {
        const model = english[part][key];
        assert.equal(typeof message, typeof model, key);
        if (typeof message !== 'string') assert.deepEqual(Object.keys(message).sort(), categories, key);
        for (const form of forms(message)) {
          assert.ok(key === 'between' || form.trim(), key);
          assert.deepEqual(holes(form), holes(forms(model)[0]), key);
        }
      }
    }
  });
}

for (const name of Object.keys(TAGS)) {
  test(`${name} says what each puzzle of the catalog is, with its sizes, and calls no two the same`, async () => {
    const { names, abouts } = (await catalogue(`${name}_puzzles`)).puzzles;
    const known = new Set(offers.flatMap((offer) => [offer, familyOf(offer)]));
    assert.deepEqual([...Object.keys(names), ...Object.keys(abouts)].filter((key) => !known.has(key)), []);
    const missing = offers.filter((offer) => !isCube(offer) && !(abouts[offer] ?? abouts[familyOf(offer)])?.trim());
    assert.deepEqual(missing, []);
    // Only sizes that a name has are filled in, and of what names a family, all of them.
    for (const offer of offers.filter((offer) => familyOf(offer) !== offer)) {
      const sizes = offer.match(/\d+/g).map((_, at) => String(at));
      const [called, about] = [names[familyOf(offer)], abouts[familyOf(offer)]];
      if (called !== undefined && !isCube(offer)) assert.deepEqual([...new Set(holes(called))], sizes, offer);
      for (const hole of holes(about ?? '')) assert.ok(sizes.includes(hole), `${offer}: ${hole}`);
    }
    const titles = offers.map((offer) => (names[offer] ?? names[familyOf(offer)] ?? offer).replace(/\{(\d)\}/g, (_, at) => offer.match(/\d+/g)[at]));
    assert.deepEqual(titles.filter((title, at) => titles.indexOf(title) < at), []);
  });
}

test('every key of the catalogue is used', () => {
  const sources = readdirSync(place('src')).filter((file) => file.endsWith('.ts'));
  const code = sources.map((file) => readFileSync(place(`src/${file}`), 'utf8')).join('\n') + readFileSync(place('src/languages/language.ts'), 'utf8');
  const html = ['index.html', 'src/panes.html'].map((file) => readFileSync(place(file), 'utf8')).join('\n');
  assert.deepEqual(Object.keys(said).filter((key) => !code.includes(`'${key}'`)), []);
  assert.deepEqual(Object.keys(written).filter((key) => !new RegExp(` data-words(-[a-z-]+)?="${key}"`).test(html)), []);
});

/** Elements that stick out of the window, and buttons and tabs whose words do not fit into them. */
const tooWide = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility() && !one.closest('.said, #mirror, #chart'))
      // On a phone, a finger moves along the row of groups.
      .filter((one) => !one.parentElement.matches('#groups') || getComputedStyle(one.parentElement).overflowX !== 'auto')
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5 || (one.matches('button, label, summary, h2') && one.scrollWidth > one.clientWidth + 1))
      .map((one) => `${one.tagName} ${one.id} ${one.textContent.slice(0, 40)}`),
  );

const SPOKEN = {
  de: { locale: 'de-AT', scramble: 'Verdrehen', solved: /^Gelöst\.$/, turn: 'R drehen', tabs: ['Verstehen', 'Bauen', 'Teilen', 'Spielen'], edit: 'Von Hand ändern', play: 'Abspielen', gallery: 'Alle Puzzles', many: '9.000 Züge', keys: 'Tasten' },
  ja: { locale: 'ja-JP', scramble: 'スクランブル', solved: /^揃っています。$/, turn: 'R 回転', tabs: ['調べる', '作る', '共有', '遊ぶ'], edit: '手で編集', play: '再生', gallery: 'パズル一覧', many: '9,000手', keys: 'キー' },
  'zh-Hans': { locale: 'zh-CN', scramble: '打乱', solved: /^已还原。$/, turn: 'R 转', tabs: ['研究', '编辑', '分享', '玩'], edit: '手动编辑', play: '播放', gallery: '全部魔方', many: '9,000 步', keys: '按键' },
};

for (const [tag, words] of Object.entries(SPOKEN)) {
  for (const [size, options] of Object.entries(sizes)) {
    test(`${size}, ${tag}: who reads it is spoken to in it, everything fits, and axe finds nothing`, async () => {
      const { page, close } = await open({ puzzle: '3x3x3' }, { ...options, locale: words.locale });
      await page.addScriptTag({ path: axe });
      const fits = async (where) => {
        assert.deepEqual(await tooWide(page), [], where);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)), [], where);
      };
      assert.equal(await page.getAttribute('html', 'lang'), tag);
      assert.equal(await page.inputValue('#language'), tag);
      await says(page, words.solved);
      await page.click('#options summary');
      await page.click('#times summary');
      await press(page, words.keys);
      await fits('play');
      await press(page, words.turn);
      assert.match(await page.textContent('#status'), /^\p{L}+[:：] ?R[.。]/u);
      for (const tab of words.tabs) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        if (tab === words.tabs[0]) {
          await forMathematicians(page);
          await page.waitForSelector('#group dl', { timeout: 120_000 });
        }
        if (tab === words.tabs[1]) {
          await press(page, words.edit);
          await page.waitForSelector('#stop-judging', { state: 'hidden', timeout: 120_000 });
        }
        if (tab === words.tabs[2]) {
          await page.locator('#embed summary').click();
          await page.locator('permutant-puzzle').getByRole('button', { name: words.play }).waitFor();
        }
        await fits(tab);
      }
      await page.fill('#text', 'R U F '.repeat(3000).trim());
      await page.press('#text', 'Enter');
      await settled(page);
      assert.equal(await page.textContent('#count'), words.many);
      await press(page, words.gallery);
      await page.waitForSelector('#gallery[open]');
      await fits('gallery');
      await close();
    });
  }
}

const CALLED = {
  'de-DE': { tag: 'de', search: 'ungarische', found: 'rings:20,20,5,5', title: 'Ungarische Ringe 20, 20, 5, 5', about: /^Ungarische Ringe: 20 und 20 Kugeln auf zwei Ringen, die sich im Abstand 5 und 5 kreuzen$/ },
  'ja-JP': { tag: 'ja', search: '15パズル', found: 'slide:4x4', title: '15パズル（4×4）', about: /^4行4列の15パズル/ },
  'zh-CN': { tag: 'zh-Hans', search: '三阶魔方', found: '3x3x3', title: '三阶魔方', about: /^每条棱 3 块/ },
};

for (const [locale, { tag, search, found, title, about }] of Object.entries(CALLED)) {
  test(`${tag}: puzzles are called and described in it, and found by their English names too`, async () => {
    const { page, close } = await open({ puzzle: found }, { ...sizes.phone, locale });
    await page.waitForFunction((title) => document.title === `${title} – Permutant`, title);
    const told = await page.evaluate(() => [...document.querySelectorAll('#about, #puzzle option:checked')].map(({ lang, textContent }) => [lang, textContent]));
    assert.deepEqual(told.map(([lang]) => lang), [tag, tag]);
    assert.deepEqual(told[0][1], title);
    assert.match(told[1][1], about);
    await page.click('#open-gallery');
    const cards = () => page.evaluate(() => [...document.querySelectorAll('#cards button')].filter((card) => card.checkVisibility()).map((card) => card.dataset.name));
    await page.fill('#search', search);
    assert.ok((await cards()).includes(found));
    assert.equal(await page.locator(`#cards [data-name="${found}"] strong`).first().textContent(), title);
    // By the words of the catalog, and what has no name of its own says that it is English.
    await page.fill('#search', 'octahedron edges');
    assert.deepEqual(await cards(), ['octastar']);
    const card = page.locator('#cards [data-name="octastar"]');
    assert.deepEqual(await card.locator('strong, span').evaluateAll((all) => all.map(({ lang }) => lang)), ['en', tag]);
    await page.fill('#search', '');
    assert.deepEqual(await page.locator('#cards span[lang=en]').count(), 0);
    // No name is as the catalog has it for typing.
    const titles = await page.locator('#cards strong').allTextContents();
    assert.deepEqual(titles.filter((title) => /\d,\d|^(Trajbers Octa|Trajbers octa|Eitans star)|centers/.test(title)), []);
    await close();
  });
}

test('what the engines say is translated, and marked as English where it is not', async () => {
  const flipped = 'UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB';
  const { page, close } = await open({ puzzle: '3x3x3', position: flipped }, { ...sizes.desktop, locale: 'de-DE' });
  const until = (selector, words, lang) =>
    page.waitForFunction(([selector, words, lang]) => document.querySelector(selector)?.textContent.includes(words) && document.querySelector(selector).lang === lang, [selector, words, lang], { timeout: 120_000 });
  await press(page, 'Lösen');
  await until('#progress', 'nicht lösbar', 'de');
  await page.getByRole('tab', { name: 'Bauen', exact: true }).click();
  await press(page, 'Von Hand ändern');
  await until('#verdict', 'gekippt', 'de');
  await press(page, 'Alles an seinen Platz');
  await until('#verdict', 'Lösbar', 'de');
  await page.fill('#definition', 'positions = none\n[[track]]');
  await until('#definition-fault', 'ine 1', 'en');
  await page.getByRole('tab', { name: 'Spielen', exact: true }).click();
  await page.fill('#text', 'R Q');
  await until('#fault', 'nbekannter Zug', 'de');
  await close();
  // What is wrong with a link is told before the first turn.
  const wrong = await open({ puzzle: 'frobnicator' }, { ...sizes.desktop, locale: 'de-DE' });
  assert.match(await wrong.page.textContent('#refused'), /^Es gibt kein Puzzle namens „frobnicator“/);
  await wrong.close();
});

test('what is wrong ends as one sentence, also with a list that goes on and with a question', async () => {
  for (const [locale, question] of [['en', /^There is .* did you mean 'megaminx'\?$/], ['de', /^Es gibt .* meintest du 'megaminx'\?$/], ['ja', /ですか？$/], ['zh-CN', /是否指.*？$/]]) {
    const { page, close } = await open({ puzzle: 'megaminxx' }, { ...sizes.desktop, locale });
    assert.match(await page.textContent('#refused'), question);
    await page.fill('#text', 'Q');
    await page.waitForFunction(() => /[^….。]…$/.test(document.querySelector('#fault').firstChild?.textContent ?? ''));
    await page.fill('#text', ']');
    await page.waitForFunction(() => /[^….。][.。]$/.test(document.querySelector('#fault').firstChild?.textContent ?? ''));
    await close();
  }
});

test('in English nothing more is loaded for the names of puzzles', async () => {
  const { page, close } = await open({ puzzle: '3x3x3' });
  await page.click('#open-gallery');
  await page.waitForSelector('#cards [data-drawn]');
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.deepEqual(files.filter((file) => /german|japanese|chinese|_puzzles/.test(file)), []);
  await close();
});

test('another language is chosen on the page, and stays chosen', async () => {
  const { page, close } = await open({ puzzle: '2x2x2' });
  const lang = () => page.getAttribute('html', 'lang');
  assert.equal(await lang(), 'en');
  assert.deepEqual(await page.locator('#language option').allTextContents(), ['English', 'Deutsch', '日本語', '简体中文']);
  await press(page, 'R turn');
  await Promise.all([page.waitForEvent('load'), page.selectOption('#language', 'ja')]);
  await page.waitForSelector('body[data-ready]');
  assert.equal(await lang(), 'ja');
  await page.getByRole('button', { name: '解く', exact: true }).waitFor();
  // The game goes on.
  assert.equal(await page.textContent('#count'), '1手');
  await reload(page);
  assert.equal(await lang(), 'ja');
  await Promise.all([page.waitForEvent('load'), page.selectOption('#language', 'en')]);
  await page.waitForSelector('body[data-ready]');
  assert.equal(await lang(), 'en');
  assert.equal(await page.textContent('#count'), '1 move');
  await close();
});

for (const [locale, tag] of [['de-CH', 'de'], ['zh-SG', 'zh-Hans'], ['zh-TW', 'en'], ['fr-FR', 'en']]) {
  test(`a browser that prefers ${locale} has the page in ${tag}`, async () => {
    const { page, close } = await open({ puzzle: '2x2x2' }, { ...sizes.desktop, locale });
    assert.equal(await page.getAttribute('html', 'lang'), tag);
    await close();
  });
}

test('without the words of its language the page speaks English', async () => {
  const { page, faults, close } = await open({ puzzle: '2x2x2' }, { ...sizes.desktop, serviceWorkers: 'block' });
  await page.context().route(/german.*\.js$/, (route) => route.abort());
  await page.evaluate(() => localStorage.setItem('permutant.language', 'de'));
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  assert.match(await page.textContent('#status'), /^Solved/);
  assert.ok(faults.every((fault) => /ERR_FAILED|german/.test(fault)), faults.join());
  faults.length = 0;
  await close();
});
