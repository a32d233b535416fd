import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { sql, type RawBuilder } from 'kysely'
import { testDatabase } from '../testing/database.ts'
import { fillEveryTable } from '../testing/tenant-rows.ts'
import { inScope, systemScope } from './connect.server.ts'
import { levelRoles } from './migrate.server.ts'

const { db, owner_url } = await testDatabase()
const owner = new pg.Client({ connectionString: owner_url })
await owner.connect()
const { rows: tables } = await owner.query<{ name: string; secured: boolean; forced: boolean }>(`
  select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations' order by 1`)
const { rows: logins } = await owner.query<{ name: string }>(
  `select rolname as name, rolsuper, rolbypassrls, rolinherit, rolcanlogin, (select count(*)::int from pg_class where relowner = r.oid) as owned
   from pg_roles r where rolname = any($1) order by rolname`,
  [['weft_app', 'weft_app_weft_template', ...levelRoles]],
)

const ids = await inScope(db, systemScope, async (trx) => {
  const one = async (letter: string) =>
    (
      await trx
        .insertInto('tenants')
        .values({ name: letter, workspace: `${letter}.example`, api_token: letter, active: true })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  return { a: await one('a'), b: await one('b') }
})
const id = '00000000-0000-4000-8000-00000000000a'
const filled = await fillEveryTable(owner, { id, tenant_id: ids.a, project_id: id })
await owner.end()

test('the application owns nothing, cannot bypass row-level security and has no role of a level by itself', () => {
  const role = { rolsuper: false, rolbypassrls: false, rolinherit: true, rolcanlogin: false, owned: 0 }
  assert.deepEqual(logins, [
    { ...role, name: 'weft_app' },
    { ...role, name: 'weft_app_weft_template', rolinherit: false, rolcanlogin: true },
    { ...role, name: 'weft_partner' },
    { ...role, name: 'weft_project' },
    { ...role, name: 'weft_provider' },
    { ...role, name: 'weft_system' },
    { ...role, name: 'weft_tenant' },
  ])
})

for (const { name, secured, forced } of tables) {
  test(`${name} is under forced row-level security and refused without a scope`, async () => {
    assert.deepEqual([secured, forced], [true, true])
    await assert.rejects(sql`select from ${sql.table(name)}`.execute(db), { code: '42501' })
  })
}

/** A provisioning run is its partner's, and what was asked in the query editor the person's who asked; the tenant sees neither. */
const ofOthers = new Set(['provisioning_runs', 'query_runs'])

/** How many rows a statement has changed: none where a level may not change the table at all. */
const touched = (statement: Promise<{ numAffectedRows?: bigint }>) =>
  statement.then(
    ({ numAffectedRows }) => numAffectedRows,
    (error: { code?: string }) => (error.code === '42501' ? 0n : Promise.reject(error as Error)),
  )

for (const name of filled) {
  test(`a row of tenant A in ${name} cannot be read, changed, taken or deleted by tenant B, and is there for A`, async () => {
    const as = (tenant_id: string, statement: RawBuilder<{ n: number }>) =>
      inScope(db, { level: 'tenant', tenant_id }, (trx) => statement.execute(trx))
    const count = sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} where tenant_id = ${ids.a}`
    assert.equal((await as(ids.b, count)).rows[0]!.n, 0)
    const taken = await touched(
      as(ids.b, sql`update ${sql.table(name)} set tenant_id = ${ids.b} where tenant_id = ${ids.a}`),
    )
    const deleted = await touched(as(ids.b, sql`delete from ${sql.table(name)} where tenant_id = ${ids.a}`))
    assert.deepEqual([taken, deleted], [0n, 0n])
    if (!ofOthers.has(name)) assert.ok((await as(ids.a, count)).rows[0]!.n >= 1)
  })
}
