import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import { countries, writeGermanOrders } from './bulk-import/german-file.ts'
import { formats, writeOrders } from './bulk-import/orders-file.ts'
import { row, type Row } from './figure.ts'

type Case = { kind: Kind; size: number }
/** A file, the script that does by hand what a mapping of it does, and what that is. */
type Kind = {
  name: string
  extension: string
  script: string
  write(file: string, rows: number): Promise<void>
  target: ReturnType<typeof field>[]
  /** Transformers by their outputs, and by the target's fields where their values come from. */
  uses: [output: string, key: string, inputs: string[], options?: object][]
  connections: Record<string, string>
}

const usual =
  'csv 100000, csv 1000000, csv 5000000, german 100000, german 1000000, json 100000, json 1000000, jsonl 1000000, xml 100000, xml 1000000'

/** `WEFT_BENCH_CASES="csv 5000000, xml 100000"` measures those. */
function casesAsked(): Case[] {
  return (process.env['WEFT_BENCH_CASES'] ?? usual).split(',').map((said) => {
    const [name = '', size] = said.trim().split(' ')
    const kind = kinds().find((one) => one.name === name)
    if (!kind || !(Number(size) > 0))
      throw new Error(`"${said}" is no case: a kind of file and a number of rows, like "csv 100000"`)
    return { kind, size: Number(size) }
  })
}

/** Rows a second of a file through model, mapping and upsert with the journal on, beside the same work written by hand in the same run. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const tenant = await aTenantOn(product, 'Bulk')
    const rows: Row[] = []
    for (const [i, one] of casesAsked().entries()) rows.push(...(await measureCase(product, tenant, one, i + 1)))
    return rows
  } finally {
    await product.stop()
  }
}

/** Each case has a table and worker processes of its own, as each reference has. */
async function measureCase(
  product: Product,
  tenant: ProductTenant,
  { kind, size }: Case,
  number: number,
): Promise<Row[]> {
  const file = path.join(product.home, 'storage', tenant.tenant_id, `orders.${kind.extension}`)
  const { workflow_id, structure_id } = await workflowOf(product, tenant, kind, number)
  await kind.write(file, size)
  const byHand = await handWritten(kind.script, file)
  if (number > 1) await product.restart()
  const { seconds, peak_mb } = await run(product, tenant, workflow_id, size)
  await checkRecords(tenant, structure_id, byHand)
  rmSync(file)
  const name = `${kind.name}, ${size.toLocaleString('en')} rows`
  return [
    row(name, size / seconds, 'rows/s', size / byHand.seconds),
    row(`${name}, peak memory of the worker`, peak_mb, 'MB', byHand.peak_mb),
  ]
}

type ByHand = { seconds: number; peak_mb: number; count: number; total: string }

/** The reference in a database and a process of its own. */
async function handWritten(script: string, file: string): Promise<ByHand> {
  return withTestCluster(async ({ url }) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [path.resolve(import.meta.dirname, 'bulk-import', script), file, url],
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

async function workflowOf(product: Product, { user, tenant_id }: ProductTenant, kind: Kind, number: number) {
  const folder = path.join(product.home, 'storage', tenant_id)
  mkdirSync(folder, { recursive: true })
  const { extension } = kind
  const sample = `sample-${number}.${extension}`
  await kind.write(path.join(folder, sample), 5000)
  const found = await user.post('dynamic_models/analyze', { file: sample, primary_key: 'order_no' })
  if (found.type !== extension) throw new Error(`The sample of ${extension} was taken for ${found.type}`)
  const model = await user.post('dynamic_models', {
    model_name: `Orders ${number}`,
    type: found.type,
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
    fields: kind.target,
  })
  const idIn = ({ fields }: { fields: { name: string; id: string }[] }, name: string) =>
    fields.find((one) => one.name === name)?.id
  const origin = (name: string) => idIn(source, name) ?? name
  const definition = {
    transformers: kind.uses.map(([output, key, inputs, options = {}]) => ({
      ...{ id: randomUUID(), key, options, output, position: { x: 0, y: 0 } },
      inputs: inputs.map(origin),
    })),
    connections: Object.entries(kind.connections).map(([name, from]) => ({
      id: randomUUID(),
      source_field_id: origin(from),
      target_field_id: idIn(target, name)!,
    })),
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
  - { id: read, element: read_file, label: Read, settings: { path: orders.${extension}, model_id: ${model.id} } }
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

const orderNumber = () => field('order_no', 'text', { length: 20, primary_key: true, required: true, nullable: false })

/** The kinds of files: one of 12 columns and eight transformations in four formats, and one as a German program writes it. */
function kinds(): Kind[] {
  return [...formats.map(ordersIn), german()]
}

const ordersIn = (format: (typeof formats)[number]): Kind => ({
  name: format,
  extension: format,
  script: 'by-hand.ts',
  write: (file, rows) => writeOrders(file, format, rows),
  target: [
    orderNumber(),
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
  uses: [
    ['full_name', 'concat', ['first_name', 'last_name']],
    ['small_email', 'lower', ['email']],
    ['big_country', 'upper', ['country']],
    ['bare_city', 'trim', ['city']],
    ['dashed', 'replace', ['sku'], { search: '_', with: '-' }],
    ['product', 'multiply', ['quantity', 'unit_price']],
    ['rounded', 'round', ['product'], { decimals: 2 }],
    ['day', 'to_date', ['ordered_at']],
    ['zero', 'constant', [], { value: '0', type: 'decimal' }],
    ['reduced', 'coalesce', ['discount', 'zero']],
  ],
  connections: {
    ...{ order_no: 'order_no', customer: 'full_name', email: 'small_email', country: 'big_country', city: 'bare_city' },
    ...{ sku: 'dashed', quantity: 'quantity', total: 'rounded', discount: 'reduced', ordered_on: 'day', note: 'note' },
  },
})

const german = (): Kind => ({
  name: 'german',
  extension: 'csv',
  script: 'german-by-hand.ts',
  write: writeGermanOrders,
  target: [
    orderNumber(),
    field('customer', 'text', { length: 191 }),
    field('email', 'text', { length: 191 }),
    field('street', 'text', { length: 191 }),
    field('zip', 'text', { length: 10 }),
    field('city', 'text', { length: 100 }),
    field('country', 'text', { length: 2 }),
    field('country_name', 'text', { length: 60 }),
    field('sku', 'text', { length: 40 }),
    field('quantity', 'integer'),
    field('price', 'decimal', { precision: 12, scale: 2 }),
    field('total', 'decimal', { precision: 12, scale: 2 }),
    field('ordered_at', 'date_time'),
  ],
  uses: [
    ['big_number', 'upper', ['order_no']],
    ['bare_email', 'trim', ['email']],
    ['small_email', 'lower', ['bare_email']],
    ['bare_first', 'trim', ['first']],
    ['bare_last', 'trim', ['last']],
    ['full_name', 'concat', ['bare_first', 'bare_last']],
    ['bare_country', 'trim', ['country']],
    ['code', 'upper', ['bare_country']],
    ['named', 'value_map', ['code'], { table: Object.entries(countries).map(([from, to]) => ({ from, to })) }],
    ['big_sku', 'upper', ['sku']],
    ['product', 'multiply', ['qty', 'price']],
    ['rounded', 'round', ['product'], { decimals: 2 }],
  ],
  connections: {
    ...{ order_no: 'big_number', customer: 'full_name', email: 'small_email', street: 'street', zip: 'zip' },
    ...{ city: 'city', country: 'code', country_name: 'named', sku: 'big_sku', quantity: 'qty', price: 'price' },
    ...{ total: 'rounded', ordered_at: 'ordered_at' },
  },
})
