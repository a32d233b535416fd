import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
export const web = path.join(root, 'apps/web')
export const agent = path.join(root, 'apps/agent')
export const dist = path.join(web, 'dist')
/** Says which sources the built files were made from. */
export const stamp = path.join(dist, '.built-from')

/** Builds the browser's files and the agent's unless they are as new as their sources. Answers whether it had to. */
export async function buildWeb(): Promise<boolean> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return false
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'build-web.ts')],
    { cwd: root, stdio: 'inherit' },
  )
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('The pages could not be built; what is wrong stands above.')
  return true
}

/** Sizes and contents of all that may end up in the browser or the agent. */
export function fingerprint() {
  const generated = ['**/node_modules/**', '**/dist/**', '**/dist-*/**', '**/*.test.ts']
  const files = [
    ...globSync('{apps/web,catalogue,designers,engine,kit}/**/*.{ts,tsx,js,css,html,svg,json}', {
      cwd: root,
      exclude: [...generated, '**/*.server.ts'],
    }),
    ...globSync('{apps,kit}/agent/**/*.ts', { cwd: root, exclude: generated }),
  ].sort()
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  for (const file of files)
    if (statSync(path.join(root, file)).isFile()) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}
