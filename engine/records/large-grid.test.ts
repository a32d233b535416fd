// In a process of its own: it keeps a pool that is closed once nobody has asked it for a while.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { aTenant } from '../testing/tenant.ts'
import { pageOfRecords } from './postgres/grid.server.ts'
import { tableOf } from './postgres/names.ts'
import { knownOf } from './postgres/search-index.server.ts'
import type { RecordPage } from './store.ts'

const control = await testDatabase()
const tenant = await aTenant(control)
const ground = { db: control.db, databases: tenant.databases }
const pool = async () => (await tenant.databases.relational(tenant.tenant_id)).pool as pg.Pool

const structure = await aStructure(ground, tenant.scope, 'Article', [
  aField('sku', 'text', { primary_key: true, nullable: false, length: 20 }),
  aField('title'),
  aField('price', 'decimal'),
  aField('stock', 'integer'),
])
const size = 120_000
const client = await pool()
await client.query(
  `insert into ${tableOf(structure)} (sku, title, price, stock) select 'SKU-' || lpad(n::text, 7, '0'), case when n % 5 = 0 then 'Blue ' else '' end || 'Article_100% number-' || n, n / 7.0, n % 500 from generate_series(1, ${size}) n`,
)
await client.query(`analyze ${tableOf(structure)}`)

const page = (more: Partial<RecordPage>) => pageOfRecords(pool, structure, { page: 1, perPage: 20, ...more })
const skus = async (searchTerm: string, more: Partial<RecordPage> = {}) =>
  (await page({ searchTerm, ...more })).data.map((row) => row['sku'])
const indexes = async (expression: boolean) =>
  (
    await client.query<{ name: string; scans: number }>(
      `select relid::regclass, indexrelname as name, idx_scan::int as scans from pg_stat_user_indexes s join pg_index i using (indexrelid) where i.indrelid = '${tableOf(structure)}'::regclass and i.indisvalid and (indexprs is not null) = ${expression} and obj_description(indexrelid) = 'made for the grid'`,
    )
  ).rows
const terms = {
  'number-77777': ['SKU-0077777'],
  'NUMBER-77777': ['SKU-0077777'],
  'sku-0099999': ['SKU-0099999'],
  '0% number-119999': ['SKU-0119999'],
  'zebra 77777': [],
  'number-120001': [],
  '%_7': [],
}

/** Asks until an index that is built behind the asking stands. */
async function built(expression: boolean, ask: () => Promise<unknown>) {
  for (let i = 0; i < 600; i++) {
    await ask()
    const [index] = await indexes(expression)
    if (index) return index.name
    await sleep(100)
  }
  throw new Error('no index was built')
}

test('among many records the total is an estimate, and says so', async () => {
  const { meta } = await page({})
  assert.deepEqual([meta.about, meta.more], [true, false])
  assert.ok(Math.abs(meta.total - size) < size / 20, `${meta.total}`)
})

test('a search finds the same before its index stands and with it', async () => {
  for (const [term, found] of Object.entries(terms)) assert.deepEqual(await skus(term), found, term)
  await built(true, () => skus('number-5'))
  while ((await knownOf(client, structure)).sample.length === 0) await sleep(50)
  for (const [term, found] of Object.entries(terms)) assert.deepEqual(await skus(term), found, term)
  assert.deepEqual(await skus('blue article_100% number-7777', { sort: '-sku' }), ['SKU-0077775', 'SKU-0077770'])
})

test('a rare word is found through the index, however frequent the words beside it', async () => {
  const scans = async () => (await indexes(true))[0]!.scans
  const before = await scans()
  for (let i = 0; i < 300 && (await scans()) === before; i++) {
    assert.deepEqual(await skus('number-77777'), ['SKU-0077777'])
    await sleep(50) // the database counts its scans a little later
  }
  assert.ok((await scans()) > before)
})

test('matches are counted as long as they are few, then said to be more', async () => {
  assert.deepEqual((await page({ searchTerm: 'number-1199' })).meta, {
    page: 1,
    perPage: 20,
    total: 111,
    lastPage: 6,
    about: false,
    more: false,
  })
  assert.deepEqual((await page({ searchTerm: 'blue' })).meta, {
    page: 1,
    perPage: 20,
    total: 10_000,
    lastPage: 500,
    about: false,
    more: true,
  })
  assert.deepEqual((await page({ searchTerm: 'number-119', page: 56 })).meta, {
    page: 56,
    perPage: 20,
    total: 1111,
    lastPage: 56,
    about: false,
    more: false,
  })
  assert.equal((await page({ searchTerm: 'article' })).meta.about, true)
})

test('a sort has an index built, and a key needs none', async () => {
  await page({ sort: 'sku' })
  await built(false, () => page({ sort: '-price' }))
  assert.equal((await indexes(false)).length, 1)
  assert.deepEqual(
    (await page({ sort: '-price', perPage: 2 })).data.map((row) => row['sku']),
    ['SKU-0120000', 'SKU-0119999'],
  )
})
