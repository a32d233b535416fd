import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { declarationsOnly } from './declarations-only.ts'

const server = process.env['WEFT_SERVER'] ?? 'http://localhost:4000'
const proxy = { '/api': server, '/hooks': server, '/socket': { target: server, ws: true } }

/** What pages before the sign-in use; nothing else may get into their chunk. */
const open =
  /[\\/]kit[\\/](messages[\\/]messages|ui[\\/](api|compressed-storage|first-wrong|language|limits|offline-banner|offline-banner\.module|reach|scheme|session|store|texts|toast|toast\.module))\.|node_modules[\\/](lz-string|intl-messageformat|@formatjs)[\\/]|icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes)\.|apps[\\/]web[\\/](lost-chunks|routes[\\/](auth|declare)|shell[\\/](sign-in|home|logo))\./

/** What screens that only show things do without; declarations of forms bring the schemas with them. */
const forms =
  /[\\/]kit[\\/](ui[\\/]form|define)[\\/]|node_modules[\\/]react-number-format[\\/]|core[\\/]esm[\\/]components[\\/](Autosize|Chip|ColorInput|FileInput|MultiSelect|NumberInput|PasswordInput|Pill|PillsInput|Radio|Switch|TagsInput|Textarea)[\\/]/

const frame = /node_modules[\\/]|[\\/]kit[\\/](ui|messages|define)[\\/]|apps[\\/]web[\\/](shell|routes)[\\/]/

const sourcesIn = (folder: string) =>
  readdirSync(`${import.meta.dirname}/${folder}`)
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(`${import.meta.dirname}/${folder}/${file}`, 'utf8'))

/** Their icons, by name: `IconEye`. */
const openIcons = new Set(
  [
    ...sourcesIn('features/auth'),
    ...['toast', 'offline-banner'].map((name) =>
      readFileSync(`${import.meta.dirname}/../../kit/ui/${name}.tsx`, 'utf8'),
    ),
  ].flatMap((source) => source.match(/\bIcon[A-Z]\w+/g) ?? []),
)
const isOpen = (id: string) =>
  open.test(id) || openIcons.has(/icons-react[\\/].*[\\/](Icon\w+)\.\w+$/.exec(id)?.[1] ?? '')

/** How many screens there are: what more than half of them need is the frame. */
const screens = new Set(sourcesIn('routes').flatMap((source) => source.match(/import\('[^']+'\)/g) ?? [])).size

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), declarationsOnly()],
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
          // Layers that live long: React, what the sign-in page needs, the schemas of forms, what most screens need, icons. The rest follows its screen.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: 'open', test: isOpen, priority: 20 },
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/, priority: 15 },
            {
              name: 'frame',
              test: (id) => frame.test(id) && !forms.test(id),
              minShareCount: Math.round(screens * 0.55),
              priority: 10,
            },
            { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2, priority: 5 },
          ],
        },
      },
    },
  },
})
