import { jobContract, jobsQuery, type QueueFigures } from '@weft/contracts/jobs.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { cancelJob } from '@weft/engine/queue/cancel.server.ts'
import { readMask } from '@weft/engine/runtime/configuration.server.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { asQuery } from '@weft/kit/http/list-query.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { readLogs } from './logs.ts'
import { missingJob } from './missing-job.ts'
import { jobRowView, readJob } from './view.ts'
import { readText } from '../workflows/read-text.ts'
import { jobIds, listJobs } from './list.ts'

/** Jobs and what they leave behind: lists, one job with its steps, logs and refused records, cancelling and running again. */
export const jobRoutes =
  (context: AppContext<'db' | 'isolation' | 'jobs' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, jobContract)
    const { db, jobs, key } = context

    on('GET /jobs', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => {
        const { data, meta } = await listJobs(trx, query)
        return { data: data.map((row) => jobRowView(row, language)), meta }
      }),
    )

    on('GET /jobs/:id', (request, reply) => toResponse(request, reply, request.params.id))

    on('GET /jobs/:id/children', ({ scope, params, query, language }) =>
      inScope(db, scope, async (trx) => {
        await mustSee(trx, params.id)
        const { data, meta } = await listJobs(trx, query, [sql`j.parent_job_id = ${params.id}`])
        return { data: data.map((row) => jobRowView(row, language)), meta }
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

    /** A job is shown with the workflow as it was. What it was given is kept as it is for whoever runs it again; people see it without secrets. */
    async function toResponse(request: FastifyRequest, reply: FastifyReply, id: string) {
      const { scope, language } = request
      const source = await inScope(db, scope, (trx) => sourceOf(trx, id))
      const { document } = await readText(context, source, isolated(request, reply))
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
  }

async function mustSee(trx: Scoped, id: string) {
  if (!(await trx.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst()))
    throw await missingJob(trx, id)
}

async function sourceOf(trx: Scoped, id: string): Promise<string> {
  const row = await trx
    .selectFrom('jobs as j')
    .innerJoin('workflow_sources as s', 's.id', 'j.source_id')
    .select('s.source')
    .where('j.id', '=', id)
    .executeTakeFirst()
  if (!row) throw await missingJob(trx, id)
  return row.source
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
