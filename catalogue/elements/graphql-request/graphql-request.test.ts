import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SourceBody } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { graphqlCounterpart } from '@weft/kit/testing/graphql.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import { graphqlRequest } from './graphql-request.ts'
import { graphqlRequestBody } from './graphql-request.server.ts'

const server = await graphqlCounterpart()
after(() => server.close())
const keys: (string | undefined)[] = []
const connections = {
  http: async () => ({
    base_url: server.base_url,
    request(request: Parameters<StepContext['http']>[0]) {
      keys.push(request.key)
      return webReach.http({ ...request, headers: { ...request.headers, authorization: 'Bearer right' } })
    },
  }),
} as unknown as StepContext['connections']
const body = graphqlRequestBody as SourceBody<Record<string, unknown>>

async function run(given: object, input: DataRecord, index = 0) {
  const settings = graphqlRequest.settings.parse({ connection: 'shop', ...given })
  const records: DataRecord[] = []
  const rejected: string[] = []
  for await (const batch of body.read(
    aStep<Record<string, unknown>>(settings, { connections }),
    input,
    undefined,
    index,
  )) {
    records.push(...batch.records)
    rejected.push(
      ...(batch.rejected ?? []).map(({ reason }) => say(reason, 'en').replaceAll(server.base_url, '/graphql')),
    )
  }
  return { records, rejected }
}

const paged = `query ($after: String, $first: Int) { orders(after: $after, first: $first) { nodes { id } pageInfo { hasNextPage endCursor } } }`
const ship = 'mutation ($id: ID!, $note: String) { ship(id: $id, note: $note) { id customer { name } } }'

test('variables come from the record as they are, and all pages are read', async () => {
  const variables = [{ name: 'first', value: '{{ size }}' }]
  const { records } = await run(
    { query: paged, variables, items: 'orders.nodes', after: 'after', keep_input: 'asked' },
    { size: 10 },
  )
  assert.deepEqual([records.length, records[24]], [25, { id: '25', asked: { size: 10 } }])
})

test('a mutation is sent with a key that is the same when it is repeated, and another for another record', async () => {
  const variables = [{ name: 'id', value: '{{ order }}' }]
  keys.length = 0
  const { records } = await run({ query: ship, variables, items: 'ship' }, { order: '7' })
  assert.deepEqual(records, [{ id: '7', customer: { name: 'Kunde 7' } }])
  await run({ query: ship, variables, items: 'ship' }, { order: '7' })
  await run({ query: ship, variables, items: 'ship' }, { order: '7' }, 1)
  assert.deepEqual(server.shipped, ['7', '7', '7'])
  assert.deepEqual([keys[0] === keys[1], keys[0] === keys[2]], [true, false])
})

test('a record whose request is refused is rejected with the place, or fails the step', async () => {
  const variables = [{ name: 'id', value: '{{ order }}' }]
  const refused = await run({ query: ship, variables, items: 'ship', on_failure: 'reject' }, { order: '99' })
  assert.deepEqual(refused.rejected, ['/graphql refuses the query at ship: There is no order 99.'])
  await assert.rejects(run({ query: ship, variables, items: 'ship' }, { order: '99' }), /There is no order 99\./)
})
