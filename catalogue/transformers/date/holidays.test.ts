import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holidaysOf, type State } from './holidays.ts'

const everywhere =
  '2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-10-03 2026-12-25 2026-12-26'.split(' ')

/** What each state has beside the nine days of all of them in 2026, as its ministry of the interior publishes it. */
const beside: Record<State, string> = {
  BW: '2026-01-06 2026-06-04 2026-11-01',
  BY: '2026-01-06 2026-06-04 2026-11-01',
  BE: '2026-03-08',
  BB: '2026-04-05 2026-05-24 2026-10-31',
  HB: '2026-10-31',
  HH: '2026-10-31',
  HE: '2026-06-04',
  MV: '2026-03-08 2026-10-31',
  NI: '2026-10-31',
  NW: '2026-06-04 2026-11-01',
  RP: '2026-06-04 2026-11-01',
  SL: '2026-06-04 2026-08-15 2026-11-01',
  SN: '2026-10-31 2026-11-18',
  ST: '2026-01-06 2026-10-31',
  SH: '2026-10-31',
  TH: '2026-09-20 2026-10-31',
}

for (const [state, days] of Object.entries(beside) as [State, string][])
  test(`${state} has its holidays of 2026`, () => {
    assert.deepEqual([...holidaysOf(state, 2026)].sort(), [...everywhere, ...days.split(' ')].sort())
  })

test('holidays that were changed by law hold from their year on', () => {
  const has = (state: State, day: string) => holidaysOf(state, Number(day.slice(0, 4))).has(day)
  assert.deepEqual(
    ['2017-10-31', '2018-10-31', '2016-10-31'].map((day) => has('HH', day)),
    [true, true, false],
  )
  assert.deepEqual([has('HE', '2017-10-31'), has('HE', '2018-10-31')], [true, false])
  assert.deepEqual([has('BE', '2018-03-08'), has('BE', '2019-03-08'), has('MV', '2022-03-08')], [false, true, false])
  assert.deepEqual([has('BE', '2020-05-08'), has('BE', '2025-05-08'), has('BE', '2026-05-08')], [true, true, false])
  assert.deepEqual([has('TH', '2018-09-20'), has('TH', '2019-09-20')], [false, true])
})

test('Easter Monday falls where the tables of the Physikalisch-Technische Bundesanstalt have it', () => {
  for (const day of ['2000-04-24', '2008-03-24', '2011-04-25', '2024-04-01', '2025-04-21', '2038-04-26', '2049-04-19'])
    assert.ok(holidaysOf('HH', Number(day.slice(0, 4))).has(day), day)
})
