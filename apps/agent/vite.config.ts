import { defineConfig } from 'vite'

/** One file without anything beside it, for the Node that customers have. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true, target: 'node', external: ['bufferutil', 'utf-8-validate'] },
  build: {
    ssr: 'main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'weft-agent.mjs', format: 'esm', codeSplitting: false } },
  },
})
