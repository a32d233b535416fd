import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import { dataIn } from '@weft/kit/web-tables/graphql.server.ts'
import fc from 'fast-check'
import { graphql } from './graphql.ts'
import { graphqlBody } from './graphql.server.ts'
import { graphqlCounterpart } from '@weft/kit/testing/graphql.ts'
import { tablesAsDeclared } from '@weft/kit/testing/as-declared.ts'

const server = await graphqlCounterpart()
after(() => server.close())
const fields = 'id total changedAt customer { name }'
const page = 'pageInfo { hasNextPage endCursor }'
const key = ['id']
const query = `query ($after: String, $since: String) { orders(after: $after, since: $since) { nodes { ${fields} } ${page} } }`
const settings = graphql.settings.parse({
  base_url: server.base_url,
  auth: 'bearer',
  secret: 'right',
  resources: [
    { name: 'orders', query, items: 'orders.nodes', key, changed_field: 'changedAt', changed_variable: 'since' },
    {
      name: 'edges',
      query: `query ($after: String, $first: Int) { orders(after: $after, first: $first) { edges { node { id } } ${page} } }`,
      variables: { first: 4 },
      items: 'orders.edges',
      key,
    },
    {
      name: 'circle',
      query: `query ($after: String) { circle(after: $after) { nodes { id } ${page} } }`,
      items: 'circle.nodes',
    },
    { name: 'fragile', query: '{ orders { nodes { id fragile } } }', items: 'orders.nodes' },
    { name: 'wrong', query: '{ orders { lines { id } } }', items: 'orders.lines' },
    { name: 'elsewhere', query: '{ orders { nodes { id } } }', items: 'orders.items' },
  ],
})
const session = await graphqlBody.open!(settings, webReach)
test('it can do what it says', () => tablesAsDeclared(graphql, session))

async function all(asked: TableQuery | string, cursor?: unknown) {
  const records: DataRecord[] = []
  const cursors: unknown[] = []
  for await (const batch of session.read(typeof asked === 'string' ? { table: asked } : asked, cursor)) {
    records.push(...batch.records)
    cursors.push(batch.cursor)
  }
  return { records, cursors }
}
const ids = (records: DataRecord[]) => records.map(({ id }) => Number(id))
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing went wrong',
    (error: WeftError) => `${error.code}: ${error.message}`.replaceAll(server.base_url, '/graphql'),
  )

test('the check signs in and says what it found', async () => {
  const steps: string[] = []
  await graphqlBody.check(settings, webReach, (step, detail) => steps.push(`${step}: ${String(detail)}`))
  assert.deepEqual(steps, ['host: 127.0.0.1', 'connection: HTTP', 'sign_in: Query'])
  const denied = graphqlBody.check({ ...settings, secret: 'wrong' }, webReach, () => undefined)
  assert.equal(await failure(denied), 'CONNECTION_DENIED: /graphql refuses the sign-in (401).')
})

test('all pages are read, by nodes and by edges, and a reading goes on behind any batch', async () => {
  const { records } = await all('orders')
  assert.deepEqual(ids(records), numbers(1, 25))
  assert.deepEqual(records[0], {
    id: '1',
    total: 0.25,
    changedAt: '2026-11-01T00:00:00.000Z',
    customer: { name: 'Kunde 1' },
  })
  const { cursors } = await all('edges')
  assert.equal(cursors.length, 7)
  for (const [i, cursor] of cursors.entries())
    assert.deepEqual(
      ids((await all('edges', JSON.parse(JSON.stringify(cursor)))).records),
      numbers(4 * (i + 1) + 1, 25),
    )
})

test('a query is described, and what has changed is asked for', async () => {
  const described = await session.describe('orders')
  assert.deepEqual(
    described.fields.map(({ name, type }) => `${name} ${type}`),
    ['id text', 'total decimal', 'changedAt date_time', 'customer json'],
  )
  assert.deepEqual(described.cursors, ['changedAt'])
  const changed = { field: 'changedAt', from: '2026-11-01T00:20:00.000Z', until: '2026-11-01T00:22:00.000Z' }
  assert.deepEqual(ids((await all({ table: 'orders', changed })).records), [21, 22, 23])
  assert.ok(Date.parse(String(await session.latest!('orders', 'changedAt'))) > Date.parse('2026-11-01T01:00:00Z'))
})

test('errors in an answer that says 200 are errors, with their place', async () => {
  for (const [name, said] of [
    ['fragile', 'GRAPHQL_ERROR: /graphql refuses the query at orders.nodes.2.fragile: it broke'],
    [
      'wrong',
      'GRAPHQL_ERROR: /graphql refuses the query: Cannot query field "lines" on type "Orders". Did you mean "edges" or "nodes"?',
    ],
    ['elsewhere', 'ANSWER_INVALID: The answer of /graphql has no records at orders.items.'],
    ['circle', 'PAGES_REPEAT: The pages of circle.nodes repeat themselves: page 2 is the same as an earlier one.'],
    ['nowhere', 'TABLE_MISSING: The connection has no query called nowhere.'],
  ] as const)
    assert.equal(await failure(all(name)), said)
})

test('random and cut answers end in data or in a sentence', () => {
  const whole = Buffer.from('{"data":{"a":[1]},"errors":[{"message":"m","path":["a",0],"extensions":{"code":"X"}}]}')
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.nat(whole.length).map((end) => whole.subarray(0, end)),
    fc.json().map((text) => Buffer.from(text)),
    fc.json().map((text) => Buffer.from(`{"data":null,"errors":[${text}]}`)),
  )
  fc.assert(
    fc.property(fc.constantFrom(200, 400, 401, 500), body, (status, bytes) => {
      try {
        assert.equal(typeof dataIn('https://x.example/', { status, headers: {}, body: bytes }), 'object')
      } catch (error) {
        assert.ok(error instanceof WeftError, String(error))
      }
    }),
    { numRuns: 1_000 },
  )
})
