import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { collections } from '../document-store.ts'

/** Finds or creates the collections: one table each, the document as JSONB, beside it what documents are found and let go by. */
export async function ensureCollections(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isReady: boolean }>(`select to_regclass($1) is not null as "isReady"`, [lastMade])
  if (rows[0]!.isReady) return
  // Several processes may open the same store for the first time.
  await inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtext('weft documents'))")
    for (const name of collections) await client.query(tableOf(name))
    await client.query(fromBefore)
    await client.query(ofWorkflow('data_lake'))
  })
}

const lastMade = 'data_lake_of_workflow'

const tableOf = (name: string) => `
  create table if not exists ${name} (
    id uuid primary key default gen_random_uuid(),
    project_id uuid,
    job_id uuid,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    document jsonb not null
  );
  alter table ${name} add column if not exists workflow_id uuid, add column if not exists text text;
  create index if not exists ${name}_in_order on ${name} (project_id, created_at desc, id desc);
  create index if not exists ${name}_by_job on ${name} (job_id) where job_id is not null;
  create index if not exists ${name}_by_expiry on ${name} (expires_at) where expires_at is not null;
  drop index if exists ${name}_by_project;
  ${name === 'data_lake' ? '' : ofWorkflow(name)}`

const ofWorkflow = (name: string) =>
  `create index if not exists ${name}_of_workflow on ${name} (workflow_id, created_at desc) where workflow_id is not null`

/** Which workflow a document is about once stood in the document alone. */
const fromBefore = ['debug_data', 'pinned_data']
  .map(
    (name) =>
      `update ${name} set workflow_id = (document ->> 'workflow_id')::uuid where workflow_id is null and document ? 'workflow_id';`,
  )
  .concat('drop index if exists debug_data_by_workflow;')
  .join('\n')
