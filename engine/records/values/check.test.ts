import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { checkFor } from './check.ts'

const field = (more: Partial<StructureField>) =>
  ({
    id: 'f',
    name: 'f',
    nullable: true,
    unsigned: false,
    unique: false,
    index: false,
    required: false,
    primary_key: false,
    show_in_view: true,
    skip_on_delta: false,
    ...more,
  }) as StructureField

function stored(more: Partial<StructureField>, values: unknown[]) {
  const check = checkFor(field(more))
  return values.map((value) => {
    const text = check(value)
    return typeof text === 'string' ? text : `(${say(text, 'en')})`
  })
}

test('whole numbers are stored as one reads them, however they are written', () => {
  assert.deepEqual(stored({ type: 'integer' }, [7, '7', '-7', ' +7 ', '007', '-0', 7n]), [
    '7',
    '7',
    '-7',
    '7',
    '7',
    '0',
    '7',
  ])
  assert.match(stored({ type: 'integer' }, ['2147483648'])[0]!, /^\(/)
  assert.match(stored({ type: 'integer', unsigned: true }, ['-1'])[0]!, /negative/)
  assert.match(stored({ type: 'integer', min: 10 }, ['9'])[0]!, /10/)
  assert.match(stored({ type: 'integer' }, ['1.5'])[0]!, /^\(/)
})

test('decimals keep their digits and their bounds', () => {
  assert.deepEqual(stored({ type: 'decimal', precision: 5, scale: 2 }, ['12.50', '-3', 999.99, '1e2', ' 7 ', '.5']), [
    '12.50',
    '-3',
    '999.99',
    '1e2',
    '7',
    '.5',
  ])
  for (const value of ['1000', '-1000.5', '1e3', 1e21])
    assert.match(stored({ type: 'decimal', precision: 5, scale: 2 }, [value])[0]!, /^\(/, String(value))
  assert.match(stored({ type: 'decimal', max: 5 }, ['5.01'])[0]!, /5/)
  assert.match(stored({ type: 'decimal', unsigned: true }, ['-1'])[0]!, /negative/)
  for (const value of ['', '.', '-', '1,5', '1.2.3'])
    assert.match(stored({ type: 'decimal' }, [value])[0]!, /^\(/, value)
})

test('a date is a day of the calendar', () => {
  assert.deepEqual(
    stored({ type: 'date' }, ['2026-11-28', '2026-11-30', '2024-02-29', ' 2026-01-01 ', '2026-01-01T00:00:00Z']),
    ['2026-11-28', '2026-11-30', '2024-02-29', '2026-01-01', '2026-01-01'],
  )
  for (const value of [
    '2026-02-29',
    '2026-11-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-01-01T08:00:00Z',
  ])
    assert.match(stored({ type: 'date' }, [value])[0]!, /^\(/, value)
})
