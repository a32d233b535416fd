import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What each product is made to do, started by a call: `now` answers at once and `at_end` with what came of it, after one field is set; `write`
 * inserts the record into a table; `wait` asks a system that answers after a second and inserts the answer; `ask_all` does so for each of a list
 * of numbers, of a system that answers after 50 ms.
 */
export const flows = ['now', 'at_end', 'write', 'wait', 'ask_all'] as const
export type Flow = (typeof flows)[number]

export type PeerSetup = {
  /** What the product keeps in files. */
  folder: string
  /** An empty database for the product itself; not every one wants it. */
  own: URL
  /** The database with the table `marks (id int)`. */
  marks: URL
  /** `SHOP/MILLISECONDS/NUMBER` answers `[{"id": NUMBER}]` after so long. */
  shop: string
}

export type Peer = {
  name: string
  version: string
  start(setup: PeerSetup): Promise<Running>
}

export type Running = {
  urls: Record<Flow, string>
  /** Ends all of its processes at once, as a crash does, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** A folder with these packages, installed once from npm and kept for the next time. */
export function installed(name: string, packages: string[], overrides: Record<string, string> = {}): string {
  const folder = path.join(process.env['WEFT_BENCH_PEERS'] ?? path.join(homedir(), '.cache/weft-bench'), name)
  if (existsSync(path.join(folder, 'package-lock.json'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${packages.join(', ')} cannot be installed: ${stderr.slice(-500)}`)
  return folder
}

/** Runs a server in a process group of its own until it answers. */
export async function aServer({
  command,
  cwd,
  env,
  ready,
}: {
  command: string[]
  cwd: string
  env: Record<string, string>
  /** An address that answers once it works. */
  ready: string
}): Promise<Pick<Running, 'crash' | 'stop'>> {
  let child: ChildProcess
  let said = ''
  async function begin() {
    child = spawn(command[0]!, command.slice(1), { cwd, env: { ...process.env, ...env }, detached: true })
    const keep = (chunk: Buffer) => (said = `${said}${String(chunk)}`.slice(-4_000))
    child.stdout!.on('data', keep)
    child.stderr!.on('data', keep)
    for (const until = Date.now() + 180_000; Date.now() < until; await sleep(200)) {
      if (child.exitCode !== null) break
      const answered = await fetch(ready).catch(() => undefined)
      if (answered?.ok) return
    }
    throw new Error(`${command.join(' ')} does not answer: ${said}`)
  }
  async function end(signal: NodeJS.Signals) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid!, signal)
    await ended
  }
  await begin()
  return {
    async crash() {
      await end('SIGKILL')
      await begin()
    },
    stop: () => end('SIGTERM'),
  }
}
