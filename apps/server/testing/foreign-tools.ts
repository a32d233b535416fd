import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../..')
const cache = path.join(root, 'node_modules/.cache')

type Tools = { folder: string; missing: false } | { folder: string; missing: string }

/** The tools of `tools/api-readers`, installed apart from the house; where that cannot be done, why. */
export async function npmTools(): Promise<Tools> {
  const folder = path.join(cache, 'api-readers')
  mkdirSync(folder, { recursive: true })
  cpSync(path.join(root, 'tools/api-readers'), folder, { recursive: true })
  return installed(folder, () => run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder }))
}

/** A Python package in an environment of its own; where that cannot be had, why. */
export async function pythonTool(name: string, version: string): Promise<Tools> {
  const folder = path.join(cache, `${name}-${version}`)
  return installed(folder, async () => {
    if (existsSync(path.join(folder, 'bin', name))) return
    await run('python3', ['-m', 'venv', folder])
    await run(path.join(folder, 'bin/pip'), ['install', '--quiet', `${name}==${version}`])
  })
}

async function installed(folder: string, install: () => Promise<unknown>): Promise<Tools> {
  try {
    await install()
    return { folder, missing: false }
  } catch (error) {
    return { folder, missing: error instanceof Error ? error.message : String(error) }
  }
}
