import { usageContract } from '@weft/contracts/usage.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { addDays, daysFrom } from '@weft/engine/billing/month.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { todayInUtc } from './parts.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  long: {
    en: 'At most 400 days, the last not before the first.',
    de: 'Höchstens 400 Tage, der letzte nicht vor dem ersten.',
  },
})

type Usage = z.input<(typeof usageContract)['GET /usage']['answers'][200]>['data']
type Account = { tenant_id?: string | undefined; partner_id?: string | undefined }

/** What runs have used and storage has taken up, by day, by tenant and by project. */
export const usageRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, usageContract)

    on('GET /usage', async ({ scope, query }) => {
      const to = query.to ?? todayInUtc()
      const from = query.from ?? addDays(to, -29)
      if (from > to || daysFrom(from, to) > 400) throw invalidField('from', texts.long())
      return inScope(db, scope, async (trx) => ({
        data: {
          from,
          to,
          days: await byDay(trx, query, from, to),
          tenants: await byTenant(trx, query, from, to),
          projects: await byProject(trx, query, from, to),
        },
      }))
    })
  }

/** Row-level security says whose tenants may be seen; this says which of them are meant. */
const meant = ({ tenant_id, partner_id }: Account) =>
  tenant_id ? sql`t.id = ${tenant_id}` : partner_id ? sql`t.partner_id = ${partner_id}` : sql`true`

const sums = sql`coalesce(sum(u.runs), 0)::bigint as runs, coalesce(sum(u.records), 0)::bigint as records, coalesce(sum(u.excluded_runs), 0)::bigint as excluded_runs, coalesce(sum(u.excluded_records), 0)::bigint as excluded_records`

async function byDay(trx: Scoped, account: Account, from: string, to: string) {
  const { rows } = await sql<Usage['days'][number]>`
    select d.day::date::text as day, coalesce(u.runs, 0)::bigint as runs, coalesce(u.records, 0)::bigint as records, coalesce(u.excluded_runs, 0)::bigint as excluded_runs, coalesce(u.excluded_records, 0)::bigint as excluded_records, s.storage_bytes
    from generate_series(${from}::date, ${to}::date, interval '1 day') as d(day)
    left join (select u.day, ${sums} from usage_days u join tenants t on t.id = u.tenant_id where u.day between ${from} and ${to} and ${meant(account)} group by u.day) u on u.day = d.day::date
    left join (select s.day, sum(s.database_bytes + s.file_bytes)::bigint as storage_bytes from storage_days s join tenants t on t.id = s.tenant_id where s.day between ${from} and ${to} and ${meant(account)} group by s.day) s on s.day = d.day::date
    order by d.day`.execute(trx)
  return rows
}

async function byTenant(trx: Scoped, account: Account, from: string, to: string) {
  const { rows } = await sql<Usage['tenants'][number]>`
    select t.id, t.name, ${sums},
      (select (avg(s.database_bytes + s.file_bytes))::bigint from storage_days s where s.tenant_id = t.id and s.day between ${from} and ${to}) as storage_bytes
    from tenants t left join usage_days u on u.tenant_id = t.id and u.day between ${from} and ${to} where ${meant(account)}
    group by t.id, t.name order by sum(u.runs) desc nulls last, t.name limit 200`.execute(trx)
  return rows
}

/** Projects lie inside a tenant and are named to that tenant itself; above it they are counted under its name only. */
async function byProject(trx: Scoped, account: Account, from: string, to: string) {
  const { rows } = await sql<Usage['projects'][number]>`
    select u.project_id as id, p.name, ${sums} from usage_days u join tenants t on t.id = u.tenant_id left join projects p on p.id = u.project_id
    where u.tenant_id = weft_tenant() and u.day between ${from} and ${to} and ${meant(account)} group by u.project_id, p.name order by sum(u.runs) desc limit 200`.execute(
    trx,
  )
  return rows
}
