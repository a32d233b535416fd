import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { refreshTenantFigures } from '@weft/engine/maintenance/tenant-figures.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

// The list of tenants with how each is doing, kept in a table, and what is done with many of them.
const server = await aServer()
const { app, context, test: database } = server
const pool = openPool(database.app_url, { max: 4, level: 'system' })
after(() => pool.end())
const own = { ...database, key: context.key }
const [alpha, beta, gamma] = [
  await aTenant(own, { name: 'Alpha Werke' }),
  await aTenant(own, { name: 'Beta Handel' }),
  await aTenant(own, { name: 'Gamma 100%' }),
]
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: beta.partner_id,
})
const boss = await signedIn(server, { email: 'boss@beta.example', role: 'tenant_admin', tenant_id: beta.tenant_id })

async function call(headers: Record<string, string>, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await app.inject({
    method,
    url: `/api/${headers === admin ? 'admin' : 'app'}/${url}`,
    headers,
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as { data: any; meta: any; code: string; errors: Record<string, string[]> }),
  }
}
const source = 'weft: 1\nlabel: Import\nsteps: [{ id: go, element: manual }]\n'
async function aWorkflow(of: typeof alpha) {
  return inScope(
    context.db,
    of.scope,
    async (trx) =>
      (
        await trx
          .insertInto('workflows')
          .values({ label: 'Import', class_name: 'Import', source })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
}
const workflows = new Map([
  [alpha, await aWorkflow(alpha)],
  [beta, await aWorkflow(beta)],
  [gamma, await aWorkflow(gamma)],
])
const ran = (of: typeof alpha, status: string, minutes: number) =>
  inScope(context.db, of.scope, async (trx) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString()
    const over = !['pending', 'waiting'].includes(status)
    return (
      await trx
        .insertInto('jobs')
        .values({
          workflow_id: workflows.get(of)!,
          queue_id: of.queue_id,
          status,
          source_id: await keptSourceIn(trx, workflows.get(of)!, source),
          version: 1,
          started_by: 'hand',
          created_at: at,
          ...(over && { started_at: at, finished_at: at }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  })
const figuresOf = async (of: typeof alpha, headers = admin) =>
  (
    await call(
      headers,
      'GET',
      `clients?searchTerm=${encodeURIComponent((await call(admin, 'GET', `clients/${of.tenant_id}`)).data.name)}`,
    )
  ).data[0].figures

test('each tenant shows how it is doing, as of when it was looked at', async () => {
  assert.deepEqual([(await figuresOf(alpha)).as_of, (await figuresOf(alpha)).health], [null, 'idle'])
  await ran(alpha, 'stopped', 10)
  await ran(beta, 'stopped', 20)
  const failed = await ran(beta, 'error', 5)
  await inScope(context.db, beta.scope, (trx) =>
    trx
      .insertInto('record_errors')
      .values([0, 1].map((position) => ({ job_id: failed, step: 'a', batch: 0, position, record: '{}', reason: '{}' })))
      .execute(),
  )
  await pool.query(
    `insert into storage_days (tenant_id, day, database_bytes, file_bytes) values ($1, '2026-11-20', 900, 100), ($1, '2026-11-19', 1, 1)`,
    [beta.tenant_id],
  )
  await ran(gamma, 'pending', 7)
  assert.equal(await refreshTenantFigures(pool), 3)
  const [a, b, c] = [await figuresOf(alpha), await figuresOf(beta), await figuresOf(gamma)]
  assert.deepEqual([a.health, a.failed_jobs, a.open_errors, a.users, a.storage_bytes], ['healthy', 0, 0, 1, null])
  assert.deepEqual(
    [b.health, b.failed_jobs, b.open_errors, b.users, b.storage_bytes, b.last_job_status],
    ['failing', 1, 2, 2, 1_000, 'error'],
  )
  assert.ok(b.last_success_at < b.last_job_at)
  assert.deepEqual([c.health, c.queued, Date.now() - Date.parse(c.waiting_since) > 6 * 60_000], ['strained', 1, true])
  assert.ok(Date.now() - Date.parse(a.as_of) < 60_000)
})

test('what has ended since is seen the next time, and a failure that was followed by a success is none any more', async () => {
  await ran(beta, 'stopped', 0)
  await refreshTenantFigures(pool)
  const b = await figuresOf(beta)
  assert.deepEqual([b.health, b.last_job_status, b.failed_jobs], ['strained', 'stopped', 1])
})

test('the list is searched, filtered and sorted by all that, and a partner sees its own', async () => {
  const names = async (query: string, headers = admin) =>
    (await call(headers, 'GET', `clients?${query}`)).data.map((row: { name: string }) => row.name)
  assert.deepEqual(await names('sort=health'), ['Beta Handel', 'Gamma 100%', 'Alpha Werke'])
  assert.deepEqual(await names('sort=-open_errors&perPage=1'), ['Beta Handel'])
  assert.deepEqual(await names('sort=waiting_since&perPage=1'), ['Gamma 100%'])
  assert.deepEqual(await names('sort=-name'), ['Gamma 100%', 'Beta Handel', 'Alpha Werke'])
  for (const [sort, order] of [
    ['name', ['Alpha Werke', 'Beta Handel', 'Gamma 100%']],
    ['-name', ['Gamma 100%', 'Beta Handel', 'Alpha Werke']],
    ['waiting_since', ['Gamma 100%', 'Alpha Werke', 'Beta Handel']],
  ] as const) {
    const pages = [
      await names(`sort=${sort}&perPage=1`),
      await names(`sort=${sort}&perPage=1&page=2`),
      await names(`sort=${sort}&perPage=1&page=3`),
      await names(`sort=${sort}&perPage=1&page=4`),
    ]
    assert.deepEqual(pages, [[order[0]], [order[1]], [order[2]], []], sort)
    assert.deepEqual(await names(`sort=${sort}&perPage=2&page=2`), [order[2]], sort)
  }
  assert.deepEqual(await names('filter[health]=healthy'), ['Alpha Werke'])
  assert.deepEqual(await names('searchTerm=BETA'), ['Beta Handel'])
  assert.deepEqual(await names('searchTerm=100%25'), ['Gamma 100%'])
  assert.deepEqual(await names('', partner), ['Beta Handel'])
  assert.deepEqual((await call(admin, 'GET', 'clients')).meta.health, { healthy: 1, strained: 2 })
})

test('many are switched off and on, those marked for deletion are refused, and who is switched off is signed out', async () => {
  await app.inject({ method: 'DELETE', url: `/api/admin/clients/${gamma.tenant_id}`, headers: admin })
  const off = await call(admin, 'POST', 'clients/bulk', {
    action: 'deactivate',
    ids: [beta.tenant_id, gamma.tenant_id],
  })
  assert.deepEqual(off.data, {
    affected: 1,
    refused: [{ id: gamma.tenant_id, name: 'Gamma 100%', status: 'deleting' }],
  })
  assert.equal((await call(boss, 'GET', 'auth/me')).status, 401)
  assert.equal(
    (await call(partner, 'POST', 'clients/bulk', { action: 'deactivate', ids: [alpha.tenant_id] })).data.affected,
    0,
  )
  assert.equal(
    (await call(partner, 'POST', 'clients/bulk', { action: 'activate', filter: { status: 'deactivated' } })).data
      .affected,
    1,
  )
  assert.deepEqual((await call(admin, 'POST', 'clients/bulk', { action: 'activate' })).status, 422)
})

test('a message reaches the users of the tenants it is for', async () => {
  const sent = await call(partner, 'POST', 'clients/bulk', {
    action: 'message',
    filter: { status: 'active' },
    title: 'Maintenance',
    message: 'Tonight at ten.',
  })
  assert.deepEqual([sent.data.affected, sent.data.recipients], [1, 2])
  const { rows } = await pool.query(
    `select distinct u.tenant_id from notifications n join users u on u.id = n.user_id where n.title = 'Maintenance'`,
  )
  assert.deepEqual(rows, [{ tenant_id: beta.tenant_id }])
  assert.equal(
    (await call(admin, 'POST', 'clients/bulk', { action: 'message', ids: [beta.tenant_id] })).errors['title']?.[0],
    'Title is required.',
  )
})
