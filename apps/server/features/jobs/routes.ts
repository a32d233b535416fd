import { errorsQuery, jobContract, jobsQuery, type QueueFigures } from '@weft/contracts/jobs.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { cancelJob } from '@weft/engine/queue/cancel.server.ts'
import { readMask, withoutMask } from '@weft/engine/runtime/configuration.server.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { elementAvailability } from '@weft/engine/workflow-model/element-availability.server.ts'
import { settledState } from '@weft/engine/runtime/job.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { asQuery, filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { readText } from '../workflows/read-text.ts'
import { errorIds, jobCounts, jobIds, listErrors, listJobs, type JobListRow } from './list.ts'

/** Jobs and what they leave behind: lists, one job with its steps, logs and refused records, cancelling and running again. */
export const jobRoutes =
  (context: AppContext<'db' | 'isolation' | 'jobs' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, jobContract)
    const { db, jobs, key } = context

    on('GET /jobs', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => {
        const { data, meta } = await listJobs(trx, query)
        return {
          data: data.map((row) => told(row, language)),
          meta: { ...meta, statuses: await jobCounts(trx, query) },
        }
      }),
    )

    on('GET /jobs/:id', (request, reply) => toResponse(request, reply, request.params.id))

    on('GET /jobs/:id/children', ({ scope, params, query, language }) =>
      inScope(db, scope, async (trx) => {
        await mustSee(trx, params.id)
        const { data, meta } = await listJobs(trx, query, [sql`j.parent_job_id = ${params.id}`])
        return { data: data.map((row) => told(row, language)), meta }
      }),
    )

    on('GET /jobs/:id/logs', ({ scope, params, query, language }) =>
      inScope(db, scope, async (trx) => {
        await mustSee(trx, params.id)
        return readLogs(trx, params.id, query, language)
      }),
    )

    on('POST /jobs/:id/cancel', async (request, reply) => {
      const { scope, params, body } = request
      await cancelJob(jobs, scope, params.id, body ?? {})
      return toResponse(request, reply, params.id)
    })

    on('POST /jobs/:id/requeue', async ({ scope, params, body, user }, reply) =>
      reply.code(202).send({
        data: await jobs.requeue(scope, params.id, {
          mode: 'from_start',
          version: 'original',
          ...body,
          by: user.id,
        }),
      }),
    )

    on('POST /jobs/bulk_cancel', async ({ scope, body }) => {
      const { affected, refused } = await jobs.cancel(scope, await chosen(scope, body), { children: body.children })
      return { data: { affected: affected.length, refused } }
    })

    on('POST /jobs/bulk_requeue', async ({ scope, body, user, language }) => {
      const refused: { id: string; status: string; message: string }[] = []
      const started: string[] = []
      for (const id of await chosen(scope, body)) {
        try {
          started.push((await jobs.requeue(scope, id, { mode: body.mode, version: body.version, by: user.id })).id)
        } catch (error) {
          if (!(error instanceof WeftError)) throw error
          const job = await inScope(db, scope, (trx) =>
            trx.selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirst(),
          )
          refused.push({ id, status: job?.status ?? '', message: say(error.say, language) })
        }
      }
      return { data: { affected: started.length, jobs: started, refused } }
    })

    on('GET /queues/figures', ({ scope }) => inScope(db, scope, async (trx) => ({ data: await queueFigures(trx) })))

    on('GET /record_errors', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => {
        const { data, meta } = await listErrors(trx, query)
        const mask = await readMask(trx, key)
        const masked = ({ record, corrected, value }: (typeof data)[number]) => ({
          record: mask(record),
          corrected: mask(corrected),
          value: mask(value),
        })
        return { data: data.map((row) => ({ ...row, ...masked(row), reason: say(row.reason, language) })), meta }
      }),
    )

    on('POST /record_errors/retry', async ({ scope, body, user }, reply) =>
      reply.code(202).send({ data: await jobs.retryRecords(scope, await chosenErrors(scope, body), user.id) }),
    )

    on('POST /record_errors/:id/retry', async ({ scope, params, body, user }, reply) => {
      const record = await inScope(db, scope, async (trx) => {
        const was = await trx
          .selectFrom('record_errors')
          .select(['record', 'corrected'])
          .where('id', '=', params.id)
          .executeTakeFirst()
        return withoutMask(body.record, was?.corrected ?? was?.record, await readMask(trx, key)) as DataRecord
      })
      return reply.code(202).send({ data: await jobs.retryCorrected(scope, params.id, record, user.id) })
    })

    on('POST /record_errors/resolve', async ({ scope, body }) => {
      const ids = await chosenErrors(scope, body)
      const affected = await inScope(db, scope, async (trx) => {
        const { rows } =
          await sql`update record_errors set state = ${body.state}, retried_by = null where id = any(${ids}::uuid[]) returning id`.execute(
            trx,
          )
        return rows.length
      })
      return { data: { affected } }
    })

    /** A job is shown with the workflow as it was. What it was given is kept as it is for whoever runs it again; people see it without secrets. */
    async function toResponse(request: FastifyRequest, reply: FastifyReply, id: string) {
      const { scope, language } = request
      const row = await inScope(db, scope, (trx) =>
        trx.selectFrom('jobs').select('source').where('id', '=', id).executeTakeFirst(),
      )
      if (!row) throw notFound()
      const { document } = await readText(context, row.source, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        const [job, mask] = [await readJob(trx, id, document, language), await readMask(trx, key)]
        return { data: { ...job, parameters: mask(job.parameters), payload: mask(job.payload) } }
      })
    }

    const chosen = async (
      scope: Scope,
      body: {
        ids?: string[] | undefined
        filter?: Record<string, string> | undefined
        searchTerm?: string | undefined
      },
    ) =>
      body.ids ??
      (body.filter || body.searchTerm ? inScope(db, scope, (trx) => jobIds(trx, jobsQuery.parse(asQuery(body)))) : [])
    const chosenErrors = async (
      scope: Scope,
      body: {
        ids?: string[] | undefined
        filter?: Record<string, string> | undefined
        searchTerm?: string | undefined
      },
    ) =>
      body.ids ??
      (body.filter || body.searchTerm
        ? inScope(db, scope, (trx) => errorIds(trx, errorsQuery.parse(asQuery(body))))
        : [])
  }

type Problem = { message: Message; code?: string; step?: string }
const problem = (error: unknown, language: Language) =>
  error ? { ...(error as Problem), message: say((error as Problem).message, language) } : null
const told = (row: JobListRow, language: Language) => ({ ...row, error: problem(row.error, language) })

const all: readonly Element[] = elements

async function readJob(trx: Scoped, id: string, document: WorkflowDocument | undefined, language: Language) {
  const { data } = await listJobs(trx, jobsQuery.parse({}), [sql`j.id = ${id}`])
  if (!data[0]) throw notFound()
  const status = String(data[0].status)
  const more = await trx
    .selectFrom('jobs')
    .select(['parameters', 'payload', 'return_values', 'trigger_step', 'machine', 'moment', 'cancel_requested_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const steps = await trx
    .selectFrom('job_steps')
    .select(['step', 'state', 'records_in', 'exits', 'busy_ms', 'error', 'started_at', 'finished_at'])
    .where('job_id', '=', id)
    .execute()
  const segments = await trx
    .selectFrom('job_cursors')
    .select(['segment', 'batch', 'done'])
    .where('job_id', '=', id)
    .execute()
  const { children } = await trx
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('children'))
    .where('parent_job_id', '=', id)
    .executeTakeFirstOrThrow()
  const { payload, ...own } = more
  const known = new Map(steps.map((step) => [step.step, step]))
  const catalogue = new Map((await elementAvailability(trx, all)).elements.map((element) => [element.key, element]))
  return {
    ...told(data[0], language),
    ...own,
    children: Number(children),
    payload: payload && 'record' in (payload as object) ? (payload as { record: unknown }).record : null,
    payload_spooled: !!payload && 'spool' in (payload as object),
    segments,
    /** Every step of the workflow as it was, with what the job did there. */
    steps: (
      document?.steps ?? steps.map((step) => ({ id: step.step, element: '', label: '', position: { x: 0, y: 0 } }))
    ).map(({ id, element, label, position }) => {
      const row = known.get(id)
      const { kind, icon, group, labels } = catalogue.get(element) ?? {}
      return {
        step: id,
        element,
        label,
        position,
        ...(kind && { kind, icon, group }),
        exit_names: Object.fromEntries(
          Object.entries(labels?.exits ?? {}).map(([exit, text]) => [exit, text[language]]),
        ),
        state: settledState(row?.state ?? 'pending', status),
        records_in: row?.records_in ?? 0,
        exits: row?.exits ?? {},
        busy_ms: row?.busy_ms ?? 0,
        error: problem(row?.error, language),
        started_at: row?.started_at ?? null,
        finished_at: row?.finished_at ?? null,
      }
    }),
    edges:
      document?.edges.map(({ from, to }) => {
        const [step = '', exit = ''] = from.split('.')
        return {
          from,
          to,
          records: Number((known.get(step)?.exits as Record<string, number> | undefined)?.[exit] ?? 0),
        }
      }) ?? [],
  }
}

async function readLogs(
  trx: Scoped,
  id: string,
  query: ListQuery & { after?: number | undefined },
  language: Language,
) {
  const { level, step } = filtersOf(query)
  const matching = trx
    .selectFrom('job_logs')
    .where('job_id', '=', id)
    .$if(query.after !== undefined, (q) => q.where('id', '>', query.after!))
    .$if(level !== undefined, (q) => q.where('level', 'in', level!.split(',')))
    .$if(step !== undefined, (q) => q.where('step', '=', step!))
  const { limit, offset } = toLimitOffset(query)
  const rows = await matching
    .select([
      'id',
      sql<string>`weft_number('process_logs', id)`.as('number'),
      'attempt',
      'step',
      'level',
      'message',
      'parameters',
      'created_at',
    ])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  // A line never changes: it was last changed when it was written.
  return {
    data: rows.map((row) => ({
      ...row,
      type: row.level,
      message: say(row.message as Message, language),
      updated_at: row.created_at,
    })),
    meta: metaOf(query, Number(total)),
  }
}

async function mustSee(trx: Scoped, id: string) {
  if (!(await trx.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
}

async function queueFigures(trx: Scoped) {
  const { rows } = await sql<QueueFigures>`
    select q.id, q.name, q.priority, q.instances, q.active,
      count(j.id) filter (where j.status = 'pending')::int as pending,
      count(j.id) filter (where j.status in ('started', 'working'))::int as running,
      count(j.id) filter (where j.status = 'waiting')::int as waiting,
      min(j.created_at) filter (where j.status = 'pending') as oldest_at,
      (select count(*)::int from jobs d where d.queue_id = q.id and d.finished_at > now() - interval '1 hour') as finished_last_hour,
      (select count(*)::int from jobs d where d.queue_id = q.id and d.status = 'error' and d.finished_at > now() - interval '1 hour') as failed_last_hour
    from queues q left join jobs j on j.queue_id = q.id and j.status in ${sql.raw(openInSql)}
    group by q.id order by q.name`.execute(trx)
  return rows
}
