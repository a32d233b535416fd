import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const { tenant_id, project_id } = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse' })
const headers = {
  ...(await signedIn(server, { email: 'developer@hanse.test', role: 'developer', tenant_id })),
  'x-project-id': project_id,
}
const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, by = headers) => {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers: by, ...(payload && { payload }) })
  return { status: answer.statusCode, ...(answer.json() as any) }
}
const place = path.join(context.home, 'made.db')
const made = new DatabaseSync(place)
made.exec(`create table orders (id integer primary key, changed_at datetime);
  insert into orders values (1, '2026-11-01 10:00:00'), (9007199254740993, null)`)
made.close()
await context.files(tenant_id).write('in/shop.db', Readable.from([readFileSync(place)]))

test('a file of the storage is tried, looked into and described in a process without any other file', async () => {
  const tried = await call('POST', 'connectors/sqlite/test', { path: 'in/shop.db' })
  assert.deepEqual(
    tried.data.steps.map(({ step, state, detail }: any) => [step, state, detail]),
    [
      ['connection', 'passed', '9 KB'],
      ['version', 'passed', 'SQLite 3'],
    ],
  )
  const missing = await call('POST', 'connectors/sqlite/test', { path: 'in/none.db' })
  assert.deepEqual([missing.data.ok, missing.data.steps[0].detail], [false, 'There is no file "in/none.db".'])
  const connection = await call('POST', 'connections', {
    label: 'Old shop',
    name: 'old_shop',
    connector: 'sqlite',
    settings: { path: 'in/shop.db' },
    project_id,
  })
  assert.equal(connection.status, 201, JSON.stringify(connection))
  const at = `connections/${connection.data.id}`
  assert.deepEqual((await call('GET', `${at}/tables`)).data, [
    { name: 'orders', kind: 'table', rows: null, bytes: null },
  ])
  const { table, sample } = (await call('GET', `${at}/table?name=orders`)).data
  assert.deepEqual(table.key, ['id'])
  assert.deepEqual(sample, [
    { id: '1', changed_at: '2026-11-01 10:00:00' },
    { id: '9007199254740993', changed_at: null },
  ])
})

test('who may not read the files of the storage names none, in the form and in the wizard', async () => {
  const role = await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('roles')
      .values({
        name: 'connecting',
        display_name: 'Connecting',
        tenant_id,
        permissions: JSON.stringify([
          'connections.view',
          'connections.create',
          'connections.update',
          'connections.run',
        ]),
      })
      .returning('name')
      .executeTakeFirstOrThrow(),
  )
  const unread = {
    ...(await signedIn(server, { email: 'carl@hanse.test', role: role.name as never, tenant_id })),
    'x-project-id': project_id,
  }
  const refusal = {
    en: 'You may not read the files of this storage. Please ask somebody who may to enter the path.',
    de: 'Sie dürfen die Dateien dieses Speichers nicht lesen. Bitte lassen Sie den Pfad von jemandem eintragen, der das darf.',
  }
  const entry = { label: 'Mine', name: 'mine', connector: 'sqlite', project_id }
  assert.equal((await call('GET', 'files', undefined, unread)).status, 403)
  for (const path of ['in/shop.db', 'in/none.db'])
    assert.deepEqual((await call('POST', 'connectors/sqlite/test', { path }, unread)).errors, { path: [refusal.en] })
  const made = await call('POST', 'connections', { ...entry, settings: { path: 'in/shop.db' } }, unread)
  assert.deepEqual([made.status, made.errors], [422, { 'settings.path': [refusal.en] }])
  const inGerman = { ...unread, 'accept-language': 'de' }
  const told = await call('POST', 'connections', { ...entry, settings: { path: 'in/shop.db' } }, inGerman)
  assert.deepEqual(told.errors, { 'settings.path': [refusal.de] })

  const { data: stored } = await call('POST', 'connections', { ...entry, settings: { path: 'in/shop.db' } })
  const at = `connections/${stored.id}`
  for (const method of ['PUT', 'POST'] as const) {
    const moved = await call(method, at, { settings: { path: 'in/other.db' } }, unread)
    assert.deepEqual([moved.status, moved.errors], [422, { 'settings.path': [refusal.en] }])
  }
  const aside = await call('POST', `connectors/sqlite/test?connection_id=${stored.id}`, { path: 'in/other.db' }, unread)
  assert.deepEqual(aside.errors, { path: [refusal.en] })
  const renamed = await call('PUT', at, { label: 'Ours', settings: { path: 'in/shop.db' } }, unread)
  assert.deepEqual([renamed.status, renamed.data.label], [200, 'Ours'])
  assert.equal((await call('POST', `${at}/test`, undefined, unread)).data.ok, true)

  // The wizard makes and tries a new connection by the calls above; its draft may name a file, and reads none.
  const { data: draft } = await call('POST', 'integration_drafts', { connector: 'sqlite' }, unread)
  const sign_in = { label: 'Mine', settings: { path: 'in/shop.db' } }
  const kept = await call('PUT', `integration_drafts/${draft.id}`, { data: { ...draft.data, sign_in } }, unread)
  assert.equal(kept.status, 200)
  const described = await call('POST', `integration_drafts/${draft.id}/describe`, { tables: ['orders'] }, unread)
  assert.deepEqual(described.errors, { connection_id: ['Please sign in to the system first.'] })
})
