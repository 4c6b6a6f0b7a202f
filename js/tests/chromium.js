// Pages in a real browser: PERMUTANT_CHROMIUM names it, Debian's chromium is the default.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/** Serves a folder, under /isolated/ so that its pages may share memory. An empty page is at /empty.html. */
export async function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const headers = path.startsWith('/isolated/') ? isolated : {};
    const file = join(folder, path.replace(/^\/isolated\//, '/'));
    if (path.endsWith('/empty.html')) return response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end('<!doctype html><link rel="icon" href="data:,">');
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.PERMUTANT_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });

/** A page at an address. `close` fails on errors of the page and on requests to other hosts; `asked` is what was requested. */
export async function open(browser, address) {
  const page = await browser.newPage();
  const { origin } = new URL(address);
  const [faults, asked] = [[], []];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    asked.push(request.url());
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) faults.push(request.url());
  });
  await page.goto(address);
  const close = async () => {
    assert.deepEqual(faults, []);
    await page.close();
  };
  return { page, asked, close };
}
