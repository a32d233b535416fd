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

test('every call has a name and is declared in a contract', () => {
  console.log(`operations ${operations.length}`)
  assert.deepEqual(
    operations.filter(({ operationId }) => !operationId).map(({ call }) => call),
    [],
  )
})

test('each name stands for one call', () => {
  const names = Map.groupBy(operations, ({ operationId }) => operationId)
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
    const operation = ['/api/app', '/api/admin', ''].map((base) => served.get(method + ' ' + base + at)).find(Boolean)
    assert.deepEqual(Object.keys(operation?.responses ?? {}), [...Object.keys(answers), '4XX', '5XX'], key)
  }
})
