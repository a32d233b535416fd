import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inScope, openDatabase, openPool, systemScope } from '../database/connect.server.ts'
import { testDatabase } from '../testing/database.ts'
import { encryptUnbound } from '../testing/unbound-secret.ts'
import { verifyKeyIn } from './key-check.server.ts'
import { parseKey, ringOf, type Keyring } from './keyring.server.ts'
import { isAllSealed, resealAll } from './reseal.server.ts'
import { keyIdOf, seal, sealText, unseal, unsealText } from './seal.server.ts'
import { placeIn, sealedColumns } from './sealed-columns.ts'

const { db, pool, app_url, key: old } = await testDatabase()
const next = parseKey('the next key of this test')
const both = ringOf(next, old.current())
const count = 1_000
const serverPlace = (id: string) => placeIn(sealedColumns.server_password, { id })
const insertServer = (keys: Keyring | undefined, id: string, name: string) =>
  inScope(db, systemScope, (trx) =>
    trx
      .insertInto('database_servers')
      .values({
        id,
        name,
        engine: 'postgres',
        host: 'db.example',
        port: 5432,
        username: 'weft',
        password: keys
          ? seal(keys, serverPlace(id), `password of ${name}`)
          : encryptUnbound(old, `password of ${name}`),
      })
      .execute(),
  )
const servers = () =>
  inScope(db, systemScope, (trx) => trx.selectFrom('database_servers').select(['id', 'name', 'password']).execute())
const setting = async (key: string) =>
  (
    await inScope(db, systemScope, (trx) =>
      trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow(),
    )
  ).value
const settingAt = (...path: string[]) => placeIn(sealedColumns.setting, { key: 'email' }, path)

await inScope(db, systemScope, (trx) =>
  sql`insert into database_servers (id, name, engine, host, port, username, password)
  select * from unnest(${Array.from({ length: count }, () => randomUUID())}::uuid[], ${Array.from({ length: count }, (_, i) => `Server ${i}`)}::text[], array_fill('postgres'::text, array[${count}::int]), array_fill('db.example'::text, array[${count}::int]), array_fill(5432, array[${count}::int]), array_fill('weft'::text, array[${count}::int]), ${Array.from({ length: count }, (_, i) => encryptUnbound(old, `password of Server ${i}`))}::bytea[])`.execute(
    trx,
  ),
)
const untouched = { looks: Buffer.alloc(60, 7).toString('base64'), number: 1e21, text: 'nothing' }
await inScope(db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values([
      {
        key: 'email',
        value: JSON.stringify({
          host: 'mail.example',
          password: encryptUnbound(old, 'mail secret').toString('base64'),
          nested: [{ deep: sealText(old, settingAt('nested', '0', 'deep'), 'deep secret') }],
        }),
      },
      { key: 'plain', value: JSON.stringify(untouched) },
    ])
    .execute(),
)

test('stopped in the middle, it goes on where something is left; nothing but ciphertexts changes, and nothing is audited', async () => {
  const stopping = new AbortController()
  const audited = () =>
    inScope(db, systemScope, (trx) =>
      trx
        .selectFrom('audit_logs')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute(),
    )
  const before = await audited()
  const stopped = resealAll(db, both, stopping.signal)
  setTimeout(() => stopping.abort(), 20)
  await stopped
  assert.equal(await isAllSealed(db, both), false)
  await resealAll(db, both)
  assert.equal(await isAllSealed(db, both), true)
  for (const { id, name, password } of await servers()) {
    assert.equal(keyIdOf(password!), next.id)
    assert.equal(unseal(ringOf(next), serverPlace(id), password!), `password of ${name}`)
  }
  const email = (await setting('email')) as { host: string; password: string; nested: { deep: string }[] }
  assert.deepEqual(
    [
      email.host,
      unsealText(ringOf(next), settingAt('password'), email.password),
      unsealText(ringOf(next), settingAt('nested', '0', 'deep'), email.nested[0]!.deep),
    ],
    ['mail.example', 'mail secret', 'deep secret'],
  )
  assert.deepEqual(await setting('plain'), untouched)
  assert.deepEqual(await audited(), before)
})

test('the check value is sealed with the new key as well, so the old key is not needed to start', async () => {
  await verifyKeyIn(pool, ringOf(next))
  await assert.rejects(verifyKeyIn(pool, old), /another key/)
})

test('a second run finds nothing to do', async () => assert.deepEqual(await resealAll(db, both), []))

test('while two machines write, each with the key it knows as current, every secret opens all the time and is sealed with the new key in the end', async () => {
  const last = parseKey('a third key')
  const [late, early] = [ringOf(next, last), ringOf(last, next)] // a machine that has not noticed the new key yet, and one that has
  const [one, other] = [openDatabase(openPool(app_url, { max: 2 })), openDatabase(openPool(app_url, { max: 2 }))]
  let going = true
  let writes = 0
  const ids = (await servers()).slice(0, 200).map(({ id }) => id)
  const writer = async (from: typeof one, keys: Keyring, name: string) => {
    for (let i = 0; going; i++) {
      const id = ids[(i * 7 + name.length) % ids.length]!
      const plain = `${name} ${i}`
      await inScope(from, systemScope, (trx) =>
        trx
          .updateTable('database_servers')
          .set({ password: seal(keys, serverPlace(id), plain), username: plain })
          .where('id', '=', id)
          .execute(),
      )
      const row = await inScope(from, systemScope, (trx) =>
        trx
          .selectFrom('database_servers')
          .select(['password', 'username'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
      assert.equal(unseal(keys, serverPlace(id), row.password!), row.username)
      writes++
    }
  }
  const writers = [writer(one, late, 'late'), writer(other, early, 'early machine')]
  const first = resealAll(db, early)
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 3_000))])
  going = false // now the late machine has noticed, too
  await Promise.all(writers)
  await first
  await resealAll(db, early)
  assert.ok(writes > 0)
  for (const { id, password } of await servers()) {
    assert.equal(keyIdOf(password!), last.id)
    assert.doesNotThrow(() => unseal(ringOf(last), serverPlace(id), password!))
  }
  const written = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('database_servers')
      .select(['id', 'password', 'username'])
      .where('id', 'in', ids)
      .where('username', '<>', 'weft')
      .execute(),
  )
  for (const { id, password, username } of written)
    assert.equal(unseal(ringOf(last), serverPlace(id), password!), username)
  await Promise.all([one.destroy(), other.destroy()])
})

test('what no key opens is counted, left as it is, and keeps the key from being called done', async () => {
  const keys = ringOf(parseKey('a third key'))
  const id = randomUUID()
  await insertServer(ringOf(parseKey('a key nobody has any more')), id, 'Lost')
  assert.deepEqual(await resealAll(db, keys), [{ table: 'database_servers', column: 'password', turned: 0, closed: 1 }])
  assert.equal(await isAllSealed(db, keys), false)
})

test('what a deleted connection has left is sealed anew at the place where the connection was', async () => {
  const [connection_id, tenant_id] = [randomUUID(), randomUUID()]
  const place = placeIn(sealedColumns.connection_secrets, { id: connection_id, tenant_id })
  await inScope(db, systemScope, (trx) =>
    trx
      .insertInto('left_captures')
      .values({
        ...{ connection_id, tenant_id, label: 'Shop', connector: 'postgres', reach: 'direct', readers: ['weft_shop'] },
        ...{ settings: '{}', allowed: '[]', secrets: seal(old, place, 'left behind') },
      })
      .execute(),
  )
  await resealAll(db, both)
  const { secrets } = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('left_captures').select('secrets').executeTakeFirstOrThrow(),
  )
  assert.equal(keyIdOf(secrets!), next.id)
  assert.equal(unseal(ringOf(next), place, secrets!), 'left behind')
})
