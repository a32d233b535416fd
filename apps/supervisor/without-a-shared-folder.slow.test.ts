import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bucketSettings } from '@weft/engine/storage/testing/own-bucket.ts'
import { freePort, startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'
import pg from 'pg'
import { processes } from './testing/processes.ts'
import { aStructure, aWorkflow, outcome, progress } from './testing/runs-on.ts'

const bucket = await versitygw()
const skip = typeof bucket === 'string' ? bucket : false
const records = 20_000

/** A source that cannot be repeated: asked again it says something else. */
let asked = 0
const source = createServer((_, response) => {
  const from = asked++ * 1_000_000
  response.end(JSON.stringify(Array.from({ length: records }, (_, i) => ({ n: from + i }))))
})
await new Promise<void>((done) => source.listen(0, '127.0.0.1', done))
const folder = mkdtempSync(path.join(tmpdir(), 'weft-apart-'))
const cluster = await startEmbedded(path.join(folder, 'server'))
await execute(cluster.url, 'create database control')
await execute(cluster.url, 'create database neighbours')
const control = databaseUrl(cluster.url, 'control')
const key = { WEFT_SECRET_KEY: 'the key of both machines' }
const started: Product[] = []
after(async () => {
  for (const product of started) if (product.supervisor.exitCode === null) await product.stop()
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

/** One more `npm start`: what it says and how it ends. */
async function startRefused(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { WEFT_FILES: _, ...others } = settings('refused')
  const child = spawn(process.execPath, ['apps/supervisor/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, ...others, PORT: String(await freePort()), WEFT_DEMO: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

/** What the machine of a product is called in the database: its home has the last word of it. */
const nameOf = ({ home }: Product) => readFileSync(path.join(home, 'machine'), 'utf8')

/** As when the power goes: nothing of it has a last word. */
function cutOff({ supervisor }: Product) {
  const all = ['server', 'worker'].flatMap((kind) => processes(kind, supervisor.pid!))
  for (const pid of [supervisor.pid!, ...all]) process.kill(pid, 'SIGKILL')
}

const query = async <R extends pg.QueryResultRow>(database: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: databaseUrl(cluster.url, database) })
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

const workflowSource = (structure: string) => `weft: 1
label: Numbers
steps:
  - { id: go, element: manual }
  - { id: ask, element: http_request, settings: { url: "http://127.0.0.1:${(source.address() as AddressInfo).port}/" } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 300; while (Date.now() < until); return records }" } }
  - { id: write, element: write_records, settings: { structure_id: ${structure}, mode: insert } }
edges:
  - { from: go.out, to: ask.in }
  - { from: ask.out, to: slow.in }
  - { from: slow.out, to: write.in }
`

test('two machines with nothing in common but a database and a bucket', { skip, timeout: 900_000 }, async (t) => {
  if (typeof bucket === 'string') return
  const both = await Promise.all([start('first'), start('second')])
  const tenant = await aTenantOn(both[0], 'Apart')
  await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  const structure = await aStructure(tenant, 'numbers', [['n', 'integer']])
  const workflow = await aWorkflow(tenant, workflowSource(structure))
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
      const [{ machine } = { machine: '' }] = await query<{ machine: string }>(
        'control',
        'select machine from jobs where id = $1',
        [job_id],
      )
      const victim = both.find((product) => machine.includes(nameOf(product)))!
      const survivor = both.find((product) => product !== victim)!
      cutOff(victim)
      const job = await outcome({ ...tenant, user: await at(survivor) }, job_id)
      assert.deepEqual([job.status, job.records_out, job.error], ['stopped', records, null])
      assert.ok(job.attempt > 1, `${job.attempt} attempts`)
      const [{ database } = { database: '' }] = await query<{ database: string }>(
        'control',
        `select database from tenant_connections where tenant_id = $1 and name = 'tenant'`,
        [tenant.tenant_id],
      )
      const schema = `p_${tenant.project_id.replaceAll('-', '')}`
      const [found] = await query(
        database,
        `select count(*)::int as rows, count(distinct n)::int as numbers, min(n)::int as first, max(n)::int as last from "${schema}".numbers`,
      )
      assert.deepEqual(found, { rows: records, numbers: records, first: 0, last: records - 1 })
      assert.equal(asked, 1)
      await victim.restart()
    },
  )

  await t.test('without the bucket callers are told to wait, and runs wait without losing a try', async () => {
    await bucket.stop('SIGKILL')
    const { status, body } = await first.call('GET', 'files/content?path=in/orders.csv')
    assert.deepEqual([status, body.code], [503, 'FILE_STORE_AWAY'])
    assert.match(body.message, /^Files cannot be reached at the moment: /)
    const { job_id } = await first.post(`workflows/${workflow}/run`)
    const waiting = async () => {
      const [row] = await query<{ tries_left: number; code: string | null; finished_at: Date | null }>(
        'control',
        `select tries_left, error->>'code' as code, finished_at from jobs where id = $1`,
        [job_id],
      )
      return row!
    }
    for (const until = Date.now() + 120_000; (await waiting()).code !== 'FILE_STORE_AWAY'; await sleep(200))
      if (Date.now() > until) assert.fail(JSON.stringify(await waiting()))
    const [{ tries } = { tries: 0 }] = await query<{ tries: number }>(
      'control',
      'select q.tries from jobs j join queues q on q.id = j.queue_id where j.id = $1',
      [job_id],
    )
    assert.deepEqual(await waiting(), { tries_left: tries, code: 'FILE_STORE_AWAY', finished_at: null })
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
    const folderOnly = await startRefused({})
    assert.equal(folderOnly.code, 78, folderOnly.said)
    assert.match(
      folderOnly.said,
      /^This installation keeps its files in s3:\/\/shop\/weft, but this machine would keep them in the folder WEFT_HOME/,
    )
    const otherPrefix = await startRefused({ WEFT_FILES: 's3://shop/other' })
    assert.equal(otherPrefix.code, 78, otherPrefix.said)
    assert.match(otherPrefix.said, /Please start it with WEFT_FILES=s3:\/\/shop\/weft\./)
    const neighbours = await startRefused({
      ...others,
      WEFT_FILES: WEFT_FILES!,
      DATABASE_URL: databaseUrl(cluster.url, 'neighbours'),
    })
    assert.equal(neighbours.code, 78, neighbours.said)
    assert.match(neighbours.said, /In s3:\/\/shop\/weft another installation keeps its files/)
    const keyless = await startRefused({ WEFT_FILES: WEFT_FILES!, WEFT_FILES_SECRET_ACCESS_KEY: '' })
    assert.equal(keyless.code, 78, keyless.said)
    assert.match(
      keyless.said,
      /^WEFT_FILES=s3:\/\/shop\/weft needs WEFT_FILES_ACCESS_KEY_ID and WEFT_FILES_SECRET_ACCESS_KEY/,
    )
    const otherKey = await startRefused({ WEFT_FILES: WEFT_FILES!, WEFT_SECRET_KEY: 'another key' })
    assert.equal(otherKey.code, 78, otherKey.said)
    assert.match(otherKey.said, /^This machine has another key than the one this database was set up with/)
  })
})
