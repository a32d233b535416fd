import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { loggedChanges } from './logged-changes.ts'
import { LogUnreadable, readMessage, unchanged } from './pgoutput.ts'

/** As PostgreSQL writes them: a transaction that changed the row 3 of a table of four columns. */
const begin = '42000000000f7c991000030418c6a6f431000002f8'
const relation =
  '520000401274657374006974656d7300640004016964000000001400000000006e00000000170000000000646f630000000019ffffffff0074616773000000' +
  '03f1ffffffff'
const insert = '49000040124e00047400000001337400000001336e6e'
const update = '55000040124e000474000000013374000000013475740000000' + '67b612c22227d'
const removed = '44000040124b00047400000001336e6e6e'
const commit = '4300000000000f7c9910000000000f7c994000030418c6a6f431'
const bytes = (hex: string) => Buffer.from(hex, 'hex')

test('messages are read as PostgreSQL writes them', () => {
  assert.deepEqual(readMessage(bytes(begin)), { kind: 'begin', commit: 0xf7c9910n, at: '2026-11-25T13:43:08.688Z' })
  assert.deepEqual(readMessage(bytes(insert)), { kind: 'insert', relation: 16402, now: ['3', '3', null, null] })
  assert.deepEqual(readMessage(bytes(update)), {
    ...{ kind: 'update', relation: 16402, isWhole: false },
    now: ['3', '4', unchanged, '{a,""}'],
  })
  assert.deepEqual(readMessage(bytes(commit)), { kind: 'commit', end: 0xf7c9940n })
})

const fields = ['id', 'n', 'doc'].map((name) => ({
  ...{ name, type: 'integer', native: 'integer', nullable: true },
})) as Parameters<typeof loggedChanges>[0]['fields']
const reading = (at = 0n, skip = 0) => loggedChanges({ schema: 'test', table: 'items', fields, at, skip })

test('a transaction becomes changes of its table, without those that were given before', () => {
  const changesFrom = (at: bigint, skip: number) => {
    const { take, standing } = reading(at, skip)
    const changes = [begin, relation, insert, update, removed, commit].flatMap((one) => take(bytes(one)) ?? [])
    return { changes: changes.map((one) => ('kind' in one ? `${one.kind} ${one.position}` : one)), ...standing() }
  }
  const all = ['insert 0/F7C9910 1', 'update 0/F7C9910 2', 'delete 0/F7C9910 3']
  assert.deepEqual(changesFrom(0n, 0), { changes: all, at: 0xf7c9940n, skip: 0 })
  assert.deepEqual(changesFrom(0xf7c9910n, 2), { changes: all.slice(2), at: 0xf7c9940n, skip: 0 })
  assert.deepEqual(changesFrom(0xf7c9940n, 0), { changes: [], at: 0xf7c9940n, skip: 0 })
})

test('what is cut off, changed or anything at all is read, or told to be unreadable', () => {
  const messages = [begin, relation, insert, update, removed, commit].map(bytes)
  const cut = fc.constantFrom(...messages).chain((one) => fc.nat(one.length).map((length) => one.subarray(0, length)))
  const changed = fc
    .tuple(fc.constantFrom(...messages), fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { minLength: 1, maxLength: 6 }))
    .map(([one, changes]) => {
      const copy = Buffer.from(one)
      for (const [at, value] of changes) if (at < copy.length) copy[at] = value
      return copy
    })
  const anything = fc.uint8Array({ maxLength: 100 }).map((one) => Buffer.from(one))
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...messages), cut, changed, anything), { maxLength: 12 }), (said) => {
      const { take } = reading()
      try {
        for (const one of said) take(one)
      } catch (error) {
        assert.ok(error instanceof LogUnreadable, String(error))
      }
    }),
    { numRuns: 3_000 },
  )
})
