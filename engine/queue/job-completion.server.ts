import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { workChannel, type JobQueue } from './job-queue.server.ts'
import type { WorkerExit } from '../workers/workers.server.ts'

const texts = defineMessages({
  died: { en: 'The process that ran the job died.', de: 'Der Prozess, der den Job ausführte, ist abgestürzt.' },
  memory: {
    en: 'The job needed more memory than its queue allows ({limit} MB).',
    de: 'Der Job brauchte mehr Speicher, als seine Warteschlange erlaubt ({limit} MB).',
  },
  timeout: {
    en: 'The job took longer than its queue allows ({limit} seconds).',
    de: 'Der Job dauerte länger, als seine Warteschlange erlaubt ({limit} Sekunden).',
  },
  outage: {
    en: 'The attempt came to nothing because something Weft itself needs failed; the job goes on in about {seconds, plural, one {# second} other {# seconds}}: {problem}',
    de: 'Der Versuch blieb ohne Ergebnis, weil etwas fehlschlug, das Weft selbst braucht; der Job wird in etwa {seconds, plural, one {# Sekunde} other {# Sekunden}} fortgesetzt: {problem}',
  },
  cancelled: {
    en: 'The job did not stop within 30 seconds of being cancelled, so its process was ended.',
    de: 'Der Job hielt nach dem Abbruch nicht innerhalb von 30 Sekunden an, daher wurde sein Prozess beendet.',
  },
})

export function exitReason(
  { why }: WorkerExit,
  limits: { memory: number; timeout: number },
): { code: string; message: Message } {
  if (why === 'memory') return { code: 'MEMORY_EXCEEDED', message: texts.memory({ limit: limits.memory }) }
  if (why === 'timeout') return { code: 'TIMEOUT', message: texts.timeout({ limit: limits.timeout }) }
  if (why === 'cancelled') return { code: 'CANCELLED', message: texts.cancelled() }
  return { code: 'WORKER_DIED', message: texts.died() }
}

/**
 * A job whose process is gone: cancelled ones are over, those with tries left go back into the queue, the others have failed.
 * Answers which go back.
 */
export async function settleCrashedJob(
  pool: pg.Pool,
  id: string,
  problem: { code: string; message: Message },
): Promise<boolean> {
  const { rows } = await pool.query<{ status: string }>(
    `with b as (
       update jobs set status = case when cancel_requested_at is not null then 'aborted' when tries_left > 0 then 'pending' else 'error' end,
         error = case when cancel_requested_at is null then $2::jsonb end, wake_at = null,
         finished_at = case when cancel_requested_at is not null or tries_left <= 0 then clock_timestamp() end
       where id = $1 and status in ('pending', 'started', 'working') returning id, tenant_id, project_id, attempt, status
     ), l as (
       insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) select id, tenant_id, project_id, attempt, 'warning', $3::jsonb from b
     )
     select status, pg_notify('weft_silent', json_build_object('to', json_build_object('topic', 'job:' || id), 'event', json_build_object('type', 'job', 'data', json_build_object('id', id, 'status', status)))::text)::text from b`,
    [id, JSON.stringify(problem), JSON.stringify(problem.message)],
  )
  return rows[0]?.status === 'pending'
}

/** Jobs that were claimed and not run, or stopped at a batch boundary on our own wish: the try is not counted. */
export async function restoreAttempt(pool: pg.Pool, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await pool.query(
    `update jobs set tries_left = tries_left + 1, status = 'pending', wake_at = null, started_at = case when exists (select from job_steps s where s.job_id = jobs.id) then started_at end
     where id = any($1) and status in ('started', 'working')`,
    [ids],
  )
}

const sayIt = `, l as (insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) select id, tenant_id, project_id, attempt, 'warning', $5::jsonb from b)`

/** Twice as long each time, at most five minutes. */
const setbackWait = (times: number) => Math.min(300, 2 ** Math.min(times - 1, 10))

/**
 * A job whose attempt came to nothing because the installation is in trouble: the try is not counted, and the wait before the next one
 * grows. The log of the job says why, at once or, where not even that can be written, with the next attempt. Answers the seconds to wait.
 */
export async function postponeAfterOutage(
  pool: pg.Pool,
  id: string,
  problem: { code: string; message: Message },
): Promise<number> {
  const known = await pool.query<{ times: number }>(
    `select coalesce((setback ->> 'times')::int, 0) + 1 as times from jobs where id = $1`,
    [id],
  )
  const times = known.rows[0]?.times ?? 1
  const seconds = setbackWait(times)
  const change = (said: boolean) =>
    pool.query(
      `with b as (
         update jobs set tries_left = tries_left + case when status = 'pending' then 0 else 1 end, status = 'pending', wake_at = null, error = $2::jsonb, setback = jsonb_build_object('times', $3::int, 'said', $4::boolean, 'problem', $2::jsonb)
         where id = $1 and status in ('pending', 'started', 'working') returning id, tenant_id, project_id, attempt, status
       )${said ? sayIt : ''}
       select pg_notify('weft_silent', json_build_object('to', json_build_object('topic', 'job:' || id), 'event', json_build_object('type', 'job', 'data', json_build_object('id', id, 'status', status)))::text)::text from b`,
      [
        id,
        JSON.stringify(problem),
        times,
        said,
        ...(said ? [JSON.stringify(texts.outage({ seconds, problem: problem.message.text.en }))] : []),
      ],
    )
  const said = await change(true).then(
    () => true,
    ignore('the log of a job cannot be written; its next attempt says why'),
  )
  if (!said) await change(false)
  return seconds
}

/** Puts jobs whose time has come back into their queues; safe from any number of processes. Answers how many. */
export async function releaseDelayed(pool: pg.Pool, jobQueue: JobQueue): Promise<number> {
  return wake(
    pool,
    jobQueue,
    `select id from jobs where status in ('pending', 'waiting') and woken_at is null and wake_at <= clock_timestamp() order by wake_at limit 500 for update skip locked`,
    [],
  )
}

/** Parents that wait for children of which the last has ended. */
export async function releaseParents(pool: pg.Pool, jobQueue: JobQueue, parents?: string[]): Promise<number> {
  return wake(
    pool,
    jobQueue,
    `select p.id from jobs p where p.status = 'waiting' and p.woken_at is null and p.wake_at is null and ($1::uuid[] is null or p.id = any($1))
       and exists (select from job_steps s where s.job_id = p.id and s.state = 'waiting' and s.memo ? 'children')
       and not exists (select from job_steps s, jsonb_array_elements_text(s.memo->'children') c join jobs k on k.id = c::uuid
         where s.job_id = p.id and s.state = 'waiting' and k.status in ('pending', 'started', 'working', 'waiting'))
     limit 500 for update of p skip locked`,
    [parents ?? null],
  )
}

/** The last net: a job that counts as running and that the job library does not know of any more goes back into its queue. */
export async function recoverOrphans(pool: pg.Pool, jobQueue: JobQueue): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; queue_id: string; workflow_id: string }>(
      `update jobs j set status = 'pending' where j.status in ('started', 'working') and j.started_at < now() - interval '2 minutes'
         and not exists (select from pgboss.job b where b.name = j.queue_id::text and b.state < 'completed' and b.data->>'job_id' = j.id::text)
       returning j.id, j.queue_id, j.workflow_id`,
    )
    for (const [queue, jobs] of Map.groupBy(rows, (row) => row.queue_id)) await jobQueue.enqueue(client, queue, jobs)
  })
}

const wake = (pool: pg.Pool, jobQueue: JobQueue, which: string, values: unknown[]): Promise<number> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; queue_id: string; workflow_id: string }>(
      `update jobs set woken_at = clock_timestamp() where id in (${which}) returning id, queue_id, workflow_id`,
      values,
    )
    for (const [queue, jobs] of Map.groupBy(rows, (row) => row.queue_id))
      await jobQueue.enqueue(
        client,
        queue,
        jobs.map(({ id, workflow_id }) => ({ id, workflow_id, begun: true })),
      )
    return rows.length
  })

/** Wakes whoever waits for one of these jobs. */
export async function releaseParentsOf(pool: pg.Pool, jobQueue: JobQueue, ids: string[]): Promise<void> {
  const { rows } = await pool.query<{ parent_job_id: string }>(
    'select distinct parent_job_id from jobs where id = any($1) and parent_job_id is not null',
    [ids],
  )
  if (rows.length > 0)
    await releaseParents(
      pool,
      jobQueue,
      rows.map((row) => row.parent_job_id),
    )
}

/**
 * A child that waits for a turn which only its own ancestors' end could free would wait for ever, and they with it: such a child goes
 * without a turn of its own. Looks at the children of these parents, or at all.
 */
export async function resolveDeadlocks(pool: pg.Pool, parents?: string[]): Promise<void> {
  await pool.query(
    `with recursive reach(child, at) as (
       select c.id, h.id from jobs p join jobs c on c.parent_job_id = p.id and c.status = 'pending' and c.wake_at is null
         join jobs h on h.tenant_id = c.tenant_id and h.workflow_id = c.workflow_id and h.status in ('started', 'working', 'waiting')
       where p.status = 'waiting' and ($1::uuid[] is null or p.id = any($1))
       union
       select r.child, n.id from reach r join jobs j on j.id = r.at join lateral (
         select k.id from jobs k where j.status = 'waiting' and k.parent_job_id = j.id and k.status in ('pending', 'started', 'working', 'waiting')
         union all
         select h.id from jobs h where j.status = 'pending' and j.parent_job_id is not null and h.tenant_id = j.tenant_id and h.workflow_id = j.workflow_id and h.status in ('started', 'working', 'waiting')
       ) n on true
     ), free as (
       update pgboss.job b set group_id = null, data = b.data - 'workflow_id' from reach r join jobs c on c.id = r.child
       where r.child = r.at and b.name = c.queue_id::text and b.id = c.id and b.state < 'active' and b.group_id is not null returning b.name
     )
     select pg_notify((${workChannel}), name) from free`,
    [parents ?? null],
  )
}
