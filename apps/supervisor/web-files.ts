import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const web = path.join(root, 'apps/web')
const stamp = path.join(web, 'dist', '.built-from')

/** Builds the browser's files unless they are as new as their sources. Answers whether it had to. */
export async function buildWeb(): Promise<boolean> {
  const sources = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false
  const { build } = await import('vite')
  await build({ root: web, logLevel: 'warn' })
  writeFileSync(stamp, sources)
  return true
}

/** Sizes and contents of all that may end up in the browser. */
function fingerprint() {
  const files = globSync('{apps/web,catalogue,designers,engine,kit}/**/*.{ts,tsx,css,html,svg,json}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/*.server.ts'] }).sort()
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  for (const file of files) if (statSync(path.join(root, file)).isFile()) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
