import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEnqueuer } from '@weft/engine/queue/enqueue.server.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import { row, type Row } from './figure.ts'

const answer_ms = 1_000

/**
 * Seconds until 50 and 500 runs are over that wait in a queue with two instances, each asking a system once that answers after a second.
 * The reference is the target.
 */
export async function measure(): Promise<Row[]> {
  let asking = 0
  let most = 0
  const shop = createServer(async (_, response) => {
    most = Math.max(most, ++asking)
    await sleep(answer_ms)
    asking -= 1
    response.end('[{"stock":7}]')
  })
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening))
  const { port } = shop.address() as AddressInfo
  const product = await startProduct()
  try {
    const tenant = await aTenantOn(product, 'Waiting')
    await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
    const rows: Row[] = []
    for (const runs of [50, 500]) {
      most = 0
      const seconds = await secondsOf(product, tenant, { runs, port })
      rows.push(row(`${runs} runs that wait a second, ${most} at once`, seconds, 's', runs === 500 ? 5 : undefined))
    }
    return rows
  } finally {
    await product.stop()
    shop.close()
  }
}

/** From the moment the queue is switched on until the last run has ended. */
async function secondsOf(
  product: Product,
  { user, tenant_id, project_id }: ProductTenant,
  { runs, port }: { runs: number; port: number },
): Promise<number> {
  const queue = await user.post('queues', { name: `waiting ${runs}`, timeout: 300, active: false })
  const label = `Waiting${runs}`
  const workflow = await user.post('workflows', {
    label,
    class_name: label,
    queue_id: queue.id,
    concurrency_limit: runs,
    source: sourceOf(label, port),
  })
  const pool = openPool(databaseOf(product).url, { max: 4, level: 'system' })
  try {
    const { enqueue } = openEnqueuer(pool)
    const job = { tenant_id, project_id, workflow_id: workflow.id, started_by: 'webhook' }
    await Promise.all(Array.from({ length: runs }, (_, id) => enqueue({ ...job, payload: { record: { id } } })))
    const began = performance.now()
    await user.put(`queues/${queue.id}`, { active: true })
    for (;;) {
      const { rows } = await pool.query<{ open: number; bad: number }>(
        `select count(*) filter (where finished_at is null)::int as open, count(*) filter (where finished_at is not null and status <> 'stopped')::int as bad
         from jobs where workflow_id = $1`,
        [workflow.id],
      )
      const { open, bad } = rows[0]!
      if (bad > 0) throw new Error(`${bad} runs did not end well`)
      if (open === 0) return (performance.now() - began) / 1_000
      await sleep(50)
    }
  } finally {
    await pool.end()
  }
}

const sourceOf = (label: string, port: number) => `weft: 1
label: ${label}
steps:
  - { id: call, element: webhook }
  - { id: ask, element: http_request, settings: { url: "http://127.0.0.1:${port}/{{ id }}" } }
  - { id: mark, element: set_fields, settings: { fields: [{ field: seen, value: "yes" }] } }
edges:
  - { from: call.out, to: ask.in }
  - { from: ask.out, to: mark.in }
`
