import { Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Relational } from '../connections/tenant-databases.server.ts'

const texts = defineMessages({
  otherEngine: {
    en: 'The document store must be a PostgreSQL database.',
    de: 'Der Dokumentspeicher muss eine PostgreSQL-Datenbank sein.',
  },
})

/** What the document store of a tenant keeps, each in a collection of its own. */
export const collections = ['logs', 'payloads', 'debug_data', 'pinned_data', 'mail_archive', 'data_lake'] as const

/** Finds or creates the collections: one table each, the document as JSONB, with the columns retention and project filters need. */
export async function ensureCollections(store: Relational): Promise<void> {
  if (store.engine !== 'postgres') throw new Unavailable('DOCUMENT_ENGINE', texts.otherEngine())
  for (const name of collections) {
    await store.pool.query(`create table if not exists ${name} (
      id uuid primary key default gen_random_uuid(),
      project_id uuid,
      job_id uuid,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      document jsonb not null
    )`)
    await store.pool.query(`create index if not exists ${name}_by_project on ${name} (project_id, created_at desc)`)
    await store.pool.query(`create index if not exists ${name}_by_job on ${name} (job_id) where job_id is not null`)
    await store.pool.query(
      `create index if not exists ${name}_by_expiry on ${name} (expires_at) where expires_at is not null`,
    )
  }
  await store.pool.query(
    `create index if not exists debug_data_by_workflow on debug_data ((document ->> 'workflow_id'), created_at desc)`,
  )
}
