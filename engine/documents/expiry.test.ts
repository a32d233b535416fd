import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { expireDocuments } from './expiry.server.ts'

test('what has expired goes from the stores of all tenants, and a store that is away holds up no other', async () => {
  const control = await testDatabase()
  const pool = openPool(control.owner_url)
  const [one, away, two] = [await aTenant(control), await aTenant(control), await aTenant(control)]
  const stores = new Map([one, two].map(({ tenant_id, databases }) => [tenant_id, databases.documents(tenant_id)]))
  const databases = {
    documents: (id: string) => stores.get(id) ?? Promise.reject(new Error(`${away.tenant_id} is away`)),
  }
  for (const opened of stores.values()) {
    const store = await opened
    await store.put('data_lake', { expires_at: '2026-01-01T00:00:00.000Z', document: { n: 1 } })
    await store.put('mail_archive', { document: { n: 2 } })
  }
  assert.equal(await expireDocuments(pool, databases), 2)
  assert.equal(await expireDocuments(pool, databases), 0)
  assert.equal(await (await stores.get(two.tenant_id)!).count('mail_archive', {}), 1)
  await pool.end()
})
