import { isFinal } from '@weft/kit/define/job-status.ts'
import { sql, type Selectable } from 'kysely'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { Payload } from '../runtime/job.ts'
import type { JobTest } from '../test-runs/job-test.ts'
import { spoolOfWhole } from '../runtime/journal-values.server.ts'
import { retrySpool } from '../workflow-model/plan.ts'
import type { RetriedEntry } from '../runtime/retried.server.ts'
import type { JobFiles } from '../runtime/job-files.ts'
import { openSpools, type Spools } from '../runtime/spool.server.ts'
import type { JobDeps } from './deps.server.ts'

const texts = defineMessages({
  notFinal: {
    en: 'Job {id} cannot be run again because its status is {status}.',
    de: 'Der Job {id} kann nicht erneut gestartet werden, weil sein Status {status} ist.',
  },
  nothingFailed: {
    en: 'Nothing failed in this job, so there is nothing to go on with.',
    de: 'In diesem Job ist nichts fehlgeschlagen, es gibt also nichts fortzusetzen.',
  },
  changed: {
    en: 'The workflow has changed since. A job can only go on with the version it began with.',
    de: 'Der Workflow wurde seitdem geändert. Ein Job kann nur mit der Version fortgesetzt werden, mit der er begann.',
  },
  onlyRejected: {
    en: 'Every step of this job came to its end. Run its rejected records again, or the whole job.',
    de: 'Alle Schritte dieses Jobs liefen zu Ende. Starten Sie die abgelehnten Datensätze oder den ganzen Job erneut.',
  },
  goesOn: { en: 'Another job already goes on with this one.', de: 'Ein anderer Job setzt diesen bereits fort.' },
  tidied: {
    en: 'The files this needs were tidied up. Only what was handed over by a short call or by hand can still be run from the start.',
    de: 'Die dafür nötigen Dateien wurden aufgeräumt. Nur was mit einem kurzen Aufruf oder von Hand übergeben wurde, lässt sich noch von vorn starten.',
  },
  tooLong: {
    en: 'This record is too long to be corrected here. Correct it where it comes from and run the job again.',
    de: 'Dieser Datensatz ist zu lang, um ihn hier zu korrigieren. Korrigieren Sie ihn an seiner Quelle und starten Sie den Job erneut.',
  },
  testRun: {
    en: 'A test run leaves nothing behind to go on with. Run it again from the start.',
    de: 'Ein Testlauf hinterlässt nichts, womit es weitergehen könnte. Starten Sie ihn von vorn.',
  },
  noRecords: { en: 'There are no open rejected records.', de: 'Es gibt keine offenen abgelehnten Datensätze.' },
})

export type Requeue = {
  mode: 'from_start' | 'from_failed' | 'failed_records'
  version: 'original' | 'current'
  by?: string | undefined
}

type Job = Selectable<Tables['jobs']>

/**
 * Runs a job that is over once more, as a new job. `from_start` takes the same payload; `from_failed` goes on behind what was
 * acknowledged, with the markers of the job it continues; `failed_records` feeds the open rejected records to the steps that
 * refused them.
 */
export async function requeueJob(
  parts: JobDeps,
  scope: Scope,
  id: string,
  requeue: Requeue,
): Promise<{ id: string; status: string }> {
  const job = await inScope(parts.db, scope, (trx) =>
    trx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!job) throw notFound()
  if (!isFinal(job.status)) throw new Conflict('JOB_NOT_FINAL', texts.notFinal({ id, status: job.status }))
  if (job.test && requeue.mode !== 'from_start') throw new Conflict('TEST_RUN', texts.testRun())
  if (requeue.mode === 'from_failed') return goOn(parts, scope, job, requeue)
  if (requeue.mode === 'failed_records') {
    const { jobs } = await retryWhere(parts, scope, requeue, (open) => open.where('e.job_id', '=', id))
    return { id: jobs[0]!, status: 'pending' }
  }
  return startAgain(parts, scope, job, requeue)
}

/** Feeds single records of the error inbox to the steps that refused them: one new job for each job they come from. */
export const retryRecords = (parts: JobDeps, scope: Scope, ids: string[], by: string | undefined) =>
  retryWhere(parts, scope, { version: 'current', by }, (open) => open.where(sql<boolean>`e.id = any(${ids}::uuid[])`))

/** Feeds one refused record, as somebody has corrected it, to the step that refused it; the correction stays when the new job does not come to its end. */
export async function retryCorrected(
  parts: JobDeps,
  scope: Scope,
  id: string,
  record: DataRecord,
  by: string | undefined,
): Promise<{ id: string }> {
  const claimed = await inScope(parts.db, scope, async (trx) => {
    if (!(await trx.selectFrom('record_errors').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
    const { _exact: _, ...corrected } = record
    const asCorrected = async () => {
      const open = await openErrors(trx).where('e.id', '=', id).executeTakeFirst()
      if (typeof open?.record['_whole'] === 'string') throw new Invalid('RECORD_TOO_LONG', texts.tooLong())
      if (open)
        await trx
          .updateTable('record_errors')
          .set({ corrected: JSON.stringify(corrected), corrected_by: by ?? null })
          .where('id', '=', id)
          .execute()
    }
    return claim(trx, (open) => open.where('e.id', '=', id), asCorrected)
  })
  const { jobs } = await retryClaimed(parts, scope, { version: 'current', by }, claimed)
  return { id: jobs[0]! }
}

/** Feeds refused records, each as it was mended, to the steps that refused them; those somebody else has tried again meanwhile are left to them. */
export async function retryMended(
  parts: JobDeps,
  scope: Scope,
  mended: { id: string; record: DataRecord }[],
  by: string | undefined,
): Promise<{ jobs: string[]; records: number }> {
  const changes = storableJson(mended.map(({ id, record: { _exact: _, ...record } }) => ({ id, record })))
  const ids = mended.map(({ id }) => id)
  const claimed = await inScope(parts.db, scope, (trx) =>
    claim(
      trx,
      (open) => open.where(sql<boolean>`e.id = any(${ids}::uuid[])`),
      async () => {
        const open = await openErrors(trx)
          .where(sql<boolean>`e.id = any(${ids}::uuid[])`)
          .execute()
        await sql`update record_errors e set corrected = x.record, corrected_by = ${by ?? null}
          from jsonb_to_recordset(${changes}::text::jsonb) as x(id uuid, record jsonb)
          where e.id = x.id and e.id = any(${open.map(({ id }) => id)}::uuid[]) and x.record is distinct from coalesce(e.corrected, e.record)`.execute(
          trx,
        )
      },
    ),
  )
  return retryClaimed(parts, scope, { version: 'current', by }, claimed)
}

async function startAgain(parts: JobDeps, scope: Scope, job: Job, { version, by }: Requeue) {
  const id = crypto.randomUUID()
  const fed = job.retry_mode === 'failed_records'
  const payload = job.payload as Payload
  if (payload && 'spool' in payload) await refuseTidied(parts, scope, [payload.job_id, ...(fed ? [job.id] : [])])
  if (fed) await copyRetried(parts.jobFiles, job.id, id)
  const accepted = await parts.enqueuer.enqueue({
    ...again(job, version, by),
    id,
    retry_mode: fed ? 'failed_records' : 'from_start',
    payload: fed ? { spool: '__retry', job_id: id } : payload,
  })
  if (fed) await handOn(parts, scope, job, id)
  return accepted
}

/** What a job that failed was to retry another one retries now. */
async function handOn({ db }: JobDeps, scope: Scope, job: Job, id: string) {
  if (
    (job.status === 'error' || job.status === 'aborted') &&
    (job.error as { code?: string } | null)?.code !== 'NOTHING_WRITTEN'
  )
    await inScope(db, scope, (trx) =>
      trx
        .updateTable('record_errors')
        .set({ retried_by: id })
        .where('retried_by', '=', job.id)
        .where('state', '=', 'retrying')
        .execute(),
    )
}

/** Nobody may go on without noticing that half of the records are not there any more. */
async function refuseTidied({ db }: JobDeps, scope: Scope, ids: string[]) {
  const tidied = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('jobs')
      .select('id')
      .where('id', 'in', ids)
      .where('files_removed_at', 'is not', null)
      .executeTakeFirst(),
  )
  if (tidied) throw new Conflict('JOB_FILES_GONE', texts.tidied())
}

async function goOn(parts: JobDeps, scope: Scope, job: Job, { version, by }: Requeue) {
  if (job.status !== 'error' && job.status !== 'aborted') throw new Invalid('NOTHING_FAILED', texts.nothingFailed())
  if ((job.error as { code?: string } | null)?.code === 'NOTHING_WRITTEN')
    throw new Invalid('NOTHING_FAILED', texts.onlyRejected())
  const origin_id = job.origin_id ?? job.id
  const payload = job.payload as Payload
  await refuseTidied(parts, scope, [origin_id, ...(payload && 'spool' in payload ? [payload.job_id] : [])])
  const last = await inScope(parts.db, scope, async (trx) => {
    // One look at all: what is added between two would be taken for what had been there.
    const family = await trx
      .selectFrom('jobs')
      .select(['id', 'status', 'attempt'])
      .where((eb) => eb.or([eb('origin_id', '=', origin_id), eb('id', '=', origin_id)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const active = family.some(({ status }) => !isFinal(status))
    if (active) throw new Conflict('JOB_GOES_ON', texts.goesOn())
    const workflow = await trx
      .selectFrom('workflows')
      .select(sql<string>`weft_source_id(id, source)`.as('source_id'))
      .where('id', '=', job.workflow_id)
      .executeTakeFirst()
    if (version === 'current' && workflow?.source_id !== job.source_id)
      throw new Conflict('WORKFLOW_CHANGED', texts.changed())
    return { id: family.at(-1)!.id, attempt: Math.max(1, ...family.map(({ attempt }) => attempt)) }
  })
  // Each end of a job is gone on from once, however many ask at the same time.
  const accepted = await parts.enqueuer.enqueue({
    ...again(job, 'original', by),
    dedupe_key: `goes on ${last.id}`,
    retry_mode: 'from_failed',
    payload,
    origin_id,
    attempt: last.attempt,
    moment: job.moment,
  })
  if (accepted.again) throw new Conflict('JOB_GOES_ON', texts.goesOn())
  await handOn(parts, scope, job, accepted.id)
  return accepted
}

const again = (job: Job, version: Requeue['version'], by: string | undefined) => ({
  tenant_id: job.tenant_id,
  project_id: job.project_id,
  workflow_id: job.workflow_id,
  started_by: 'retry',
  started_by_user: by,
  trigger_step: job.trigger_step ?? undefined,
  parameters: job.parameters as DataRecord,
  test: job.test as JobTest | null,
  content_identifier: job.content_identifier,
  retry_of: job.id,
  ...(version === 'original' ? { source_id: job.source_id, version: job.version } : {}),
})

/**
 * An error's state as it is. What is being retried is open again where the job that retries it did not come to its end, or was skipped. Where it did, it is
 * resolved, unless that job's own inbox has it: as this one's retry, or as something of which it cannot be told whose it is. A job that is
 * not there yet is about to be accepted, unless whoever wanted it died meanwhile.
 */
export const stateOfError = sql<string>`case
  when e.state <> 'retrying' then e.state
  when r.status = 'info' and r.started_at is null then 'open'
  when r.status in ('stopped', 'warning', 'info') or r.error->>'code' = 'NOTHING_WRITTEN' then
    case when exists (select from record_errors n where n.job_id in (r.id, r.origin_id) and (n.retry_of = e.id or n.retry_of is null)) then 'rejected_again' else 'resolved' end
  when r.status is null and e.retried_at > now() - interval '10 minutes' then 'retrying'
  when r.status is null or r.status in ('error', 'aborted') then 'open'
  else 'retrying' end`

const openErrors = (trx: Scoped) =>
  trx
    .selectFrom('record_errors as e')
    .leftJoin('jobs as r', 'r.id', 'e.retried_by')
    .select([
      'e.id',
      'e.job_id',
      'e.step',
      'e.port',
      'e.field',
      'e.reason',
      sql<DataRecord>`coalesce(e.corrected, e.record)`.as('record'),
      sql<boolean>`e.corrected is not null`.as('corrected'),
    ])
    .where(stateOfError, '=', 'open')
    .orderBy('e.step')
    .orderBy('e.batch')
    .orderBy('e.position')

type OpenError = Awaited<ReturnType<ReturnType<typeof openErrors>['execute']>>[number]

type Claimed = Map<string, { id: string; errors: OpenError[] }>

/**
 * Takes open errors for new jobs that are to retry them, one for each job they come from, so that nobody else has the same records tried
 * again at the same time. `first` is done once nobody else can.
 */
async function claim(
  trx: Scoped,
  which: (open: ReturnType<typeof openErrors>) => ReturnType<typeof openErrors>,
  first?: () => Promise<void>,
): Promise<Claimed> {
  const wanted = (await which(openErrors(trx)).limit(100_000).execute()).map(({ id }) => id)
  await sql`select from record_errors where id = any(${wanted}::uuid[]) order by id for update`.execute(trx)
  await first?.()
  // What somebody else had until just now is not open any more.
  const rows = await openErrors(trx)
    .where(sql<boolean>`e.id = any(${wanted}::uuid[])`)
    .execute()
  if (rows.length === 0) throw new Invalid('NO_OPEN_RECORDS', texts.noRecords())
  const claimed: Claimed = new Map(
    [...Map.groupBy(rows, (row) => row.job_id)].map(([job_id, errors]) => [
      job_id,
      { id: crypto.randomUUID(), errors },
    ]),
  )
  for (const { id, errors } of claimed.values())
    await trx
      .updateTable('record_errors')
      .set({ state: 'retrying', retried_by: id, retried_at: sql`now()` })
      .where(sql<boolean>`id = any(${errors.map((error) => error.id)}::uuid[])`)
      .execute()
  return claimed
}

const letGo = ({ db }: JobDeps, scope: Scope, claimed: Claimed) =>
  inScope(db, scope, (trx) =>
    sql`update record_errors r set state = 'open', retried_by = null, retried_at = null where r.retried_by = any(${[...claimed.values()].map(({ id }) => id)}::uuid[]) and not exists (select from jobs j where j.id = r.retried_by)`.execute(
      trx,
    ),
  )

async function retryWhere(
  parts: JobDeps,
  scope: Scope,
  requeue: Pick<Requeue, 'version' | 'by'>,
  which: Parameters<typeof claim>[1],
) {
  return retryClaimed(parts, scope, requeue, await inScope(parts.db, scope, (trx) => claim(trx, which)))
}

async function retryClaimed(parts: JobDeps, scope: Scope, requeue: Pick<Requeue, 'version' | 'by'>, claimed: Claimed) {
  try {
    for (const [job_id, { id, errors }] of claimed) await acceptRetry(parts, scope, requeue, { job_id, id, errors })
  } catch (error) {
    await letGo(parts, scope, claimed).catch(
      ignore('what was claimed for a retry is open again by itself after a while'),
    )
    throw error
  }
  const taken = [...claimed.values()]
  return { jobs: taken.map(({ id }) => id), records: taken.reduce((sum, { errors }) => sum + errors.length, 0) }
}

async function acceptRetry(
  parts: JobDeps,
  scope: Scope,
  { version, by }: Pick<Requeue, 'version' | 'by'>,
  { job_id, id, errors }: { job_id: string; id: string; errors: OpenError[] },
) {
  const job = await inScope(parts.db, scope, (trx) =>
    trx.selectFrom('jobs').selectAll().where('id', '=', job_id).executeTakeFirstOrThrow(),
  )
  if (errors.some(({ record }) => spoolOfWhole(record) !== undefined))
    await refuseTidied(parts, scope, [job.origin_id ?? job.id])
  const steps = [...new Set(errors.map((error) => error.step))]
  const from = openSpools(parts.jobFiles, job.origin_id ?? job.id)
  const to = openSpools(parts.jobFiles, id)
  for (const [spool, own] of Map.groupBy(errors, ({ step, port }) => retrySpool(step, port)))
    await to.whole(spool, () => wholeRecords(from, own))
  await parts.enqueuer.enqueue({
    ...again(job, version, by),
    id,
    trigger_step: steps.join(' '),
    retry_mode: 'failed_records',
    payload: { spool: '__retry', job_id: id },
  })
}

/** Records too long for the journal lie beside it. */
async function* wholeRecords(spools: Spools, errors: OpenError[]): AsyncGenerator<DataRecord[]> {
  for (let i = 0; i < errors.length; i += 500) {
    const entries: RetriedEntry[] = []
    for (const { id, record, corrected, field, reason } of errors.slice(i, i + 500)) {
      const name = spoolOfWhole(record)
      const kept = name === undefined ? record : await onlyRecord(spools, name)
      entries.push({ id, record: kept, corrected, reason: reason as Message, ...(field !== null && { field }) })
    }
    yield entries
  }
}

async function onlyRecord(spools: Spools, name: string): Promise<DataRecord> {
  for await (const { records } of spools.read(name)) for (const record of records) return record
  throw new Conflict('JOB_FILES_GONE', texts.tidied())
}

async function copyRetried(jobFiles: JobFiles, from: string, to: string) {
  for (const spool of await jobFiles.spools(from)) if (spool.endsWith('.__retry')) await jobFiles.copy(from, to, spool)
}
