import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { processes } from './testing/processes.ts'

const orders = 400_000
/** Of the orders those that cannot be read, and of the others those that cannot be written. */
const isUnread = (n: number) => n % 1_000 === 0
const isTooLong = (n: number) => !isUnread(n) && n % 1_501 === 0
const numbers = Array.from({ length: orders }, (_, i) => i + 1)
const written = numbers.filter((n) => !isUnread(n) && !isTooLong(n))

const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
after(() => product.stop())

test('whatever is killed while an import is fused, each order is written once and each wrong one refused once', async () => {
  const { user, tenant_id } = await aTenantOn(product, 'Fused')
  const folder = path.join(product.home, 'storage', tenant_id)
  mkdirSync(folder, { recursive: true })
  const line = (n: number) =>
    `${n},${isTooLong(n) ? 'far too long a name' : ` kim ${n % 97} `},"${isUnread(n) ? 'much' : `1.${String(n % 1_000).padStart(3, '0')},50`}"\n`
  writeFileSync(path.join(folder, 'orders.csv'), `n,customer,price\n${numbers.map(line).join('')}`)
  const field = (name: string, type: string, more: object = {}) => ({
    ...{ id: randomUUID(), name, type, nullable: true },
    ...more,
  })
  const column = (name: string, type: string, more: object = {}) => ({
    ...{ name, original_name: name, type, include: true, nullable: true, unique: false },
    ...more,
  })
  const key = { primary_key: true, required: true, nullable: false }
  const source = await user.post('data_structures', {
    ...{ class_name: 'OrderRow', table_name: 'order_rows', label: 'Order row' },
    fields: [field('n', 'integer', key), field('customer', 'text'), field('price', 'decimal')],
  })
  const target = await user.post('data_structures', {
    ...{ class_name: 'Order', table_name: 'orders', label: 'Order' },
    fields: [
      field('n', 'integer', key),
      field('customer', 'text', { length: 12 }),
      field('price', 'decimal', { precision: 12, scale: 2 }),
    ],
  })
  const model = await user.post('dynamic_models', {
    ...{ model_name: 'Orders', type: 'csv', options: {}, primary_key: 'n' },
    fields: [
      column('n', 'integer'),
      column('customer', 'text'),
      column('price', 'decimal', { decimal_comma: true, scale: 2 }),
    ],
  })
  const [from, to] = [source, target].map(
    ({ fields }) =>
      (name: string) =>
        fields.find((one: { name: string }) => one.name === name)?.id ?? name,
  )
  const mapping = await user.post('mappings', {
    ...{ label: 'Orders', source_structure_id: source.id, target_structure_id: target.id },
    definition: {
      transformers: [
        {
          ...{ id: randomUUID(), key: 'trim', inputs: [from!('customer')], options: {}, output: 'bare' },
          position: { x: 0, y: 0 },
        },
      ],
      connections: Object.entries({ n: 'n', customer: 'bare', price: 'price' }).map(([name, origin]) => ({
        ...{ id: randomUUID(), source_field_id: from!(origin), target_field_id: to!(name) },
      })),
    },
  })
  const workflow = await user.post('workflows', {
    label: 'Orders',
    class_name: 'Orders',
    source: `weft: 1
label: Orders
steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: orders.csv, model_id: ${model.id} } }
  - { id: map, element: mapping, settings: { mapping_id: ${mapping.id} } }
  - { id: write, element: write_records, settings: { structure_id: ${target.id}, mode: insert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: map.in }
  - { from: map.out, to: write.in }
`,
  })
  await user.post(`workflows/${workflow.id}/publish`)
  const { job_id } = await user.post(`workflows/${workflow.id}/run`)

  const killed: string[] = []
  let seen = 0
  for (const what of ['worker', 'worker', 'postgres', 'worker', 'server', 'worker', 'worker']) {
    seen = await progress(seen)
    await sleep(randomInt(0, 300))
    const pids = what === 'postgres' ? [databaseOf(product).pid] : processes(what, product.supervisor.pid!)
    for (const pid of pids) process.kill(pid!, 'SIGKILL')
    killed.push(what)
  }
  const job = await outcome()
  assert.equal(job.status, 'warning', JSON.stringify([job.error, product.output().slice(-2000)]))
  assert.ok(job.attempt > 4, `${job.attempt} attempts, killed ${killed.join(' ')}`)
  assert.deepEqual(
    Object.fromEntries(job.steps.map(({ step, exits }: { step: string; exits: object }) => [step, exits])),
    {
      go: { out: 1 },
      read: { out: orders - orders / 1_000, rejected: orders / 1_000 },
      map: { out: orders - orders / 1_000 },
      write: { written: written.length, rejected: orders - orders / 1_000 - written.length },
    },
  )
  const { rows } = await user.post('data_sets/preview', {
    definition: {
      structures: [{ as: 'orders', structure_id: target.id }],
      fields: [
        { name: 'count', of: 'orders', field: 'n', function: 'count' },
        { name: 'sum', of: 'orders', field: 'n', function: 'sum' },
        { name: 'total', of: 'orders', field: 'price', function: 'sum' },
      ],
    },
  })
  const sum = (value: (n: number) => number) => written.reduce((all, n) => all + value(n), 0)
  assert.deepEqual(
    [Number(rows[0].count), Number(rows[0].sum), Number(rows[0].total)],
    [written.length, sum((n) => n), sum((n) => 1_000.5 + (n % 1_000))],
  )

  async function progress(before: number): Promise<number> {
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
      const job = await user.get(`jobs/${job_id}`).catch(() => undefined)
      if (job?.finished_at) throw new Error(`The job was over too early: ${job.status} ${JSON.stringify(job.error)}`)
      // Far enough to be fused again after what was killed last.
      if (job && job.records_out > before + 15_000) return job.records_out
    }
    throw new Error(`No progress behind ${before} records\n${product.output().slice(-3000)}`)
  }
  async function outcome() {
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(200)) {
      const job = await user.get(`jobs/${job_id}`).catch(() => undefined)
      if (job?.finished_at) return job
    }
    throw new Error(`The job does not end\n${product.output().slice(-3000)}`)
  }
})
