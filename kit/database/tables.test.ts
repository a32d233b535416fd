import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { databaseUrl } from './prepare.server.ts'
import { tablesSource } from '../testing/tables-source.ts'

test('types and schemas of the control database are those of its migrations; `npm run tables` writes them anew', async () => {
  const written = (name: string) => readFileSync(path.resolve(import.meta.dirname, '..', name), 'utf8')
  const fresh = await tablesSource(databaseUrl(process.env['WEFT_TEST_CLUSTER']!, 'weft_template'))
  assert.ok(written('database/tables.ts') === fresh.tables, 'kit/database/tables.ts is stale')
  assert.ok(written('contracts/rows.ts') === fresh.rows, 'kit/contracts/rows.ts is stale')
})
