import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { sql } from 'kysely'
import { testDatabase } from '../testing/database.ts'
import { inScope, systemScope } from './connect.server.ts'

const { db, owner_url } = await testDatabase()
const owner = new pg.Client({ connectionString: owner_url })
await owner.connect()
const { rows: tables } = await owner.query<{ name: string; secured: boolean; forced: boolean; tenant: boolean }>(`
  select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
    exists (select from information_schema.columns k where k.table_schema = 'public' and k.table_name = c.relname and k.column_name = 'tenant_id') as tenant
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations' order by 1`)
const { rows: logins } = await owner.query("select rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = 'weft_app'")
await owner.end()

test('the application owns nothing and cannot bypass row-level security', () => {
  assert.deepEqual(logins, [{ rolsuper: false, rolbypassrls: false, owned: 0 }])
})

for (const { name, secured, forced } of tables) {
  test(`${name} is under forced row-level security and shows nothing without a scope`, async () => {
    assert.deepEqual([secured, forced], [true, true])
    if (name === 'languages') return // the list of interface languages is for everybody
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db)
    assert.equal(rows[0]!.n, 0)
  })
}

const ids = await inScope(db, systemScope, async (trx) => {
  const one = async (letter: string) => {
    const tenant = await trx.insertInto('tenants').values({ name: letter, workspace: `${letter}.example`, api_token: letter, active: true }).returning('id').executeTakeFirstOrThrow()
    return tenant.id
  }
  return { a: await one('a'), b: await one('b') }
})
/** A row for each tenant-owned table, made by the table's own defaults and one value per required column. */
const samples: Record<string, unknown> = { text: 'x', int4: 1, int8: 1, jsonb: '{}', bytea: Buffer.from('x'), timestamptz: '2026-01-01', date: '2026-01-01', bool: true }

for (const { name, tenant } of tables) {
  if (!tenant) continue
  test(`a row of tenant A in ${name} cannot be read, changed, taken or deleted by tenant B`, async () => {
    const made = await fill(name, ids.a)
    if (!made) return assert.fail(`could not make a row in ${name}`)
    const asB = <T>(work: (trx: Parameters<Parameters<typeof inScope>[2]>[0]) => Promise<T>) => inScope(db, { level: 'tenant', tenant_id: ids.b }, work)
    const seen = await asB((trx) => sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} where tenant_id = ${ids.a}`.execute(trx))
    assert.equal(seen.rows[0]!.n, 0)
    const changed = await asB((trx) => sql`update ${sql.table(name)} set tenant_id = ${ids.b} where tenant_id = ${ids.a}`.execute(trx))
    assert.equal(changed.numAffectedRows, 0n)
    const deleted = await asB((trx) => sql`delete from ${sql.table(name)} where tenant_id = ${ids.a}`.execute(trx))
    assert.equal(deleted.numAffectedRows, 0n)
  })
}

/** Inserts one row as the superuser with constraints off: only who may see it matters here. */
async function fill(name: string, tenant_id: string) {
  const client = new pg.Client({ connectionString: owner_url })
  await client.connect()
  try {
    await client.query("set session_replication_role = replica")
    const { rows: columns } = await client.query<{ column_name: string; udt_name: string }>(
      `select column_name, udt_name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and is_generated = 'NEVER' and is_identity = 'NO' and (column_default is null or column_default like 'weft_%')`, [name])
    const { rows: checks } = await client.query<{ conname: string }>(`select conname from pg_constraint where conrelid = $1::regclass and contype = 'c'`, [name])
    await client.query('begin')
    for (const { conname } of checks) await client.query(`alter table ${client.escapeIdentifier(name)} drop constraint ${client.escapeIdentifier(conname)}`)
    const names = [...new Set(['tenant_id', ...columns.map((c) => c.column_name)])]
    const values = names.map((n) => (n === 'tenant_id' ? tenant_id : columns.find((c) => c.column_name === n)!.udt_name === 'uuid' ? tenant_id : samples[columns.find((c) => c.column_name === n)!.udt_name]))
    await client.query(`insert into ${client.escapeIdentifier(name)} (${names.map((n) => client.escapeIdentifier(n)).join(', ')}) values (${values.map((_, i) => `$${i + 1}`).join(', ')})`, values)
    await client.query('commit')
    return true
  } finally {
    await client.end()
  }
}
