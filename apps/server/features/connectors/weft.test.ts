import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { listIn, structuresBy } from '@weft/catalogue/connectors/weft/session.server.ts'
import { weft } from '@weft/catalogue/connectors/weft/weft.ts'
import { weftBody } from '@weft/catalogue/connectors/weft/weft.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import type { TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import { tablesAsDeclared } from '@weft/kit/testing/as-declared.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import fc from 'fast-check'
import { aServer, signedIn } from '../../testing.ts'

// The other Weft is a server like this one, asked over its API.
const server = await aServer()
const { app, context } = server
const tenant = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse' })
await app.listen({ host: '127.0.0.1', port: 0 })
after(() => app.close())
const base_url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const boss: Record<string, string> = {
  ...(await signedIn(server, { email: 'boss@hanse.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const call = async (url: string, payload: object) => {
  const answer = await app.inject({ method: 'POST', url: `/api/app/${url}`, headers: boss, payload })
  assert.ok(answer.statusCode < 300, answer.body)
  return answer.json<any>().data
}
const structure = await call('data_structures', {
  class_name: 'Article',
  table_name: 'article',
  label: 'Article',
  fields: [
    aField('sku', 'text', { primary_key: true, nullable: false, length: 40 }),
    aField('price', 'decimal', { precision: 38, scale: 18 }),
    aField('stock', 'integer'),
    aField('seen_at', 'date_time'),
  ],
})
const permissions = ['view', 'create', 'update', 'delete'].flatMap((one) => [`records.${one}`, `structures.${one}`])
const { token } = await call('service_accounts', { name: 'Other', project_id: tenant.project_id, permissions })
const settings = weft.settings.parse({ base_url, token })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing went wrong',
    (error: WeftError) => `${error.code}: ${error.message}`.replaceAll(base_url, ''),
  )
const session = await weftBody.open!(settings, webReach)
test('it can do what it says', () => tablesAsDeclared(weft, session))
async function all(query: TableQuery, cursor?: unknown) {
  const records: DataRecord[] = []
  const cursors: unknown[] = []
  for await (const batch of session.read(query, cursor)) {
    records.push(...batch.records)
    cursors.push(JSON.parse(JSON.stringify(batch.cursor)))
  }
  return { records, cursors }
}

test('the check signs in and counts what the account sees', async () => {
  const steps: string[] = []
  await weftBody.check(settings, webReach, (step, detail) =>
    steps.push(`${step}: ${typeof detail === 'object' ? say(detail, 'en') : detail}`),
  )
  assert.deepEqual(steps, ['host: 127.0.0.1', 'connection: HTTP', 'sign_in: undefined', 'rights: 1 data structure'])
  assert.match(await failure(weftBody.open!({ ...settings, token: 'wrong' }, webReach)), /^CONNECTION_DENIED/)
})

test('structures are tables, written with an outcome each and read exactly', async () => {
  assert.deepEqual(
    (await session.discover()).map(({ name }) => name),
    ['article'],
  )
  const { key, fields } = await session.describe('article')
  assert.deepEqual(
    [key, fields.slice(0, 2).map(({ name, type }) => `${name} ${type}`)],
    [['sku'], ['sku text', 'price decimal']],
  )
  const insert = await session.write!({ table: 'article', mode: 'insert' })
  const records = Array.from({ length: 12 }, (_, i) => ({
    sku: `A-${i + 1}`,
    price: '12345678901234567890.123456789012345678',
    stock: i,
  }))
  const { written, rejected } = await insert.write([...records, { sku: 'B', stock: 'many' }])
  assert.deepEqual([written.length, rejected.length], [12, 1])
  const query = { table: 'article', fields: ['sku', 'price'], batch: 5 }
  const { records: found, cursors } = await all(query)
  assert.deepEqual(
    found,
    records.map(({ sku, price }) => ({ sku, price })),
  )
  for (const [i, cursor] of cursors.entries())
    assert.deepEqual((await all(query, cursor)).records, found.slice(5 * (i + 1)), String(i))
  const filter = [{ field: 'stock', operator: 'greater' as const, value: 9 }]
  assert.deepEqual((await all({ table: 'article', filter, fields: ['sku'] })).records, [
    { sku: 'A-11' },
    { sku: 'A-12' },
  ])
  assert.equal((await all({ table: 'article', limit: 3, order: '-stock' })).records[0]!['sku'], 'A-12')
})

test('records are changed, looked up and deleted by their key, and changes found', async () => {
  const since = await session.latest!('article', '_updated_at')
  const upsert = await session.write!({ table: 'article', mode: 'upsert' })
  const { written } = await upsert.write([
    { sku: 'A-1', stock: 99 },
    { sku: 'C-1', stock: 1 },
  ])
  assert.equal(written.length, 2)
  assert.deepEqual(
    await session.lookup!({ table: 'article', keys: [{ sku: 'A-1' }, { sku: 'none' }], fields: ['stock'] }),
    [{ stock: 99 }],
  )
  const until = await session.latest!('article', '_updated_at')
  const changed = { field: '_updated_at', from: until, until }
  assert.ok(String(until) > String(since))
  assert.ok((await all({ table: 'article', changed, fields: ['sku'] })).records.length >= 1)
  const removal = await session.write!({ table: 'article', mode: 'delete' })
  assert.equal((await removal.write([{ sku: 'C-1' }, { sku: 'gone' }])).written.length, 2)
  assert.equal((await all({ table: 'article' })).records.length, 12)
  assert.equal(await failure(session.describe('nothing')), 'TABLE_MISSING: There is no data structure called nothing.')
  assert.ok(structure.id)
})

test('random answers of what is no Weft end in a list or in a sentence', async () => {
  const answer = fc.oneof(
    fc.jsonValue(),
    fc.jsonValue().map((data) => ({ data })),
    fc.array(fc.jsonValue()).map((data) => ({ data })),
  )
  await fc.assert(
    fc.asyncProperty(answer, async (value) => {
      const read = async () => [...listIn(value), ...(await structuresBy(async () => value))]
      assert.match(
        await failure(read()),
        /^(nothing went wrong|ANSWER_INVALID: The answer of Weft is none of a Weft\.)$/,
      )
    }),
  )
})

test('answers of a real one that are changed on the way end in records or in a sentence', () =>
  survivesGarbledAnswers({
    host: '127.0.0.1',
    port: Number(new URL(base_url).port),
    async use(port) {
      const garbled = await weftBody.open!({ ...settings, base_url: `http://127.0.0.1:${port}` }, httpReach)
      try {
        await garbled.discover()
        for await (const _ of garbled.read({ table: 'article', batch: 5 }));
        await garbled.lookup!({ table: 'article', keys: [{ sku: 'A-1' }] })
      } finally {
        await garbled.close()
      }
    },
    runs: 60,
  }))
