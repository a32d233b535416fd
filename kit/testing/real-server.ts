import { spawn, type ChildProcess } from 'node:child_process'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../database/embedded.server.ts'
import { messageOf } from '../errors/caught.ts'
import { isAlive } from './cached-folder.ts'
import { debianRoot } from './debian-root.ts'

/** A server of a test file's own on this machine; `stop` and `start` take it away and bring it back on the same port. */
export type RealServer = {
  host: '127.0.0.1'
  port: number
  /** Its own folder on this machine; the server sees it as /srv. */
  folder: string
  start(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Stops it for good and leaves nothing behind. */ end(): Promise<void>
  /** Runs a program beside it, which sees the same files, and answers what it prints. Throws what it complains about. */
  run(command: string, ...args: string[]): Promise<string>
}

type Wanted = {
  /** The folder of the unpacked packages; the same packages have the same name everywhere. */
  name: string
  /** Debian packages; `command` is looked for in them. */
  packages: readonly string[]
  /** Users that the packages would make. */
  accounts?: readonly string[]
  /** Before the first start: writes what the server is configured with, and runs what has to run once. */
  prepare?(server: RealServer): Promise<void> | void
  /** The program and its arguments; it stays in the foreground. */
  command(at: { port: number }): string[]
  environment?: Record<string, string>
  /** Whether it takes requests; a connection to the port unless said. */
  ready?(server: RealServer): Promise<boolean>
}

/**
 * Starts a real server from Debian's packages, which are unpacked and never installed, in a root of its own and on a free port.
 * Answers why where that is not possible: tests that need it are skipped with that as their reason.
 */
export async function realServer(wanted: Wanted): Promise<RealServer | string> {
  const server = await startRealServer(wanted)
  if (typeof server !== 'string') after(() => server.end())
  return server
}

/** The same outside of a test file; whoever starts it ends it. */
export async function startRealServer({
  name,
  packages,
  accounts,
  prepare,
  command,
  environment,
  ready,
}: Wanted): Promise<RealServer | string> {
  const root = await debianRoot(name, packages, accounts).catch((error: unknown) => messageOf(error) || String(error))
  if (!root.startsWith('/')) {
    console.warn(`SKIPPED, no ${name}: ${root}`)
    return `There is no ${name} here: ${root}`
  }
  sweep()
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))
  const port = await freePort()
  const log = path.join(folder, 'log')
  mkdirSync(path.join(folder, 'srv'))
  const inRoot = (args: string[]): [string, string[], { env: NodeJS.ProcessEnv; detached: true }] => [
    'unshare',
    [
      ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
      '--mount',
      'sh',
      '-c',
      enter,
      'sh',
      root,
      ...args,
    ],
    {
      env: { PATH: paths, HOME: '/srv', LANG: 'C.UTF-8', WEFT_SRV: path.join(folder, 'srv'), ...environment },
      detached: true,
    },
  ]

  let child: ChildProcess | undefined
  const server: RealServer = {
    host: '127.0.0.1',
    port,
    folder: path.join(folder, 'srv'),
    async start() {
      const [program, args, options] = inRoot(command({ port }))
      const started = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      for (const stream of [started.stdout, started.stderr]) stream.pipe(createWriteStream(log, { flags: 'a' }))
      await new Promise((done) => started.once('spawn', done))
      writeFileSync(path.join(folder, 'pid'), String(started.pid))
      for (let tries = 0; !(await (ready?.(server) ?? answers(port))); tries++) {
        if (started.exitCode !== null || tries > 600)
          throw new Error(`${name} did not start: ${readFileSync(log, 'utf8').slice(-2_000)}`)
        await sleep(50)
      }
    },
    async stop(signal = 'SIGTERM') {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode) return
      const gone = new Promise((done) => running.once('exit', done))
      killGroup(running.pid!, signal)
      await gone
    },
    async end() {
      await server.stop('SIGKILL')
      if (child?.pid) killGroup(child.pid, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
    run: (...args) =>
      new Promise((done, fail) => {
        const [program, all, options] = inRoot(args)
        const started = spawn(program, all, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
        let said = ''
        for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
        started.once('error', fail)
        started.once('close', (code) => (code === 0 ? done(said) : fail(new Error(`${args.join(' ')}: ${said}`))))
      }),
  }
  try {
    await prepare?.(server)
    await server.start()
    return server
  } catch (error) {
    await server.end()
    throw error
  }
}

const prefix = 'weft-server-of-'
const paths = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** In a mount namespace of its own: devices, processes and its own folder become visible in the root, what is written at run time is its own. */
const enter = `root="$1"; shift
mount --rbind /dev "$root/dev" && mount --rbind /proc "$root/proc" && mount -t tmpfs run "$root/run" && mount -t tmpfs tmp "$root/tmp" && chmod 1777 "$root/tmp" &&
mount --bind "$WEFT_SRV" "$root/srv" && cd "$root" && exec chroot "$root" "$@"`

/** What a server has started itself ends with it, also what left its group: many give each line a process in a session of its own. */
function killGroup(pid: number, signal: NodeJS.Signals) {
  for (const one of [-pid, ...descendants(pid)])
    try {
      process.kill(one, signal)
    } catch {
      // it has ended
    }
}

function descendants(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      // The name in brackets may hold anything, also brackets.
      const parent = Number(readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
    } catch {
      // it has ended
    }
  const below = (one: number): number[] => (children.get(one) ?? []).flatMap((child) => [child, ...below(child)])
  return below(pid)
}

/** A test process that was killed leaves its server running: whoever comes next ends it. */
function sweep() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    const folder = path.join(tmpdir(), name)
    const pid = path.join(folder, 'pid')
    if (existsSync(pid)) killGroup(Number(readFileSync(pid, 'utf8')), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => done(socket.destroy() !== undefined))
    socket.once('error', () => done(false))
  })
