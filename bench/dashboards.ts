import { randomUUID } from 'node:crypto'
import { onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { quantile, row, type Row } from './figure.ts'

const size = Number(process.env['WEFT_BENCH_ROWS'] ?? 1_000_000)
const calls = Number(process.env['WEFT_BENCH_CALLS'] ?? 20)

/** Milliseconds over HTTP for all eight tiles of a dashboard over a million records: as it is opened, and under a filter. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const { user, tenant_id, project_id } = await aTenantOn(product, 'Dashboards')
    const field = (name: string, type: string, more: object = {}) => ({
      id: randomUUID(),
      name,
      type,
      nullable: true,
      ...more,
    })
    const structure = await user.post('data_structures', {
      class_name: 'Sale',
      table_name: 'sale',
      label: 'Sale',
      fields: [
        field('number', 'text', { primary_key: true, required: true, nullable: false, length: 40 }),
        field('sold_on', 'date'),
        field('country', 'text', { length: 40 }),
        field('channel', 'text', { length: 40 }),
        field('amount', 'decimal', { precision: 12, scale: 2 }),
      ],
    })
    await onRecords(product, tenant_id, async (client) => {
      const table = `"p_${project_id.replaceAll('-', '')}"."sale"`
      await client.query(`insert into ${table} (number, sold_on, country, channel, amount)
        select n::text, date '2025-01-01' + (n % 364), 'Country ' || (n % 20), 'Channel ' || (n % 4), (n % 50000) / 100.0
        from generate_series(1, ${size}) n`)
      await client.query(`vacuum analyze ${table}`)
    })
    const at = (name: string) => ({ of: 'sales', field: name })
    const { id: weekly } = await user.post('data_sets', {
      name: 'Weekly',
      definition: {
        structures: [{ as: 'sales', structure_id: structure.id }],
        fields: [
          { name: 'week', ...at('sold_on'), truncate: 'week' },
          { name: 'country', ...at('country') },
          { name: 'channel', ...at('channel') },
          { name: 'amount', ...at('amount'), function: 'sum' },
          { name: 'sold', ...at('number'), function: 'count' },
        ],
      },
    })
    const insight = async (chart_type: string, graph: object) =>
      (
        await user.post('insights', {
          label: randomUUID(),
          chart_type,
          definition: { graphs: [{ data_set_id: weekly, ...graph }] },
        })
      ).id
    const ids = await Promise.all([
      insight('number', { x_field: 'week', y_field: 'amount' }),
      insight('number', { x_field: 'week', y_field: 'sold' }),
      insight('number', { y_field: 'amount', total: 'max' }),
      insight('column', { x_field: 'week', y_field: 'amount', series_field: 'channel' }),
      insight('line', { x_field: 'week', y_field: 'sold' }),
      insight('bar', { x_field: 'country', y_field: 'amount' }),
      insight('donut', { x_field: 'channel', y_field: 'amount' }),
      insight('pivot', { x_field: 'country', series_field: 'channel', y_field: 'amount' }),
    ])
    const { id } = await user.post('dashboards', {
      label: 'Trade',
      definition: {
        tiles: ids.map((insight_id, i) => ({
          id: `t${i}`,
          insight_id,
          x: (i % 4) * 3,
          y: Math.floor(i / 4) * 4,
          w: 3,
          h: 4,
        })),
        filters: [
          { name: 'period', kind: 'period', field: 'week' },
          { name: 'country', kind: 'choice', field: 'country' },
        ],
      },
    })
    const took = async (values: () => Record<string, string>) => {
      const sample: number[] = []
      for (let i = 0; i < calls; i++) {
        const started = performance.now()
        await user.post(`dashboards/${id}/data`, { values: values() })
        sample.push(performance.now() - started)
      }
      return sample
    }
    await took(() => ({}))
    const whole = await took(() => ({}))
    let turn = 0
    const filtered = await took(() => ({ country: `Country ${turn++ % 20}` }))
    const months = await took(() => ({ period: '2025-07-01..2025-09-30', country: `Country ${turn++ % 20}` }))
    const of = `eight tiles over ${size.toLocaleString('en')} records`
    return [
      row(`${of}, p50`, quantile(whole, 0.5), 'ms', 1_000),
      row(`${of}, one country, p50`, quantile(filtered, 0.5), 'ms', 300),
      row(`${of}, a quarter against the one before, p50`, quantile(months, 0.5), 'ms', 300),
    ]
  } finally {
    await product.stop()
  }
}
