import { createHook } from 'node:async_hooks'
import { constants, createReadStream, type Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { Transform } from 'node:stream'
import { after } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { FileSystem, FtpSrv, type FtpConnection } from 'ftp-srv'
import { inside } from '../sftp/rooted.server.ts'

type Options = {
  root: string
  username?: string
  password?: string
  tls?: { key: string; cert: string }
  implicit?: boolean
}

type Connection = { commandSocket: Socket; secure: boolean; reply(code: number, ...more: unknown[]): unknown }

/** A real FTP server over a folder, gone after the test file. `breakAfter` ends the next download after so many bytes. */
export async function anFtpServer({ root, username = 'shop', password = 'secret', tls, implicit = false }: Options) {
  const faults: { breakAfter: number | undefined; full: boolean } = { breakAfter: undefined, full: false }
  const quiet = Object.assign(
    Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => {}])),
    { child: () => quiet },
  ) as Record<string, unknown>
  const signals = (['SIGTERM', 'SIGINT', 'SIGQUIT'] as const).map(
    (signal) => [signal, process.listeners(signal)] as const,
  )
  const server = new FtpSrv({
    url: `${implicit ? 'ftps' : 'ftp'}://127.0.0.1:0`,
    pasv_url: '127.0.0.1',
    ...(await dataPorts()),
    log: quiet as never,
    tls: (tls ?? false) as never,
    file_format: ((stats: Stats & { name: string }) => line(stats)) as never,
  })
  // A test process ends as it likes.
  for (const [signal, before] of signals)
    for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener)
  // The library says that TLS may begin and gets ready for it a moment later; what arrives before the handshake is over it would take for
  // a command, and answer.
  server.on(
    'connect' as never,
    (({ connection }: { connection: Connection }) => {
      const socket = connection.commandSocket
      socket.setNoDelay(true) // two replies in a row would wait 40 ms for an acknowledgement each time
      const reply = connection.reply.bind(connection)
      let beginsTls = false
      connection.reply = (code, ...more) => {
        if (code === 234) {
          beginsTls = true
          socket.pause()
        }
        return reply(code, ...more)
      }
      const listeners = socket.listeners('data') as ((bytes: Buffer) => void)[]
      socket.removeAllListeners('data')
      socket.on('data', (bytes: Buffer) => {
        const isSaid = connection.secure ? (connection.commandSocket as TLSSocket).getPeerFinished() : !beginsTls
        if (isSaid) for (const listener of listeners) listener(bytes)
      })
    }) as never,
  )
  server.on('login', ({ connection, username: user, password: word }, resolve, reject) => {
    if (user === username && word === password) resolve({ fs: new Rooted(connection, root, faults) })
    else reject(new Error('Wrong user or password'))
  })
  await server.listen()
  after(() => server.close())
  letGoOfTimers()
  const { server: listening, connections } = server as unknown as { server: Server; connections: object }
  return {
    port: (listening.address() as AddressInfo).port,
    username,
    password,
    faults,
    connections: () => Object.keys(connections).length,
  }
}

/**
 * A stretch of ports for this server alone: the library never answers where two processes take the same one at a time. Whoever listens
 * at the first of a stretch has it.
 */
async function dataPorts() {
  for (let stretch = process.pid % 110; ; stretch = (stretch + 1) % 110) {
    const first = 10_000 + 200 * stretch
    const owner = createServer()
    const isOurs = await new Promise<boolean>((resolve) =>
      owner.once('error', () => resolve(false)).listen(first, '127.0.0.1', () => resolve(true)),
    )
    if (!isOurs) continue
    owner.unref()
    after(() => owner.close())
    return { pasv_min: first + 1, pasv_max: first + 199 }
  }
}

const isWrite = (mode: number) => (mode & constants.S_IWUSR) !== 0

/** Shows links as links and never follows one. */
class Rooted extends FileSystem {
  readonly #root: string
  readonly #faults: { breakAfter: number | undefined; full: boolean }
  constructor(connection: FtpConnection, root: string, faults: { breakAfter: number | undefined; full: boolean }) {
    super(connection, { root, cwd: '/' })
    this.#root = root
    this.#faults = faults
  }

  #at(given: string) {
    return inside(this.#root, path.posix.resolve(this.cwd, given || '.'))
  }

  override async get(name: string) {
    return Object.assign(await lstat(await this.#at(name)), { name })
  }

  override async list(folder = '.') {
    const at = await this.#at(folder)
    return Promise.all(
      (await readdir(at)).map(async (name) => Object.assign(await lstat(path.join(at, name)), { name })),
    )
  }

  override async write(name: string, options: object) {
    const at = await this.#at(name)
    if (!isWrite((await lstat(path.dirname(at))).mode)) throw new Error('EACCES: permission denied')
    if (this.#faults.full) throw new Error('ENOSPC: no space left on device')
    return super.write(name, options)
  }

  override async read(name: string, { start = 0 }: { start?: number } = {}) {
    const at = await this.#at(name)
    if ((await lstat(at)).isDirectory()) throw new Error('Cannot read a directory')
    const stream = createReadStream(at, { start })
    const { breakAfter } = this.#faults
    if (breakAfter === undefined) return { stream, clientPath: name }
    this.#faults.breakAfter = undefined
    let sent = 0
    const broken = new Transform({
      transform(bytes: Buffer, _, done) {
        sent += bytes.length
        if (sent > breakAfter) done(new Error('the line broke'))
        else done(null, bytes)
      },
    })
    return { stream: stream.pipe(broken), clientPath: name }
  }

  override async delete(name: string) {
    await this.#at(name)
    return super.delete(name)
  }
}

/** As `ls -l` prints it. */
function line(stats: Stats & { name: string }) {
  const kind = stats.isSymbolicLink() ? 'l' : stats.isDirectory() ? 'd' : '-'
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][
    stats.mtime.getUTCMonth()
  ]!
  return `${kind}rw-r--r-- 1 weft weft ${String(stats.size).padStart(12)} ${month} ${String(stats.mtime.getUTCDate()).padStart(2, ' ')} ${stats.mtime.toISOString().slice(11, 16)} ${stats.name}${kind === 'l' ? ' -> elsewhere' : ''}`
}

/** Each data connection that was announced and not used keeps the server's process alive for 30 seconds more. */
function letGoOfTimers() {
  const hook = createHook({
    init: (_id, type, _trigger, timer) =>
      type === 'Timeout' &&
      (timer as { _idleTimeout: number })._idleTimeout === 30_000 &&
      void setImmediate(() => (timer as NodeJS.Timeout).unref()),
  }).enable()
  after(() => hook.disable())
}
