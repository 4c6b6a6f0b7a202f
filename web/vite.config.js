import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

// Relative addresses, so that the page can lie in any folder of a static host.
export default {
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  worker: { format: 'es' },
  plugins: [offline()],
};
