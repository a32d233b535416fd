import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const { tenant_id, project_id } = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse' })
const headers = {
  ...(await signedIn(server, { email: 'developer@hanse.test', role: 'developer', tenant_id })),
  'x-project-id': project_id,
}
const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
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
