import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import pg from 'pg'
import { startRefused } from './testing/start-refused.ts'

// One PostgreSQL with an empty database, one empty home, and two processes that begin on both at the same moment.
const folder = mkdtempSync(path.join(tmpdir(), 'weft-roles-'))
const home = path.join(folder, 'home')
const cluster = await startEmbedded(path.join(folder, 'server'))
await execute(cluster.url, 'create database control')
const control = databaseUrl(cluster.url, 'control')
const started: Product[] = []
async function start(role: 'api' | 'worker'): Promise<Product> {
  const product = await startProduct({
    environment: {
      WEFT_ROLE: role,
      WEFT_HOME: home,
      DATABASE_URL: control,
      WEFT_WORKERS: '1',
      WEFT_API_MEMORY_MB: '777',
    },
  })
  started.push(product)
  return product
}
after(async () => {
  for (const product of started) await product.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})
const [api, worker] = await Promise.all([start('api'), start('worker')])
const { user } = await aTenantOn(api, 'Roles')
const workflow = await user.post('workflows', {
  label: 'Quick',
  class_name: 'Quick',
  source: 'weft: 1\nlabel: Quick\nsteps:\n  - { id: go, element: manual }\n',
})

const fine = { database: 'ok', migrations: 'ok', key: 'ok', jobs: 'ok' }
const asked = async ({ url }: Product) => {
  const answer = await fetch(`${url}/readyz`)
  return { code: answer.status, ...((await answer.json()) as object) }
}
/** Until that is what it says, however long it takes to notice. */
async function says(product: Product, code: number, checks: Record<string, string>) {
  const wanted = { code, status: code === 200 ? 'ready' : 'not_ready', checks }
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200))
    if (JSON.stringify(await asked(product)) === JSON.stringify(wanted)) return
  assert.deepEqual(await asked(product), wanted)
}
async function ended(job_id: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
    const job = await user.get(`jobs/${job_id}`)
    if (job.finished_at) return job.status
  }
  return 'not ended'
}
const run = async () => ((await user.post(`workflows/${workflow.id}/run`)) as { job_id: string }).job_id
const statusAt = async ({ url }: Product, address: string, headers: Record<string, string> = {}) =>
  (await fetch(url + address, { headers })).status

/** The kinds of processes a product has started, with how. */
function processesOf({ supervisor }: Product): { kind: string; flags: string[] }[] {
  const pids = readFileSync(`/proc/${supervisor.pid}/task/${supervisor.pid}/children`, 'utf8').trim().split(' ')
  return pids
    .filter((pid) => pid !== '')
    .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'))
    .map((flags) => ({ kind: /dist\/(\w+)\.mjs/.exec(flags.join(' '))![1]!, flags }))
}

/** Whether something listens there. */
const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy()
        resolve(true)
      })
  })

test('an api and a worker that start at once on an empty database and home both come up, and migrate it once', async () => {
  const said = api.output() + worker.output()
  assert.equal(said.match(/Database brought up to date: \d+ migrations\./g)?.length, 1, said)
  assert.doesNotMatch(said, /a process ended and is started again/)
  await says(api, 200, { ...fine, sftp: 'ok' })
  await says(worker, 200, fine)
  assert.deepEqual(
    readdirSync(home).filter((name) => name.startsWith('secret')),
    ['secret.key'],
  )
})

test('a workflow started through the API runs in the worker, and each role runs its own processes only', async () => {
  assert.equal(await ended(await run()), 'stopped')
  assert.deepEqual(new Set(processesOf(api).map(({ kind }) => kind)), new Set(['server']))
  assert.ok(processesOf(api)[0]!.flags.includes('--max-old-space-size=777'))
  const kinds = new Set(processesOf(worker).map(({ kind }) => kind))
  assert.ok(kinds.has('worker') && !kinds.has('server'), [...kinds].join())
})

test('a worker answers for its health and figures and for nothing else', async () => {
  for (const product of [api, worker]) assert.equal(await statusAt(product, '/livez'), 200)
  for (const address of ['/', '/api/app/', '/api/docs/json']) {
    assert.equal(await statusAt(api, address), 200, address)
    assert.equal(await statusAt(worker, address), 404, address)
  }
  assert.deepEqual([await listens(api.sftp_port), await listens(worker.sftp_port)], [true, false])
  assert.ok((await (await fetch(`${worker.url}/metrics`)).text()).includes('# TYPE weft_jobs_open gauge'))
  assert.equal(await statusAt(worker, '/metrics', { 'x-forwarded-for': '203.0.113.7' }), 404)
})

test('a worker that cannot claim is not ready, and the api tells it and stays ready', async () => {
  await execute(control, 'revoke insert on queue_slots from weft_system')
  const job = await run()
  await says(worker, 503, { ...fine, jobs: 'failing' })
  await says(api, 200, { ...fine, jobs: 'failing', sftp: 'ok' })
  await execute(control, 'grant insert on queue_slots to weft_system')
  assert.equal(await ended(job), 'stopped')
  await says(worker, 200, fine)
})

test('on one home and machine each role runs once, and no process runs both beside them', async () => {
  for (const [role, other] of [
    ['api', api],
    ['worker', worker],
    ['all', api],
  ] as const) {
    const { code, said } = await startRefused({ WEFT_ROLE: role, DATABASE_URL: control, WEFT_HOME: home })
    assert.equal(code, 78, said)
    assert.ok(said.startsWith(`Weft is already running on ${home}: process ${other.supervisor.pid} on `), said)
  }
  assert.deepEqual([await statusAt(api, '/livez'), await statusAt(worker, '/livez')], [200, 200])
})

test('without a database of its own neither role starts, and nothing is made', async () => {
  const empty = path.join(folder, 'empty')
  for (const role of ['api', 'worker']) {
    const { code, said } = await startRefused({ WEFT_ROLE: role, WEFT_HOME: empty })
    assert.equal(code, 78)
    assert.equal(
      said,
      `WEFT_ROLE=${role} needs DATABASE_URL, because the embedded PostgreSQL belongs to one process: please give all roles the same database, or start without WEFT_ROLE.\n`,
    )
  }
  assert.ok(!readdirSync(folder).includes('empty'))
})

test('when the worker is killed the api works on, accepts jobs and tells that none run; the next worker runs them', async () => {
  worker.supervisor.kill('SIGKILL')
  const job = await run()
  await says(api, 200, { ...fine, jobs: 'silent', sftp: 'ok' })
  assert.equal((await user.get(`jobs/${job}`)).status, 'pending')
  const next = await start('worker')
  assert.equal(await ended(job), 'stopped')
  await says(next, 200, fine)
  await says(api, 200, { ...fine, sftp: 'ok' })
})

test('a worker that is told to end gives its machine back, and the api goes on', async () => {
  const client = new pg.Client({ connectionString: control })
  await client.connect()
  await started.at(-1)!.stop()
  const { rows } = await client.query<{ state: string }>('select state from supervisors')
  await client.end()
  assert.deepEqual(rows, [{ state: 'stopped' }])
  assert.equal(await statusAt(api, '/livez'), 200)
})
