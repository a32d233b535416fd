import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { row, type Row } from './figure.ts'

/** Seconds from `npm start` to the first answer of /readyz: cold from a fresh clone and an empty npm cache, then warm. */
export async function measure(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-start-'))
  try {
    const clone = path.join(folder, 'weft')
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${path.resolve('.')}`, clone])
    const cache = path.join(folder, 'npm-cache')
    const cold = await untilReady(clone, cache)
    const warm = await untilReady(clone, cache)
    return [row('cold start, empty npm cache', cold, 's', 60), row('warm start', warm, 's', 3)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function untilReady(folder: string, cache: string): Promise<number> {
  const port = await freePort()
  const sftp = await freePort()
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      npm_config_cache: cache,
      PORT: String(port),
      WEFT_SFTP_PORT: String(sftp),
      WEFT_HOME: path.join(folder, '.weft'),
    },
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null) throw new Error('npm start ended before it was ready')
      await sleep(20)
    }
    return (performance.now() - started) / 1000
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}
