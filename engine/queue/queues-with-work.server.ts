import type pg from 'pg'

// One index seek a queue that has work, however long the queues are.
const statement = `
with recursive q as (
  (select queue_id from jobs where queued_at is not null order by queue_id limit 1)
  union all select (select j.queue_id from jobs j where j.queued_at is not null and j.queue_id > q.queue_id order by j.queue_id limit 1) from q where q.queue_id is not null)
select queue_id from q where queue_id is not null`

/** The queues in which something lies: what a machine sees to that may have missed that it was told. */
export async function queuesWithWork(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ queue_id: string }>(statement)
  return rows.map((row) => row.queue_id)
}
