// Builds the browser's files and the agent's; a process of its own, because the bundler would keep a gigabyte in the one that started it.
import { cpSync, globSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import { build } from 'vite'
import { fingerprint } from './built-files.ts'
import { sweep } from './sweep.ts'
import { agent, dist, web, webFiles } from './web-files.ts'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

// They are built aside and then laid over the old ones, index.html last, so that a server running meanwhile never misses a file a page
// asks it for.
const sources = fingerprint(webFiles.sources())
const fresh = mkdtempSync(path.join(web, 'dist-'))
try {
  await build({ root: web, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
  await compressAll(fresh)
  const page = path.join(fresh, 'index.html')
  cpSync(fresh, dist, { recursive: true, filter: (file) => file !== page })
  renameSync(page, path.join(dist, 'index.html'))
  sweep(path.join(dist, 'assets'), readdirSync(path.join(fresh, 'assets')))
} finally {
  rmSync(fresh, { recursive: true, force: true })
}
await build({ root: agent, logLevel: 'warn' })
writeFileSync(webFiles.stamp, sources)

/** Writes a `.br` and a `.gz` beside every text file, so that nothing is compressed while somebody waits. */
async function compressAll(folder: string) {
  const files = globSync('**/*.{js,css,svg}', { cwd: folder })
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(file).size > 1_000)
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      await writeFile(
        `${file}.br`,
        await brotli(content, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        }),
      )
      await writeFile(`${file}.gz`, await gzip(content, { level: 9 }))
    }),
  )
}
