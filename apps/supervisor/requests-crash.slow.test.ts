import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { aWorkflow, killProcess, outcome } from './testing/runs-on.ts'

const at_once = 5
const records = 60
/** How often each record was sent, under which keys. */
const sent = new Map<number, string[]>()
const shop = createServer(async (request, response) => {
  const n = Number(request.url!.slice(1))
  sent.set(n, [...(sent.get(n) ?? []), String(request.headers['idempotency-key'])])
  await sleep(100 + Math.random() * 100)
  response.end(JSON.stringify([{ n }]))
})
await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
after(() => shop.close())
const { port } = shop.address() as AddressInfo

const source = `weft: 1
label: Orders
steps:
  - { id: go, element: manual }
  - { id: split, element: split_list, settings: { list: ids } }
  - { id: ask, element: http_request, settings: { method: POST, url: "http://127.0.0.1:${port}/{{ item }}", at_once: ${at_once} } }
  - { id: log, element: write_journal, settings: { text: "{{ n }}" } }
edges:
  - { from: go.out, to: split.in }
  - { from: split.out, to: ask.in }
  - { from: ask.out, to: log.in }
`

test('whenever its worker is killed, a run sends again what was under way and nothing else, under the same keys', async () => {
  const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
  after(() => product.stop())
  const tenant = await aTenantOn(product, 'Requests')
  await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  const workflow = await aWorkflow(tenant, source)
  const ids = Array.from({ length: records }, (_, i) => i + 1)
  const { job_id } = await tenant.user.post(`workflows/${workflow}/run`, { test_data: JSON.stringify({ ids }) })
  for (const count of [12, 25, 40]) {
    while (sent.size < count) await sleep(10)
    killProcess(product, 'worker')
  }
  const { status, attempt } = await outcome(tenant, job_id)
  assert.equal(status, 'stopped')
  // A kill may have hit a worker that waits for work.
  assert.ok(attempt > 1, `${attempt} attempts`)

  assert.deepEqual(
    [...sent.keys()].toSorted((a, b) => a - b),
    ids,
  )
  const times = [...sent.values()].map(({ length }) => length)
  const again = times.reduce((sum, count) => sum + count - 1, 0)
  assert.ok(again > 0 && again <= (attempt - 1) * at_once, `${again} sent again in ${attempt} attempts`)
  assert.deepEqual(
    [...sent.values()].filter((keys) => new Set(keys).size > 1),
    [],
  )
  const logs: { message: string }[] = await tenant.user.get(`jobs/${job_id}/logs?perPage=100&filter[step]=log`)
  assert.deepEqual(
    logs.map(({ message }) => Number(message)),
    ids,
  )
})
