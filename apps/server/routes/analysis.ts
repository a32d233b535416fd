import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { filteredBy, someOf } from '@weft/kit/http/list-query.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { journal, workflowLogs, type JournalRow } from '../analysis/journal.ts'
import { period, periods, since, type Period } from '../analysis/period.ts'
import { reportOf } from '../analysis/report.ts'
import type { AppContext } from '../context.ts'

/** What went on in all projects of a tenant: figures of a period, the journal and what runs have said. */
export const analysisRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['analysis'], summary })
    const view = { scope: 'tenant', may: ['jobs', 'view'] } as const
    const asked = filteredBy({
      level: someOf(['info', 'warning', 'error', 'debug']),
      project_id: z.uuid(),
      workflow_id: z.uuid(),
    }).extend({ period })

    app.get(
      '/analysis/overview',
      {
        schema: {
          ...about('Jobs, records, errors and queues of a period, over all projects'),
          querystring: z.object({ period }),
        },
        config: view,
      },
      ({ scope, query, language }) =>
        inScope(db, scope, async (trx) => ({
          data: {
            ...(await reportOf(trx, { ...periods[query.period], of: 'tenant' })),
            reasons: await reasonsOf(trx, query.period, language),
            queues: await queuesOf(trx, query.period),
          },
        })),
    )

    app.get(
      '/journal',
      {
        schema: {
          ...about(
            'Runs, and what they warned of or failed at, the newest first; filter by level, project_id, workflow_id',
          ),
          querystring: asked,
        },
        config: view,
      },
      ({ scope, query, language }) =>
        inScope(db, scope, async (trx) => told(await journal(trx, { query, period: query.period }), language)),
    )

    app.get(
      '/workflow_logs',
      {
        schema: {
          ...about('What runs have said, line by line, the newest first; filter by level, project_id, workflow_id'),
          querystring: asked,
        },
        config: view,
      },
      ({ scope, query, language }) =>
        inScope(db, scope, async (trx) => told(await workflowLogs(trx, { query, period: query.period }), language)),
    )
  }

const told = <M>({ data, meta }: { data: JournalRow[]; meta: M }, language: Language) => ({
  data: data.map((entry) => ({ ...entry, message: entry.message && say(entry.message, language) })),
  meta,
})

/** Why records were refused most often, each reason with an example. */
async function reasonsOf(trx: Scoped, which: Period, language: Language) {
  const { rows } = await sql<{
    workflow_id: string
    workflow_label: string
    step: string
    field: string | null
    count: number
    example: Message
  }>`
    select w.id as workflow_id, w.label as workflow_label, e.step, e.field, count(*)::int as count, (array_agg(e.reason))[1] as example
    from record_errors e join jobs j on j.id = e.job_id join workflows w on w.id = j.workflow_id
    where e.project_id in (select id from projects where tenant_id = weft_tenant()) and e.created_at > ${since(which)}
    group by w.id, e.step, e.field, e.reason->'text' order by count(*) desc, w.label limit 10`.execute(trx)
  return rows.map(({ example, ...row }) => ({ ...row, example: say(example, language) }))
}

/** What each queue did in a period, and what waits in it now. */
async function queuesOf(trx: Scoped, which: Period) {
  const { rows } = await sql<{
    id: string
    name: string
    active: boolean
    pending: number
    running: number
    finished: number
    failed: number
    waited_ms: number | null
  }>`
    select q.id, q.name, q.active, f.*,
      (select count(*)::int from jobs j where j.queue_id = q.id and j.status = 'pending') as pending,
      (select count(*)::int from jobs j where j.queue_id = q.id and j.status in ('started', 'working')) as running
    from queues q cross join lateral (
      select count(*)::int as finished, count(*) filter (where status = 'error')::int as failed, (avg(extract(epoch from started_at - created_at)) * 1000)::float8 as waited_ms
      from jobs where queue_id = q.id and finished_at > ${since(which)}
    ) f
    where q.tenant_id = weft_tenant() order by f.finished desc, q.name limit 50`.execute(trx)
  return rows
}
