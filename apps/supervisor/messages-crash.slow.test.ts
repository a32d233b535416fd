import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kafkaCounterpart } from '@weft/catalogue/connectors/kafka/testing/counterpart.ts'
import { onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { aConnection, aStructure, aWorkflow, killProcess, runKilling } from './testing/runs-on.ts'

const kafka = await kafkaCounterpart('localhost')
const skip = typeof kafka === 'string' ? kafka : false

test(
  'whatever is killed while messages of a topic are carried over, the structure holds each of them once',
  { skip },
  async () => {
    if (typeof kafka === 'string') return
    const { counterpart, settings } = kafka
    const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
    after(() => product.stop())
    const tenant = await aTenantOn(product, 'Messages')
    await tenant.admin.put('settings/egress', { allow: [{ host: 'localhost' }] })
    await aConnection(tenant, 'broker', 'kafka', settings)
    const structure = await aStructure(tenant, 'messages', [
      ['place', 'text'],
      ['n', 'integer'],
    ])
    const workflow = await aWorkflow(tenant, receiving(structure))
    const topic = await kafka.topic('numbers', 3)
    const writer = writeNumbers(kafka, topic)
    after(() => writer.giveUp())
    await writer.ahead

    const jobs = await runKilling(tenant, workflow, {
      victims: ['worker', 'counterpart', 'worker', 'server', 'worker'],
      async kill(victim) {
        if (victim !== 'counterpart') return killProcess(product, victim as 'worker' | 'server')
        await counterpart.stop()
        await sleep(500)
        await counterpart.start()
      },
      written: () => writer.stop(),
    })
    const kept = new Map<string | null, number>()
    const session = await kafka.open()
    for await (const { messages } of session.receive!({
      topic,
      limit: 1e6,
      wait_ms: 2_000,
      group: 'w',
      from: 'oldest',
    }))
      for (const { id, body } of messages) kept.set(id, JSON.parse(Buffer.from(body).toString()).n)
    await session.close()
    const { rows } = await onRecords(product, tenant.tenant_id, (client) =>
      client.query(`select place, n from "p_${tenant.project_id.replaceAll('-', '')}".messages`),
    )
    assert.deepEqual(new Map(rows.map(({ place, n }) => [place, n])), kept)
    assert.equal(rows.length, kept.size)
    assert.equal(
      jobs.reduce((sum, { records_out }) => sum + records_out, 0),
      kept.size,
    )
    // A sender that was not answered sends again, so a number may lie in the topic twice, but none is missing.
    assert.equal(new Set(kept.values()).size, writer.sent())
  },
)

const receiving = (structure: string) => `weft: 1
label: Receive
steps:
  - { id: received, element: message_received, settings: { connection: broker, topic: numbers, limit: 10000, wait_seconds: 1 } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 100; while (Date.now() < until); return records.map(({ id, body }) => ({ place: id, n: body.n })) }" } }
  - { id: write, element: write_records, settings: { structure_id: ${structure}, mode: insert } }
edges:
  - { from: received.out, to: slow.in }
  - { from: slow.out, to: write.in }
`

type Counterpart = Exclude<Awaited<ReturnType<typeof kafkaCounterpart>>, string>

/** 15,000 numbers, and from then on 200 of them ten times a second, up to 30,000. `ahead`: those first ones are there. */
function writeNumbers({ open }: Counterpart, topic: string) {
  let [sent, isOver, isGivenUp] = [0, false, false]
  let session: Awaited<ReturnType<typeof open>> | undefined
  async function send(count: number) {
    while (!isGivenUp)
      try {
        session ??= await open()
        const bodies = Array.from({ length: count }, (_, i) => ({ n: sent + i, text: 'x'.repeat(500) }))
        await session.send!(
          topic,
          bodies.map((body) => ({ key: String(body.n), body: Buffer.from(JSON.stringify(body)) })),
        )
        sent += count
        return
      } catch {
        // The broker was killed: what was not answered is sent again.
        await session?.close().catch(() => undefined)
        session = undefined
        await sleep(200)
      }
  }
  const ahead = send(15_000)
  const all = ahead.then(async () => {
    while (!isOver && sent < 30_000) {
      await send(200)
      await sleep(100)
    }
    await session?.close()
  })
  return {
    ahead,
    sent: () => sent,
    giveUp: () => (isOver = isGivenUp = true),
    stop: () => {
      isOver = true
      return all
    },
  }
}
