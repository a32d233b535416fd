import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { row, type Row } from './figure.ts'

const records = Number(process.env['WEFT_BENCH_ROWS'] ?? 200)
const answer_ms = 50

/**
 * Seconds of a run whose HTTP step asks a system once for each record, which answers after 50 ms: one request at a time, eight (the
 * default of what reads) and 25. The reference is the waiting alone.
 */
export async function measure(): Promise<Row[]> {
  const shop = createServer(async (_, response) => {
    await sleep(answer_ms)
    response.end('[{"stock":7}]')
  })
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening))
  const { port } = shop.address() as AddressInfo
  const product = await startProduct()
  try {
    const tenant = await aTenantOn(product, 'Requests')
    await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
    const rows: Row[] = []
    for (const at_once of [1, undefined, 25]) {
      const waiting = (Math.ceil(records / (at_once ?? 8)) * answer_ms) / 1_000
      const name = `${records} records, ${at_once ?? '8, the default,'} at once`
      rows.push(row(name, await secondsOf(tenant, port, at_once), 's', waiting))
    }
    return rows
  } finally {
    await product.stop()
    shop.close()
  }
}

async function secondsOf({ user }: ProductTenant, port: number, at_once: number | undefined): Promise<number> {
  const label = `Stock${at_once ?? ''}`
  const { id } = await user.post('workflows', { label, class_name: label, source: sourceOf(label, port, at_once) })
  const ids = Array.from({ length: records }, (_, i) => i + 1)
  const { job_id } = await user.post(`workflows/${id}/run`, { test_data: JSON.stringify({ ids }) })
  for (;;) {
    const { status, error, started_at, finished_at } = await user.get(`jobs/${job_id}`)
    if (status === 'stopped') return (Date.parse(finished_at) - Date.parse(started_at)) / 1_000
    if (finished_at) throw new Error(`The run ended as ${status}: ${JSON.stringify(error)}`)
    await sleep(100)
  }
}

const sourceOf = (label: string, port: number, at_once: number | undefined) => `weft: 1
label: ${label}
steps:
  - { id: go, element: manual }
  - { id: split, element: split_list, settings: { list: ids } }
  - { id: ask, element: http_request, settings: { url: "http://127.0.0.1:${port}/{{ item }}"${at_once === undefined ? '' : `, at_once: ${at_once}`} } }
  - { id: mark, element: set_fields, settings: { fields: [{ field: seen, value: "yes" }] } }
edges:
  - { from: go.out, to: split.in }
  - { from: split.out, to: ask.in }
  - { from: ask.out, to: mark.in }
`
