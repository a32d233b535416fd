import type pg from 'pg'
import { fittingBatches } from '../../records/fitting-batches.ts'
import { cancellable } from '../../records/postgres/cancel.server.ts'
import { readWhole } from '../../records/round-trip.server.ts'
import type { Collection } from '../document-store.ts'
import type { DocumentText } from '../document-text.ts'

/** All documents of a collection in the order of their ids, as many at once as fit. */
export async function* dumpDocuments(pool: pg.Pool, collection: Collection): AsyncGenerator<DocumentText[]> {
  const text = `select id, project_id, job_id, workflow_id, ${iso('created_at')} as created_at, ${iso('expires_at')} as expires_at,
    document::text as document, text from ${collection} d where $1::uuid is null or id > $1::uuid order by id limit `
  let after: string | null = null
  const ask = (size: number) => cancellable<DocumentText>(pool, text + size, [after], readWhole)
  for await (const found of fittingBatches(1_000, ask)) {
    after = found.at(-1)!.id
    yield found
  }
}

const iso = (column: string) => `to_char(d.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const columns = {
  id: 'uuid',
  project_id: 'uuid',
  job_id: 'uuid',
  workflow_id: 'uuid',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  document: 'jsonb',
  text: 'text',
} as const satisfies Record<keyof DocumentText, string>

/** Puts documents where there are none with their ids. */
export async function loadDocuments(
  pool: pg.Pool,
  collection: Collection,
  documents: readonly DocumentText[],
): Promise<void> {
  const names = Object.keys(columns) as (keyof DocumentText)[]
  await pool.query(
    `insert into ${collection} (${names.join(', ')})
      select ${names.map((name) => `r.${name}::${columns[name]}`).join(', ')}
      from unnest(${names.map((_, i) => `$${i + 1}::text[]`).join(', ')}) as r (${names.join(', ')})`,
    names.map((name) => documents.map((document) => document[name])),
  )
}
