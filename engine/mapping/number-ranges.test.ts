import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { nextNumber, takeNumbers } from './number-ranges.server.ts'

const database = await testDatabase()
const { db } = database
const invoices = { range: 'invoice', first: '1000' }

test('a range gives each number once, whoever takes at the same time, and goes on from a first number raised later', async () => {
  const { scope } = await aTenant(database)
  assert.equal(await nextNumber(db, scope, invoices), '1000')
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeNumbers(db, scope, invoices, 5)))
  assert.deepEqual(
    taken.map(Number).toSorted((a, b) => a - b),
    [1000, 1005, 1010, 1015, 1020, 1025, 1030, 1035],
  )
  assert.equal(await nextNumber(db, scope, invoices), '1040')
  assert.equal(await nextNumber(db, scope, invoices), '1040', 'looking takes nothing')
  assert.equal(await takeNumbers(db, scope, { ...invoices, first: '5' }, 1), '1040', 'it never goes back')
  assert.equal(await takeNumbers(db, scope, { ...invoices, first: '2000' }, 2), '2000')
  assert.equal(await nextNumber(db, scope, invoices), '2002')
  assert.equal(await nextNumber(db, scope, { range: 'order', first: '1' }), '1', 'ranges do not know each other')
})

test('another project has ranges of its own', async () => {
  const [one, other] = [await aTenant(database), await aTenant(database)]
  assert.equal(await takeNumbers(db, one.scope, invoices, 3), '1000')
  assert.equal(await takeNumbers(db, other.scope, invoices, 3), '1000')
})
