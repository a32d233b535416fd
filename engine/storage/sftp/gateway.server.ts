import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import ssh2, { type AuthContext, type Connection, type ServerConfig } from 'ssh2'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { passwordFits } from '@weft/kit/secrets/passwords.server.ts'
import type { Storages } from '../storages.server.ts'
import { folderShelf } from './folder-shelf.server.ts'
import type { Shelf } from './shelf.ts'
import { speak } from './protocol.server.ts'
import { storageShelf } from './storage-shelf.server.ts'

const mostConnections = 200
const mostTries = 5
const graceMs = 30_000
const recheckMs = 5_000

type Guest = { tenant_id: string; username: string }

type Opening = { db: Database; home: string; storages: Pick<Storages, 'of' | 'isLocal'>; port: number; host?: string; /** How long after a port that somebody else has it is tried again. */ retry_ms?: number; /** Told whenever it begins to listen, or cannot. */ heard?: (state: { port: number; listens: boolean }) => void; /** Whether anybody may sign in at all; asked anew while somebody is in. */ isOpen?: () => Promise<boolean> }

/**
 * The door for files from outside: SFTP with a user of a tenant, who sees his tenant's storage as the whole world, wherever it lies,
 * and can do nothing but SFTP. Listens until closed; the host key is made once and kept in WEFT_HOME.
 */
export async function openSftpGateway({ db, home, storages, port, host = '127.0.0.1', retry_ms = 5_000, heard = () => {}, isOpen = async () => true }: Opening) {
  const connections = new Set<Connection>()
  const config: ServerConfig = { hostKeys: [hostKey(home)], ident: 'Weft' }
  const server = new ssh2.Server(config, (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
    connection.on('error', () => {}) // scanners and lost lines; 'close' follows
    receive(connection, { db, isOpen }, (tenant_id) => shelfOf(tenant_id, home, storages))
  })
  server.maxConnections = mostConnections
  const door = listenPatiently(server, { port, host, retry_ms, heard })
  await door.tried
  return {
    get port() {
      return (server.address() as { port: number } | null)?.port ?? port
    },
    listens: () => server.address() !== null,
    async close() {
      door.stop()
      if (!server.address()) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of connections) connection.end()
      await closed
    },
  }
}

/** A port that somebody else has keeps nothing else from working: it is asked for again until it is free. */
function listenPatiently(server: ssh2.Server, { port, host, retry_ms, heard }: { port: number; host: string; retry_ms: number; heard: NonNullable<Opening['heard']> }) {
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
    if (!complained) log.error({ err: error, port, retry_ms }, 'the SFTP gateway cannot listen on its port, which is tried again; everything else works')
    complained = true
    heard({ port, listens: false })
    timer = setTimeout(listen, retry_ms)
    resolve()
  })
  listen()
  return { tried, stop: () => clearTimeout(timer) }
}

/** A folder of this machine is served from there; for any other storage files are fetched and brought whole. */
async function shelfOf(tenant_id: string, home: string, storages: Pick<Storages, 'of' | 'isLocal'>): Promise<Shelf> {
  if (!(await storages.isLocal(tenant_id))) return storageShelf(storages.of(tenant_id), path.join(home, 'sftp'))
  const root = path.join(home, 'storage', tenant_id)
  await mkdir(root, { recursive: true, mode: 0o700 })
  return folderShelf(root)
}

function receive(connection: Connection, { db, isOpen }: { db: Database; isOpen: () => Promise<boolean> }, shelfFor: (tenant_id: string) => Promise<Shelf>) {
  // Without this, every packet waits for the one before to be acknowledged: 0.3 MB/s instead of 60.
  ;(connection as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true)
  let guest: Guest | undefined
  let tries = 0
  const grace = setTimeout(() => connection.end(), graceMs).unref()

  connection.on('authentication', (context) => {
    void (async () => {
      if (context.method !== 'password') return context.reject(['password'])
      guest = (await isOpen()) ? await admit(db, context).catch(() => undefined) : undefined
      if (guest) return context.accept()
      context.reject(['password'])
      if (++tries >= mostTries) connection.end()
    })()
  })
  connection.on('close', () => clearTimeout(grace))
  connection.on('ready', () => {
    clearTimeout(grace)
    const { tenant_id } = guest!
    connection.on('session', (accept) => {
      accept().on('sftp', (accept) => {
        const sftp = accept()
        speak(sftp, shelfFor(tenant_id), nowAndThen(async () => (await isOpen()) && Boolean(await findGuest(db, guest!.username))))
        // OpenSSH's `bye` waits for the server to end the channel.
        sftp.on('end', () => sftp.end())
      })
    })
  })
}

/** The tenant whose user this is, if the password fits and both are active. Takes as long for an unknown user. */
async function admit(db: Database, { username, password }: AuthContext & { password: string }): Promise<Guest | undefined> {
  const found = await findGuest(db, username)
  const fits = await passwordFits(found?.password_hash, password)
  return found && fits ? { tenant_id: found.tenant_id, username } : undefined
}

const findGuest = (db: Database, username: string) =>
  inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('sftp_users as u')
      .innerJoin('tenants as t', 't.id', 'u.tenant_id')
      .select(['u.tenant_id', 'u.password_hash'])
      .where('u.username', '=', username)
      .where('u.active', '=', true)
      .where('t.active', '=', true)
      .executeTakeFirst())

/** Asks at most every few seconds and answers the same in between. */
function nowAndThen(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer = Promise.resolve(true)
  let asked = 0
  return () => {
    if (Date.now() - asked > recheckMs) {
      asked = Date.now()
      answer = ask().catch(() => true) // the database is away: whoever was in may go on
    }
    return answer
  }
}

function hostKey(home: string): string {
  const file = path.join(home, 'sftp_host_key')
  if (!existsSync(file)) writeFileSync(file, newHostKey(), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Three keys in a thousand the library writes in a form it cannot read itself. */
function newHostKey(): string {
  for (;;) {
    const { private: key } = ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(key) instanceof Error)) return key
  }
}
