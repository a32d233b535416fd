import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['WEFT_SERVER'] ?? 'http://localhost:4000'
const proxy = { '/api': server, '/hooks': server, '/socket': { target: server, ws: true } }

/** What pages before the sign-in use; nothing else may get into their chunk. */
const open =
  /[\\/]kit[\\/](messages[\\/]messages|ui[\\/](api|compressed-storage|language|scheme|session|store|texts|toast|toast\.module))\.|node_modules[\\/](lz-string|intl-messageformat|@formatjs)[\\/]|icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes|icons[\\/]Icon(X|AlertTriangle|CircleCheck|InfoCircle|ArrowRight|Eye|EyeOff))\.|apps[\\/]web[\\/](lost-chunks|routes[\\/](auth|declare)|shell[\\/](sign-in|home|logo))\./

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
          // Three layers that live long: React, what the sign-in page needs, what nearly every screen needs. The rest follows its screen.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: 'open', test: open, priority: 20 },
            { name: 'frame', test: /node_modules[\\/]|[\\/]kit[\\/](ui|messages|define)[\\/]|apps[\\/]web[\\/](shell|routes)[\\/]/, minShareCount: 24, priority: 10 },
          ],
        },
      },
    },
  },
})
