import { overviewContract, type JobFigures } from '@weft/contracts/overview.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'

/** The figures of the welcome pages, each counted when it is asked for. */
export const overviewRoutes =
  ({ db, databases }: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, overviewContract)

    on('GET /overview/provider', async ({ scope }) => {
      const counted = await inScope(db, scope, async (trx) => ({
        partners: await count(trx, 'partners'),
        tenants: await tenantsByStatus(trx),
        users: await count(trx, 'users'),
        servers: await count(trx, 'database_servers'),
        unfinished_setups: await unfinished(trx),
        latest_tenants: await latest(trx),
        alerts: await trx
          .selectFrom('alerts')
          .select(['id', 'kind', 'name', 'began_at'])
          .where('ended_at', 'is', null)
          .where('looks', '>=', 2)
          .orderBy('began_at')
          .limit(20)
          .execute(),
      }))
      return { data: { ...counted, jobs: await jobsOf(db, undefined) } }
    })

    on('GET /overview/partner', async ({ scope }) => {
      const counted = await inScope(db, scope, async (trx) => ({
        tenants: await tenantsByStatus(trx),
        users: Number(
          (
            await trx
              .selectFrom('users')
              .select((eb) => eb.fn.countAll<number>().as('n'))
              .where('kind', '!=', 'admin')
              .executeTakeFirstOrThrow()
          ).n,
        ),
        unfinished_setups: await unfinished(trx),
        latest_tenants: await latest(trx),
        ids: (await trx.selectFrom('tenants').select('id').execute()).map((row) => row.id),
      }))
      const { ids, ...data } = counted
      return { data: { ...data, jobs: await jobsOf(db, ids) } }
    })

    on('GET /overview/tenant', async ({ scope }) => {
      const tenant_id = scope.tenant_id
      const counted = await inScope(db, scope, async (trx) => ({
        projects: await count(trx, 'projects'),
        users: Number(
          (
            await trx
              .selectFrom('users')
              .select((eb) => eb.fn.countAll<number>().as('n'))
              .where('tenant_id', '=', tenant_id)
              .executeTakeFirstOrThrow()
          ).n,
        ),
        queues: await count(trx, 'queues'),
        structures: await count(trx, 'data_structures'),
        workflows: await count(trx, 'workflows'),
        busiest_queues: await busiestQueues(trx),
      }))
      return { data: { ...counted, database_bytes: await databaseBytes(), jobs: await jobsOf(db, [tenant_id]) } }

      async function databaseBytes() {
        try {
          return await (await recordStore(databases, tenant_id)).bytes()
        } catch (error) {
          return ignoring('a figure of the overview is missing, not the page', null)(error)
        }
      }
    })
  }

type Counted = 'partners' | 'users' | 'database_servers' | 'projects' | 'queues' | 'data_structures' | 'workflows'
const count = async (trx: Scoped, table: Counted) =>
  Number(
    (
      await trx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

async function tenantsByStatus(trx: Scoped) {
  const rows = await trx
    .selectFrom('tenants')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute()
  return {
    total: rows.reduce((sum, row) => sum + Number(row.n), 0),
    by_status: Object.fromEntries(rows.map((row) => [row.status, Number(row.n)])),
  }
}

const latest = (trx: Scoped) =>
  trx
    .selectFrom('tenants')
    .select(['id', 'name', 'workspace', 'status', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(6)
    .execute()

const unfinished = async (trx: Scoped) =>
  Number(
    (
      await trx
        .selectFrom('provisioning_runs')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('state', 'not in', ['done', 'undone'])
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Jobs of the last 24 hours by status and by hour with the records they moved, and what is open now, of these tenants or of all. */
function jobsOf(db: Database, tenants: string[] | undefined): Promise<JobFigures> {
  return inScope(db, systemScope, async (trx) => {
    const whose = tenants ? sql`tenant_id = any(${tenants}::uuid[])` : sql`true`
    const { rows } = await sql<{ status: string; hour: number; n: number; records: number; rejected: number }>`
      select status, floor(extract(epoch from now() - created_at) / 3600)::int as hour, count(*)::int as n, sum(greatest(records_in, records_out))::float8 as records, sum(records_rejected)::float8 as rejected
      from jobs where test is null and created_at > now() - interval '24 hours' and ${whose} group by 1, 2`.execute(trx)
    const open = await sql<JobFigures['now']>`
      select count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status in ('started', 'working'))::int as running, count(*) filter (where status = 'waiting')::int as waiting
      from jobs where status in ${sql.raw(openInSql)} and ${whose}`.execute(trx)
    const by_status: Record<string, number> = {}
    const day = () => Array.from({ length: 24 }, () => 0)
    const [by_hour, records_by_hour] = [day(), day()]
    for (const { status, hour, n, records } of rows) {
      const at = 23 - Math.min(23, hour)
      by_status[status] = (by_status[status] ?? 0) + n
      by_hour[at]! += n
      records_by_hour[at]! += records
    }
    const sum = (key: 'n' | 'records' | 'rejected') => rows.reduce((total, row) => total + row[key], 0)
    return {
      by_status,
      by_hour,
      total: sum('n'),
      records: sum('records'),
      records_by_hour,
      rejected: sum('rejected'),
      now: open.rows[0]!,
    }
  })
}

/** The queues with most to do. */
async function busiestQueues(trx: Scoped) {
  const { rows } = await sql<{
    id: string
    name: string
    active: boolean
    instances: number
    pending: number
    running: number
  }>`
    select q.id, q.name, q.active, q.instances, count(j.id) filter (where j.status = 'pending')::int as pending, count(j.id) filter (where j.status in ('started', 'working'))::int as running
    from queues q left join jobs j on j.queue_id = q.id and j.status in ('pending', 'started', 'working')
    group by q.id order by count(j.id) desc, q.name limit 5`.execute(trx)
  return rows
}
