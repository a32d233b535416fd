import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../testing/database.ts'
import { rotateSecrets } from './rotate.server.ts'
import { decrypt, encrypt } from './secrets.server.ts'

const database = await testDatabase()
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
after(() => owner.end())
const [old, next] = [randomBytes(32), randomBytes(32)]
const inText = (plain: string) => encrypt(old, plain).toString('base64')

await owner.query('begin')
for (const table of ['database_servers', 'settings', 'tenants', 'users']) await owner.query(`alter table ${table} no force row level security`)
for (let i = 0; i < 2_500; i++) await owner.query("insert into database_servers (name, engine, host, port, username, password) values ($1, 'postgres', 'db.example', 5432, 'weft', $2)", [`Server ${i}`, encrypt(old, `password ${i}`)])
await owner.query("insert into settings (key, value) values ('email', $1), ('plain', $2)", [JSON.stringify({ host: 'mail.example', password: inText('mail secret'), nested: [{ deep: inText('deep secret') }] }), JSON.stringify({ looks: randomBytes(60).toString('base64'), text: 'nothing' })])
for (const table of ['database_servers', 'settings', 'tenants', 'users']) await owner.query(`alter table ${table} force row level security`)
await owner.query('commit')
const flags = async () => (await owner.query("select relname, relrowsecurity, relforcerowsecurity, (select string_agg(tgname || tgenabled::text, ',' order by tgname) from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname")).rows
const before = await flags()
const plain = (await owner.query("select value from settings where key = 'plain'")).rows[0]

test('every secret is encrypted anew, wherever it stands, and nothing else is touched', async () => {
  const rotated = (await rotateSecrets(owner, old, next)).filter(({ table }) => table !== 'audit_logs')
  assert.deepEqual(rotated, [{ table: 'database_servers', column: 'password', secrets: 2_500 }, { table: 'settings', column: 'value', secrets: 2 }])
  await owner.query('begin; alter table database_servers no force row level security; alter table settings no force row level security')
  const { rows } = await owner.query<{ name: string; password: Buffer }>('select name, password from database_servers')
  assert.equal(rows.length, 2_500)
  for (const { name, password } of rows) assert.equal(decrypt(next, password), name.replace('Server', 'password'))
  assert.throws(() => decrypt(old, rows[0]!.password))
  const { value } = (await owner.query("select value from settings where key = 'email'")).rows[0] as { value: { host: string; password: string; nested: { deep: string }[] } }
  assert.deepEqual([value.host, decrypt(next, Buffer.from(value.password, 'base64')), decrypt(next, Buffer.from(value.nested[0]!.deep, 'base64'))], ['mail.example', 'mail secret', 'deep secret'])
  assert.deepEqual((await owner.query("select value from settings where key = 'plain'")).rows[0], plain)
  await owner.query('rollback')
})

test('row-level security and triggers stand afterwards as before', async () => assert.deepEqual(await flags(), before))

test('a second run with the same keys finds nothing to do', async () => assert.deepEqual(await rotateSecrets(owner, old, next), []))
