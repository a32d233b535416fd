import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastChanges, type Change } from './last-changes.ts'

type Told = [kind: Change['kind'], record: { id: number } & Record<string, unknown>, before?: number]
const at = (id: number) => ({ text: String(id), fields: { id } })
const left = (...told: Told[]) =>
  lastChanges(
    told.map(([kind, record, before]) => ({
      ...{ kind, record, said: record, key: at(record.id) },
      before: before === undefined ? undefined : at(before),
    })),
  ).map(({ remove, put, said }) => [remove, put, said.length])

test('of several changes of a record the last one is left, with what it does not repeat', () => {
  assert.deepEqual(
    left(['put', { id: 1, a: 'x', large: '…' }], ['put', { id: 2, a: 'y' }], ['put', { id: 1, a: 'z' }]),
    [
      [undefined, { id: 1, a: 'z', large: '…' }, 2],
      [undefined, { id: 2, a: 'y' }, 1],
    ],
  )
})

test('what is deleted is gone, and begins anew where it comes again', () => {
  assert.deepEqual(
    left(
      ['put', { id: 1, a: 'x', b: 'old' }],
      ['delete', { id: 1 }],
      ['delete', { id: 2 }],
      ['put', { id: 1, a: 'new' }],
    ),
    [
      [{ id: 1 }, { id: 1, a: 'new' }, 3],
      [{ id: 2 }, undefined, 1],
    ],
  )
})

test('a record with another key leaves its place and takes along what is not repeated', () => {
  assert.deepEqual(left(['put', { id: 1, large: '…' }], ['put', { id: 9, a: 'x' }, 1], ['put', { id: 9, a: 'y' }, 9]), [
    [{ id: 1 }, undefined, 2],
    [undefined, { id: 9, large: '…', a: 'y' }, 2],
  ])
})
