import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { sql, type RawBuilder } from 'kysely'
import { testDatabase } from '../testing/database.ts'
import { fillEveryTable } from '../testing/tenant-rows.ts'
import { inScope, systemScope } from './connect.server.ts'

const { db, owner_url } = await testDatabase()
const owner = new pg.Client({ connectionString: owner_url })
await owner.connect()
const { rows: tables } = await owner.query<{ name: string; secured: boolean; forced: boolean }>(`
  select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations' order by 1`)
const { rows: logins } = await owner.query(
  "select rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname in ('weft_app', 'weft_app_weft_template')",
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

test('the application owns nothing and cannot bypass row-level security', () => {
  assert.deepEqual(
    logins,
    [1, 2].map(() => ({ rolsuper: false, rolbypassrls: false, owned: 0 })),
  )
})

for (const { name, secured, forced } of tables) {
  test(`${name} is under forced row-level security and shows nothing without a scope`, async () => {
    assert.deepEqual([secured, forced], [true, true])
    if (name === 'languages') return // the list of interface languages is for everybody
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db)
    assert.equal(rows[0]!.n, 0)
  })
}

for (const name of filled) {
  test(`a row of tenant A in ${name} cannot be read, changed, taken or deleted by tenant B, and is there for A`, async () => {
    const as = (tenant_id: string, statement: RawBuilder<{ n: number }>) =>
      inScope(db, { level: 'tenant', tenant_id }, (trx) => statement.execute(trx))
    const count = sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} where tenant_id = ${ids.a}`
    assert.equal((await as(ids.b, count)).rows[0]!.n, 0)
    assert.equal(
      (await as(ids.b, sql`update ${sql.table(name)} set tenant_id = ${ids.b} where tenant_id = ${ids.a}`))
        .numAffectedRows,
      0n,
    )
    assert.equal((await as(ids.b, sql`delete from ${sql.table(name)} where tenant_id = ${ids.a}`)).numAffectedRows, 0n)
    // a provisioning run is its partner's; the tenant it makes never sees it
    if (name !== 'provisioning_runs') assert.ok((await as(ids.a, count)).rows[0]!.n >= 1)
  })
}
