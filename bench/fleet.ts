import { refreshTenantFigures } from '@weft/engine/maintenance/tenant-figures.server.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseOf, onControl } from '@weft/kit/testing/product-database.ts'
import { adminSignIn, Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import { quantile, row, type Row } from './figure.ts'
import { steadily } from './steadily.ts'

const size = Number(process.env['WEFT_BENCH_TENANTS'] ?? 10_000)
const seconds = 10

/** Milliseconds over HTTP for the provider's list of ten thousand tenants with their figures, at 100 requests a second. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    await fill(product)
    const admin = await Client.signIn(product.url, adminSignIn, 'admin')
    const rows: Row[] = []
    for (const [name, query] of [
      ['page 1', 'page=1'],
      ['page 400', 'page=400'],
      ['worst first', 'sort=health'],
      ['search', 'searchTerm=werke 7777'],
    ] as const) {
      for (let i = 0; i < 50; i++) await admin.get(`clients?${query}`)
      const took = await steadily(() => admin.get(`clients?${query}`), seconds)
      rows.push(
        row(`${size.toLocaleString('en')} tenants, ${name}, p50`, quantile(took, 0.5), 'ms'),
        row(`${size.toLocaleString('en')} tenants, ${name}, p99`, quantile(took, 0.99), 'ms', 20),
      )
    }
    return [...rows, row(`${size.toLocaleString('en')} tenants, a round of looking`, await roundOf(product), 'ms')]
  } finally {
    await product.stop()
  }
}

/** The middle of five rounds such as there is one every fifteen seconds. */
async function roundOf(product: Product): Promise<number> {
  const pool = openPool(databaseOf(product).url, { max: 1, level: 'system' })
  const took: number[] = []
  for (let i = 0; i < 5; i++) {
    const begun = performance.now()
    await refreshTenantFigures(pool)
    took.push(performance.now() - begun)
  }
  await pool.end()
  return quantile(took, 0.5)
}

/** Straight into the tables: each tenant with three users and five queues. Figures are as the refresh leaves them. */
const fill = (product: Product) =>
  onControl(product, async (client) => {
    await client.query(`set weft.level = 'system'`)
    await client.query(
      `insert into tenants (name, short, workspace, number, email, api_token, active, initialized, status)
      select 'Werke ' || n, 'W' || n, 'werke-' || n || '.example', (100000 + n)::text, 'office@werke-' || n || '.example', 'token-' || n, true, true, 'active' from generate_series(1, $1::int) n`,
      [size],
    )
    await client.query(
      `insert into users (kind, tenant_id, email, role) select 'client', t.id, 'user-' || u || '@' || t.workspace, 'operator' from tenants t, generate_series(1, 3) u where t.name like 'Werke %'`,
    )
    await client.query(
      `insert into queues (tenant_id, name) select t.id, q from tenants t, unnest('{default,high,imports,long_running,mails}'::text[]) q where t.name like 'Werke %'`,
    )
    await client.query(
      `update tenant_figures set as_of = now(), health = (array['healthy', 'healthy', 'healthy', 'idle', 'strained', 'failing'])[1 + abs(hashtext(name)) % 6], last_success_at = now() - (abs(hashtext(name)) % 86400) * interval '1 second', users = 3, storage_bytes = abs(hashtext(name))`,
    )
    await client.query('vacuum analyze')
  })
