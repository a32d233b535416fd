import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import pg from 'pg'
import { loggedMariaDbSource, loggedPostgresSource, type LoggedSource } from './testing/logged-sources.ts'
import { aConnection, anErp, aWorkflow, killProcess, outcome, run, runKilling } from './testing/runs-on.ts'

/** So many transactions of about fifty changes each are there before runs are killed, and others come meanwhile. */
const ahead = 200
const victims = ['worker', 'source', 'worker', 'target', 'server', 'worker']

const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
after(() => product.stop())
const erp = await anErp(product)
const tenant = await aTenantOn(product, 'Follow')
await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })

const sources: [string, LoggedSource | string][] = [
  ['PostgreSQL', await loggedPostgresSource()],
  ['MariaDB', await loggedMariaDbSource()],
]

for (const [name, source] of sources)
  test(
    `whatever is killed while the log of ${name} is followed, every change arrives once and in its order`,
    { skip: typeof source === 'string' && source },
    () => everyChangeOnce(source as LoggedSource),
  )

async function everyChangeOnce(source: LoggedSource) {
  const { connector } = source
  await query(source, source.tables)
  await copied(`create table ${connector}_log (n bigserial, kind text, id bigint, v bigint)`)
  await aConnection(tenant, connector, connector, source.settings)
  await aConnection(tenant, `erp_${connector}`, 'postgres', erpSettings())
  const workflow = await aWorkflow(tenant, following(connector))
  // From here on the log is kept.
  assert.equal((await outcome(tenant, await run(tenant, workflow))).status, 'info')

  const writer = write(source)
  try {
    await writer.ahead
    await runKilling(tenant, workflow, {
      victims,
      async kill(victim) {
        if (victim === 'source') return source.kill()
        if (victim === 'target') return void process.kill(databaseOf(product).pid, 'SIGKILL')
        killProcess(product, victim as 'worker' | 'server')
      },
      written: () => writer.stop(),
    })
  } finally {
    await writer.stop() // or it would write for ever, and the file never end
  }

  const wanted = rows(await query(source, `select ${row} from written order by n`))
  const arrived = rows((await copied(`select ${row} from ${connector}_log order by n`)).rows)
  assert.ok(wanted.length > 10_000, `${wanted.length} changes`)
  assert.deepEqual(
    arrived.filter((one, i) => one !== wanted[i]).slice(0, 5),
    [],
    `${arrived.length} of ${wanted.length}`,
  )
  assert.equal(arrived.length, wanted.length)
  for (const kind of ['insert', 'update', 'delete'])
    assert.ok(
      arrived.some((one) => one.startsWith(kind)),
      kind,
    )
  // What it keeps for its reader is gone with the connection, which nothing may use any more.
  assert.equal((await query(source, source.readers.text)).length, source.readers.known)
  await tenant.user.delete(`workflows/${workflow}`)
  const connections = (await tenant.user.get('connections')) as { id: string; name: string }[]
  await tenant.user.delete(`connections/${connections.find(({ name }) => name === connector)!.id}`)
  assert.deepEqual(await query(source, source.readers.text), [])
}

/** Each batch takes a moment, so that a run on a quick machine does not end before one is killed. */
const following = (connector: string) => `weft: 1
label: ${connector[0]!.toUpperCase()}${connector.slice(1)}
steps:
  - { id: changes, element: change_captured, settings: { connection: ${connector}, table: items } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 250; while (Date.now() < until); return records.map(({ _change, id, v }) => ({ kind: _change.kind, id, v })) }" } }
  - { id: log, element: connector_write, settings: { connection: erp_${connector}, table: ${connector}_log, mode: insert, exactly_once: true } }
edges:
  - { from: changes.out, to: slow.in }
  - { from: slow.out, to: log.in }
`

const row = `concat_ws('|', kind, id, v) as line`
const rows = (found: Record<string, unknown>[]) => found.map(({ line }) => String(line))

const erpSettings = () => ({
  host: '127.0.0.1',
  port: Number(new URL(erp()).port),
  user: 'erp',
  password: 'erp',
  database: 'erp',
  encryption: 'none',
})

async function copied(text: string) {
  const client = new pg.Client({ connectionString: erp() })
  await client.connect()
  return client.query<Record<string, unknown>>(text).finally(() => client.end())
}

async function query({ open }: LoggedSource, text: string) {
  const line = await open()
  return line.query(text).finally(() => line.end())
}

/** `ahead`: the first transactions are there; the others come until it is stopped. */
function write({ open, numbers }: LoggedSource) {
  let line: Awaited<ReturnType<typeof open>> | undefined
  let [next, isOver] = [0, false]
  async function transaction() {
    const [id, v] = [next * 30, next * 100]
    next++
    try {
      line ??= await open()
      await line.query(`begin;
        insert into items select n, ${v} from ${numbers(id, id + 24)};
        update items set v = ${v} + 1 where id between ${id - 20} and ${id + 1};
        delete from items where id between ${id - 100} and ${id - 97};
        commit`)
    } catch {
      // The database was killed under it: those that come next make up for what is lost.
      line?.end().catch(() => undefined)
      line = undefined
      await sleep(200)
    }
  }
  const first = (async () => {
    while (next < ahead) await transaction()
  })()
  const all = first.then(async () => {
    for (; !isOver; await sleep(20)) await transaction()
    await line?.end()
  })
  return { ahead: first, stop: () => ((isOver = true), all) }
}
