import type { Scope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { mostOnPage, type NewDocument } from '../documents/document-store.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

const collection = 'mail_archive'
const every_ms = 10 * 60_000
const hour_ms = 3_600_000
const atOnce = 50
/** A document holds 12 MB with what it is found by; a longer mail stays with its row. */
const most_bytes = 4_000_000
/** So much of a text stays with its row: what the stream of a project shows of it. */
const excerpt = 300

type Mail = Selectable<Tables['mail_logs']>
export type MailBodies = Pick<Mail, 'body' | 'html'>

/** The mails of tenants, in their document stores. */
export type MailArchive = {
  /** What a mail said, wherever it lies. One that is in neither place any more says what its row has left. */
  bodiesOf(mail: Pick<Mail, 'id' | 'tenant_id' | 'archived_at'> & MailBodies): Promise<MailBodies>
  /** The newest 1,000 archived mails of a scope's project that have all these words in subject, addresses or text. */
  withWords(scope: Pick<Scope, 'tenant_id' | 'project_id'>, words: string | undefined): Promise<string[]>
  /** The rows with what they said. */
  whole<R extends Pick<Mail, 'id' | 'archived_at'>>(tenant_id: string, rows: R[]): Promise<(R & MailBodies)[]>
  /** Forgets what was written before a moment. */
  forget(tenant_id: string, before: string): Promise<void>
}

export function openMailArchive(databases: Pick<TenantDatabases, 'documents'>): MailArchive {
  async function kept(tenant_id: string, ids: string[]): Promise<Map<string, MailBodies>> {
    const found = new Map<string, MailBodies>()
    if (ids.length === 0) return found
    const store = await databases.documents(tenant_id)
    for (let i = 0; i < ids.length; i += mostOnPage) {
      const { documents } = await store.find(collection, { ids: ids.slice(i, i + mostOnPage) })
      for (const { id, document } of documents) found.set(id, document as MailBodies)
    }
    return found
  }
  return {
    async bodiesOf({ id, tenant_id, archived_at, body, html }) {
      const archived = archived_at !== null && tenant_id !== null ? await kept(tenant_id, [id]) : undefined
      return archived?.get(id) ?? { body, html }
    },
    async withWords({ tenant_id, project_id }, search) {
      // What the installation wrote itself is not archived.
      if (!search || !tenant_id || !project_id) return []
      const store = await databases.documents(tenant_id)
      const { documents } = await store.find(collection, { project_id, search, fields: [] })
      return documents.map(({ id }) => id)
    },
    async whole(tenant_id, rows) {
      const archived = await kept(
        tenant_id,
        rows.filter(({ archived_at }) => archived_at !== null).map(({ id }) => id),
      )
      return rows.map((row) => ({ ...(row as typeof row & MailBodies), ...archived.get(row.id) }))
    },
    async forget(tenant_id, before) {
      await (await databases.documents(tenant_id)).remove(collection, { before })
    },
  }
}

/** Moves what mails say into the document stores of their tenants, an hour after they were written. */
export const startMailArchive = (pool: pg.Pool, databases: Pick<TenantDatabases, 'documents'>) =>
  runExclusiveInterval(pool, 'mail archive', every_ms, () => archiveMails(pool, databases, new Date()))

/** Answers how many mails were moved; those of a tenant whose store is away are moved by a later round. */
export async function archiveMails(
  pool: pg.Pool,
  databases: Pick<TenantDatabases, 'documents'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - hour_ms).toISOString()
  const { rows } = await pool.query<{ tenant_id: string }>(
    'select distinct tenant_id from mail_logs where archived_at is null and tenant_id is not null and created_at < $1',
    [before],
  )
  let moved = 0
  for (const { tenant_id } of rows)
    moved += await archiveOf(pool, databases, tenant_id, before).catch(
      ignoring('a document store is away: what its tenant’s mails say is moved there by a later round', 0),
    )
  return moved
}

async function archiveOf(
  pool: pg.Pool,
  databases: Pick<TenantDatabases, 'documents'>,
  tenant_id: string,
  before: string,
): Promise<number> {
  const store = await databases.documents(tenant_id)
  let moved = 0
  for (;;) {
    const { rows } = await pool.query<Written>(
      `select id, project_id, job_id, workflow_id, title, sender, recipient, body, html,
         to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
       from mail_logs where archived_at is null and tenant_id = $1 and created_at < $2
         and octet_length(body) + octet_length(html) < ${most_bytes}
       order by mail_logs.created_at limit ${atOnce}`,
      [tenant_id, before],
    )
    if (rows.length === 0) return moved
    // Under its own id: where the process ends between the two, the next round writes the same once more.
    await store.putMany(collection, rows.map(documentOf))
    await pool.query(
      `update mail_logs set body = left(body, ${excerpt}), html = '', archived_at = now() where id = any($1::uuid[])`,
      [rows.map(({ id }) => id)],
    )
    moved += rows.length
  }
}

type Written = Pick<
  Mail,
  'id' | 'project_id' | 'job_id' | 'workflow_id' | 'created_at' | 'title' | 'sender' | 'recipient'
> &
  MailBodies

const documentOf = ({ title, sender, recipient, body, html, ...belonging }: Written): NewDocument => ({
  ...belonging,
  document: { body, html } satisfies MailBodies,
  text: [title, sender, recipient, body].join('\n'),
})
