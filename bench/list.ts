import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import { quantile, row, type Row } from './figure.ts'
import { steadily } from './steadily.ts'

const size = Number(process.env['WEFT_BENCH_ROWS'] ?? 1_000_000)
const seconds = 10

/** Milliseconds over HTTP for a page of a structure with a million rows, at 100 requests a second: page 1, page 1,000, and a search. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const { user, tenant_id, project_id } = await aTenantOn(product, 'List')
    const field = (name: string, type: string, more: object = {}) => ({
      id: randomUUID(),
      name,
      type,
      nullable: true,
      ...more,
    })
    const structure = await user.post('data_structures', {
      class_name: 'Article',
      table_name: 'article',
      label: 'Article',
      fields: [
        field('sku', 'text', { primary_key: true, required: true, nullable: false, length: 40 }),
        field('title', 'text', { length: 191 }),
        field('price', 'decimal', { precision: 10, scale: 2 }),
        field('stock', 'integer'),
      ],
    })
    await fill(product, tenant_id, project_id)
    const list = `data_structures/${structure.id}/records`
    const rows: Row[] = []
    for (const [name, query] of [
      ['page 1', 'page=1'],
      ['page 1,000', 'page=1000'],
      ['page 1, sorted by a column', 'page=1&sort=sku'],
      ['search', 'searchTerm=number-777777'],
    ] as const) {
      const call = () => user.get(`${list}?${query}`)
      await warm(call)
      const took = await steadily(call, seconds)
      rows.push(
        row(`${size.toLocaleString('en')} rows, ${name}, p50`, quantile(took, 0.5), 'ms'),
        row(`${size.toLocaleString('en')} rows, ${name}, p99`, quantile(took, 0.99), 'ms', 20),
      )
    }
    return rows
  } finally {
    await product.stop()
  }
}

/** A first search or sort over many records has an index built behind it, and a server that has just started compiles what it runs: measured once both are over. */
async function warm(call: () => Promise<unknown>) {
  for (let quick = 0, i = 0; quick < 20 && i < 300; i++) {
    const begun = performance.now()
    await call()
    quick = performance.now() - begun < 50 ? quick + 1 : 0
    if (quick === 0) await sleep(500)
  }
  await steadily(call, 3)
}

/** Straight into the table: this figure is about reading. */
const fill = (product: Product, tenant_id: string, project_id: string) =>
  onRecords(product, tenant_id, async (client) => {
    await client.query(
      `insert into "p_${project_id.replaceAll('-', '')}".article (sku, title, price, stock) select 'SKU-' || lpad(n::text, 8, '0'), 'Article number-' || n, (n % 10000) / 100.0, n % 500 from generate_series(1, ${size}) n`,
    )
    await client.query('vacuum analyze')
  })
