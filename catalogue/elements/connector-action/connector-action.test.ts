import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActionSession } from '@weft/kit/define/connector-action.ts'
import type { SinkBody } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { quotedTexts, say } from '@weft/kit/messages/messages.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { connectorAction } from './connector-action.ts'
import { connectorActionBody } from './connector-action.server.ts'

type Call = { action: string; input: DataRecord; key: string }

/** A system that confirms orders, knows number 9 not at all, and is away for number 8. */
async function opened(given: object) {
  const calls: Call[] = []
  let closed = 0
  const session: ActionSession = {
    async call(action, input, key) {
      calls.push({ action, input, key })
      if (input['order'] === 9) throw new Invalid('ORDER', quotedTexts('There is no order 9.'))
      if (input['order'] === 8) throw new Unavailable('AWAY', quotedTexts('It is away.'))
      if (input['order'] === 7) throw new Invalid('CONNECTION_DENIED', quotedTexts('Who are you?'))
      return { state: 'confirmed' }
    },
    close: async () => void closed++,
  }
  const connections = { actions: async () => session } as unknown as StepContext['connections']
  const settings = connectorAction.settings.parse({ connection: 'erp', action: 'sale.confirm', ...given })
  const body = connectorActionBody as SinkBody<Record<string, unknown>>
  const sink = await body.open(aStep<Record<string, unknown>>(settings, { connections }))
  return { sink, calls, closed: () => closed }
}
const input = [
  { name: 'order', value: '{{ id }}' },
  { name: 'note.text', value: 'from {{ shop }}' },
]

test('each record is one call with typed input, and the answer stands beside it', async () => {
  const { sink, calls, closed } = await opened({ input })
  const outcome = await sink.write(
    [
      { id: 1, shop: 'Hamburg' },
      { id: 9, shop: 'Kiel' },
    ],
    4,
  )
  assert.deepEqual(outcome.exits, { out: [{ id: 1, shop: 'Hamburg', result: { state: 'confirmed' } }] })
  assert.deepEqual(
    outcome.rejected!.map(({ record, reason }) => [record['id'], say(reason, 'de')]),
    [[9, 'There is no order 9.']],
  )
  assert.deepEqual(
    calls.map(({ action, input }) => [action, input]),
    [
      ['sale.confirm', { order: 1, note: { text: 'from Hamburg' } }],
      ['sale.confirm', { order: 9, note: { text: 'from Kiel' } }],
    ],
  )
  await sink.close!()
  assert.equal(closed(), 1)
})

test('a batch that comes again has the same keys, and equal records have keys of their own', async () => {
  const { sink, calls } = await opened({ input: [], into: '' })
  assert.deepEqual((await sink.write([{ order: 1 }, { order: 1 }], 0)).exits['out']![0], {
    order: 1,
    state: 'confirmed',
  })
  await sink.write([{ order: 1 }, { order: 1 }], 0)
  await sink.write([{ order: 1 }], 1)
  const keys = calls.map(({ key }) => key)
  assert.deepEqual([keys[0] === keys[2], keys[1] === keys[3], new Set(keys).size], [true, true, 3])
})

test('a system that is away or lets nobody in fails the step and rejects nothing', async () => {
  const { sink } = await opened({})
  await assert.rejects(sink.write([{ order: 8 }], 0), /It is away\./)
  await assert.rejects(sink.write([{ order: 7 }], 0), /Who are you\?/)
})
