import type { Scoped, Database } from '@weft/kit/database/connect.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'

/** Everything about tenants that lists and pages show, without secrets. The caller's scope decides which rows there are. */
export const clientRows = (trx: Scoped) =>
  trx
    .selectFrom('tenants as t')
    .leftJoin('partners as p', 'p.id', 't.partner_id')
    .selectAll('t')
    .select((eb) => [
      't.id as uuid',
      'p.name as partner_name',
      eb
        .selectFrom('users as u')
        .whereRef('u.tenant_id', '=', 't.id')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .as('users'),
    ])

export type ClientRow = Awaited<ReturnType<ReturnType<typeof clientRows>['executeTakeFirstOrThrow']>>

export const clientView = ({ partner_name, partner_id, ...row }: ClientRow) => ({
  ...row,
  users: Number(row.users),
  partner_id,
  partner: partner_id ? { id: partner_id, name: partner_name } : null,
})

/** The last job and the number of projects of each of these tenants, which the caller was found to see. */
export function activityOf(db: Database, ids: string[]): Promise<Map<string, { status: string; created_at: string }>> {
  if (ids.length === 0) return Promise.resolve(new Map())
  return inScope(db, systemScope, async (trx) => {
    const { rows } = await sql<{ tenant_id: string; status: string; created_at: string }>`
      select t.id as tenant_id, j.status, j.created_at from unnest(${ids}::uuid[]) as t (id)
      cross join lateral (select status, created_at from jobs where jobs.tenant_id = t.id and jobs.test is null order by created_at desc limit 1) as j`.execute(
      trx,
    )
    return new Map(rows.map(({ tenant_id, ...job }) => [tenant_id, job]))
  })
}

/** The connections of a tenant as the browser may know them. */
export const connectionRows = (trx: Scoped) =>
  trx
    .selectFrom('tenant_connections')
    .select((eb) => [
      'id',
      'name',
      'engine',
      'server_id',
      'host',
      'port',
      'database',
      'username',
      'updated_at',
      eb('new_password', 'is not', null).$castTo<boolean>().as('rotating'),
    ])
    .orderBy('name', 'desc')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, password: { set: true } })))
