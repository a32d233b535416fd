import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { testDatabase } from '../testing/database.ts'
import { inScope, openDatabase, openPool } from './connect.server.ts'
import { endSessionsOf } from './session.server.ts'

const database = await testDatabase()
const pool = openPool(database.app_url, { max: 2 })
after(() => pool.end())

test('a connection that dies in somebody’s hands fails their next query, and the process lives on', async () => {
  const held = await pool.connect()
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise<void>((resolve) => held.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  await ended
  await assert.rejects(held.query('select 1'))
  held.release(true)
  assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }])
})

test('the sessions of every pool let go of their locks when their process is frozen or gone, the engine’s own among them', async (t) => {
  const engine = openPool(database.app_url, { max: 1, level: 'system' })
  t.after(() => engine.end())
  for (const one of [pool, engine]) {
    const { rows } = await one.query<{ limits: Record<string, string> }>(
      "select jsonb_object_agg(name, setting || coalesce(unit, '')) as limits from pg_settings where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout')",
    )
    assert.deepEqual(rows[0]!.limits, {
      idle_in_transaction_session_timeout: '120000ms',
      lock_timeout: '60000ms',
      tcp_keepalives_idle: '30s',
      tcp_keepalives_interval: '10s',
      tcp_keepalives_count: '3',
      tcp_user_timeout: '60000ms',
    })
  }
  assert.deepEqual((await engine.query("select current_setting('weft.level') as level")).rows, [{ level: 'system' }])
})

test('a transaction has the role of its scope and no longer, on a connection of the engine’s own as well', async (t) => {
  const engine = openPool(database.app_url, { max: 1, level: 'system' })
  t.after(() => engine.end())
  const name = sql<{ role: string }>`select current_user as role`
  const tenant_id = '00000000-0000-4000-8000-000000000001'
  for (const [own, before] of [
    [pool, 'weft_app_weft_template'],
    [engine, 'weft_system'],
  ] as const) {
    const db = openDatabase(own)
    const roles: string[] = []
    for (const scope of [
      { level: 'system' },
      { level: 'provider' },
      { level: 'partner', partner_id: tenant_id },
      { level: 'tenant', tenant_id },
      { level: 'tenant', tenant_id, project_id: tenant_id },
    ] as const)
      roles.push((await inScope(db, scope, (trx) => name.execute(trx))).rows[0]!.role)
    assert.deepEqual(roles, ['weft_system', 'weft_provider', 'weft_partner', 'weft_tenant', 'weft_project'])
    assert.deepEqual((await name.execute(db)).rows, [{ role: before }])
  }
})

test('the engine ends the sessions of a lost process, and keeps its role', async (t) => {
  const engine = openPool(database.app_url, { max: 1, level: 'system' })
  t.after(() => engine.end())
  const lost = new pg.Client({ connectionString: database.app_url, application_name: 'weft worker lost-one' })
  lost.on('error', () => {})
  await lost.connect()
  const ended = new Promise<void>((resolve) => lost.once('end', resolve))
  await engine.query(endSessionsOf, [['lost-one']])
  await ended
  assert.deepEqual((await engine.query('select current_user as role')).rows, [{ role: 'weft_system' }])
})

test('a statement ends after the time its pool gives it, and whoever finds no connection is told in time', async () => {
  const bounded = openPool(database.app_url, { max: 1, connect_ms: 300, statement_ms: 500 })
  try {
    await assert.rejects(bounded.query('select pg_sleep(60)'), { code: '57014' })
    const held = await bounded.connect()
    await assert.rejects(bounded.query('select 1'), /timeout exceeded when trying to connect/)
    held.release()
    assert.deepEqual((await bounded.query('show statement_timeout')).rows, [{ statement_timeout: '500ms' }])
    assert.deepEqual((await pool.query('show statement_timeout')).rows, [{ statement_timeout: '2min' }])
  } finally {
    await bounded.end()
  }
})

test('every pool is opened where its timeouts are set', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const sources = globSync('{apps,catalogue,designers,engine,kit}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist*/**', '**/*.test.ts', '**/testing/**'],
  })
  const opening = sources.filter((file) =>
    /new (?:pg\.)?Pool\(|createPool\(/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  assert.deepEqual(opening.sort(), ['engine/connections/mysql-pool.server.ts', 'kit/database/connect.server.ts'])
})
