import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withoutSums } from './binlog-checksum.server.ts'
import { LogUnreadable } from './byte-reader.ts'
import { loggedChanges, Unfollowable } from './logged-changes.server.ts'
import { loggedColumn } from './logged-values.server.ts'

/** As MariaDB 10.11 writes them: one transaction that adds a row, one that changes it and one that deletes it. */
const format =
  '89fe066b0f07000000fc000000000100000000040031302e31312e31392d4d6172696144422d302b646562313275312d6c6f67' +
  '00'.repeat(150) +
  '01' +
  '00000000'
const added = [
  '8afe066ba2070000002a0000000a04000008000500000000000000000000000c000000000000b44e5648',
  '8afe066b13070000002e0000006c040000000012000000000001000473686f7000017000020305010802a5e23009',
  '8afe066b17070000002e0000009a040000000012000000000001000203fc01000000000000000000f83fe81791e0',
  '8afe066b10070000001f000000b9040000000007000000000000002adc838b',
]
const rest = [
  '8afe066ba2070000002a000000e304000008000600000000000000000000000c000000000000322fa9c4',
  '8afe066b13070000002e00000038050000000012000000000001000473686f7000017000020305010802bbce92af',
  '8afe066b18070000003c0000007405000000001200000000000100020303fc01000000000000000000f83ffc010000000000000000000040e4b731a1',
  '8afe066b10070000001f0000009305000000000900000000000000deb5cc5c',
  '8afe066ba2070000002a000000bd05000008000700000000000000000000000c000000000000cb898436',
  '8afe066b13070000002e0000000f060000000012000000000001000473686f70000170000203050108026f51020f',
  '8afe066b19070000002e0000003d060000000012000000000001000203fc010000000000000000000040ca78701a',
  '8afe066b10070000001f0000005c06000000000a000000000000001672d7fb',
]
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const entries = [format, ...added, ...rest].map(bytes)

const column = (name: string, native: string, base: string) =>
  loggedColumn(
    { name, native, type: base === 'int' ? 'integer' : 'decimal', nullable: true },
    { base, charset: null, length: 0 },
  )!
const columns = [column('id', 'int(11)', 'int'), column('d', 'double', 'double')]
const reading = (at: number, skip?: number) => {
  const from = { file: 'log.000001', at, ...(skip && { skip }), shape: '' }
  const changes = loggedChanges({ schema: 'shop', table: 'p', columns, from })
  const unsummed = withoutSums()
  return { ...changes, take: (entry: Buffer) => changes.take(unsummed(entry)) }
}

test('transactions become changes of their table, without those that were given before', () => {
  const read = (said: readonly Buffer[], at: number, skip?: number) => {
    const { take, drain } = reading(at, skip)
    for (const entry of said) take(entry)
    const { changes, position } = drain()
    const [from, to] = [position.at, position.skip]
    return { told: changes.map(({ kind, record, before }) => [kind, record, before]), from, to }
  }
  const all = [
    ['insert', { id: 1, d: '1.5' }, undefined],
    ['update', { id: 1, d: '2' }, { id: 1, d: '1.5' }],
    ['delete', { id: 1, d: '2' }, undefined],
  ]
  assert.deepEqual(read(entries, 992), { told: all, from: 1628, to: undefined })
  assert.deepEqual(read(entries, 992, 1), { told: all.slice(1), from: 1628, to: undefined })
  assert.deepEqual(read([entries[0]!, ...entries.slice(5)], 1209), { told: all.slice(1), from: 1628, to: undefined })
  assert.deepEqual(read(entries.slice(0, 4), 992), { told: all.slice(0, 1), from: 992, to: 1 })
})

test('of a transaction that does not end nothing is told', () => {
  const { take, drain } = reading(992)
  for (const entry of [...entries.slice(0, 4), ...entries.slice(5)]) take(entry)
  assert.deepEqual(
    drain().changes.map(({ kind }) => kind),
    ['update', 'delete'],
  )
})

test('an entry that is not as it was written is told', () => {
  const { take } = reading(992)
  take(entries[0]!)
  const changed = Buffer.from(entries[1]!)
  changed[25]! ^= 1
  assert.throws(() => take(changed), LogUnreadable)
})

test('what is cut off, changed or anything at all is read, or told to be unreadable', () => {
  const cut = fc.constantFrom(...entries).chain((one) => fc.nat(one.length).map((length) => one.subarray(0, length)))
  const changed = fc
    .tuple(fc.constantFrom(...entries), fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { minLength: 1, maxLength: 6 }))
    .map(([one, changes]) => {
      const copy = Buffer.from(one)
      for (const [at, value] of changes) if (at < copy.length) copy[at] = value
      return copy
    })
  const anything = fc.uint8Array({ maxLength: 100 }).map((one) => Buffer.from(one))
  const one = fc.oneof(fc.constantFrom(...entries), cut, changed, anything)
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), fc.boolean(), (said, isSummed) => {
      const from = { file: 'log.000001', at: 992, shape: '' }
      const { take } = isSummed ? reading(992) : loggedChanges({ schema: 'shop', table: 'p', columns, from })
      try {
        for (const entry of said) take(entry)
      } catch (error) {
        assert.ok(error instanceof LogUnreadable || error instanceof Unfollowable, String(error))
      }
    }),
    { numRuns: 3_000 },
  )
})
