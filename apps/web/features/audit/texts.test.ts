import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { entityTexts } from './texts.ts'

const { pool } = await testDatabase()

test('whatever is under the audit has a name in the log', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'audit' order by 1`,
  )
  const nameless = rows.filter(({ name }) => !(name in entityTexts)).map(({ name }) => name)
  assert.ok(rows.length > 50)
  assert.deepEqual(nameless, [], 'say in texts.ts what these are called')
})
