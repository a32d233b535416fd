import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../testing/database.ts'
import { despiteDeadlocks } from './transaction.server.ts'

const { pool } = await testDatabase()

test('statements that stand in each other’s way are both made, one of them again', async () => {
  let made = 0
  const lock = (first: number, second: number) =>
    despiteDeadlocks(() => {
      made++
      return pool.query('select pg_advisory_xact_lock($1), pg_sleep(0.5), pg_advisory_xact_lock($2)', [first, second])
    })
  await Promise.all([lock(1, 2), lock(2, 1)])
  assert.equal(made, 3)
})

test('what fails for another reason is not made again', async () => {
  let made = 0
  await assert.rejects(
    despiteDeadlocks(() => {
      made++
      return pool.query('select 1 / 0')
    }),
    { code: '22012' },
  )
  assert.equal(made, 1)
})
