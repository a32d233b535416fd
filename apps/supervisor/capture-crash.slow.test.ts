import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { loggedPostgres } from '@weft/kit/testing/logged-postgres.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import pg from 'pg'
import { aConnection, anErp, aWorkflow, killProcess, outcome, run } from './testing/runs-on.ts'

const transactions = 440
const source = await loggedPostgres()

test('whatever is killed while the log of a database is followed, every change arrives once and in its order', async () => {
  await aShop()
  const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
  after(() => product.stop())
  const target = await aTarget()
  const tenant = await aTenantOn(product, 'Follow')
  const { user, admin } = tenant
  await admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  await aConnection(tenant, 'shop', 'postgres', source.settings)
  await aConnection(tenant, 'erp', 'postgres', {
    host: '127.0.0.1',
    port: target.port,
    user: 'erp',
    password: 'erp',
    database: 'erp',
    encryption: 'none',
  })
  const workflow = await aWorkflow(tenant, following)
  // From here on the log is kept.
  assert.equal((await outcome(tenant, await run(tenant, workflow))).status, 'info')

  const written = write()
  const killed: string[] = []
  for (const victim of ['worker', 'source', 'target', 'server', 'worker']) {
    const job_id = await run(tenant, workflow)
    await sleep(400)
    await kill(victim)
    killed.push(victim)
    const job = await outcome(tenant, job_id)
    assert.match(job.status, /stopped|info/, `${killed.join(', ')}: ${JSON.stringify(job.error)}`)
  }
  const lost = await written
  for (let empty = 0; empty < 2;) {
    const { status } = await outcome(tenant, await run(tenant, workflow))
    empty = status === 'info' ? empty + 1 : 0
  }

  const [wanted, arrived] = [await rowsOf(source.url, 'written'), await target.rows()]
  assert.ok(wanted.length > 19_000, `${wanted.length} changes, ${lost} transactions lost`)
  assert.deepEqual(
    arrived.filter((row, i) => row !== wanted[i]).slice(0, 5),
    [],
    `${arrived.length} of ${wanted.length}`,
  )
  assert.equal(arrived.length, wanted.length)
  for (const kind of ['insert', 'update', 'delete'])
    assert.ok(
      arrived.some((row) => row.startsWith(kind)),
      kind,
    )
  // Its reader is gone from the database with the connection.
  assert.equal((await slots()).length, 1)
  const connections = (await user.get('connections')) as { id: string; name: string }[]
  await user.delete(`connections/${connections.find(({ name }) => name === 'shop')!.id}`)
  assert.deepEqual(await slots(), [])

  async function kill(victim: string) {
    if (victim === 'source') {
      source.kill()
      return source.start()
    }
    if (victim === 'target') return void process.kill(databaseOf(product).pid, 'SIGKILL')
    killProcess(product, victim as 'worker' | 'server')
  }

  async function aTarget() {
    const url = await anErp(product)
    await query(url(), 'create table log (n bigserial, kind text, id bigint, v bigint)')
    return { port: Number(new URL(url()).port), rows: () => rowsOf(url(), 'log') }
  }
})

const following = `weft: 1
label: Follow
steps:
  - { id: changes, element: change_captured, settings: { connection: shop, table: items } }
  - { id: flat, element: set_fields, settings: { keep_others: false, fields: [{ field: kind, value: "{{ _change.kind }}" }, { field: id, value: "{{ id }}" }, { field: v, value: "{{ v }}" }] } }
  - { id: log, element: connector_write, settings: { connection: erp, table: log, mode: insert, exactly_once: true } }
edges:
  - { from: changes.out, to: flat.in }
  - { from: flat.out, to: log.in }
`

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client.query<Record<string, unknown>>(text).finally(() => client.end())
}

const rowsOf = async (url: string, table: string) =>
  (await query(url, `select concat_ws('|', kind, id, v) as row from ${table} order by n`)).rows.map(({ row }) =>
    String(row),
  )
const slots = async () => (await query(source.url, 'select slot_name from pg_replication_slots')).rows

/** Whoever writes keeps a log of their own, in the same transaction. */
const aShop = () =>
  query(
    source.url,
    `create table items (id bigint primary key, v bigint not null);
    alter table items replica identity full;
    create table written (n bigserial primary key, kind text not null, id bigint not null, v bigint);
    create function note() returns trigger language plpgsql as $$
      begin
        insert into written (kind, id, v) values (lower(tg_op), coalesce(new.id, old.id), coalesce(new.v, old.v));
        return null;
      end $$;
    create trigger noted after insert or update or delete on items for each row execute function note()`,
  )

/** Transactions of about fifty changes each; answers how many were lost with the database under them. */
async function write(): Promise<number> {
  let lost = 0
  let client: pg.Client | undefined
  for (let i = 0; i < transactions + lost; i++) {
    const [from, v] = [i * 30, i * 100]
    try {
      if (!client) {
        client = new pg.Client({ connectionString: source.url })
        client.on('error', () => undefined)
        await client.connect()
      }
      await client.query(`begin;
        insert into items select n, ${v} from generate_series(${from}, ${from + 24}) n;
        update items set v = ${v} + 1 where id between ${from - 20} and ${from + 1};
        delete from items where id between ${from - 100} and ${from - 97};
        commit`)
    } catch {
      client?.end().catch(() => undefined)
      client = undefined
      lost++
      await sleep(200)
    }
    await sleep(60)
  }
  await client?.end()
  return lost
}
