import { openInSql } from '@weft/kit/define/job-status.ts'
import { codeOf } from '@weft/kit/errors/caught.ts'
import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import type { Payload } from '../runtime/job.ts'
import type { JobTest } from '../test-runs/job-test.ts'
import { cancelFamilies } from './cancel-families.ts'
import { releaseParentsOf } from './wake.server.ts'
import { workChannel } from './work-channel.ts'

const texts = defineMessages({
  gone: {
    en: 'What this job was to go on with was removed meanwhile.',
    de: 'Das, womit dieser Job fortfahren sollte, wurde inzwischen entfernt.',
  },
  noWorkflow: { en: 'This workflow does not exist.', de: 'Diesen Workflow gibt es nicht.' },
  skipped: {
    en: 'As many runs of this workflow as it allows were under way, so this one was skipped.',
    de: 'Es waren schon so viele Läufe dieses Workflows unterwegs, wie er erlaubt; daher wurde dieser übersprungen.',
  },
})

/** A run somebody asks for. */
export type JobRequest = {
  tenant_id: string
  project_id: string
  workflow_id: string
  /** `hand`, `schedule`, `webhook`, `workflow`, `predecessor`, `workflow_failed` or `retry`. */
  started_by: string
  started_by_user?: string | undefined
  trigger_step?: string | undefined
  parameters?: DataRecord | undefined
  payload?: Payload | undefined
  /** The same key of the same workflow is accepted once; asking again answers the first job. */
  dedupe_key?: string | undefined
  content_identifier?: string | undefined
  parent_job_id?: string | undefined
  parent_key?: string | undefined
  /** Fixed where files were prepared for it. */
  id?: string | undefined
  retry_of?: string | undefined
  retry_mode?: 'from_start' | 'from_failed' | 'failed_records' | undefined
  origin_id?: string | undefined
  /** Attempts of the job that is continued: this one's are higher. */
  attempt?: number | undefined
  moment?: string | undefined
  /** The text to run; absent: the workflow's present one. */
  source?: string | undefined
  /** The text to run is that of a job that is there. */
  source_id?: string | undefined
  version?: number | undefined
  test?: JobTest | null | undefined
}

type EnqueuedJob = { id: string; status: string; /** It was accepted before under the same key. */ again: boolean }

export type Enqueuer = {
  /** Durable when it answers. All that is asked for while a commit is under way shares the next one. */
  enqueue(job: JobRequest): Promise<EnqueuedJob>
}

/** What a row refers to is not there. */
const referredGone = '23503'

/** What runs that go ahead of others stand before those by: their places are below zero, among themselves in the order they came. */
const aheadBy = '4611686018427387904'

const statement = `
with n as (
  select row_number() over () as position, x.* from jsonb_to_recordset($1::text::jsonb) as x(id uuid, tenant_id uuid, project_id uuid, workflow_id uuid, started_by text, started_by_user uuid, trigger_step text,
    parameters jsonb, payload jsonb, dedupe_key text, content_identifier text, parent_job_id uuid, parent_key text, retry_of uuid, retry_mode text, origin_id uuid,
    attempt int, moment timestamptz, source text, source_id uuid, version int, test jsonb)
), w as (
  select n.*, coalesce(n.source, wf.source) as text, coalesce(n.source_id, weft_source_id(wf.id, coalesce(n.source, wf.source))) as text_id, wf.version as own_version, wf.content_identifier as own_identifier, wf.immediate, wf.concurrency, q.id as queue, q.tries,
    row_number() over (partition by n.tenant_id order by n.position) as nth, count(*) over (partition by n.tenant_id) as fresh,
    wf.concurrency = 'skip' and n.test is null and row_number() over (partition by n.workflow_id, n.test is null order by n.position)
      + (select count(*) from jobs o where o.tenant_id = n.tenant_id and o.workflow_id = n.workflow_id and o.test is null and o.status in ${openInSql}) > wf.concurrency_limit as skipped
  from n join workflows wf on wf.id = n.workflow_id and wf.tenant_id = n.tenant_id and wf.project_id = n.project_id
  join lateral (select id, tries from queues q where q.tenant_id = n.tenant_id and (wf.queue_id is null or q.id = wf.queue_id) order by q.name = 'default' desc, q.created_at limit 1) q on true
  where not exists (select from jobs o where o.workflow_id = n.workflow_id and o.dedupe_key = n.dedupe_key) and not exists (select from jobs o where o.parent_job_id = n.parent_job_id and o.parent_key = n.parent_key)
), r as (
  select value ->> 'process_iterations_prefix' as prefix, (value ->> 'process_iterations_from')::bigint as first, (value ->> 'process_iterations_width')::int as width from settings where key = 'number_ranges'
), c as (
  insert into number_counters as c (range, owner, last) select 'process_iterations', w.tenant_id, r.first - 1 + count(*) from w cross join r group by w.tenant_id, r.first order by w.tenant_id
  on conflict on constraint number_counters_pkey do update set last = greatest(c.last, (select first - 1 from r)) + excluded.last - (select first - 1 from r)
  returning owner, last
), i as (
  insert into jobs (id, tenant_id, project_id, workflow_id, queue_id, status, source_id, version, trigger_step, started_by, started_by_user, parameters, payload,
    content_identifier, parent_job_id, parent_key, retry_of, retry_mode, dedupe_key, origin_id, attempt, tries_left, moment, finished_at, queued_at, test, number, position)
  select coalesce(id, gen_random_uuid()), tenant_id, project_id, workflow_id, queue, case when skipped then 'info' else 'pending' end, text_id, coalesce(version, own_version),
    trigger_step, started_by, started_by_user, coalesce(parameters, '{}'), payload, coalesce(content_identifier, own_identifier), parent_job_id, parent_key, retry_of, retry_mode, dedupe_key,
    origin_id, coalesce(attempt, 0), tries, coalesce(moment, clock_timestamp()), case when skipped then clock_timestamp() end, case when not skipped then clock_timestamp() end, test,
    r.prefix || lpad((c.last - fresh + nth)::text, greatest(r.width, length((c.last - fresh + nth)::text)), '0'),
    nextval('jobs_position') - case when immediate then ${aheadBy} else 0 end
  from w cross join r join c on c.owner = w.tenant_id order by position
  on conflict do nothing
  returning id, tenant_id, project_id, workflow_id, queue_id, status, dedupe_key, parent_job_id, parent_key, version
), t as (
  insert into workflow_sources as s (id, workflow_id, tenant_id, project_id, source)
  select distinct on (text_id) text_id, workflow_id, tenant_id, project_id, text from w where source_id is null order by text_id
  on conflict (id) do update set source = s.source where false
), l as (
  insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) select id, tenant_id, project_id, 0, 'info', $2::jsonb from i where status = 'info'
)
select id, status, case when status = 'pending' then pg_notify('${workChannel}', queue_id::text)::text end as told from i`

type Waiting = { job: JobRequest; resolve(accepted: EnqueuedJob): void; reject(error: unknown): void }
type Row = { id: string; status: string }

/** Accepts one of many that a clock starts. Answers its id; none where its workflow or its tenant's queues are gone, which holds up none of the others. */
export const enqueueOneOfMany = (enqueuer: Enqueuer, job: JobRequest): Promise<string | undefined> =>
  enqueuer.enqueue(job).then(
    ({ id }) => id,
    (error: Error) => {
      if (error instanceof NotFound) return undefined
      throw error
    },
  )

export function openEnqueuer(pool: pg.Pool): Enqueuer {
  let waiting: Waiting[] = []
  let committing = false

  async function drain() {
    committing = true
    await new Promise((resolve) => setImmediate(resolve)) // whatever arrived in the same turn of the loop comes along
    while (waiting.length > 0) {
      const group = waiting.splice(0, 500)
      await commit(group)
    }
    committing = false
  }

  async function commit(group: Waiting[]): Promise<void> {
    try {
      const answers = await enqueueAll(
        pool,
        group.map((w) => w.job),
      )
      for (const [i, { resolve, reject }] of group.entries()) {
        const answer = answers[i]
        if (answer) resolve(answer)
        else reject(new NotFound('WORKFLOW_NOT_FOUND', texts.noWorkflow()))
      }
    } catch (error) {
      if (group.length > 1 && /^(22|21|23)/.test(codeOf(error))) for (const one of group) await commit([one])
      else
        for (const { reject } of group)
          reject(codeOf(error) === referredGone ? new NotFound('GONE_MEANWHILE', texts.gone()) : error)
    }
  }

  return {
    enqueue: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        if (!committing) void drain()
      }),
  }
}

async function enqueueAll(pool: pg.Pool, jobs: JobRequest[]): Promise<(EnqueuedJob | undefined)[]> {
  const named = jobs.map((job) => ({ ...job, id: job.id ?? crypto.randomUUID() }))
  const { answers, replaced } = await inTransaction(pool, async (client) => {
    // Whoever skips or cancels looks at what runs already: two that arrive at once must see each other.
    const { rows: careful } = await client.query<{ id: string; concurrency: string; concurrency_limit: number }>({
      name: 'careful',
      text: `select id, concurrency, concurrency_limit from workflows where id = any($1) and concurrency <> 'queue' order by id for update`,
      values: [[...new Set(jobs.filter((job) => !job.test).map((job) => job.workflow_id))]],
    })
    const { rows } = await client.query<Row>({
      name: 'enqueue',
      text: statement,
      values: [storableJson(named), JSON.stringify(texts.skipped())],
    })
    const replaced: string[] = []
    for (const { id, concurrency_limit } of careful.filter((row) => row.concurrency === 'cancel_oldest'))
      replaced.push(...(await cancelOldest(client, id, concurrency_limit)))
    return { answers: await Promise.all(named.map((job) => enqueuedOrKnown(client, job, rows))), replaced }
  })
  if (replaced.length > 0)
    await releaseParentsOf(pool, replaced).catch(ignore('the dispatcher looks after parents as well'))
  return answers
}

async function enqueuedOrKnown(
  client: pg.ClientBase,
  job: JobRequest & { id: string },
  rows: Row[],
): Promise<EnqueuedJob | undefined> {
  const row = rows.find((r) => r.id === job.id)
  if (row) return { id: row.id, status: row.status, again: false }
  const { rows: before } = await client.query<{ id: string; status: string }>(
    'select id, status from jobs where (workflow_id = $1 and dedupe_key = $2) or (parent_job_id = $3 and parent_key = $4) or id = $5',
    [job.workflow_id, job.dedupe_key ?? null, job.parent_job_id ?? null, job.parent_key ?? null, job.id],
  )
  return before[0] && { ...before[0], again: true }
}

/** So many of the newest runs stay as may be under way; the older ones and their children are cancelled. Answers those that are over at once. */
async function cancelOldest(client: pg.ClientBase, workflow_id: string, limit: number): Promise<string[]> {
  const older = `(select o.id from jobs o join workflows w on w.id = o.workflow_id and w.tenant_id = o.tenant_id where w.id = $1 and o.test is null and o.status in ${openInSql} order by o.created_at desc, o.moment desc offset $2)`
  const { rows } = await client.query<{ id: string; status: string }>(cancelFamilies(older), [workflow_id, limit])
  return rows.filter((row) => row.status === 'aborted').map((row) => row.id)
}
