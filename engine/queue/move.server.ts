import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { workChannel } from './work-channel.ts'

const statement = `
with wanted as (
  select id, queue_id from jobs where tenant_id = $1 and id = any($2) and status in ('pending', 'waiting') and slot_id is null order by id for update
), moved as (
  update jobs j set queue_id = $3 from wanted w where j.id = w.id and w.queue_id <> $3 returning j.id, j.queued_at
), told as materialized (
  select pg_notify('${workChannel}', $3::text) where exists (select from moved where queued_at is not null)
)
select w.id from wanted w left join told on true`

/**
 * Moves jobs of a tenant that no worker has yet into another of the tenant's queues; they keep their age, and so their
 * place among those there. Answers which of them lie in it now. Those a worker has, and those that are over, stay where
 * they are.
 */
export const moveJobs = (pool: pg.Pool, tenant_id: string, ids: string[], queue_id: string): Promise<string[]> =>
  inTransaction(pool, async (client) => {
    // Whoever claims holds this lock: what is not claimed now is not claimed before it has moved.
    await client.query('select pg_advisory_xact_lock(7771, hashtext($1::text))', [tenant_id])
    const { rows } = await client.query<{ id: string }>(statement, [tenant_id, ids, queue_id])
    return rows.map((row) => row.id)
  })
