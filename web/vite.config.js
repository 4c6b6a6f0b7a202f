// Relative addresses, so that the page can lie in any folder of a static host.
export default {
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  worker: { format: 'es' },
};
