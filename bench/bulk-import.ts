import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import { isFormat, writeOrders, type Format } from './bulk-import/orders-file.ts'
import { row, type Row } from './figure.ts'

type Case = { format: Format; size: number }

/** `WEFT_BENCH_CASES="csv 5000000, xml 100000"` measures those. */
const cases = (
  process.env['WEFT_BENCH_CASES'] ??
  'csv 100000, csv 1000000, csv 5000000, json 100000, json 1000000, jsonl 1000000, xml 100000, xml 1000000'
)
  .split(',')
  .map((said): Case => {
    const [format = '', size] = said.trim().split(' ')
    if (!isFormat(format) || !(Number(size) > 0))
      throw new Error(`"${said}" is no case: a format and a number of rows, like "csv 100000"`)
    return { format, size: Number(size) }
  })

/** Rows a second of a file through model, mapping and upsert with the journal on, beside the same work written by hand in the same run. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const tenant = await aTenantOn(product, 'Bulk')
    const rows: Row[] = []
    for (const [i, one] of cases.entries()) rows.push(...(await measureCase(product, tenant, one, i + 1)))
    return rows
  } finally {
    await product.stop()
  }
}

/** Each case has a table and worker processes of its own, as each reference has. */
async function measureCase(
  product: Product,
  tenant: ProductTenant,
  { format, size }: Case,
  number: number,
): Promise<Row[]> {
  const file = path.join(product.home, 'storage', tenant.tenant_id, `orders.${format}`)
  const { workflow_id, structure_id } = await workflowOf(product, tenant, format, number)
  await writeOrders(file, format, size)
  const byHand = await handWritten(file)
  if (number > 1) await product.restart()
  const { seconds, peak_mb } = await run(product, tenant, workflow_id, size)
  await checkRecords(tenant, structure_id, byHand)
  rmSync(file)
  const name = `${format}, ${size.toLocaleString('en')} rows`
  return [
    row(name, size / seconds, 'rows/s', size / byHand.seconds),
    row(`${name}, peak memory of the worker`, peak_mb, 'MB', byHand.peak_mb),
  ]
}

type ByHand = { seconds: number; peak_mb: number; count: number; total: string }

/** The reference in a database and a process of its own. */
async function handWritten(file: string): Promise<ByHand> {
  return withTestCluster(async ({ url }) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [path.resolve(import.meta.dirname, 'bulk-import/by-hand.ts'), file, url],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  })
}

async function run(product: Product, { user }: ProductTenant, workflow_id: string, size: number) {
  const { job_id } = await user.post(`workflows/${workflow_id}/run`)
  for (;;) {
    const job = await user.get(`jobs/${job_id}`)
    if (['stopped', 'warning', 'error', 'aborted'].includes(job.status)) {
      if (job.status !== 'stopped' || Number(job.records_out) < size)
        throw new Error(`The import ended ${job.status} with ${job.records_out} records: ${JSON.stringify(job.error)}`)
      return {
        seconds: (Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000,
        peak_mb: Math.max(...workers(product.supervisor.pid!)),
      }
    }
    await sleep(250)
  }
}

/** Peak resident memory in MB of every worker process below the supervisor. */
function workers(supervisor: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const ours =
          Number(/PPid:\s+(\d+)/.exec(status)![1]) === supervisor &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/worker.mjs')
        return ours ? [Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024] : []
      } catch {
        return []
      }
    })
}

const field = (name: string, type: string, more: object = {}) => ({
  id: randomUUID(),
  name,
  type,
  nullable: true,
  ...more,
})

/** Both sides wrote the same: as many orders and, to the cent, the same total. */
async function checkRecords({ user }: ProductTenant, structure_id: string, { count, total }: ByHand) {
  const definition = {
    structures: [{ as: 'orders', structure_id }],
    fields: [
      { name: 'count', of: 'orders', field: 'order_no', function: 'count' },
      { name: 'total', of: 'orders', field: 'total', function: 'sum' },
    ],
  }
  const { rows } = await user.post('data_sets/preview', { definition })
  if (Number(rows[0].count) !== count || rows[0].total !== total)
    throw new Error(`The import wrote ${JSON.stringify(rows)}, the reference ${count} orders of ${total}`)
}

/** The same columns and the same eight transformations as the reference. */
async function workflowOf(product: Product, { user, tenant_id }: ProductTenant, format: Format, number: number) {
  const folder = path.join(product.home, 'storage', tenant_id)
  mkdirSync(folder, { recursive: true })
  const sample = `sample-${number}.${format}`
  await writeOrders(path.join(folder, sample), format, 5000)
  const found = await user.post('dynamic_models/analyze', { file: sample, primary_key: 'order_no' })
  if (found.type !== format) throw new Error(`The sample of ${format} was taken for ${found.type}`)
  const model = await user.post('dynamic_models', {
    model_name: `Orders ${number}`,
    type: format,
    options: found.options,
    fields: found.fields,
    primary_key: 'order_no',
    sample_file: sample,
  })
  const source = await user.post('data_structures', {
    class_name: `OrderRow${number}`,
    table_name: `order_row_${number}`,
    label: 'Order row',
    fields: found.proposal.fields,
  })
  const target = await user.post('data_structures', {
    class_name: `Order${number}`,
    table_name: `orders_done_${number}`,
    label: 'Order',
    fields: [
      field('order_no', 'text', { length: 20, primary_key: true, required: true, nullable: false }),
      field('customer', 'text', { length: 191 }),
      field('email', 'text', { length: 191 }),
      field('country', 'text', { length: 191 }),
      field('city', 'text', { length: 191 }),
      field('sku', 'text', { length: 40 }),
      field('quantity', 'integer'),
      field('total', 'decimal', { precision: 12, scale: 2 }),
      field('discount', 'decimal', { precision: 5, scale: 2 }),
      field('ordered_on', 'date'),
      field('note', 'text', { length: 400 }),
    ],
  })
  const from = (name: string) => source.fields.find((f: { name: string }) => f.name === name).id as string
  const to = (name: string) => target.fields.find((f: { name: string }) => f.name === name).id as string
  const use = (output: string, key: string, inputs: string[], options: object = {}) => ({
    id: randomUUID(),
    key,
    inputs,
    options,
    output,
    position: { x: 0, y: 0 },
  })
  const connect = (origin: string, name: string) => ({
    id: randomUUID(),
    source_field_id: origin,
    target_field_id: to(name),
  })
  const definition = {
    transformers: [
      use('full_name', 'concat', [from('first_name'), from('last_name')]),
      use('small_email', 'lower', [from('email')]),
      use('big_country', 'upper', [from('country')]),
      use('bare_city', 'trim', [from('city')]),
      use('dashed', 'replace', [from('sku')], { search: '_', with: '-' }),
      use('product', 'multiply', [from('quantity'), from('unit_price')]),
      use('rounded', 'round', ['product'], { decimals: 2 }),
      use('day', 'to_date', [from('ordered_at')]),
      use('zero', 'constant', [], { value: '0', type: 'decimal' }),
      use('reduced', 'coalesce', [from('discount'), 'zero']),
    ],
    connections: [
      connect(from('order_no'), 'order_no'),
      connect('full_name', 'customer'),
      connect('small_email', 'email'),
      connect('big_country', 'country'),
      connect('bare_city', 'city'),
      connect('dashed', 'sku'),
      connect(from('quantity'), 'quantity'),
      connect('rounded', 'total'),
      connect('reduced', 'discount'),
      connect('day', 'ordered_on'),
      connect(from('note'), 'note'),
    ],
  }
  const mapping = await user.post('mappings', {
    label: `Orders ${number}`,
    source_structure_id: source.id,
    target_structure_id: target.id,
    definition,
  })
  const workflow = await user.post('workflows', {
    label: `Bulk import ${number}`,
    class_name: `BulkImport${number}`,
    source: `weft: 1
label: Bulk import
steps:
  - { id: start, element: manual, label: Start }
  - { id: read, element: read_file, label: Read, settings: { path: orders.${format}, model_id: ${model.id} } }
  - { id: map, element: mapping, label: Map, settings: { mapping_id: ${mapping.id} } }
  - { id: write, element: write_records, label: Write, settings: { structure_id: ${target.id}, mode: upsert, key: [order_no] } }
edges:
  - { from: start.out, to: read.in }
  - { from: read.out, to: map.in }
  - { from: map.out, to: write.in }
`,
  })
  await user.post(`workflows/${workflow.id}/publish`)
  return { workflow_id: workflow.id as string, structure_id: target.id as string }
}
