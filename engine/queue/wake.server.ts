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
     and exists (select from job_steps s where s.job_id = p.id and s.state = 'waiting' and s.memo ? 'children'
       and (select case when s.memo @> '{"any": true}' then count(k.id) < count(*) else count(k.id) = 0 end
         from jsonb_array_elements_text(s.memo->'children') c left join jobs k on k.id = c::uuid and k.status in ${openInSql}))
   limit 500 for update of p skip locked`,
)

/** Parents that wait for children of which the last, or where one is enough the first, has ended. Answers how many. */
export const releaseParents = (pool: pg.Pool, parents?: string[]): Promise<number> =>
  wake(pool, waitingParents, [parents ?? null])

const signalled = wakeStatement(
  `select p.id from job_signals g join jobs p on (p.id = g.job_id or p.origin_id = g.job_id) and p.status = 'waiting' and p.woken_at is null
     join job_steps s on s.job_id = p.id and s.step = g.step and s.state = 'waiting' and s.memo @> '{"signal": true}'
   where not g.heard and ($1::uuid is null or g.job_id = $1) limit 500 for update of p skip locked`,
)

/** Jobs that wait to be told something and were; of one job, or of all. Answers how many. */
export const releaseSignalled = (pool: pg.Pool, job?: string): Promise<number> => wake(pool, signalled, [job ?? null])

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
