import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../testing/database.ts'
import { openPool } from './connect.server.ts'

const database = await testDatabase()
const pool = openPool(database.app_url, { max: 2 })
after(() => pool.end())

test('a connection that dies in somebody’s hands fails his next query, and the process lives on', async () => {
  const held = await pool.connect()
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise<void>((resolve) => held.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  await ended
  await assert.rejects(held.query('select 1'))
  held.release(true)
  assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }])
})
