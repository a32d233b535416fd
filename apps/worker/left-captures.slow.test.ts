import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { allowList, openEgress } from '@weft/engine/connections/egress.server.ts'
import { endLeftCaptures } from '@weft/engine/connectors/left-captures.server.ts'
import { lookAtCapturesNow, watchCaptures } from '@weft/engine/connectors/watch-captures.server.ts'
import { openIsolation } from '@weft/engine/isolation/isolation.server.ts'
import { inScope, systemScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { loggedPostgres } from '@weft/kit/testing/logged-postgres.ts'
import { program } from '@weft/kit/process/program.server.ts'
import { anEngine } from './testing/engine.ts'
import { followingBy } from './testing/following.ts'

const shop = await loggedPostgres()
const { host, port } = shop.settings
const isolation = openIsolation({ entry: program('isolation'), home: '/tmp' })
after(() => isolation.close())

/** What the shop keeps for readers. */
const kept = async () =>
  (
    await shop.line((line) =>
      line.query(`select slot_name as name from pg_replication_slots union select pubname from pg_publication`),
    )
  ).rows
await shop.owner.query('create table items (id int primary key)')

/** A tenant with a project that follows the shop, which only this tenant may reach. */
async function aFollower() {
  const engine = await anEngine({ allowed: [{ host, port }] })
  const { pool, control, tenant } = engine
  await pool.query('insert into allowed_hosts (tenant_id, host, port) values ($1, $2, $3)', [
    tenant.tenant_id,
    host,
    port,
  ])
  const connection = await engine.aConnection('shop', 'postgres', shop.settings)
  const { following, given } = followingBy(engine)
  assert.deepEqual(await given(await following('items')), ['info'])
  assert.equal((await kept()).length, 1)
  const egress = openEgress(allowList(control.db))
  after(() => egress.close())
  const watching = { key: control.key, isolation, ways: { of: () => egress.of(tenant.tenant_id) }, connectorOf }
  return {
    ...engine,
    connection,
    as: (scope: Scope, work: (trx: Scoped) => Promise<unknown>) => inScope(control.db, scope, work),
    watch: () => watchCaptures(control.db, watching),
    end: () => endLeftCaptures(control.db, watching),
    /** As if its time had come; `days`: and it had been left so long ago. */
    later: (days = 0) =>
      pool.query('update left_captures set next_try_at = now(), left_at = left_at - make_interval(days => $1)', [days]),
    left: async () =>
      (await pool.query('select readers, tries, secrets is not null as sealed from left_captures')).rows,
  }
}

test('a project that is deleted leaves nothing in the databases that it followed, also where they were down', async () => {
  const { as, tenant, end, left, later } = await aFollower()
  const [reader] = (await kept()).map(({ name }) => name)
  await shop.stop()
  await as({ level: 'tenant', tenant_id: tenant.tenant_id }, (trx) => trx.deleteFrom('projects').execute())
  assert.deepEqual(await left(), [{ readers: [reader], tries: 0, sealed: true }])
  assert.equal(await end(), 1)
  assert.equal(await end(), 0, 'not again at once')
  await shop.start()
  assert.equal((await kept()).length, 1)
  await later()
  assert.equal(await end(), 1)
  assert.deepEqual([await kept(), await left()], [[], []])
})

test('a tenant that is marked for deletion has its readers ended at once', async () => {
  const { as, control, tenant, watch, left } = await aFollower()
  await as({ level: 'provider' }, (trx) =>
    trx.updateTable('tenants').set({ status: 'deleting' }).where('id', '=', tenant.tenant_id).execute(),
  )
  await as(systemScope, (trx) => trx.updateTable('connections').set({ active: false }).execute())
  await lookAtCapturesNow(control.db, tenant.tenant_id)
  assert.equal(await watch(), 1)
  assert.deepEqual([await kept(), await left()], [[], []])
})

test('a tenant that is gone has its readers ended, though nothing else is left of it', async () => {
  const { as, tenant, end, left } = await aFollower()
  await as(systemScope, (trx) => trx.updateTable('connections').set({ project_id: null }).execute())
  await as({ level: 'tenant', tenant_id: tenant.tenant_id }, (trx) => trx.deleteFrom('jobs').execute())
  await as({ level: 'provider' }, (trx) => trx.deleteFrom('tenants').where('id', '=', tenant.tenant_id).execute())
  assert.equal((await left()).length, 1)
  assert.equal(await end(), 1)
  assert.deepEqual([await kept(), await left()], [[], []])
})

test('what cannot be ended for a week is given up, told and not kept any longer', async () => {
  const { as, pool, connection, tenant, end, left, later } = await aFollower()
  const [reader] = (await kept()).map(({ name }) => name)
  await shop.stop()
  await as(systemScope, (trx) => trx.deleteFrom('connections').where('id', '=', connection).execute())
  await later(6)
  assert.equal(await end(), 1)
  assert.equal((await left()).length, 1)
  await later(2)
  assert.equal(await end(), 1)
  assert.deepEqual(await left(), [])
  const told = await pool.query<{ title: string; message: string }>('select title, message from notifications')
  assert.deepEqual(
    told.rows.map(({ title }) => title),
    ['Die Datenbank von shop behält ihr Protokoll weiterhin'],
  )
  assert.match(told.rows[0]!.message, new RegExp(`seit 7 Tagen .* löschen: ${reader}\\. Die Datenbank .*ECONNREFUSED`))
  const audited = await pool.query(
    `select tenant_id, entity_id, entity_name, after from audit_logs where action = 'given_up'`,
  )
  assert.equal(audited.rows.length, 1)
  const { after: said, ...entry } = audited.rows[0]!
  assert.deepEqual(entry, { tenant_id: tenant.tenant_id, entity_id: connection, entity_name: 'shop' })
  assert.deepEqual(said.readers, [reader])
  assert.match(said.reason, /ECONNREFUSED/)
  await shop.start()
})
