// One file with the code that draws; the engine stays beside it.
export default {
  build: {
    lib: { entry: 'element.ts', formats: ['es'], fileName: () => 'element.js' },
    outDir: '../dist',
    emptyOutDir: false,
    target: 'es2022',
    rollupOptions: { external: (id) => id.endsWith('/play.js'), output: { codeSplitting: false } },
  },
  logLevel: 'warn',
};
