import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changesOf,
  continued,
  earlierAt,
  flightAt,
  heldBackBy,
  hitAt,
  incomingAt,
  linesAt,
  opened,
  passedBy,
  ranTo,
  stepped,
  steppedBack,
  stopAt,
  toNextRecord,
  type Debugger,
  type Flight,
} from './debugger.ts'

const flight = (step: string, record: number, following_from: [number, string][], more: Partial<Flight>): Flight => ({
  ...{ step, record, number: record, exits: {}, refused: [], would: [] },
  following_from: following_from.map(([flight, exit]) => ({ flight, exit })),
  ...more,
})

/** Two orders are read; the dear one is written, the other one refused. */
const trace = {
  is_cut: false,
  flights: [
    flight('go', 0, [], { exits: { out: [{}] } }),
    flight('read', 1, [[0, 'out']], { exits: { out: [{ sku: 'A', price: '10' }] } }),
    flight('round', 1, [[1, 'out']], { exits: { out: [{ sku: 'A', price: '10.00', tax: '1.90' }] } }),
    flight('write', 1, [[2, 'out']], { would: [{ verdict: 'added', record: { sku: 'A' } }] }),
    flight('read', 2, [[0, 'out']], { exits: { out: [{ sku: 'B', price: '1' }] } }),
    flight('round', 2, [[4, 'out']], { refused: [{ record: { sku: 'B' }, reason: 'Too cheap' }] }),
  ],
}
const edges = [
  { from: 'go', exit: 'out', to: 'read', input: 'in' },
  { from: 'read', exit: 'out', to: 'round', input: 'in' },
  { from: 'round', exit: 'out', to: 'write', input: 'in' },
]
const where = (one: Debugger) => [stopAt(one)?.side, flightAt(one)?.step, flightAt(one)?.record]

test('one walks from step to step, forwards and back, and no further than the run went', () => {
  let one = opened(trace)
  const way = [where(one)]
  for (let steps = 0; steps < 8; steps += 1) way.push(where((one = stepped(one))))
  const over = [undefined, undefined, undefined]
  assert.deepEqual(way, [
    ['before', 'read', 1],
    ['before', 'round', 1],
    ['before', 'write', 1],
    ['after', 'write', 1],
    ['before', 'round', 2],
    ['after', 'round', 2],
    over,
    over,
    over,
  ])
  one = steppedBack(one)
  assert.deepEqual(where(one), ['after', 'round', 2])
  for (let steps = 0; steps < 9; steps += 1) one = steppedBack(one)
  assert.deepEqual(where(one), ['before', 'read', 1])
})

test('the next record, and the next time something comes to a step, are gone to at once', () => {
  const first = stepped(opened(trace))
  assert.deepEqual(where(toNextRecord(first)), ['before', 'round', 2])
  assert.deepEqual(where(toNextRecord(toNextRecord(first))), [undefined, undefined, undefined])
  const there = ranTo(opened(trace), 'write')!
  assert.deepEqual(where(there), ['before', 'write', 1])
  assert.equal(ranTo(there, 'write'), undefined)
})

test('going on stops at breakpoints, on a condition only where a record meets it', () => {
  const on = (breakpoints: Parameters<typeof continued>[1]) => {
    const stops = []
    for (let one = continued(opened(trace), breakpoints, edges); ; one = continued(one, breakpoints, edges)) {
      stops.push(where(one))
      if (!stopAt(one)) return stops.slice(0, -1)
    }
  }
  const line = 'read.out-round.in'
  assert.deepEqual(on({}), [])
  assert.deepEqual(on({ [line]: { isOn: false } }), [])
  assert.deepEqual(on({ [line]: { isOn: true }, 'round.out-write.in': { isOn: true } }), [
    ['before', 'round', 1],
    ['before', 'write', 1],
    ['before', 'round', 2],
  ])
  const below = { field: 'price', operator: 'less', value: '5' } as const
  assert.deepEqual(on({ [line]: { isOn: true, condition: below } }), [['before', 'round', 2]])
  const same = { field: 'sku', operator: 'equals', value: '{{ sku | upper }}' } as const
  assert.equal(on({ [line]: { isOn: true, condition: same } }).length, 2)
  const unreadable = { field: 'sku', operator: 'equals', value: '{{ sku' } as const
  assert.deepEqual(on({ [line]: { isOn: true, condition: unreadable } }), [])
})

test('of records that go together the first that meets the condition is the reason', () => {
  const parts = {
    is_cut: false,
    flights: [
      flight('split', 0, [], { exits: { out: [{ n: 1 }, { n: 2 }, { n: 3 }] } }),
      flight('write', 0, [[0, 'out']], {}),
    ],
  }
  const edge = { from: 'split', exit: 'out', to: 'write', input: 'in' }
  const condition = { field: 'n', operator: 'greater', value: '1' } as const
  const hit = hitAt(opened(parts), { 'split.out-write.in': { isOn: true, condition } }, [edge])
  assert.equal(hit!.record, 1)
})

test('where one stands shows what came along which line, what has changed and what is held back so far', () => {
  const before = ranTo(opened(trace), 'write')!
  assert.deepEqual(linesAt(before, edges), ['round.out-write.in'])
  const [record] = incomingAt(trace, flightAt(before)!)
  const [earlier] = earlierAt(trace, flightAt(before)!, 1)!
  assert.deepEqual(changesOf(record!, earlier), [
    { name: 'sku', value: 'A' },
    { name: 'price', value: '10.00', change: 'changed', before: '10' },
    { name: 'tax', value: '1.90', change: 'added' },
  ])
  assert.deepEqual([...passedBy(before)], ['go', 'read', 'round'])
  assert.equal(heldBackBy(before), 0)
  assert.equal(heldBackBy(stepped(before)), 1)
  assert.deepEqual(linesAt(stepped(before), edges), [])
})
