import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActionSession } from '@weft/kit/define/connector-action.ts'
import type { SinkBody } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext, StoredText } from '@weft/kit/define/step-context.ts'
import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { quotedTexts, say } from '@weft/kit/messages/messages.ts'
import { givenNames } from '@weft/kit/text-templates/given.ts'
import { openStored } from '@weft/kit/text-templates/open-stored.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { connectorAction } from './connector-action.ts'
import { connectorActionBody } from './connector-action.server.ts'

type Call = { action: string; input: DataRecord; key: string }

/** A system that confirms orders, knows number 9 not at all, and is away for number 8. */
async function opened(given: object, texts?: ReadonlyMap<string, StoredText>) {
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
  const step = aStep<Record<string, unknown>>(settings, { connections })
  const sink = await body.open({ ...step, ...(texts && { texts }) })
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

test('a stored text is handed over as it is written for each record, and a record it cannot be written for is refused', async () => {
  const template_id = '0190a8d2-7e0c-7f65-9f0e-6f0f6f1f2f3f'
  const stored = openStored({
    label: 'Note',
    kind: 'html',
    body: '<ul>{% for line in lines %}<li>{{ line.sku }}</li>{% endfor %}</ul>{{ by }}, {{ config.shop.name }}',
    fields: givenNames(['by']),
    configuration: new Map([['shop.name', 'Köln']]),
  })
  const { sink, calls } = await opened(
    {
      input: input.slice(0, 1),
      written_input: [{ name: 'note.html', template_id }],
      values: [{ name: 'by', value: '{{ shop }}' }],
    },
    new Map([[template_id, stored]]),
  )
  const { rejected } = await sink.write(
    [
      { id: 1, shop: 'Hamburg', lines: [{ sku: '<A>' }] },
      { id: 2, shop: 'Kiel' },
    ],
    0,
  )
  assert.deepEqual(
    calls.map(({ input }) => input),
    [{ order: 1, note: { html: '<ul><li>&#60;A&#62;</li></ul>Hamburg, Köln' } }],
  )
  assert.deepEqual(
    rejected!.map(({ record, reason }) => [record['id'], say(reason, 'en')]),
    [[2, 'There is no value called "lines".']],
  )
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

/** A system whose calls answer when they are let go. */
async function held(at_once?: number) {
  const open = new Map<number, { answer(): void; fail(error: Error): void; signal: AbortSignal }>()
  const began: number[] = []
  const session: ActionSession = {
    call: (_action, { n }, _key, signal) =>
      new Promise((resolve, reject) => {
        began.push(n as number)
        const leave = (end: () => void) => () => {
          open.delete(n as number)
          end()
        }
        open.set(n as number, {
          answer: leave(() => resolve({ n })),
          fail: (error) => leave(() => reject(error))(),
          signal: signal!,
        })
        signal!.addEventListener(
          'abort',
          leave(() => reject(signal!.reason as Error)),
        )
      }),
    close: async () => {},
  }
  const connections = { actions: async () => session } as unknown as StepContext['connections']
  const settings = connectorAction.settings.parse({ connection: 'erp', action: 'go', into: '', at_once })
  const body = connectorActionBody as SinkBody<Record<string, unknown>>
  const sink = await body.open(aStep<Record<string, unknown>>(settings, { connections }))
  const records = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => ({ n: from + i }))
  return { sink, open, began, records }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('without a word calls are made one after the other, also over batches', async () => {
  const { sink, open, began, records } = await held()
  const batches = [sink.write(records(1, 2), 0), sink.write(records(3, 4), 1)]
  for (const n of [1, 2, 3, 4]) {
    await settled()
    assert.deepEqual(
      began,
      records(1, n).map((record) => record.n),
    )
    open.get(n)!.answer()
  }
  assert.deepEqual(
    (await Promise.all(batches)).map(({ exits }) => exits['out']),
    [records(1, 2), records(3, 4)],
  )
})

test('so many calls are under way as the step says, over all batches, and answers keep their places', async () => {
  const { sink, open, began, records } = await held(3)
  const batches = [sink.write(records(1, 2), 0), sink.write(records(3, 5), 1)]
  await settled()
  assert.deepEqual(began, [1, 2, 3])
  open.get(2)!.answer()
  await settled()
  assert.deepEqual(began, [1, 2, 3, 4])
  for (const n of [4, 3, 1]) open.get(n)!.answer()
  await settled()
  open.get(5)!.answer()
  assert.deepEqual(
    (await Promise.all(batches)).map(({ exits }) => exits['out']),
    [records(1, 2), records(3, 5)],
  )
})

test('a failure ends the calls behind it, and the next try calls only for records that had no answer', async () => {
  const { sink, open, began, records } = await held(4)
  const first = sink.write(records(1, 6), 7)
  await settled()
  open.get(1)!.answer()
  open.get(4)!.answer()
  await settled()
  assert.deepEqual(began, [1, 2, 3, 4, 5, 6])
  open.get(3)!.fail(new Unavailable('AWAY', quotedTexts('It is away.')))
  await settled()
  assert.deepEqual([...open.keys()], [2])
  open.get(2)!.answer()
  await assert.rejects(first, /It is away\./)

  began.length = 0
  const second = sink.write(records(1, 6), 7)
  await settled()
  assert.deepEqual(began, [3, 5, 6])
  for (const { answer } of open.values()) answer()
  assert.deepEqual((await second).exits['out'], records(1, 6))
})
