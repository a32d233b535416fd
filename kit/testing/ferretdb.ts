import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../database/embedded.server.ts'
import { messageOf } from '../errors/caught.ts'
import { cachedFolder } from './cached-folder.ts'

const run = promisify(execFile)
const version = 'v1.24.2'

/** A server that speaks MongoDB's protocol and keeps everything in SQLite: MongoDB itself comes from nowhere that can be used here. */
export async function ferretDb(login: FerretLogin): Promise<FerretDb | string> {
  const server = await startFerretDb(login)
  if (typeof server !== 'string') after(() => server.end())
  return server
}

/** Who may sign in at first, and to which database. */
export type FerretLogin = { database: string; user: string; password: string }

export type FerretDb = {
  port: number
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops it for good and leaves nothing behind. */ end(): Promise<void>
}

/** The same outside of a test file; whoever starts it ends it. */
export async function startFerretDb(login: FerretLogin): Promise<FerretDb | string> {
  const built = await cachedFolder(`ferretdb-${version}`, build).catch((error: unknown) => new Error(messageOf(error)))
  if (built instanceof Error) {
    console.warn(`SKIPPED, no FerretDB: ${built.message}`)
    return `There is no FerretDB here: ${built.message}`
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-ferretdb-'))
  const port = await freePort()
  let child: ChildProcess
  const server = {
    port,
    async start() {
      child = spawn(path.join(built, 'ferretdb'), argumentsOf(folder, port, login), { stdio: 'ignore', cwd: folder })
      for (let tries = 0; !(await answers(port)); tries++) {
        if (child.exitCode !== null || tries > 600) throw new Error('FerretDB did not start.')
        await sleep(50)
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode) return
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await gone
    },
    async end() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

const argumentsOf = (folder: string, port: number, { database, user, password }: FerretLogin) => [
  '--handler=sqlite',
  `--sqlite-url=file:${folder}/`,
  `--state-dir=${folder}`,
  `--listen-addr=127.0.0.1:${port}`,
  '--debug-addr=-',
  '--telemetry=disable',
  '--log-level=ERROR',
  '--test-enable-new-auth',
  `--setup-database=${database}`,
  `--setup-username=${user}`,
  `--setup-password=${password}`,
]

/** From its sources, by the module proxy of Go; a file that says which version it is comes with releases only. */
async function build(folder: string) {
  const { stdout } = await run('go', ['mod', 'download', '-json', `github.com/FerretDB/FerretDB@${version}`], {
    timeout: 200_000,
  })
  const sources = path.join(folder, 'sources')
  cpSync((JSON.parse(stdout) as { Dir: string }).Dir, sources, { recursive: true })
  chmodSync(path.join(sources, 'build/version'), 0o755)
  writeFileSync(path.join(sources, 'build/version/version.txt'), version)
  await run('go', ['build', '-o', path.join(folder, 'ferretdb'), './cmd/ferretdb'], { cwd: sources, timeout: 500_000 })
  await run('chmod', ['-R', 'u+w', sources])
  rmSync(sources, { recursive: true })
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => done(socket.destroy() !== undefined))
    socket.once('error', () => done(false))
  })
