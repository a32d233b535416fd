import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { workChannel } from './work-channel.ts'

const wakeStatement = (which: string) => `
with woken as (
  update jobs set woken_at = clock_timestamp(), queued_at = clock_timestamp(), turn = 'held' where id in (${which}) returning queue_id
)
select pg_notify('${workChannel}', queue_id::text), jobs from (select queue_id, count(*)::int as jobs from woken group by 1) q`

const delayed = wakeStatement(
  `select id from jobs where status in ('pending', 'waiting') and woken_at is null and wake_at <= clock_timestamp() order by wake_at limit 500 for update skip locked`,
)

/** Puts jobs whose time has come into their queues; safe from any number of processes. Answers how many. */
export const releaseDelayed = (pool: pg.Pool): Promise<number> => wake(pool, delayed, [])

const waitingParents = wakeStatement(
  `select p.id from jobs p where p.status = 'waiting' and p.woken_at is null and p.wake_at is null and ($1::uuid[] is null or p.id = any($1))
     and exists (select from job_steps s where s.job_id = p.id and s.state = 'waiting' and s.memo ? 'children')
     and not exists (select from job_steps s, jsonb_array_elements_text(s.memo->'children') c join jobs k on k.id = c::uuid
       where s.job_id = p.id and s.state = 'waiting' and k.status in ${openInSql})
   limit 500 for update of p skip locked`,
)

/** Parents that wait for children of which the last has ended. Answers how many. */
export const releaseParents = (pool: pg.Pool, parents?: string[]): Promise<number> =>
  wake(pool, waitingParents, [parents ?? null])

/** Wakes whoever waits for one of these jobs. */
export async function releaseParentsOf(pool: pg.Pool, ids: string[]): Promise<void> {
  const { rows } = await pool.query<{ parent_job_id: string }>(
    'select distinct parent_job_id from jobs where id = any($1) and parent_job_id is not null',
    [ids],
  )
  if (rows.length > 0)
    await releaseParents(
      pool,
      rows.map((row) => row.parent_job_id),
    )
}

async function wake(pool: pg.Pool, statement: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(statement, values)
  return rows.reduce((sum, { jobs }) => sum + jobs, 0)
}
