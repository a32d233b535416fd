import { analysisContract, type Period, type QueueFigures } from '@weft/contracts/analysis.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { journal, workflowLogs, type JournalRow } from './journal.ts'
import { periods, since } from './period.ts'
import { reportOf } from './report.ts'
import type { AppContext } from '../../context.ts'

/** What went on in all projects of a tenant: figures of a period, the journal and what runs have said. */
export const analysisRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, analysisContract)

    on('GET /analysis/overview', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => ({
        data: {
          ...(await reportOf(trx, { ...periods[query.period], of: 'tenant' })),
          reasons: await reasonsOf(trx, query.period, language),
          queues: await queuesOf(trx, query.period),
        },
      })),
    )

    on('GET /journal', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => told(await journal(trx, { query, period: query.period }), language)),
    )

    on('GET /workflow_logs', ({ scope, query, language }) =>
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
  const { rows } = await sql<QueueFigures>`
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
