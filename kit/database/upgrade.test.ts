import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { installationBeforeSquash } from '../testing/before-squash.ts'
import { readCatalog } from '../testing/catalog.ts'
import { testDatabase } from '../testing/database.ts'
import { migrationsFolder } from './migrate.server.ts'
import { execute, prepareDatabase } from './prepare.server.ts'

const { cluster_url, owner_url } = await testDatabase()
const files = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

async function opened(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  after(() => client.end())
  return client
}
const installation = () => installationBeforeSquash(cluster_url, `weft_${randomBytes(6).toString('hex')}`)
const migrationsOf = async (client: pg.Client) =>
  (await client.query<{ name: string }>('select name from migrations order by 1')).rows.map(({ name }) => name)

/** The tables of a database with their columns. */
async function tablesOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' and table_name <> 'migrations' group by 1`,
  )
  return rows
}

/** Where the rows of a table are now with all they had. */
const nowIn: Record<string, string> = {
  jobs: '(select j.*, s.source from jobs j join workflow_sources s on s.id = j.source_id)',
}

/** Every row of these tables, as text; of what they have now, the columns they had. */
async function rowsOf(
  client: pg.Client,
  tables: { name: string; columns: string }[],
  places: Record<string, string> = {},
) {
  const found: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (select ${columns} from ${places[name] ?? name} x) t order by 1`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

test('an installation of the version before has what a new one has, and every row it had', async () => {
  const { url, keys } = await installation()
  const client = await opened(url)
  const tables = await tablesOf(client)
  const before = await rowsOf(client, tables)
  assert.equal(before['jobs']!.length, 4)
  assert.equal(before['audit_logs']!.length, 108)

  assert.deepEqual(await prepareDatabase(url, keys), files.slice(files.indexOf('0140-operations.sql') + 1))
  assert.deepEqual(await migrationsOf(client), files)
  assert.deepEqual(await rowsOf(client, tables, nowIn), before)
  assert.deepEqual(await readCatalog(client), await readCatalog(await opened(owner_url)))
  assert.deepEqual(await prepareDatabase(url, keys), [])
})

test('of processes that start on it at once each finds it brought up', async () => {
  const { url, keys } = await installation()
  await Promise.all([prepareDatabase(url, keys), prepareDatabase(url, keys), prepareDatabase(url, keys)])
  assert.deepEqual(await migrationsOf(await opened(url)), files)
})

test('one that an older version left is refused with what to do, and stays as it was', async () => {
  const { url, keys } = await installation()
  const client = await opened(url)
  await client.query(`delete from migrations where name in ('0367-policies-by-role.sql', '0370-queue.sql')`)
  const before = await migrationsOf(client)
  await assert.rejects(
    prepareDatabase(url, keys),
    /it lacks 0367-policies-by-role\.sql, 0370-queue\.sql\. Please start Weft once at that revision, and then this version; nothing has been changed\./,
  )
  assert.deepEqual(await migrationsOf(client), before)
})

const differences = [
  'alter table notes add column colour text',
  'alter table notes alter column title drop not null',
  `alter table notes alter column title set default 'x'`,
  'alter table jobs drop constraint jobs_queued',
  'drop index jobs_queued',
  'alter table notes no force row level security',
  'drop policy tenant on notes',
  'alter policy tenant on notes using (true)',
  'grant delete on audit_logs to weft_tenant',
  'drop trigger touch on notes',
  'alter table notes disable trigger touch',
  'create or replace function weft_level() returns text language sql stable parallel safe return null',
  'alter sequence jobs_position increment by 2',
  'alter table jobs set (fillfactor = 50)',
  `comment on table notes is 'x'`,
  'create schema other',
]
for (const statement of differences)
  test(`databases that differ by “${statement}” are told apart`, async () => {
    const { owner_url: changed } = await testDatabase()
    await execute(changed, statement)
    assert.notDeepEqual(await readCatalog(await opened(changed)), await readCatalog(await opened(owner_url)))
  })
