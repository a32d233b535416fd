import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineBody, type BarrierBody } from '@weft/kit/define/element.ts'
import { compareValues } from '@weft/kit/define/compare.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { aStep, exitsFrom, input } from '@weft/kit/testing/step.ts'
import fc from 'fast-check'
import { aggregate } from './aggregate/aggregate.ts'
import { aggregateBody } from './aggregate/aggregate.server.ts'
import { collectList } from './collect-list/collect-list.ts'
import { collectListBody } from './collect-list/collect-list.server.ts'
import { compareRecords } from './compare-records/compare-records.ts'
import { compareRecordsBody } from './compare-records/compare-records.server.ts'
import { dedupe } from './dedupe/dedupe.ts'
import { dedupeBody } from './dedupe/dedupe.server.ts'
import { merge } from './merge/merge.ts'
import { mergeBody } from './merge/merge.server.ts'
import { sort } from './sort/sort.ts'
import { sortBody } from './sort/sort.server.ts'

type Declared = Parameters<typeof defineBody>[0]
const run = async (element: Declared, body: unknown, settings: unknown, ...inputs: DataRecord[][]) =>
  exitsFrom((body as BarrierBody<unknown>).gather(aStep(element.settings.parse(settings)), ports(inputs)))
const ports = (inputs: DataRecord[][]) =>
  Object.fromEntries(inputs.map((records, i) => [inputs.length === 1 ? 'in' : `in${i + 1}`, input(records)]))

const orders = [
  { id: 3, country: 'Österreich', total: '10.50', at: null },
  { id: 1, country: 'Deutschland', total: '9', at: '2026-01-02' },
  { id: 2, country: 'Zypern', total: '10.5', at: '2026-01-01' },
  { id: 4, country: 'deutschland', total: '', at: '2026-01-03' },
]
const ids = (exits: Record<string, DataRecord[]>, exit = 'out') => (exits[exit] ?? []).map((record) => record['id'])

test('sort orders numbers as numbers, texts as the language does, and keeps equals in order', async () => {
  assert.deepEqual(ids(await run(sort, sortBody, { by: [{ field: 'total' }] }, orders)), [1, 3, 2, 4])
  assert.deepEqual(
    ids(await run(sort, sortBody, { by: [{ field: 'total', direction: 'down' }] }, orders)),
    [3, 2, 1, 4],
  )
  assert.deepEqual(
    ids(await run(sort, sortBody, { by: [{ field: 'total', empty: 'first' }, { field: 'at' }] }, orders)),
    [4, 1, 2, 3],
  )
  assert.deepEqual(ids(await run(sort, sortBody, { by: [{ field: 'country' }] }, orders)), [4, 1, 3, 2])
  assert.deepEqual(
    ids(await run(sort, sortBody, { by: [{ field: 'country' }], language: 'exact' }, orders)),
    [1, 2, 4, 3],
  )
  assert.deepEqual(ids(await run(sort, sortBody, { by: [{ field: 'total', as: 'text' }] }, orders)), [2, 3, 1, 4])
})

test('aggregate adds decimals exactly', async () => {
  const records = [
    { g: 'a', x: '0.1' },
    { g: 'a', x: '0.2' },
    { g: 'b', x: '99999999999999999999.99' },
    { g: 'b', x: 0.01 },
    { g: 'a', x: null },
  ]
  const functions = [
    { function: 'sum', field: 'x', into: 'sum' },
    { function: 'count', into: 'n' },
    { function: 'count', field: 'x', into: 'with' },
    { function: 'avg', field: 'x', into: 'avg' },
    { function: 'min', field: 'x', into: 'min' },
    { function: 'max', field: 'x', into: 'max' },
  ]
  assert.deepEqual(await run(aggregate, aggregateBody, { group_by: ['g'], functions }, records), {
    out: [
      { g: 'a', sum: '0.3', n: 3, with: 2, avg: '0.15', min: '0.1', max: '0.2' },
      {
        g: 'b',
        sum: '100000000000000000000',
        n: 2,
        with: 2,
        avg: '50000000000000000000',
        min: 0.01,
        max: '99999999999999999999.99',
      },
    ],
  })
  assert.deepEqual(await run(aggregate, aggregateBody, { functions }, []), {})
})

test('aggregate says which value cannot be added', async () => {
  await assert.rejects(
    run(aggregate, aggregateBody, { functions: [{ function: 'sum', field: 'x', into: 's' }] }, [{ x: 'ten' }]),
    /field x holds "ten"/,
  )
})

test('aggregate over more groups than fit in memory equals the plain way', async () => {
  const many = (function* () {
    for (let i = 0; i < 260_000; i++) yield { g: (i * 7919) % 130_000, x: `${i % 100}.01` }
  })()
  const records = [...many]
  const { out } = await run(
    aggregate,
    aggregateBody,
    {
      group_by: ['g'],
      functions: [
        { function: 'sum', field: 'x', into: 's' },
        { function: 'first', field: 'x', into: 'f' },
        { function: 'last', field: 'x', into: 'l' },
      ],
    },
    records,
  )
  assert.equal(out!.length, 130_000)
  assert.deepEqual(out![0], { g: 0, s: '0.02', f: '0.01', l: '0.01' })
  assert.deepEqual(
    out!.map((group) => group['g']),
    Array.from({ length: 130_000 }, (_, i) => i),
  )
  const cents = out!.reduce((sum, group) => sum + Math.round(Number(group['s']) * 100), 0)
  assert.equal(
    cents,
    records.reduce((sum, { x }) => sum + Math.round(Number(x) * 100), 0),
  )
})

test('dedupe keeps the first or the last of each key and the order', async () => {
  const records = [
    { id: 1, k: 'a' },
    { id: 2, k: 'b' },
    { id: 3, k: 'a' },
    { id: 4, k: null },
    { id: 5, k: 7 },
    { id: 6, k: '7' },
    { id: 7 },
  ]
  const first = await run(dedupe, dedupeBody, { key: ['k'] }, records)
  assert.deepEqual(
    [ids(first, 'unique'), ids(first, 'duplicate')],
    [
      [1, 2, 4, 5],
      [3, 6, 7],
    ],
  )
  const last = await run(dedupe, dedupeBody, { key: ['k'], keep: 'last' }, records)
  assert.deepEqual(
    [ids(last, 'unique'), ids(last, 'duplicate')],
    [
      [2, 3, 6, 7],
      [1, 4, 5],
    ],
  )
})

test('collect makes a list of each group and refuses one that is too long', async () => {
  const lines = [
    { order: 2, sku: 'B' },
    { order: 1, sku: 'A' },
    { order: 2, sku: 'C' },
  ]
  assert.deepEqual(await run(collectList, collectListBody, { group_by: ['order'], into: 'lines' }, lines), {
    out: [
      { order: 1, lines: [{ sku: 'A' }] },
      { order: 2, lines: [{ sku: 'B' }, { sku: 'C' }] },
    ],
  })
  await assert.rejects(run(collectList, collectListBody, { limit: 2 }, lines), /more than 2 entries/)
})

const left = [
  { id: 2, name: 'two' },
  { id: 1, name: 'one' },
  { id: 3, name: 'three' },
  { id: null, name: 'none' },
]
const right = [
  { ref: '1', name: 'uno', x: 1 },
  { ref: '2', x: 2 },
  { ref: '2', x: 3 },
  { ref: null, x: 9 },
]
const join = { mode: 'join', left_key: ['id'], right_key: ['ref'] }

test('merge joins by key, in the order of the first input', async () => {
  assert.deepEqual(await run(merge, mergeBody, join, left, right), {
    out: [
      { ref: '2', id: 2, name: 'two', x: 2 },
      { ref: '1', id: 1, name: 'one', x: 1 },
      { id: 3, name: 'three' },
      { id: null, name: 'none' },
    ],
  })
  assert.deepEqual(await run(merge, mergeBody, { ...join, join: 'inner', matches: 'all', into: 'r' }, left, right), {
    out: [
      { id: 2, name: 'two', r: { ref: '2', x: 2 } },
      { id: 2, name: 'two', r: { ref: '2', x: 3 } },
      { id: 1, name: 'one', r: { ref: '1', name: 'uno', x: 1 } },
    ],
  })
  assert.deepEqual(
    (await run(merge, mergeBody, { ...join, matches: 'list', into: 'r' }, left, right)).out!.map(
      (record) => (record['r'] as unknown[]).length,
    ),
    [2, 1, 0, 0],
  )
})

test('merge appends, zips, and can wait for all inputs', async () => {
  assert.deepEqual(await run(merge, mergeBody, {}, [{ a: 1 }], [{ b: 2 }]), { out: [{ a: 1 }, { b: 2 }] })
  assert.deepEqual(await run(merge, mergeBody, { mode: 'zip' }, [{ a: 1, x: 1 }, { a: 2 }], [{ b: 1, x: 2 }]), {
    out: [{ b: 1, x: 1, a: 1 }, { a: 2 }],
  })
  assert.deepEqual(await run(merge, mergeBody, { waits_for: 'all' }, [{ a: 1 }], []), {})
})

test('a join of any two inputs is that of two nested loops', async () => {
  const side = fc.array(
    fc.record({ k: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constantFrom('3', '4', '', null)), v: fc.nat() }),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(side, side, async (l, r) => {
      const got = await run(
        merge,
        mergeBody,
        { mode: 'join', left_key: ['k'], right_key: ['k'], join: 'inner', matches: 'all', into: 'm' },
        l,
        r,
      )
      const text = (value: unknown) => (value === null || value === '' ? undefined : String(value))
      const wanted = l.flatMap((a) =>
        r.filter((b) => text(a.k) !== undefined && text(a.k) === text(b.k)).map((b) => ({ ...a, m: b })),
      )
      assert.deepEqual(got.out ?? [], wanted)
    }),
    { numRuns: 60 },
  )
})

test('sorting any values gives the order of comparing them', async () => {
  const value = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt().map(String),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 60 }), async (values) => {
      const { out = [] } = await run(
        sort,
        sortBody,
        { by: [{ field: 'v', empty: 'first' }], language: 'exact' },
        values.map((v) => ({ v })),
      )
      assert.deepEqual(
        out.map((record) => record['v']),
        values.toSorted(compareValues),
      )
    }),
    { numRuns: 60 },
  )
})

const compared = (settings: object, old: DataRecord[], fresh: DataRecord[]) =>
  exitsFrom(
    compareRecordsBody.gather(aStep(compareRecords.settings.parse({ key: ['id'], ...settings })), {
      old: input(old),
      new: input(fresh),
    }),
  )

test('compare_records says what was added, changed, removed or stayed, and which fields differ', async () => {
  const old = [
    { id: 1, name: 'Anna', zip: '01067', total: '10.50', at: '2026-01-01T10:00:00Z' },
    { id: 2, name: 'Ben', zip: '20095', total: '5', at: null },
    { id: 3, name: 'Cara', zip: '80331', total: '7', at: null },
  ]
  const fresh = [
    { id: '4', name: 'Dora' },
    { id: '1', name: 'Anna', zip: '1067', total: 10.5, at: '2026-01-01T11:00:00+01:00', _id: 9 },
    { id: '2', name: 'Ben', zip: '20095', total: '5.00', at: '' },
  ]
  assert.deepEqual(await compared({}, old, fresh), {
    added: [fresh[0]],
    changed: [{ ...fresh[1], _changes: [{ field: 'zip', old: '01067', new: '1067' }] }],
    unchanged: [fresh[2]],
    removed: [old[2]],
  })
  assert.deepEqual(Object.keys(await compared({ ignore: ['zip'] }, old.slice(0, 1), fresh.slice(1, 2))), ['unchanged'])
  assert.deepEqual(Object.keys(await compared({ fields: ['name'] }, old.slice(0, 1), fresh.slice(1, 2))), ['unchanged'])
})

test('compare_records compares nested values whatever the order of their fields', async () => {
  const lines = (a: DataRecord, b: DataRecord) => compared({}, [{ id: 1, lines: [a] }], [{ id: 1, lines: [b] }])
  assert.deepEqual(Object.keys(await lines({ sku: 'A', count: 1 }, { count: 1, sku: 'A' })), ['unchanged'])
  assert.deepEqual(Object.keys(await lines({ sku: 'A', count: 1 }, { count: 2, sku: 'A' })), ['changed'])
})

test('compare_records refuses a key that comes twice unless told which one counts; without a key nothing matches', async () => {
  const twice = [
    { id: 1, n: 1 },
    { id: 1, n: 2 },
  ]
  await assert.rejects(compared({}, twice, []), {
    code: 'COMPARE_KEY_TWICE',
    message: 'The key 1 comes more than once among the old records.',
  })
  assert.deepEqual(await compared({ duplicates: 'first' }, [{ id: 1, n: 1 }], twice), { unchanged: [{ id: 1, n: 1 }] })
  assert.deepEqual((await compared({ duplicates: 'last' }, [{ id: 1, n: 1 }], twice))['changed']!.length, 1)
  assert.deepEqual(await compared({}, [{ id: null, n: 1 }], [{ n: 1 }, { id: '', n: 2 }]), {
    added: [{ n: 1 }, { id: '', n: 2 }],
    removed: [{ id: null, n: 1 }],
  })
  assert.deepEqual(await compared({}, [], []), {})
})

test('compare_records answers as a plain comparison would, for any records', async () => {
  const side = fc.uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 40 }), n: fc.integer({ min: 0, max: 2 }) }), {
    selector: ({ id }) => id,
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(side, side, async (old, fresh) => {
      const was = new Map(old.map(({ id, n }) => [id, n]))
      const is = new Map(fresh.map(({ id, n }) => [id, n]))
      const out = await compared({}, old, fresh)
      const found = (exit: string) => new Set(ids(out, exit))
      assert.deepEqual(found('added'), new Set([...is.keys()].filter((id) => !was.has(id))))
      assert.deepEqual(found('removed'), new Set([...was.keys()].filter((id) => !is.has(id))))
      assert.deepEqual(
        found('changed'),
        new Set([...is].filter(([id, n]) => was.has(id) && was.get(id) !== n).map(([id]) => id)),
      )
      assert.deepEqual(found('unchanged'), new Set([...is].filter(([id, n]) => was.get(id) === n).map(([id]) => id)))
    }),
  )
})
