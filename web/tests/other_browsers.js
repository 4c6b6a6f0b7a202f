// The engines of Safari and of Firefox, driven by the protocols that they speak themselves: WebKitGTK by WebDriver, Firefox by Marionette, whose
// commands are those of WebDriver. PERMUTANT_WEBKIT_DRIVER and PERMUTANT_FIREFOX name them; Debian's packages are the default.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const webkitDriver = process.env.PERMUTANT_WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
const screens = '/usr/bin/Xvfb';
const firefox = process.env.PERMUTANT_FIREFOX ?? '/usr/bin/firefox-esr';
/** How long a browser may take to start, in milliseconds. */
const START = 60_000;

/** Asks again and again, until the answer is true. */
async function eventually(what, ask, most = START) {
  const begun = performance.now();
  for (;;) {
    const told = await ask();
    if (told) return told;
    assert.ok(performance.now() - begun < most, `${what}: not within ${most / 1000} s`);
    await pause(50);
  }
}

/** A port that nothing listens to. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** WebKitGTK on a screen that nobody sees. A command is sent over HTTP. */
async function startWebkit() {
  const screen = spawn(screens, ['-displayfd', '3', '-screen', '0', '1400x1000x24'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [display] = await once(screen.stdio[3], 'data');
  const port = await freePort();
  // The only page that it opens is that of this repository, and its sandbox needs rights that containers do not give.
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const driver = spawn(webkitDriver, [`--port=${port}`], { stdio: 'ignore', env });
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    assert.ok(answer.ok, `${path}: ${value?.message}`);
    return value;
  };
  await eventually('WebKitWebDriver', () => send('GET', '/status').catch(() => null));
  const { sessionId } = await send('POST', '/session', { capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } } });
  const command = (path) => (body) => send('POST', `/session/${sessionId}/${path}`, body);
  return {
    visit: command('url'),
    run: command('execute/sync'),
    find: command('element'),
    click: ({ id }) => command(`element/${id}/click`)({}),
    type: ({ id, text }) => command(`element/${id}/value`)({ text }),
    act: command('actions'),
    resize: command('window/rect'),
    quit: async () => {
      await send('DELETE', `/session/${sessionId}`);
      driver.kill();
      screen.kill();
    },
  };
}

/** Firefox without a window. A command and its answer are JSON after their length in bytes. */
async function startFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'permutant-firefox-'));
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const browser = spawn(firefox, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore' });
  const active = join(profile, 'MarionetteActivePort');
  const port = await eventually('Firefox', () => existsSync(active) && Number(readFileSync(active, 'utf8')));
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map();
  let heard = Buffer.alloc(0);
  socket.on('data', (data) => {
    heard = Buffer.concat([heard, data]);
    for (;;) {
      const colon = heard.indexOf(':');
      const end = colon + 1 + Number(heard.subarray(0, colon));
      if (colon < 0 || heard.length < end) return;
      const message = JSON.parse(heard.subarray(colon + 1, end));
      heard = heard.subarray(end);
      // The first message greets.
      if (!Array.isArray(message)) continue;
      const [, number, fault, result] = message;
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (fault) reject(new Error(fault.message));
      else resolve(result && 'value' in result ? result.value : result);
    }
  });
  let sent = 0;
  const command = (name) => (body) =>
    new Promise((resolve, reject) => {
      const number = ++sent;
      waiting.set(number, { resolve, reject });
      const text = JSON.stringify([0, number, name, body ?? {}]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  await command('WebDriver:NewSession')();
  return {
    visit: command('WebDriver:Navigate'),
    run: command('WebDriver:ExecuteScript'),
    find: command('WebDriver:FindElement'),
    click: command('WebDriver:ElementClick'),
    type: command('WebDriver:ElementSendKeys'),
    act: command('WebDriver:PerformActions'),
    resize: command('WebDriver:SetWindowRect'),
    quit: async () => {
      await Promise.all([once(browser, 'exit'), command('Marionette:Quit')({ flags: ['eForceQuit'] })]);
      socket.destroy();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The first of some programs that this machine lacks, in words; nothing if it has them all. */
function missing(...programs) {
  const lacks = programs.find((program) => !existsSync(program));
  return lacks && `there is no ${lacks}`;
}

/** The browsers by name: how each starts, and what of it is missing here, if anything is. */
export const others = {
  WebKit: { start: startWebkit, missing: missing(webkitDriver, screens) },
  Firefox: { start: startFirefox, missing: missing(firefox) },
};

/** What a person does in one of these browsers. */
export class Visitor {
  constructor(browser) {
    this.browser = browser;
  }

  /** Opens the page anew, and waits until it is ready; later errors of the page are kept. */
  async open(address) {
    await this.browser.visit({ url: 'about:blank' });
    await this.browser.visit({ url: address });
    await this.until('document.body.dataset.ready || document.body.dataset.broken');
    await this.run(`
      window.faults = [];
      addEventListener('error', ({ message }) => faults.push(message));
      addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));`);
    assert.equal(await this.tell('document.body.dataset.broken ?? null'), null);
  }

  run(script) {
    return this.browser.run({ script, args: [] });
  }

  /** The value of an expression in the page. */
  tell(expression) {
    return this.run(`return ${expression}`);
  }

  until(expression, most) {
    return eventually(expression, () => this.tell(`Boolean(${expression})`), most);
  }

  /** Waits for words in the status line. */
  says(words, most) {
    return this.until(`${words}.test(document.querySelector('#status').textContent)`, most);
  }

  async element(selector) {
    return Object.values(await this.browser.find({ using: 'css selector', value: selector }))[0];
  }

  /** Clicks an element once it is seen where it stays: a browser answers at once, even before it has laid out what was just opened. */
  async click(selector) {
    const quoted = JSON.stringify(selector);
    const place = `(() => {
      const element = document.querySelector(${quoted});
      const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
      return element?.checkVisibility() && width && height ? [x, y, width, height].join() : null;
    })()`;
    let before = null;
    await eventually(`${selector} is seen and stays`, async () => {
      const now = await this.tell(place);
      const stays = now !== null && now === before;
      before = now;
      return stays;
    });
    await this.browser.click({ id: await this.element(selector) });
  }

  async type(selector, text) {
    await this.browser.type({ id: await this.element(selector), text });
  }

  /** Drags by mouse between points of the window. */
  async drag(from, to) {
    const move = ([x, y], duration) => ({ type: 'pointerMove', origin: 'viewport', x: Math.round(x), y: Math.round(y), duration });
    const actions = [move(from, 0), { type: 'pointerDown', button: 0 }, move(to, 300), { type: 'pointerUp', button: 0 }];
    await this.browser.act({ actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
  }
}
