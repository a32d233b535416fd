import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { kafka } from '../kafka.ts'
import { openRegistry } from './registry.server.ts'
import { messageSchemas } from './schemas.server.ts'

const settings = kafka.settings.parse({
  brokers: 'localhost:1',
  registry: 'open',
  registry_url: 'https://registry.example.com/api/',
})
const content = (id: number, ...bytes: number[]) => Uint8Array.of(0, 0, 0, 0, id, ...bytes)

/** Schemas of a registry that gives these answers by path. */
function schemasOf(answer: (path: string) => { status?: number; body: unknown }) {
  const asked: string[] = []
  const http = async ({ url }: { url: string }) => {
    const path = url.replace('https://registry.example.com/api', '')
    asked.push(path)
    const { status = 200, body } = answer(path)
    return { status, headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
  }
  return { asked, schemas: messageSchemas(openRegistry(settings, { ...localReach, http })) }
}
const reasonOf = (answer: object) => ('reason' in answer ? say(answer.reason as never, 'en') : JSON.stringify(answer))

test('a schema is asked for once, also where there is none', async () => {
  const { asked, schemas } = schemasOf((path) =>
    path === '/schemas/ids/1'
      ? { body: { schema: '"long"' } }
      : { status: 404, body: { error_code: 40403, message: 'none' } },
  )
  assert.deepEqual(await schemas.decode(content(1, 4)), { value: 2 })
  assert.deepEqual(await schemas.decode(content(1, 6)), { value: 3 })
  assert.equal(reasonOf(await schemas.decode(content(2, 4))), 'The registry has no schema 2.')
  assert.equal(reasonOf(await schemas.decode(content(2, 4))), 'The registry has no schema 2.')
  assert.deepEqual(asked, ['/schemas/ids/1', '/schemas/ids/2'])
  assert.equal(reasonOf(await schemas.encode('a/b', 1)), 'The registry has no subject a/b.')
  assert.equal(asked.at(-1), '/subjects/a%2Fb/versions/latest')
  assert.equal(
    reasonOf(await schemas.decode(Buffer.from('{"n":1}'))),
    'Byte 0: The content does not begin with the id of a schema.',
  )
})

test('an address that is no registry, and one that is down, are not taken for a message that cannot be read', async () => {
  for (const [status, code] of [
    [404, 'CONNECTION_FAILED'],
    [500, 'CONNECTION_FAILED'],
    [401, 'CONNECTION_DENIED'],
  ] as const) {
    const { schemas } = schemasOf(() => ({ status, body: '<html>' }))
    await assert.rejects(schemas.decode(content(1, 4)), { code })
  }
})

test('schemas that refer to one another without end are not followed without end', async () => {
  const { asked, schemas } = schemasOf((path) => {
    const number = Number(/\d+$/.exec(path)![0])
    const next = (version: number) => ({ name: `n${version}`, subject: 's', version })
    return { body: { id: number, schema: '"long"', references: [next(number * 2), next(number * 2 + 1)] } }
  })
  assert.match(reasonOf(await schemas.decode(content(1, 4))), /too large, or refers to too many/)
  assert.ok(asked.length <= 101, String(asked.length))
  const circle = schemasOf(() => ({
    body: { id: 1, schema: '"long"', references: [{ name: 'n', subject: 's', version: 1 }] },
  }))
  assert.deepEqual(await circle.schemas.decode(content(1, 4)), { value: 2 })
  assert.equal(circle.asked.length, 2)
})

test('whatever a registry answers, it is an error that people can read', async () => {
  const reference = fc.record({ name: fc.string(), subject: fc.string(), version: fc.nat() })
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom('{"type":"record","name":"A","fields":[]}', 'message A {}', 'syntax = "proto3";', '{"$ref":"x"}'),
  )
  const schema = fc.record(
    {
      id: fc.nat(),
      schema: text,
      schemaType: fc.constantFrom('AVRO', 'PROTOBUF', 'JSON', 'XML'),
      references: fc.oneof(fc.array(reference, { maxLength: 3 }), fc.constant(null)),
    },
    { requiredKeys: ['id', 'schema', 'schemaType'] },
  )
  const answer = fc.record({
    status: fc.constantFrom(200, 404, 302),
    body: fc.oneof(schema, fc.jsonValue(), fc.string()),
  })
  await fc.assert(
    fc.asyncProperty(answer, fc.uint8Array({ maxLength: 20 }), async (given, bytes) => {
      const { schemas } = schemasOf(() => given as { status: number; body: unknown })
      for (const run of [() => schemas.decode(content(1, ...bytes)), () => schemas.encode('s', { a: [1, null] })])
        await run().then(reasonOf, (error: unknown) => assert.ok(error instanceof WeftError, String(error)))
    }),
    { numRuns: 500 },
  )
})

test('where the registry lies is where its secrets go', () => {
  assert.deepEqual(kafka.destination, ['brokers', 'registry_url'])
  const told = kafka.settings.safeParse({ brokers: 'localhost:1', registry: 'basic' })
  assert.equal(told.error?.issues[0]!.message, 'Please enter the address of the registry.')
})
