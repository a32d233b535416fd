// Bundles each of the server's programs with the parts they share. What Node resolves, strips and compiles of a thousand small files took
// the server 4.1 s of a processor and a worker 2.4; of the bundle it is 2.4 and 1.1.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { fingerprint, root } from './built-files.ts'
import { programFiles, programs } from './program-files.ts'
import { sweep } from './sweep.ts'

/** Packages of many small files that need nothing but to be loaded. */
const packages = ['zod', 'kysely', 'fastify-type-provider-zod', 'intl-messageformat', /^@formatjs\//, /^@weft\//]

/** Packages of which a part of ours needs another version than the rest; from where the bundles lie only that of the rest is found. */
const ownVersions = ['catalogue', 'contracts', 'engine', 'kit'].flatMap((part) =>
  foldersIn(path.join(root, part, 'node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? foldersIn(path.join(root, part, 'node_modules', name)).map((inner) => `${name}/${inner}`)
      : [name],
  ),
)

function foldersIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
}

/** A source goes on to find what lies beside it. */
const ownPlace: Plugin = {
  name: 'own-place',
  enforce: 'pre',
  transform(code, id) {
    const file = id.split('?')[0]!
    if (!code.includes('import.meta.') || file.includes('/node_modules/')) return
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
      .replaceAll('import.meta.filename', JSON.stringify(file))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
  },
}

/** Loaded with the lockdown, before a program: what is cleared there is what the lockdown lets through, so both need the same module. */
const cleared = path.join(root, 'engine/isolation/cleared.ts')
const sharedWithLockdown: Plugin = {
  name: 'shared-with-lockdown',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/cleared.ts') && importer && path.resolve(path.dirname(importer), source) === cleared
      ? { id: pathToFileURL(cleared).href, external: true }
      : undefined,
}

const app = (name: string) => path.join(root, 'apps', name)
const sources = fingerprint(programFiles.sources())
const built = await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [ownPlace, sharedWithLockdown],
  ssr: { target: 'node', noExternal: [...packages, ...ownVersions] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: programs,
    emptyOutDir: false, // a program that runs meanwhile may still load a part
    minify: false,
    rolldownOptions: {
      input: {
        supervisor: path.join(app('supervisor'), 'supervise.ts'),
        server: path.join(app('server'), 'main.ts'),
        worker: path.join(app('worker'), 'main.ts'),
        isolation: path.join(app('isolation'), 'main.ts'),
      },
      output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', keepNames: true },
    },
  },
})
const { output } = built as { output: { fileName: string }[] }
sweep(programs, [path.basename(programFiles.stamp), ...output.map(({ fileName }) => fileName)])
writeFileSync(programFiles.stamp, sources)
