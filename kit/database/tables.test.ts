import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '../testing/database.ts'
import { tablesSource } from '../testing/tables-source.ts'

test('types and schemas of the control database are those of its migrations; `npm run tables` writes them anew', async () => {
  const written = (name: string) => readFileSync(path.resolve(import.meta.dirname, '..', name), 'utf8')
  // Not of the template: nobody gets a database made of it while somebody is connected to it.
  const { owner_url } = await testDatabase()
  const fresh = await tablesSource(owner_url)
  assert.ok(written('database/tables.ts') === fresh.tables, 'kit/database/tables.ts is stale')
  assert.ok(written('contracts/rows.ts') === fresh.rows, 'kit/contracts/rows.ts is stale')
})
