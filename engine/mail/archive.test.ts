import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant, type TestTenant } from '../testing/tenant.ts'
import { archiveMails, openMailArchive } from './archive.server.ts'

const database = await testDatabase()
const [tenant, other] = [await aTenant(database), await aTenant(database)]
const pool = openPool(database.app_url, { max: 4, level: 'system' })
after(() => pool.end())

const now = new Date('2026-11-21T12:00:00Z')
const long = `Dear Anna, ${'your order is on its way. '.repeat(40)}Sincerely, the stork`
const html = `<p>${long}</p>`
const mail = {
  title: 'Order 7',
  recipient: 'anna@shop.example',
  sender: 'weft@own.example',
  body: long,
  html,
  status: 'sent',
}
const write = (of: TestTenant, more: object) =>
  inScope(database.db, of.scope, (trx) =>
    trx
      .insertInto('mail_logs')
      .values({ ...mail, created_at: '2026-11-21T10:30:00.123Z', ...more })
      .returning('id')
      .executeTakeFirstOrThrow(),
  ).then(({ id }) => id)
const rowOf = (of: TestTenant, id: string) =>
  inScope(database.db, of.scope, (trx) =>
    trx.selectFrom('mail_logs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const archiveOf = (of: TestTenant) => openMailArchive(of.databases)

test('what a mail says lies in the document store an hour later, and its row keeps how it begins', async () => {
  const [old, young, foreign] = [
    await write(tenant, {}),
    await write(tenant, { created_at: '2026-11-21T11:30:00Z' }),
    await write(other, {}),
  ]
  assert.equal(await archiveMails(pool, tenant.databases, now), 2)
  assert.equal(await archiveMails(pool, tenant.databases, now), 0)
  const row = await rowOf(tenant, old)
  assert.deepEqual([row.body, row.html, row.archived_at !== null], [long.slice(0, 300), '', true])
  assert.deepEqual(await archiveOf(tenant).bodiesOf(row), { body: long, html })
  const fresh = await rowOf(tenant, young)
  assert.deepEqual([fresh.body, fresh.archived_at], [long, null])
  assert.deepEqual(await archiveOf(tenant).bodiesOf(fresh), { body: long, html })
  const kept = await (await tenant.databases.documents(tenant.tenant_id)).find('mail_archive', {})
  assert.deepEqual(
    kept.documents.map(({ id, project_id, created_at }) => [id, project_id, created_at]),
    [[old, tenant.project_id, '2026-11-21T10:30:00.123Z']],
  )
  assert.deepEqual(await archiveOf(other).bodiesOf(await rowOf(other, foreign)), { body: long, html })
})

test('a process that ends between document and row writes the same once more', async () => {
  const id = await write(tenant, { title: 'Twice' })
  await archiveMails(pool, tenant.databases, now)
  await pool.query(`update mail_logs set body = $2, html = $3, archived_at = null where id = $1`, [id, long, html])
  assert.equal(await archiveMails(pool, tenant.databases, now), 1)
  assert.deepEqual(await archiveOf(tenant).bodiesOf(await rowOf(tenant, id)), { body: long, html })
  assert.deepEqual(await archiveOf(tenant).withWords(tenant.scope, 'twice'), [id])
})

test('archived mails are found by words of subject, address and text, in their project only', async () => {
  const id = await write(tenant, { title: 'Found', recipient: 'heron@shop.example' })
  await archiveMails(pool, tenant.databases, now)
  for (const words of ['found', 'HERON', 'heron stork', 'the stork found'])
    assert.deepEqual(await archiveOf(tenant).withWords(tenant.scope, words), [id], words)
  assert.deepEqual(await archiveOf(tenant).withWords(tenant.scope, 'heron pelican'), [])
  assert.deepEqual(await archiveOf(other).withWords(other.scope, 'heron'), [])
})

test('a mail that is too long for a document stays with its row, and none waits behind it', async () => {
  const huge = await write(tenant, { body: 'x'.repeat(4_000_001), created_at: '2026-11-21T09:00:00Z' })
  const small = await write(tenant, { title: 'Behind' })
  assert.equal(await archiveMails(pool, tenant.databases, now), 1)
  assert.equal((await rowOf(tenant, huge)).body.length, 4_000_001)
  assert.notEqual((await rowOf(tenant, small)).archived_at, null)
})

test('where a store is away its mails stay whole, and those of others are archived', async () => {
  const [mine, theirs] = [await write(tenant, { title: 'Stays' }), await write(other, { title: 'Goes' })]
  const away = {
    documents: (tenant_id: string) =>
      tenant_id === tenant.tenant_id ? Promise.reject(new Error('away')) : other.databases.documents(tenant_id),
  }
  assert.equal(await archiveMails(pool, away, now), 1)
  assert.deepEqual([(await rowOf(tenant, mine)).body, (await rowOf(tenant, mine)).archived_at], [long, null])
  assert.notEqual((await rowOf(other, theirs)).archived_at, null)
})
