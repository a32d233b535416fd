import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'

// A PostgreSQL of somebody's own, with a login that is no superuser.
const folder = mkdtempSync(path.join(tmpdir(), 'weft-own-'))
const cluster = await startEmbedded(folder)
await execute(cluster.url, "create role boss login createrole createdb password 'Owner-1'")
await execute(cluster.url, 'create database control owner boss')
const url = new URL(databaseUrl(cluster.url, 'control'))
url.username = 'boss'
url.password = 'Owner-1'
const product = await startProduct({ environment: { DATABASE_URL: url.href } })
after(async () => {
  await product.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('DATABASE_URL replaces the embedded database: a tenant is set up there and a structure of its own holds records', async () => {
  const { user } = await aTenantOn(product, 'Elsewhere')
  const structure = await user.post('data_structures', {
    class_name: 'Thing',
    table_name: 'thing',
    label: 'Thing',
    fields: [
      { id: crypto.randomUUID(), name: 'id', type: 'integer', primary_key: true, required: true, nullable: false },
    ],
  })
  await user.post(`data_structures/${structure.id}/records`, { id: 7 })
  assert.equal((await user.get(`data_structures/${structure.id}/records`))[0].id, 7)
})
