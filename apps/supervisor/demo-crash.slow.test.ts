import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { demoIsSeeded, startProduct } from '@weft/kit/testing/product.ts'
import { processes } from './testing/processes.ts'

// A first start of its own: the home is given, so that no prepared one is copied.
const home = mkdtempSync(path.join(tmpdir(), 'weft-demo-'))
const product = await startProduct({ demo: true, environment: { WEFT_HOME: home } })
after(async () => {
  await product.stop()
  rmSync(home, { recursive: true, force: true })
})

const numbers = (sql: string) =>
  onControl(product, async (client) => {
    const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' })
    return rows[0]!.map(Number)
  })
async function until(sql: string) {
  for (const end = Date.now() + 240_000; Date.now() < end; await sleep(50)) if ((await numbers(sql))[0]! > 0) return
  throw new Error(`Not within four minutes: ${sql}`)
}

test(
  'a server that is killed twice while it makes the demo leaves one that is whole',
  { timeout: 900_000 },
  async () => {
    const kill = () => process.kill(processes('server', product.supervisor.pid!)[0]!, 'SIGKILL')
    await until("select count(*) from partners where workspace = 'nordlicht.example'")
    kill()
    await until("select count(*) from workflows where class_name = 'ImportSalesOrders'")
    kill()
    await demoIsSeeded(product)
    assert.deepEqual(
      await numbers(`select (select count(*) from partners), (select count(*) from tenants where kind = 'client'),
      (select count(*) from projects), (select count(*) from workflows), (select count(*) from plans),
      (select count(*) from contracts), (select count(*) from plugins), (select count(*) from support_requests)`),
      [2, 5, 5, 19, 2, 1, 1, 1],
    )
    const [waiting] = await numbers('select sum(waiting) from rejection_causes')
    assert.equal(waiting, 58)
  },
)
