import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { workChannel, type JobQueue } from './job-queue.server.ts'

/**
 * Moves jobs of a tenant that no worker has yet into another of the tenant's queues; they keep their age, and so their
 * place among those there. Answers which of them lie in it now. Those a worker has, and those that are over, stay where
 * they are.
 */
export async function moveJobs(
  { pool, jobQueue }: { pool: pg.Pool; jobQueue: JobQueue },
  tenant_id: string,
  ids: string[],
  queue_id: string,
): Promise<string[]> {
  await jobQueue.createQueue(queue_id)
  return inTransaction(pool, async (client) => {
    // Whoever claims holds this lock: what is not claimed now is not claimed before it has moved.
    await client.query('select pg_advisory_xact_lock(7771, hashtext($1::text))', [tenant_id])
    await client.query(`select from jobs where tenant_id = $1 and id = any($2) order by id for update`, [
      tenant_id,
      ids,
    ])
    const { rows } = await client.query<{ id: string }>(
      `with wanted as (
         select id, queue_id, status, wake_at from jobs where tenant_id = $1 and id = any($2) and status in ('pending', 'waiting')
       ), queued as (
         update pgboss.job b set name = $3 from wanted w
         where b.name = w.queue_id::text and b.name <> $3 and b.state < 'active' and (b.id = w.id or b.data->>'job_id' = w.id::text) returning w.id
       ), moved as (
         update jobs j set queue_id = $3::uuid from wanted w
         where j.id = w.id and w.queue_id::text <> $3 and (w.id in (select id from queued) or w.status = 'waiting' or w.wake_at is not null) returning j.id
       )
       select id from moved union select id from wanted where queue_id::text = $3`,
      [tenant_id, ids, queue_id],
    )
    await client.query(`select pg_notify((${workChannel}), $1)`, [queue_id])
    return rows.map((row) => row.id)
  })
}
