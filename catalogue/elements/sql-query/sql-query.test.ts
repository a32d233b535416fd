import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { SourceBody } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { sqlQuery } from './sql-query.ts'

async function run(given: object, input: DataRecord, query?: ConnectorSession['query']) {
  let closed = 0
  const session = { ...(query && { query }), close: async () => void closed++ } as unknown as ConnectorSession
  const connections = { open: async () => session } as unknown as StepContext['connections']
  const settings = sqlQuery.settings.parse({ connection: 'warehouse', statement: 'select $1', ...given })
  const step = aStep<Record<string, unknown>>(settings, { connections })
  const batches: { records: DataRecord[]; cursor?: unknown }[] = []
  const body = sqlQuery.body as unknown as SourceBody<Record<string, unknown>>
  const failed = await (async () => {
    for await (const batch of body.read(step, input)) batches.push(batch)
  })().catch((error: Error) => error.message)
  return { batches, closed, failed }
}

test('parameters are handed over as values, rows come in batches without a cursor, and the line is closed', async () => {
  const asked: unknown[] = []
  const { batches, closed } = await run(
    { parameters: ['{{ id }}', '%{{ name }}%'], keep_input: 'for' },
    { id: 7, name: "O'Neil" },
    async function* (text, parameters) {
      asked.push(text, parameters)
      yield { records: [{ a: 1 }], cursor: 'not to be used' }
      yield { records: [{ a: 2 }] }
    },
  )
  assert.deepEqual(asked, ['select $1', [7, "%O'Neil%"]])
  const kept = { id: 7, name: "O'Neil" }
  assert.deepEqual(batches, [{ records: [{ a: 1, for: kept }] }, { records: [{ a: 2, for: kept }] }])
  assert.equal(closed, 1)
})

test('a system that takes no statements is told, and its line closed', async () => {
  const { failed, closed } = await run({}, {})
  assert.deepEqual([failed, closed], ['The system behind the connection warehouse takes no statements.', 1])
})
