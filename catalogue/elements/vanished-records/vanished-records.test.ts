import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { keyText } from './key-text.ts'
import { vanishedRecordsBody } from './vanished-records.server.ts'
import { vanishedRecords } from './vanished-records.ts'

const now = new Date('2026-11-22T03:00:00Z')

/** What a run gives of records that stand here, where the other system has these keys. */
async function gone(
  there: unknown[],
  here: DataRecord[],
  more: { states?: Record<string, unknown>; stamp?: string } = {},
) {
  const states: Record<string, unknown> = more.states ?? {}
  const session = {
    describe: async () => ({ fields: [{ name: 'Nr', type: 'text' }] }),
    read: async function* () {
      yield { records: there.map((Nr) => ({ Nr })) }
    },
    close: async () => {},
  } as unknown as ConnectorSession
  const settings = vanishedRecords.settings.parse({
    connection: 'shop',
    table: 'item',
    structure_id: '00000000-0000-4000-8000-000000000001',
    key: [{ source: 'Nr', field: 'number' }],
    stamp: more.stamp ?? '',
  })
  const context: Partial<StepContext> = {
    connections: { open: async () => session } as unknown as StepContext['connections'],
    records: {
      async *read({ filter = [] }: { filter?: { field: string }[] }) {
        yield { records: here.filter((record) => filter.every(({ field }) => !record[field])) }
      },
    } as unknown as StepContext['records'],
    states: {
      get: async (_: string, name: string) => states[name],
      set: async (_: string, name: string, value: unknown) => void (states[name] = value),
    } as unknown as StepContext['states'],
  }
  const step = aStep(settings, context, { now })
  const out: DataRecord[] = []
  for await (const { records } of vanishedRecordsBody.read(step, {})) out.push(...records)
  return { out, states, lines: step.lines }
}
const stored = (...numbers: string[]) => numbers.map((number, i) => ({ _id: String(i + 1), number }))

test('what stands here and not there has vanished, and nothing else', async () => {
  const { out, lines } = await gone(['a', 'B', '007'], stored('a', 'b', '007', 'B'))
  assert.deepEqual([out, lines], [[{ _id: '2', number: 'b' }], []])
})

test('a stamp is set, and what has one is left alone', async () => {
  const here = [...stored('a', 'b', 'd'), { _id: '9', number: 'c', deleted_at: '2026-01-01T00:00:00Z' }]
  const { out } = await gone(['a', 'd'], here, { stamp: 'deleted_at' })
  assert.deepEqual(out, [{ _id: '2', number: 'b', deleted_at: '2026-11-22T03:00:00.000Z' }])
})

test('a system that answers with nothing, or without most, makes none vanish until a person has decided', async () => {
  for (const there of [[], ['a']]) {
    const missing = 3 - there.length
    const { out, states, lines } = await gone(there, stored('a', 'b', 'c'))
    assert.deepEqual([out, states['step.held']], [[], { table: 'item', all: 3, missing }])
    assert.match(lines[0]!, new RegExp(`^warning: item answers without ${missing} of 3 records`))
    const decided = await gone(there, stored('a', 'b', 'c'), { states: { ...states, 'step.accepted': missing } })
    assert.deepEqual([decided.out.length, decided.states], [missing, { 'step.held': null, 'step.accepted': null }])
  }
  assert.deepEqual((await gone([], [])).out, [])
})

test('a key is the same however each side writes it', () => {
  for (const [type, a, b] of [
    ['decimal', '5.00', 5],
    ['big_integer', '9223372036854775807', '9223372036854775807'],
    ['date_time', '2026-11-22 13:58:07.120000', '2026-11-22T13:58:07.12Z'],
    ['date_time', '2026-11-22T13:58:07', '2026-11-22T13:58:07.000Z'],
    ['uuid', '0B', '0b'],
    ['boolean', 1, true],
  ] as const)
    assert.equal(keyText([a], [type]), keyText([b], [type]))
  assert.notEqual(keyText(['a', 'b,c'], ['text', 'text']), keyText(['a,b', 'c'], ['text', 'text']))
  assert.notEqual(keyText(['007'], ['text']), keyText(['7'], ['text']))
})
