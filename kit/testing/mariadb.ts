import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../database/embedded.server.ts'
import { cachedFolder, isAlive } from './cached-folder.ts'

const run = promisify(execFile)

/** A MariaDB of a test file's own, reached as its administrator; `stop` and `start` take it away and bring it back on the same port. */
export type MariaDb = {
  host: string
  port: number
  username: string
  password: string
  folder: string
  start(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Stops it for good and leaves nothing behind. */ end(): Promise<void>
}

type Binaries = { daemon: string; install: string; options: string[]; environment: NodeJS.ProcessEnv }

/**
 * Starts the MariaDB of this machine, or one unpacked from Debian's packages into a cache folder without installing it. Answers why
 * where neither is possible: tests that need it are skipped with that as their reason. `more` are options of the server.
 */
export async function mariaDb(more: string[] = []): Promise<MariaDb | string> {
  const database = await startMariaDb(more)
  if (typeof database !== 'string') after(() => database.end())
  return database
}

/** The same outside of a test file; whoever starts it ends it. */
export async function startMariaDb(more: string[] = []): Promise<MariaDb | string> {
  const found = await binaries().catch(
    (error: Error) => `There is no mariadbd on PATH and none could be unpacked: ${error.message}`,
  )
  if (typeof found === 'string') {
    console.warn(`SKIPPED, no MariaDB: ${found}`)
    return found
  }
  sweep()
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')]
  const data = `--datadir=${folder}/data`
  // A server that starts removes every temporary table it finds in its folder, those of servers that run, too.
  const environment = { ...found.environment, TMPDIR: path.join(folder, 'tmp') }
  mkdirSync(environment.TMPDIR)
  const root = process.getuid?.() === 0 ? ['--user=root'] : []
  await run(
    found.install,
    ['--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-test-db', ...found.options, ...root],
    { env: environment },
  )
  writeFileSync(
    path.join(folder, 'first.sql'),
    `create user if not exists weft_admin@'%' identified by '${password}';\ngrant all privileges on *.* to weft_admin@'%' with grant option;\n`,
  )

  let child: ChildProcess | undefined
  const database: MariaDb = {
    host: '127.0.0.1',
    port,
    username: 'weft_admin',
    password,
    folder,
    async start() {
      const log = openSync(path.join(folder, 'log'), 'a')
      child = spawn(
        found.daemon,
        [
          '--no-defaults',
          data,
          ...found.options,
          ...root,
          `--port=${port}`,
          '--bind-address=127.0.0.1',
          `--socket=${folder}/socket`,
          `--pid-file=${folder}/pid`,
          `--init-file=${folder}/first.sql`,
          '--skip-log-bin',
          '--skip-name-resolve',
          '--innodb-buffer-pool-size=64M',
          '--max-connections=200',
          ...more,
        ],
        { stdio: ['ignore', log, log], env: environment },
      )
      for (let tries = 0; !(await answers(port)); tries++) {
        if (child.exitCode !== null || tries > 600)
          throw new Error(`MariaDB did not start: ${readFileSync(path.join(folder, 'log'), 'utf8').slice(-2000)}`)
        await sleep(50)
      }
    },
    async stop(signal = 'SIGTERM') {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode) return
      const gone = new Promise((resolve) => running.once('exit', resolve))
      running.kill(signal)
      await gone
    },
    async end() {
      await database.stop('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await database.start()
  return database
}

const prefix = 'weft-mariadb-of-'

/** A test process that was killed leaves its server running: whoever comes next ends it. */
function sweep() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(tmpdir(), name)
    if (isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    try {
      process.kill(Number(readFileSync(path.join(folder, 'pid'), 'utf8')), 'SIGKILL')
    } catch {
      // it has ended, or it is another user's
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('data', () => resolve(socket.destroy() !== undefined)) // the server speaks first once it takes logins
    socket.once('error', () => resolve(false))
  })

async function binaries(): Promise<Binaries> {
  const onPath = (name: string) =>
    `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`
      .split(':')
      .map((folder) => path.join(folder, name))
      .find(existsSync)
  const [daemon, install] = [onPath('mariadbd'), onPath('mariadb-install-db')]
  if (daemon && install) return { daemon, install, options: [], environment: process.env }
  const usr = path.join(await cachedFolder('mariadb', download), 'usr')
  const libraries = readdirSync(path.join(usr, 'lib'))
    .map((name) => path.join(usr, 'lib', name))
    .join(':')
  return {
    daemon: path.join(usr, 'sbin/mariadbd'),
    install: path.join(usr, 'bin/mariadb-install-db'),
    options: [
      `--basedir=${usr}`,
      `--lc-messages-dir=${usr}/share/mysql`,
      `--character-sets-dir=${usr}/share/mysql/charsets`,
    ],
    environment: { ...process.env, LD_LIBRARY_PATH: libraries },
  }
}

const packages = [
  'mariadb-server',
  'mariadb-server-core',
  'mariadb-client-core',
  'mariadb-common',
  'liburing2',
  'libaio1',
  'libmariadb3',
]

async function download(folder: string) {
  if (process.platform !== 'linux') throw new Error('only Debian and what descends from it has packages to unpack')
  await run('apt-get', ['download', ...packages], { cwd: folder, timeout: 100_000 })
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    await run('dpkg', ['-x', file, '.'], { cwd: folder })
    rmSync(path.join(folder, file))
  }
}
