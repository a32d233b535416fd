import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrived, type Kept } from './arrived.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const file = (path: string, modified_at: string, size = 1) => ({ path, size, modified_at })
const old = file('in/old.csv', '2026-11-22T11:00:00.000Z')
const fresh = file('in/fresh.csv', '2026-11-22T11:59:58.000Z')
const none: Kept = { seen: {}, taken: {}, waiting: {} }
const names = ({ taken, waiting }: ReturnType<typeof arrived>) => [
  taken.map(({ path }) => path),
  waiting.map(({ path }) => path),
]

test('a file that may still be written to waits for the next look', () => {
  assert.deepEqual(names(arrived([old, fresh], { before: undefined, stable: 10, now })), [
    ['in/old.csv'],
    ['in/fresh.csv'],
  ])
  const waiting = { 'in/fresh.csv': '1 2026-11-22T11:59:58.000Z' }
  assert.deepEqual(names(arrived([fresh], { before: { ...none, waiting }, stable: 10, now })), [['in/fresh.csv'], []])
  const grown = { ...fresh, size: 2 }
  assert.deepEqual(names(arrived([grown], { before: { ...none, waiting }, stable: 10, now })), [[], ['in/fresh.csv']])
  assert.deepEqual(names(arrived([fresh], { before: undefined, stable: 0, now })), [['in/fresh.csv'], []])
})

test('what was given is not given again, unless it has changed', () => {
  const before = { ...none, seen: { 'in/old.csv': '1 2026-11-22T11:00:00.000Z' } }
  assert.deepEqual(names(arrived([old], { before, stable: 10, now })), [[], []])
  const changed = file('in/old.csv', '2026-11-22T11:30:00.000Z')
  assert.deepEqual(names(arrived([changed], { before, stable: 10, now })), [['in/old.csv'], []])
})

test('a clock that goes ahead keeps nothing waiting for ever', () => {
  const ahead = file('in/ahead.csv', '2026-11-22T13:00:00.000Z')
  const first = arrived([ahead], { before: undefined, stable: 10, now })
  assert.deepEqual(names(first), [[], ['in/ahead.csv']])
  const waiting = { 'in/ahead.csv': '1 2026-11-22T13:00:00.000Z' }
  assert.deepEqual(names(arrived([ahead], { before: { ...none, waiting }, stable: 10, now })), [['in/ahead.csv'], []])
})
