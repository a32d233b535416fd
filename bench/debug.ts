import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Client } from '@weft/kit/testing/product.ts'
import { quantile, row, type Row } from './figure.ts'

const size = Number(process.env['WEFT_BENCH_ROWS'] ?? 100_000)
const times = 10
const target_ms = 1_000
/** So often the browser asks for the trace of a run that is under way. */
const askedEvery_ms = 300

/**
 * Milliseconds from *Begin* in the debugger of a workflow of 20 steps, which reads a structure of a hundred thousand records and would write
 * another, until its first values can be shown: of the usual 20 records that are followed, and of 1,000, the most. And of a test
 * run over all of them, without effects.
 */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const { user, tenant_id, project_id } = await aTenantOn(product, 'Debug')
    const source = await aStructure(user, 'article')
    const target = await aStructure(user, 'offer')
    await onRecords(product, tenant_id, async (client) => {
      await client.query(
        `insert into "p_${project_id.replaceAll('-', '')}".article (sku, title) select 'SKU-' || n, 'Article ' || n from generate_series(1, ${size}) n`,
      )
    })
    const workflow = await user.post('workflows', {
      ...{ label: 'Offers', class_name: 'Offers' },
      source: workflowOf(source, target),
    })
    const rows: Row[] = []
    for (const [name, order] of [
      ['20 records followed', { records: 20, trace: true }],
      ['1,000 records followed', { records: 1_000, trace: true }],
    ] as const)
      rows.push(...(await figures(name, times, () => firstValues(user, workflow.id, order, '/trace'), target_ms)))
    rows.push(...(await figures('all, not followed', 3, () => firstValues(user, workflow.id, { records: null }, ''))))
    return rows
  } finally {
    await product.stop()
  }
}

async function figures(name: string, count: number, look: () => Promise<number>, target?: number): Promise<Row[]> {
  await look()
  const took: number[] = []
  for (let n = 0; n < count; n++) took.push(await look())
  const of = `20 steps over ${size.toLocaleString('en')} records: ${name}`
  return [row(`${of}, p50`, quantile(took, 0.5), 'ms', target), row(`${of}, slowest`, Math.max(...took), 'ms', target)]
}

/** As the browser does: starts the run, asks for its trace meanwhile, hears of its end, reads what it has kept. */
async function firstValues(user: Client, workflow: string, order: object, part: string): Promise<number> {
  const begun = performance.now()
  const { job_id } = await user.post(`workflows/${workflow}/test_run`, order)
  let asked = performance.now()
  while (!isFinal((await user.get(`jobs/${job_id}`)).status)) {
    if (part && performance.now() - asked >= askedEvery_ms) {
      asked = performance.now()
      if ((await user.get(`process_debug_data/${job_id}${part}`))?.flights.length > 0) return performance.now() - begun
    }
    await sleep(10)
  }
  for (;;) {
    const kept = await user.get(`process_debug_data/${job_id}${part}`)
    if (part ? kept?.flights.length > 0 : kept.length > 0) return performance.now() - begun
    await sleep(10)
  }
}

const aStructure = async (user: Client, table_name: string): Promise<string> => {
  const field = { type: 'text', length: 190, nullable: true }
  const { id } = await user.post('data_structures', {
    ...{ class_name: table_name[0]!.toUpperCase() + table_name.slice(1), table_name, label: table_name },
    fields: [
      { ...field, id: randomUUID(), name: 'sku', primary_key: true, required: true, nullable: false },
      { ...field, id: randomUUID(), name: 'title' },
    ],
  })
  return id
}

/** Start, read, 17 steps that set a field, write. */
function workflowOf(source: string, target: string): string {
  const sets = Array.from({ length: 17 }, (_, n) => `set${n}`)
  const steps = [
    '{ id: go, element: manual }',
    `{ id: read, element: read_records, settings: { structure_id: ${source} } }`,
    ...sets.map(
      (id, n) =>
        `{ id: ${id}, element: set_fields, settings: { fields: [{ field: title, value: "{{ title }} ${n}" }] } }`,
    ),
    `{ id: write, element: write_records, settings: { structure_id: ${target} } }`,
  ]
  const ids = ['go', 'read', ...sets, 'write']
  const edges = ids.slice(1).map((to, n) => `{ from: ${ids[n]}.out, to: ${to}.in }`)
  return `weft: 1\nlabel: Offers\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}edges:\n${edges.map((edge) => `  - ${edge}\n`).join('')}`
}
