import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn, type ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import type pg from 'pg'
import { quantile, row, type Row } from './figure.ts'

const calls = Number(process.env['WEFT_BENCH_CALLS'] ?? 300)
const burst = Number(process.env['WEFT_BENCH_ACCEPTS'] ?? 10_000)

/**
 * From sending a call until its job has started and until it has ended, one call at a time on an idle product; the same of a workflow
 * that answers at its end, until the caller has the answer, and answers a second over 50 connections; then durable accepts a second
 * over 50 connections. References are the targets.
 */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  const pool = openPool(databaseOf(product).url, { max: 2, level: 'system' })
  try {
    await pool.query(
      `insert into settings (key, value) values ('requests', '{"webhook_per_minute": 0, "api_per_minute": 1000000}') on conflict (key) do update set value = excluded.value`,
    )
    const { user } = await aTenantOn(product, 'Hooks')
    const hook = product.url + (await aHook(user, 'Hook', 'now'))
    const answering = product.url + (await aHook(user, 'Answer', 'at_end'))
    const { starts, ends } = await oneByOne(hook, pool)
    const idle = [...latencies('start', starts, 10, 50), ...latencies('end', ends)]
    const answers = latencies('answer at the end', await untilAnswered(answering), 10, 50)
    const answered = await atOnce(answering, calls * 10, 200)
    const queue = await user.get('queues?filter[name]=default')
    await user.put(`queues/${queue[0].id}`, { active: false })
    const accepted = await atOnce(hook, burst, 202)
    return [
      ...idle,
      ...answers,
      row('answers at the end at 50 connections', answered, 'calls/s', 400),
      row('durable accepts at 50 connections', accepted, 'calls/s', 2_000),
    ]
  } finally {
    await pool.end()
    await product.stop()
  }
}

async function aHook(user: ProductTenant['user'], label: string, answer: 'now' | 'at_end'): Promise<string> {
  const { id } = await user.post('workflows', { label, class_name: label, source: sourceOf(label, answer) })
  await user.post(`workflows/${id}/publish`, { published: true, active: true })
  return (await user.post('workflow_tokens', { workflow_id: id, name: 'Bench' })).path
}

const latencies = (what: string, sample: number[], p50?: number, p99?: number) => [
  row(`call to ${what}, p50`, quantile(sample, 0.5), 'ms', p50),
  row(`call to ${what}, p99`, quantile(sample, 0.99), 'ms', p99),
]

async function oneByOne(url: string, pool: pg.Pool) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sent = new Map<string, number>()
  for (let i = 0; i < calls + 20; i++) {
    const at = Date.now() + (performance.now() % 1)
    const { id } = JSON.parse(await call(url, agent, { order: i }, 202)).data
    if (i >= 20) sent.set(id, at) // the first ones warm the pools
    await sleep(15 + Math.random() * 30)
  }
  await sleep(1_000)
  const { rows } = await pool.query<{ id: string; started: number; finished: number }>(
    'select id, extract(epoch from started_at)::float * 1000 as started, extract(epoch from finished_at)::float * 1000 as finished from jobs where id = any($1)',
    [[...sent.keys()]],
  )
  agent.destroy()
  return { starts: rows.map((r) => r.started - sent.get(r.id)!), ends: rows.map((r) => r.finished - sent.get(r.id)!) }
}

async function untilAnswered(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  for (let i = 0; i < calls + 20; i++) {
    const began = performance.now()
    await call(url, agent, { order: i }, 200)
    if (i >= 20) took.push(performance.now() - began)
    await sleep(15 + Math.random() * 30)
  }
  agent.destroy()
  return took
}

/** So many calls over 50 connections, each answered with that status; how many a second. */
async function atOnce(url: string, count: number, status: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  let next = 0
  const one = async () => {
    while (next < count) await call(url, agent, { order: next++, lines: [{ sku: 'A-1', quantity: 2 }] }, status)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: 50 }, one))
  agent.destroy()
  return count / ((performance.now() - began) / 1000)
}

const call = (url: string, agent: Agent, body: object, status: number) =>
  new Promise<string>((resolve, reject) => {
    const sending = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () =>
            answer.statusCode === status ? resolve(text) : reject(new Error(`${answer.statusCode} ${text}`)),
          )
      },
    )
    sending.on('error', reject).end(JSON.stringify(body))
  })

const sourceOf = (label: string, answer: 'now' | 'at_end') => `weft: 1
label: ${label}
steps:
  - { id: call, element: webhook, settings: { answer: ${answer} } }
  - { id: mark, element: set_fields, settings: { fields: [{ field: channel, value: shop }] } }
edges:
  - { from: call.out, to: mark.in }
`
