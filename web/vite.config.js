import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { page } from './src/languages/english.ts';

/** Writes the service worker: it keeps all files of the build, whose names tell their contents. */
function offline() {
  let out;
  return {
    name: 'offline',
    apply: 'build',
    configResolved: ({ root, build }) => (out = join(root, build.outDir)),
    closeBundle() {
      const files = readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
      const hash = createHash('sha256');
      files.forEach((file) => hash.update(readFileSync(file)));
      // The page is asked for by its folder: some hosts send index.html elsewhere.
      const names = files.map((file) => `./${file.slice(out.length + 1).replaceAll('\\', '/')}`);
      const listed = names.map((name) => (name === './index.html' ? './' : name));
      const head = `const VERSION = '${hash.digest('hex').slice(0, 16)}';\nconst FILES = ${JSON.stringify(listed)};\n`;
      writeFileSync(join(out, 'sw.js'), head + readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8'));
    },
  };
}

/** Writes the English words into index.html, and into parts of the page that are imported as `part.html?words`, beside the keys by which
 *  other languages take their place. */
function words() {
  const word = (key) => {
    if (!(key in page)) throw new Error(`there are no words for ${key}`);
    return page[key].replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  };
  const fill = (html) =>
    html
      .replaceAll(/ data-words-([\w-]+)="(\w+)"/g, (marked, name, key) => `${marked} ${name}="${word(key)}"`)
      .replaceAll(/<[^<>]* data-words="(\w+)"[^<>]*>/g, (tag, key) => tag + word(key));
  return {
    name: 'words',
    transformIndexHtml: fill,
    load(id) {
      const [file, query] = id.split('?');
      if (query !== 'words') return null;
      const html = fill(readFileSync(file, 'utf8')).replaceAll(/\n\s*/g, '\n');
      return { code: `export default ${JSON.stringify(html)};`, moduleType: 'js' };
    },
  };
}

// Relative addresses, so that the page can lie in any folder of a static host.
export default {
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  worker: { format: 'es' },
  plugins: [words(), offline()],
};
