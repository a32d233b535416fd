import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { openSynced } from './synced.server.ts'

const control = await testDatabase()
const { scope } = await aTenant(control)
const [one, two, three] = [1, 2, 3].map((n) => `${n}`.repeat(8) + '-1111-4111-8111-111111111111') as [
  string,
  string,
  string,
]
const aRun = (origin_id: string, started_at = new Date().toISOString()) =>
  openSynced(control.db, scope, { origin_id, started_at, retry_of: null, retry_mode: null })
const left = { name: 'pair', side: 'left' } as const
const right = { name: 'pair', side: 'right' } as const
const read = (id: string, marks: Record<string, string>) => [{ id, marks }]

beforeEach(() => inScope(control.db, scope, (trx) => trx.deleteFrom('synced_records').execute()))

test('what was agreed on is no change, whichever of its fields are read, and another value is one', async () => {
  const run = aRun(one)
  assert.deepEqual([...(await run.note(left, read('1', { a: 'x', b: 'y' })))], ['1'])
  await run.agree(left, [{ id: '1', other: '501', marks: { c: 'z' } }])
  const later = aRun(two)
  assert.deepEqual([...(await later.note(left, read('1', { a: 'x', b: 'y' })))], [])
  assert.deepEqual([...(await later.note(left, read('1', { b: 'y' })))], [])
  assert.deepEqual([...(await later.note(right, read('501', { c: 'z' })))], [])
  assert.deepEqual([...(await later.note(left, read('1', { a: 'x', b: 'other' })))], ['1'])
  assert.deepEqual([...(await later.note(right, read('501', { c: 'z', d: '' })))], ['501'])
})

test('a run that repeats a batch lets the same through, also what has been written meanwhile', async () => {
  const run = aRun(one)
  await run.note(left, read('1', { a: 'x' }))
  assert.deepEqual([...(await run.note(left, read('1', { a: 'x' })))], ['1'])
  await run.agree(left, [{ id: '1', other: '501', marks: {} }])
  assert.deepEqual([...(await run.note(left, read('1', { a: 'x' })))], ['1'])
  assert.deepEqual([...(await aRun(two).note(left, read('1', { a: 'x' })))], [])
})

test('what another run has read since, or the other direction has written, is not this run’s any more', async () => {
  await aRun(one).note(left, read('1', { a: 'x' }))
  assert.equal((await aRun(one).known(left, ['1'])).get('1')?.own, true)
  await aRun(two).note(left, read('1', { a: 'y' }))
  assert.equal((await aRun(one).known(left, ['1'])).get('1')?.own, false)
  await aRun(one).agree(left, [{ id: '1' }])
  assert.deepEqual(
    [...(await aRun(two).note(left, read('1', { a: 'y' })))],
    ['1'],
    'nothing was agreed on by a run that is late',
  )

  await aRun(one).note(left, read('2', { a: 'x' }))
  const back = aRun(two)
  await back.note(right, read('502', { a: 'r' }))
  const { noted } = (await back.known(left, ['2'])).get('2')!
  await back.agree(right, [{ id: '502', other: '2', marks: { a: 'r' }, noted }])
  assert.deepEqual((await aRun(one).known(left, ['2'])).get('2'), {
    seen: { a: 'r' },
    held: undefined,
    own: false,
    noted: 1,
  })
})

test('a run whose record the other direction has written meanwhile agrees on nothing, and what it wrote is read as a change', async () => {
  const [there, back] = [aRun(one), aRun(two)]
  await back.note(right, read('501', { a: 'r' }))
  await there.note(left, read('1', { a: 'l' }))
  await there.agree(left, [{ id: '1', other: '501', marks: { a: 'l' }, noted: 1 }])
  await back.agree(right, [{ id: '501', other: '1', marks: { a: 'r' }, noted: 1 }])
  assert.deepEqual([...(await aRun(one).note(left, read('1', { a: 'r' })))], ['1'])
  assert.deepEqual([...(await aRun(two).note(right, read('501', { a: 'l' })))], [])
})

test('what both directions have brought at once, each another field, is no change of either side', async () => {
  const begun = { a: 'x', b: 'y' }
  await aRun(one).note(left, read('1', begun))
  await aRun(one).agree(left, [{ id: '1', other: '501', marks: begun }])
  const [there, back] = [aRun(one), aRun(two)]
  await there.note(left, read('1', { a: 'l', b: 'y' }))
  await back.note(right, read('501', { a: 'x', b: 'r' }))
  const noted = 1
  await there.agree(left, [{ id: '1', other: '501', noted, marks: { a: 'l', b: 'y' }, written: { a: 'l' } }])
  await back.agree(right, [{ id: '501', other: '1', noted, marks: { a: 'x', b: 'r' }, written: { b: 'r' } }])
  assert.deepEqual([...(await aRun(three).note(left, read('1', { a: 'l', b: 'r' })))], [])
  assert.deepEqual([...(await aRun(three).note(right, read('501', { a: 'l', b: 'r' })))], [])
  assert.deepEqual([...(await aRun(three).note(right, read('501', { a: 'l', b: 'newer' })))], ['501'])
})

test('what a run has read before the other direction wrote is no change of it, also where it is brought only afterwards', async () => {
  const begun = { a: 'x', b: 'y' }
  await aRun(one).note(left, read('1', begun))
  await aRun(one).agree(left, [{ id: '1', other: '501', marks: begun }])
  const there = aRun(one, '2026-01-01T00:00:00Z')
  const back = aRun(two)
  await back.note(right, read('501', { a: 'x', b: 'r' }))
  const brought = { id: '501', other: '1', marks: { a: 'x', b: 'r' }, written: { b: 'r' }, replaced: { b: 'y' } }
  await there.note(left, read('1', { a: 'new', b: 'y' }))
  await back.agree(right, [{ ...brought, noted: 1 }])
  assert.equal((await there.known(left, ['1'])).get('1')?.own, false, 'it was read before')
  assert.deepEqual([...(await there.note(left, read('1', begun)))], [])
  const later = aRun(three, '2100-01-01T00:00:00Z')
  assert.deepEqual([...(await later.note(left, read('1', { a: 'x', b: 'r' })))], [])
  assert.deepEqual([...(await later.note(left, read('1', begun)))], ['1'], 'somebody has changed it back')
})

test('what was read while the other direction wrote stays the business of whoever has read it', async () => {
  const back = aRun(two)
  await back.note(right, read('501', { a: 'r' }))
  const noted = (await back.known(left, ['1'])).get('1')?.noted
  await aRun(one).note(left, read('1', { a: 'newer' }))
  await back.agree(right, [{ id: '501', other: '1', marks: { a: 'r' }, noted }])
  assert.equal((await aRun(one).known(left, ['1'])).get('1')?.own, true)
})

test('what somebody is asked about is no change on either side until it changes again', async () => {
  const run = aRun(one)
  await run.note(left, read('1', { a: 'x' }))
  await run.hold(left, [{ id: '1', other: '501', marks: { a: 'y' } }])
  const later = aRun(two)
  assert.deepEqual([...(await later.note(left, read('1', { a: 'x' })))], [])
  assert.deepEqual([...(await later.note(right, read('501', { a: 'y' })))], [])
  assert.deepEqual([...(await later.note(right, read('501', { a: 'z' })))], ['501'])
})

test('ids that are no partners any more have agreed on nothing', async () => {
  await inScope(control.db, scope, (trx) =>
    trx.insertInto('cross_references').values({ name: 'pair', left_id: '1', right_id: '501' }).execute(),
  )
  const run = aRun(one)
  await run.note(left, read('1', { a: 'x' }))
  await run.agree(left, [{ id: '1', other: '501', marks: { a: 'x' } }])
  await inScope(control.db, scope, (trx) => trx.updateTable('cross_references').set({ right_id: '502' }).execute())
  const known = await run.known(right, ['501'])
  assert.equal(known.get('501')?.seen, undefined)
  assert.deepEqual([...(await aRun(two).note(left, read('1', { a: 'x' })))], ['1'])
})

test('both directions write down the same pairs at once, in any order, and neither blocks the other', async () => {
  const ids = Array.from({ length: 300 }, (_, i) => String(i))
  const pairs = (list: string[]) => list.map((id) => ({ id, other: id, marks: { a: id } }))
  const noted = (list: string[]) => list.map((id) => ({ id, marks: { a: `new ${id}` } }))
  const backwards = ids.toReversed()
  for (let round = 0; round < 10; round++) {
    const [there, back] = [aRun(one), aRun(two)]
    await Promise.all([there.note(left, noted(ids)), back.note(right, noted(backwards))])
    await Promise.all([
      there.agree(left, pairs(ids)),
      back.agree(right, pairs(backwards)),
      there.hold(left, pairs(backwards)),
      back.hold(right, pairs(ids)),
    ])
  }
  assert.equal((await aRun(two).known(left, ids)).size, 300)
})
