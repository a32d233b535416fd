import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DataRecord } from '../define/record.ts'
import { Invalid, Unavailable } from '../errors/errors.ts'
import { quotedTexts, say } from '../messages/messages.ts'
import { recordByRecord } from './record-by-record.ts'

/** A system that answers when it is let go. */
function held(at_once?: number, key: string[] = ['id']) {
  const begun: string[] = []
  const open = new Map<string, { answer(): void; fail(error: Error): void }>()
  const write = recordByRecord({ key, at_once }, ({ id, n }: DataRecord) => {
    const name = `${String(id)}${String(n)}`
    begun.push(name)
    return new Promise((resolve, reject) => {
      open.set(name, { answer: () => resolve({ id, n, written: true }), fail: reject })
    })
  })
  return { write, begun, open }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const records = (...names: string[]) => names.map((name) => ({ id: name[0], n: name[1] }))
const named = (list: DataRecord[]) => list.map(({ id, n }) => `${String(id)}${String(n)}`)

test('so many records are written at once over all batches, those with one key in their order', async () => {
  const { write, begun, open } = held(3)
  const batches = [write(records('a1', 'b1', 'a2')), write(records('c1', 'b2', 'd1'))]
  await settled()
  assert.deepEqual(begun, ['a1', 'b1'])
  open.get('b1')!.answer()
  await settled()
  assert.deepEqual(begun, ['a1', 'b1', 'c1'])
  open.get('a1')!.answer()
  await settled()
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2'])
  for (const name of ['c1', 'a2', 'b2']) open.get(name)!.answer()
  await settled()
  open.get('d1')!.answer()
  assert.deepEqual(
    (await Promise.all(batches)).map(({ written }) => named(written)),
    [
      ['a1', 'b1', 'a2'],
      ['c1', 'b2', 'd1'],
    ],
  )
})

test('without a number each batch is written one after the other, as batches come', async () => {
  const { write, begun, open } = held()
  const batches = [write(records('a1', 'b1')), write(records('c1', 'd1'))]
  await settled()
  assert.deepEqual(begun, ['a1', 'c1'])
  for (const name of ['a1', 'c1']) open.get(name)!.answer()
  await settled()
  assert.deepEqual(begun, ['a1', 'c1', 'b1', 'd1'])
  for (const name of ['b1', 'd1']) open.get(name)!.answer()
  await Promise.all(batches)
})

test('what is refused is that record’s; a system that is away refuses none and is asked for no more', async () => {
  const { write, begun, open } = held(2, [])
  const refused = write(records('a1', 'b1'))
  await settled()
  open.get('a1')!.fail(new Invalid('ODD', quotedTexts('It is odd.')))
  open.get('b1')!.answer()
  const { written, rejected } = await refused
  assert.deepEqual([named(written), rejected.map(({ reason }) => say(reason, 'en'))], [['b1'], ['It is odd.']])

  begun.length = 0
  const away = write(records('a2', 'b2', 'c2'))
  await settled()
  open.get('a2')!.fail(new Unavailable('AWAY', quotedTexts('It is away.')))
  open.get('b2')!.answer()
  await assert.rejects(away, /It is away\./)
  assert.deepEqual(begun, ['a2', 'b2'])
})
