import { setTimeout as sleep } from 'node:timers/promises'
import { openEnqueuer } from '@weft/engine/queue/enqueue.server.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import { row, type Row } from './figure.ts'

export const jobs = Number(process.env['WEFT_BENCH_JOBS'] ?? 5_000)

/** Small workflow runs drained a second, each with its whole journal, on one and on two workers. The reference is the target. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const tenant = await aTenantOn(product, 'Drain')
    const rows: Row[] = []
    for (const instances of [1, 2])
      rows.push(
        row(
          `${instances === 1 ? 'one worker' : 'two workers'}, three steps, journal on`,
          jobs / (await drain(product, tenant, instances)),
          'runs/s',
          instances === 2 ? 1_000 : undefined,
        ),
      )
    return rows
  } finally {
    await product.stop()
  }
}

/** Seconds from the first start to the last end of jobs that all waited already. */
export async function drain(
  product: Product,
  { user, tenant_id, project_id }: ProductTenant,
  instances: number,
): Promise<number> {
  const queue = await user.post('queues', { name: `drain ${instances}`, instances, timeout: 60, active: false })
  const workflow = await user.post('workflows', {
    label: `Drain ${instances}`,
    class_name: `Drain${instances}`,
    queue_id: queue.id,
    concurrency_limit: instances,
    source: source(instances),
  })
  const { url } = databaseOf(product)
  const pool = openPool(url, { max: 4, level: 'system' })
  try {
    const { enqueue: accept } = openEnqueuer(pool)
    const job = { tenant_id, project_id, workflow_id: workflow.id, started_by: 'webhook' }
    await Promise.all(
      Array.from({ length: jobs }, (_, order) =>
        accept({ ...job, payload: { record: { order, lines: [{ sku: 'A-1', quantity: 2 }] } } }),
      ),
    )
    await user.put(`queues/${queue.id}`, { active: true })
    for (;;) {
      const { rows } = await pool.query<{ open: number; seconds: number; bad: number; steps: number }>(
        `select count(*) filter (where status in ('pending', 'started', 'working'))::int as open, count(*) filter (where status <> 'stopped')::int as bad,
           extract(epoch from max(finished_at) - min(started_at))::float as seconds, (select count(*)::int from job_steps s where s.job_id in (select id from jobs where workflow_id = $1)) as steps
         from jobs where workflow_id = $1`,
        [workflow.id],
      )
      const { open, seconds, bad, steps } = rows[0]!
      if (open === 0) {
        if (bad > 0 || steps !== 3 * jobs)
          throw new Error(`${bad} runs did not end well, ${steps} steps are journalled`)
        return seconds
      }
      await sleep(200)
    }
  } finally {
    await pool.end()
  }
}

const source = (instances: number) => `weft: 1
label: Drain ${instances}
steps:
  - { id: call, element: webhook }
  - { id: mark, element: set_fields, settings: { fields: [{ field: channel, value: shop }] } }
  - { id: keep, element: filter, settings: { rules: [{ field: channel, operator: equals, value: shop }] } }
edges:
  - { from: call.out, to: mark.in }
  - { from: mark.out, to: keep.in }
`
