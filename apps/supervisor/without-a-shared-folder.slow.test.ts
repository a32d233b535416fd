import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bucketSettings } from '@weft/engine/storage/testing/own-bucket.ts'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'
import { allNumbers, aSourceOfNumbers, bringingNumbers, linesTo } from './testing/numbers-run.ts'
import { processes } from './testing/processes.ts'
import { outcome, progress } from './testing/runs-on.ts'
import { startRefused } from './testing/start-refused.ts'

const bucket = await versitygw()
const skip = typeof bucket === 'string' ? bucket : false
const source = await aSourceOfNumbers('127.0.0.1')
const folder = mkdtempSync(path.join(tmpdir(), 'weft-apart-'))
const cluster = await startEmbedded(path.join(folder, 'server'))
await execute(cluster.url, 'create database control')
await execute(cluster.url, 'create database neighbours')
const control = databaseUrl(cluster.url, 'control')
const key = { WEFT_SECRET_KEY: 'the key of both machines' }
const started: Product[] = []
const ends: (() => unknown)[] = []
after(async () => {
  for (const product of started) if (product.supervisor.exitCode === null) await product.stop()
  for (const end of ends) await end()
  source.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const settings = (name: string) => ({
  ...{ DATABASE_URL: control, WEFT_HOME: path.join(folder, name), WEFT_WORKERS: '1' },
  ...(typeof bucket !== 'string' && bucketSettings(bucket, 'weft')),
  ...key,
})
async function start(name: string): Promise<Product> {
  const product = await startProduct({ environment: settings(name) })
  started.push(product)
  return product
}

/** What the machine of a product is called in the database: its home has the last word of it. */
const nameOf = ({ home }: Product) => readFileSync(path.join(home, 'machine'), 'utf8')

/** As when the power goes: nothing of it has a last word. */
function cutOff({ supervisor }: Product) {
  const all = ['server', 'worker'].flatMap((kind) => processes(kind, supervisor.pid!))
  for (const pid of [supervisor.pid!, ...all]) process.kill(pid, 'SIGKILL')
}

test('two machines with nothing in common but a database and a bucket', { skip, timeout: 900_000 }, async (t) => {
  if (typeof bucket === 'string') return
  const both = await Promise.all([start('first'), start('second')])
  const tenant = await aTenantOn(both[0], 'Apart')
  await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  const workflow = await bringingNumbers(tenant, source.url)
  const lines = await linesTo(cluster.url, 'control', tenant)
  ends.push(lines.end)
  /** The same user at another machine. */
  const at = async (product: Product) =>
    (await Client.signIn(product.url, tenant.sign_in)).with({ 'x-project-id': tenant.project_id })
  const [first, second] = [await at(both[0]), await at(both[1])]

  await t.test('a file that comes in at one is read through the other, and lies on neither', async () => {
    const form = new FormData()
    form.append('file', new Blob(['order;total\n1;12,50\n']), 'orders.csv')
    assert.equal((await first.call('POST', 'files?path=in', form)).status, 201)
    const { status, body } = await second.call('GET', 'files/content?path=in/orders.csv')
    assert.deepEqual([status, body], [200, 'order;total\n1;12,50\n'])
    for (const { home } of both)
      assert.deepEqual(
        readdirSync(home).filter((name) => ['storage', 'jobs', 'git', 'secret.key', 'sftp_host_key'].includes(name)),
        [],
      )
  })

  await t.test(
    'one that is killed in the middle of a run is gone on from by the other, each record exactly once',
    async () => {
      const { job_id } = await first.post(`workflows/${workflow}/run`)
      await progress({ ...tenant, user: first }, job_id, 0, 3_000)
      const { rows } = await lines.control.query<{ machine: string }>('select machine from jobs where id = $1', [
        job_id,
      ])
      const victim = both.find((product) => rows[0]!.machine.includes(nameOf(product)))!
      const survivor = both.find((product) => product !== victim)!
      cutOff(victim)
      const job = await outcome({ ...tenant, user: await at(survivor) }, job_id)
      assert.deepEqual([job.status, job.records_out, job.error], ['stopped', allNumbers.rows, null])
      assert.ok(job.attempt > 1, `${job.attempt} attempts`)
      assert.deepEqual(await lines.written(), allNumbers)
      assert.equal(source.asked(), 1)
      await victim.restart()
    },
  )

  await t.test('without the bucket callers are told to wait, and runs wait without losing a try', async () => {
    await bucket.stop('SIGKILL')
    const { status, body } = await first.call('GET', 'files/content?path=in/orders.csv')
    assert.deepEqual([status, body.code], [503, 'FILE_STORE_AWAY'])
    assert.match(body.message, /^Files cannot be reached at the moment: /)
    const { job_id } = await first.post(`workflows/${workflow}/run`)
    const waiting = async () =>
      (
        await lines.control.query<{ tries_lost: number; code: string | null; is_over: boolean }>(
          `select q.tries - j.tries_left as tries_lost, j.error->>'code' as code, j.finished_at is not null as is_over
           from jobs j join queues q on q.id = j.queue_id where j.id = $1`,
          [job_id],
        )
      ).rows[0]!
    for (const until = Date.now() + 120_000; (await waiting()).code !== 'FILE_STORE_AWAY'; await sleep(200))
      if (Date.now() > until) assert.fail(JSON.stringify(await waiting()))
    assert.deepEqual(await waiting(), { tries_lost: 0, code: 'FILE_STORE_AWAY', is_over: false })
    await bucket.start()
    assert.deepEqual(
      [
        (await outcome({ ...tenant, user: first }, job_id)).status,
        (await first.call('GET', 'files/content?path=in/orders.csv')).status,
      ],
      ['stopped', 200],
    )
  })

  await t.test('a machine that keeps files elsewhere does not start, nor one of another installation', async () => {
    const { WEFT_FILES, ...others } = settings('refused')
    const refused = (more: Record<string, string>) => startRefused({ ...others, ...more })
    const folderOnly = await refused({})
    assert.equal(folderOnly.code, 78, folderOnly.said)
    assert.match(
      folderOnly.said,
      /^This installation keeps its files in s3:\/\/shop\/weft, but this machine would keep them in the folder WEFT_HOME/,
    )
    const otherPrefix = await refused({ WEFT_FILES: 's3://shop/other' })
    assert.equal(otherPrefix.code, 78, otherPrefix.said)
    assert.match(otherPrefix.said, /Please start it with WEFT_FILES=s3:\/\/shop\/weft\./)
    const neighbours = await refused({
      WEFT_FILES: WEFT_FILES!,
      DATABASE_URL: databaseUrl(cluster.url, 'neighbours'),
    })
    assert.equal(neighbours.code, 78, neighbours.said)
    assert.match(neighbours.said, /In s3:\/\/shop\/weft another installation keeps its files/)
    const keyless = await refused({ WEFT_FILES: WEFT_FILES!, WEFT_FILES_SECRET_ACCESS_KEY: '' })
    assert.equal(keyless.code, 78, keyless.said)
    assert.match(
      keyless.said,
      /^WEFT_FILES=s3:\/\/shop\/weft needs WEFT_FILES_ACCESS_KEY_ID and WEFT_FILES_SECRET_ACCESS_KEY/,
    )
    const otherKey = await refused({ WEFT_FILES: WEFT_FILES!, WEFT_SECRET_KEY: 'another key' })
    assert.equal(otherKey.code, 78, otherKey.said)
    assert.match(otherKey.said, /^This machine has another key than the one this database was set up with/)
  })
})
