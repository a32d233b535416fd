import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseWriting } from './only-reads.ts'

test('what begins to read is let through, whatever stands before it; all else is refused', () => {
  for (const text of [
    'select 1',
    ' -- first\n(SELECT 1)',
    '/* a */ with x as (select 1) select * from x',
    'table orders',
  ])
    refuseWriting(text)
  for (const text of [
    'delete from orders',
    'drop table orders',
    'selection',
    '/*! drop table orders */ select 1',
    `select * from orders into outfile '/tmp/x'`,
    'begin',
    '',
  ])
    assert.throws(() => refuseWriting(text), { code: 'STATEMENT_NOT_READ' }, text)
})
