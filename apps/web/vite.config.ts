import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['WEFT_SERVER'] ?? 'http://localhost:4000'
const proxy = { '/api': server, '/hooks': server, '/socket': { target: server, ws: true } }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  css: { transformer: 'lightningcss' },
  server: { proxy },
  preview: { proxy },
  build: {
    target: 'es2023',
    cssMinify: 'lightningcss',
    // Fonts and pictures stay files: the page's rules allow no foreign sources, and a data address cannot be cached.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One long-lived chunk for what every page needs. A broader group drags the whole kit into the sign-in page.
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 }],
        },
      },
    },
  },
})
