import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

const root = path.resolve(import.meta.dirname, '../..')
const web = path.join(root, 'apps/web')
const dist = path.join(web, 'dist')
const stamp = path.join(dist, '.built-from')
const day = 86_400_000

/**
 * Builds the browser's files unless they are as new as their sources. Answers whether it had to. They are built aside and then laid
 * over the old ones, index.html last, so that a server running meanwhile never misses a file a page asks it for.
 */
export async function buildWeb(): Promise<boolean> {
  const sources = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false
  const { build } = await import('vite')
  const fresh = mkdtempSync(path.join(web, 'dist-'))
  try {
    await build({ root: web, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
    await compressAll(fresh)
    const page = path.join(fresh, 'index.html')
    cpSync(fresh, dist, { recursive: true, filter: (file) => file !== page })
    renameSync(page, path.join(dist, 'index.html'))
    sweep(path.join(fresh, 'assets'), path.join(dist, 'assets'))
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  writeFileSync(stamp, sources)
  return true
}

/** Writes a `.br` and a `.gz` beside every text file, so that nothing is compressed while somebody waits. */
async function compressAll(folder: string) {
  const files = globSync('**/*.{js,css,svg}', { cwd: folder }).map((file) => path.join(folder, file)).filter((file) => statSync(file).size > 1_000)
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      await writeFile(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))
      await writeFile(`${file}.gz`, await gzip(content, { level: 9 }))
    }),
  )
}

/** Files of earlier builds go once no open page can still want them. */
function sweep(current: string, all: string) {
  const kept = new Set(readdirSync(current))
  for (const name of readdirSync(all)) if (!kept.has(name) && statSync(path.join(all, name)).mtimeMs < Date.now() - day) rmSync(path.join(all, name), { force: true })
}

/** Sizes and contents of all that may end up in the browser. */
function fingerprint() {
  const files = globSync('{apps/web,catalogue,designers,engine,kit}/**/*.{ts,tsx,js,css,html,svg,json}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/dist-*/**', '**/*.test.ts', '**/*.server.ts'] }).sort()
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  for (const file of files) if (statSync(path.join(root, file)).isFile()) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
