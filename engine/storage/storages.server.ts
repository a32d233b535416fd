import type { Readable } from 'node:stream'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { Egress } from '../connections/egress.server.ts'
import { scopedStorage } from './scoped-storage.server.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { openConnectionPool, type ConnectionPool } from './remote/connection-pool.server.ts'
import { connectRemote, type RemoteStorage } from './remote/connect.server.ts'
import { remoteStorage } from './remote/storage.server.ts'
import { openStorageRules } from './rules.server.ts'
import type { Storage } from './storage.ts'
import { keepingVersions } from './versions.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'

const knownMs = 5_000

export type Storages = {
  /** The files of a tenant, wherever they lie. Costs nothing; where they lie is asked on use, and again after five seconds. */
  of(tenant_id: string): Storage
  /** The folder of this machine in which they lie, and from which they may be served; nothing where they lie elsewhere. */
  folderOf(tenant_id: string): Promise<string | undefined>
  /** Closes what is open for a tenant, because its storage has changed. */
  forget(tenant_id: string): void
  close(): void
}

/** `isOurs`: they lie with the files of the installation itself. */
type Known = { version: string; storage: Storage; isOurs?: true; lines?: ConnectionPool; until: number }

/** The storages of all tenants. */
export function openStorages({
  db,
  key,
  fileStore,
  egress,
}: {
  db: Database
  key: Keyring
  fileStore: Pick<FileStore, 'storage' | 'folderOf'>
  egress: Pick<Egress, 'resolve'>
}): Storages {
  const known = new Map<string, Promise<Known>>()

  async function find(tenant_id: string): Promise<Known> {
    const current = known.get(tenant_id)
    const before = await current?.catch(heardElsewhere)
    if (before && before.until > Date.now()) return before
    // Somebody else has begun to ask meanwhile.
    if (known.get(tenant_id) !== current) return find(tenant_id)
    const finding = resolve(tenant_id, before)
    known.set(tenant_id, finding)
    finding.catch(() => known.delete(tenant_id))
    return finding
  }

  async function resolve(tenant_id: string, before: Known | undefined): Promise<Known> {
    const row = await rowOf(db, tenant_id)
    const until = Date.now() + knownMs
    const version = JSON.stringify([row?.updated_at, row?.server_updated_at])
    if (before?.version === version) return { ...before, until }
    before?.lines?.close()
    if (!row || row.type === 'local') return { version, until, storage: fileStore.storage(tenant_id), isOurs: true }
    const { password, sealed_at, server_id, folder, updated_at: _, server_updated_at: __, ...place } = row
    const elsewhere = { ...place, password: password ? unseal(key, sealed_at, password) : '' } as RemoteStorage
    const lines = openConnectionPool(elsewhere, () =>
      connectRemote(elsewhere, egress, (host_key) => {
        elsewhere.host_key = host_key
        void remember(db, { tenant_id, server_id }, host_key).catch(
          ignore('the key of an SFTP server is remembered by the next line'),
        )
      }),
    )
    const storage = remoteStorage(lines, elsewhere)
    return { version, until, lines, storage: folder ? scopedStorage(storage, folder) : storage }
  }

  const rules = openStorageRules(db)
  const of = (tenant_id: string): Storage => {
    const storage = async () => (await find(tenant_id)).storage
    const anywhere: Storage = {
      list: async (pattern) => (await storage()).list(pattern),
      stat: async (path) => (await storage()).stat(path),
      has: async (path) => (await storage()).has(path),
      read: async (path, start) => (await storage()).read(path, start),
      write: async (path: string, source: Readable, options?: { limit?: number }) => {
        // Whoever sends may break off while the storage is being found.
        const brokeOff = ignore('who sent a file broke off while its storage was being found')
        source.on('error', brokeOff)
        return (await storage()).write(path, source, options).finally(() => source.off('error', brokeOff))
      },
      move: async (path, to) => (await storage()).move(path, to),
      remove: async (path) => (await storage()).remove(path),
      folder: async (path) => (await storage()).folder(path),
      makeFolder: async (path) => (await storage()).makeFolder(path),
    }
    return keepingVersions(anywhere, (path) => rules.of(tenant_id, path))
  }

  function forget(tenant_id: string) {
    void known.get(tenant_id)?.then(({ lines }) => lines?.close(), heardElsewhere)
    known.delete(tenant_id)
    rules.forget(tenant_id)
  }

  return {
    of,
    folderOf: async (tenant_id) => ((await find(tenant_id)).isOurs ? fileStore.folderOf?.(tenant_id) : undefined),
    forget,
    close: () => [...known.keys()].forEach(forget),
  }
}

/** Where a tenant's files lie: said in its own row, or by the registered server the row names. */
async function rowOf(db: Database, tenant_id: string) {
  const found = await inScope(db, systemScope, async (trx) => {
    const row = await trx
      .selectFrom('tenant_storages')
      .selectAll()
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirst()
    const server = row?.server_id
      ? await trx.selectFrom('storage_servers').selectAll().where('id', '=', row.server_id).executeTakeFirstOrThrow()
      : undefined
    return row && { row, server }
  })
  if (!found) return undefined
  const { row, server } = found
  const { host, port, username, password, ssl, passive, timeout, host_key } = server ?? row
  const sealed_at = server
    ? placeIn(sealedColumns.storage_server_password, server)
    : placeIn(sealedColumns.storage_password, row)
  return {
    type: server?.type ?? row.type,
    sealed_at,
    host,
    port,
    username,
    password,
    ssl,
    passive,
    timeout,
    host_key,
    root: server?.root ?? row.root,
    folder: server && row.root,
    server_id: row.server_id,
    updated_at: row.updated_at,
    server_updated_at: server?.updated_at,
  }
}

const remember = (
  db: Database,
  { tenant_id, server_id }: { tenant_id: string; server_id: string | null },
  host_key: string,
) =>
  inScope(db, systemScope, async (trx) => {
    if (server_id)
      await trx
        .updateTable('storage_servers')
        .set({ host_key })
        .where('id', '=', server_id)
        .where('host_key', '=', '')
        .execute()
    else
      await trx
        .updateTable('tenant_storages')
        .set({ host_key })
        .where('tenant_id', '=', tenant_id)
        .where('host_key', '=', '')
        .execute()
  })
