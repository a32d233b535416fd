import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contracts } from '@weft/contracts/all.ts'
import { aServer } from './testing.ts'

type Operation = { operationId?: string; responses: Record<string, { description?: string; content?: object }> }
const server = await aServer()
await server.app.ready()
const { paths } = server.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ call: `${verb.toUpperCase()} ${path}`, ...operation })),
)

/** Calls that are not declared in a contract yet: only ever fewer. */
const undeclared = operations.filter(({ operationId }) => !operationId)

test('no call is left without a name and an answer', () => {
  console.log(`operations ${operations.length}, without operationId ${undeclared.length}`)
  assert.ok(undeclared.length <= 116, undeclared.map(({ call }) => call).join('\n'))
})

test('each name stands for one call', () => {
  const names = Map.groupBy(
    operations.filter(({ operationId }) => operationId),
    ({ operationId }) => operationId,
  )
  const doubles = [...names]
    .filter(([, calls]) => calls.length > 1)
    .map(([name, calls]) => [name, ...calls.map(({ call }) => call)])
  assert.deepEqual(doubles, [])
})

test('each call of a contract is served, and says what success and a refusal look like', () => {
  const served = new Map(operations.map((operation) => [operation.call, operation]))
  for (const [key, { answers }] of Object.entries(contracts)) {
    const [method, path] = key.split(' ') as [string, string]
    const at = path === '/' ? '' : path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = served.get(`${method} /api/app${at}`) ?? served.get(`${method} /api/admin${at}`)
    assert.deepEqual(Object.keys(operation?.responses ?? {}), [...Object.keys(answers), '4XX', '5XX'], key)
  }
})
