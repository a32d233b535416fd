import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import ssh2, { type Connection, type ServerConfig } from 'ssh2'
import type { Database } from '@weft/kit/database/connect.server.ts'
import { ignore, ignoring } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import type { Storages } from '../storages.server.ts'
import { admit, isActive, type Guest, type Throttling } from './admit.server.ts'
import { folderFileSystem } from './folder-file-system.server.ts'
import type { SftpFileSystem } from './file-system.ts'
import { sftpHostKey } from './host-key.server.ts'
import { serveSftpSession } from './protocol.server.ts'
import { storageFileSystem } from './storage-file-system.server.ts'
import { openWaitingRoom } from './waiting-room.ts'

const mostConnections = 200
const mostTries = 5
/** Keys and the like, which nobody here can have: clients offer a few before they ask for the password. */
const mostOffers = 20
const graceMs = 30_000
const recheckMs = 5_000

type Opening = {
  db: Database
  key: Keyring
  home: string
  storages: Pick<Storages, 'of' | 'folderOf'>
  port: number
  host?: string
  /** How long after a port that somebody else has it is tried again. */ retry_ms?: number
  /** Told whenever it begins to listen, or cannot. */ heard?: (state: { port: number; listens: boolean }) => void
  /** Whether anybody may sign in at all; asked anew while somebody is in. */ isOpen?: () => Promise<boolean>
  throttling?: () => Promise<Throttling>
}

/**
 * The door for files from outside: SFTP with a user of a tenant, who sees their tenant's storage as the whole world,
 * wherever it lies, and can do nothing but SFTP. Listens until closed; every machine shows the same host key.
 */
export async function openSftpGateway({
  db,
  key,
  home,
  storages,
  port,
  host = '127.0.0.1',
  retry_ms = 5_000,
  heard = () => {},
  isOpen = async () => true,
  throttling = async () => ({ tries: 5, tries_minutes: 15, throttle_minutes: 5 }),
}: Opening) {
  const connections = new Set<Connection>()
  const config: ServerConfig = { hostKeys: [await sftpHostKey(db, key, home)], ident: 'Weft' }
  const room = openWaitingRoom()
  const leaving = new Map<string, () => void>()
  const server = new ssh2.Server(config, (connection, { ip, port }) => {
    connections.add(connection)
    connection.on('ready', () => leaving.get(`${ip} ${port}`)?.())
    connection.on('close', () => connections.delete(connection))
    connection.on('error', ignore('an SFTP line was lost')) // scanners as well; 'close' follows
    receive(connection, { db, isOpen, throttling, address: ip }, (tenant_id) => shelfOf(tenant_id, home, storages))
  })
  // Whoever finds no place is gone before anything is computed for them.
  const listener = createServer((socket) => {
    const { remoteAddress: ip = '', remotePort } = socket
    const leave = room.enter(ip)
    if (!leave) return void socket.destroy()
    const place = `${ip} ${remotePort}`
    leaving.set(place, leave)
    socket.once('close', () => {
      leaving.delete(place)
      leave()
    })
    server.injectSocket(socket)
  })
  listener.maxConnections = mostConnections
  const door = listenPatiently(listener, { port, host, retry_ms, heard })
  await door.tried
  return {
    get port() {
      return (listener.address() as { port: number } | null)?.port ?? port
    },
    listens: () => listener.address() !== null,
    async close() {
      door.stop()
      if (!listener.address()) return
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
      for (const connection of connections) connection.end()
      await closed
    },
  }
}

/** A port that somebody else has keeps nothing else from working: it is asked for again until it is free. */
function listenPatiently(
  server: Server,
  {
    port,
    host,
    retry_ms,
    heard,
  }: { port: number; host: string; retry_ms: number; heard: NonNullable<Opening['heard']> },
) {
  const { promise: tried, resolve } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let complained = false
  const listen = () => server.listen(port, host)
  server.on('listening', () => {
    if (complained) log.warn({ port }, 'the SFTP gateway listens now')
    heard({ port: (server.address() as { port: number }).port, listens: true })
    resolve()
  })
  server.on('error', (error: Error) => {
    if (!complained)
      log.error(
        { err: error, port, retry_ms },
        'the SFTP gateway cannot listen on its port, which is tried again; everything else works',
      )
    complained = true
    heard({ port, listens: false })
    timer = setTimeout(listen, retry_ms)
    resolve()
  })
  listen()
  return { tried, stop: () => clearTimeout(timer) }
}

/** A folder of this machine is served from there; for any other storage files are fetched and brought whole. */
async function shelfOf(
  tenant_id: string,
  home: string,
  storages: Pick<Storages, 'of' | 'folderOf'>,
): Promise<SftpFileSystem> {
  const root = await storages.folderOf(tenant_id)
  if (root === undefined) return storageFileSystem(storages.of(tenant_id), path.join(home, 'sftp'))
  await mkdir(root, { recursive: true, mode: 0o700 })
  return folderFileSystem(root)
}

type Around = { db: Database; isOpen: () => Promise<boolean>; throttling: () => Promise<Throttling>; address: string }

function receive(
  connection: Connection,
  { db, isOpen, throttling, address }: Around,
  shelfFor: (tenant_id: string) => Promise<SftpFileSystem>,
) {
  // Without this, every packet waits for the one before to be acknowledged: 0.3 MB/s instead of 60.
  ;(connection as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true)
  let guest: Guest | undefined
  let tries = 0
  let offers = 0
  const grace = setTimeout(() => connection.end(), graceMs).unref()

  connection.on('authentication', (context) => {
    void (async () => {
      if (context.method !== 'password') {
        context.reject(['password'])
        if (++offers >= mostOffers) connection.end()
        return
      }
      const { username, password } = context
      guest = (await isOpen()) ? await admit(db, { username, password, address }, throttling) : undefined
      if (guest) return context.accept()
      context.reject(['password'])
      if (++tries >= mostTries) connection.end()
    })().catch((error: unknown) => {
      log.error({ err: error }, 'a sign-in at the SFTP gateway could not be judged')
      context.reject(['password'])
    })
  })
  connection.on('close', () => clearTimeout(grace))
  connection.on('ready', () => {
    clearTimeout(grace)
    const { tenant_id } = guest!
    connection.on('session', (accept) => {
      accept().on('sftp', (accept) => {
        const sftp = accept()
        serveSftpSession(
          sftp,
          shelfFor(tenant_id),
          nowAndThen(async () => (await isOpen()) && (await isActive(db, guest!.username))),
        )
        // OpenSSH's `bye` waits for the server to end the channel.
        sftp.on('end', () => sftp.end())
      })
    })
  })
}

/** Asks at most every few seconds and answers the same in between. */
function nowAndThen(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer = Promise.resolve(true)
  let asked = 0
  return () => {
    if (Date.now() - asked > recheckMs) {
      asked = Date.now()
      answer = ask().catch(ignoring('the database is away: whoever is in the SFTP gateway may go on', true))
    }
    return answer
  }
}
