import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { connectTo } from '../connections/tenant-databases.server.ts'
import {
  collections,
  type Collection,
  type DocumentStore,
  type NewDocument,
  type StoredDocument,
} from '../documents/document-store.ts'
import type { DocumentText } from '../documents/document-text.ts'
import { dumpDocuments } from '../documents/postgres/transfer.server.ts'
import { ordered } from '../records/transfer.ts'
import type { Storage } from '../storage/storage.ts'
import { isVersion } from '../storage/versions.server.ts'
import type { FilesOfTenant } from './read-backup.server.ts'
import type { TenantWork } from './tenant-work.ts'

/** Puts every document of the backup where it was, unless it is there as it was or has expired; answers how many. */
export async function putDocuments(
  { keys, scratch, tenant_id, name, say }: TenantWork,
  to: DocumentStore,
): Promise<number> {
  say('Bringing documents …')
  const found = await inScope(scratch.db, systemScope, (trx) =>
    trx
      .selectFrom('tenant_connections as c')
      .innerJoin('database_servers as s', 's.id', 'c.server_id')
      .selectAll('c')
      .where('c.tenant_id', '=', tenant_id)
      .where('c.name', '=', 'documents')
      .where('s.embedded', '=', true)
      .executeTakeFirst(),
  )
  if (!found) {
    say(`NOT IN THIS BACKUP: the documents of ${name}`)
    return 0
  }
  await scratch.databases.documents(tenant_id) // makes what a store from before lacks
  const { pool } = await connectTo(keys, found, 2)
  let count = 0
  try {
    for (const collection of collections)
      for await (const documents of dumpDocuments(pool as pg.Pool, collection)) {
        const lost = await lostOf(to, collection, documents)
        await to.putMany(collection, lost)
        count += lost.length
      }
  } finally {
    await pool.end()
  }
  return count
}

/** Those that have not expired and are missing or different in a store. */
async function lostOf(
  store: DocumentStore,
  collection: Collection,
  documents: readonly DocumentText[],
): Promise<NewDocument[]> {
  const lasting = documents
    .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > Date.now())
    .map(({ document, text, ...rest }) => ({
      ...rest,
      document: parseJson(document) as object,
      ...(text !== null && { text }),
    }))
  const ids = lasting.map(({ id }) => id)
  const there = ids.length > 0 ? (await store.find(collection, { ids, limit: ids.length })).documents : []
  const known = new Map(there.map((one) => [one.id, sayingOf(one)]))
  return lasting.filter((one) => known.get(one.id) !== sayingOf(one))
}

const sayingOf = ({
  document,
  job_id,
  workflow_id,
  expires_at,
}: Omit<StoredDocument, 'document'> & { document: object }) =>
  JSON.stringify([document, job_id, workflow_id, expires_at && Date.parse(expires_at)], ordered)

/** Writes what is missing or different; a file that is different now is put aside before. Answers how many were written. */
export async function putFiles(
  { made_at, say }: TenantWork,
  storage: Storage,
  folder: string,
  files: FilesOfTenant,
): Promise<number> {
  say('Bringing files …')
  const aside = `before-restore-${made_at.slice(0, 19).replaceAll(':', '-')}`
  let count = 0
  for (const { entry, file } of files) {
    if ('folder' in entry) {
      if (!(await storage.has(entry.path))) await storage.makeFolder(entry.path)
      continue
    }
    if (await storage.has(entry.path)) {
      if (isVersion(entry.path) || (await digestIn(storage, entry.path)) === entry.sha256) continue
      await storage.move(entry.path, await freeName(storage, path.posix.join(aside, entry.path)))
    }
    await storage.write(entry.path, createReadStream(path.join(folder, file)))
    count++
  }
  return count
}

async function digestIn(storage: Storage, name: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of (await storage.read(name)) as Readable) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Whoever begins again has put files aside before. */
async function freeName(storage: Storage, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}.${n}`
    if (!(await storage.has(name))) return name
  }
}
