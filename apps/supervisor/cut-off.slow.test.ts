import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bucketSettings } from '@weft/engine/storage/testing/own-bucket.ts'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { apartNetwork, type ApartNetwork } from '@weft/kit/testing/apart-network.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'
import { allNumbers, aSourceOfNumbers, bringingNumbers, linesTo } from './testing/numbers-run.ts'
import { processes } from './testing/processes.ts'
import { outcome, progress, run } from './testing/runs-on.ts'
import { startRefused } from './testing/start-refused.ts'

const bucket = await versitygw()
const network = apartNetwork()
const skip = typeof bucket === 'string' ? bucket : typeof network === 'string' ? network : false
/** Undone in the opposite order. */
const ends: (() => unknown)[] = []
after(async () => {
  for (const end of ends.toReversed()) await end()
})

test(
  'a machine that is cut off in a transaction and stopped changes nothing when it comes back',
  { skip, timeout: 900_000 },
  async (t) => {
    if (typeof bucket === 'string' || typeof network === 'string') return
    const folder = mkdtempSync(path.join(tmpdir(), 'weft-cut-'))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    const cluster = await startEmbedded(path.join(folder, 'server'))
    ends.push(() => cluster.stop())
    await execute(cluster.url, 'create database control')
    const source = await aSourceOfNumbers(network.here)
    ends.push(source.close)
    const control = new URL(databaseUrl(cluster.url, 'control'))
    control.host = `${network.here}:${await network.forward(Number(control.port))}`
    const store = `http://${network.here}:${await network.forward(bucket.port)}`
    const settings = (name: string, role: string) => ({
      ...bucketSettings(bucket, 'weft'),
      ...{ WEFT_FILES_ENDPOINT_URL: store, DATABASE_URL: control.href, WEFT_SECRET_KEY: 'the key of all machines' },
      ...{ WEFT_HOME: path.join(folder, name), WEFT_ROLE: role, WEFT_WORKERS: '1' },
    })
    async function start(name: string, role: string, more: { network?: ApartNetwork } = {}): Promise<Product> {
      const product = await startProduct({ environment: settings(name, role), ...more })
      ends.push(() => product.stop())
      return product
    }
    const api = await start('api', 'api')
    const cut = await start('cut', 'worker', { network })
    const signal = (name: NodeJS.Signals) => {
      const { pid } = cut.supervisor
      for (const one of [pid!, ...processes('worker', pid!)]) process.kill(one, name)
    }
    const tenant = await aTenantOn(api, 'Cut')
    await tenant.admin.put('settings/egress', { allow: [{ host: network.here }] })
    const workflow = await bringingNumbers(tenant, source.url)
    const lines = await linesTo(cluster.url, 'control', tenant)
    ends.push(lines.end)

    /** Stops the machine while it holds a transaction on the tenant's records open; answers whose that is. */
    async function stoppedInTransaction(): Promise<number> {
      for (const until = Date.now() + 60_000; Date.now() < until;) {
        if ((await lines.inTransaction()).length === 0) continue
        signal('SIGSTOP')
        await sleep(200)
        const [pid] = await lines.inTransaction()
        if (pid !== undefined) return pid
        signal('SIGCONT')
      }
      throw new Error('it never was in a transaction')
    }

    const job_id = await run(tenant, workflow)
    await progress(tenant, job_id, 0, 3_000)
    const left = await stoppedInTransaction()
    network.cut()

    await t.test('a machine with a wrong key does not take its place', async () => {
      const { code, said } = await startRefused({ ...settings('wrong', 'worker'), WEFT_SECRET_KEY: 'a guess' })
      assert.equal(code, 78, said)
      assert.match(said, /^This machine has another key than the one this database was set up with/)
    })

    await t.test(
      'its twin ends the transaction it has left open, and goes on behind what is acknowledged',
      async () => {
        await start('twin', 'worker')
        const job = await outcome(tenant, job_id)
        assert.deepEqual([job.status, job.records_out, job.error], ['stopped', allNumbers.rows, null])
        assert.ok(job.attempt > 1, `${job.attempt} attempts`)
        assert.deepEqual(await lines.written(), allNumbers)
        assert.equal(source.asked(), 1)
        assert.equal((await lines.inTransaction()).includes(left), false)
      },
    )

    await t.test('when it comes back it writes nothing of that, and works on what comes next', async () => {
      network.mend()
      signal('SIGCONT')
      const isReady = async () => (await fetch(`${cut.url}/readyz`).catch(() => undefined))?.ok
      for (const until = Date.now() + 120_000; !(await isReady()); await sleep(500))
        assert.ok(Date.now() < until, cut.output().slice(-2_000))
      await sleep(5_000)
      assert.deepEqual(await lines.written(), allNumbers)
      const job = await tenant.user.get(`jobs/${job_id}`)
      assert.deepEqual([job.status, job.records_out], ['stopped', allNumbers.rows])
      await ends.pop()!() // the twin, so that it works alone
      const next = await outcome(tenant, await run(tenant, workflow))
      assert.deepEqual([next.status, next.records_out], ['stopped', allNumbers.rows])
    })
  },
)
