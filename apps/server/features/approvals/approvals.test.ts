import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { aServer, signedIn, supporting } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const { db } = context
const tenant = await aTenant(server.test)
const other = await aTenant(server.test)
const person = (email: string, role: string, tenant_id = tenant.tenant_id) =>
  signedIn(server, { email, role, tenant_id })
const boss = await person('boss@approvals.test', 'tenant_admin')
const second = await person('second@approvals.test', 'tenant_admin')
const analyst = await person('analyst@approvals.test', 'analyst')
const stranger = await person('boss@other.test', 'tenant_admin', other.tenant_id)
const staff = await signedIn(server, { email: 'staff@approvals.test', role: 'admin' })
const support = { ...staff, ...(await supporting(server, staff, tenant.tenant_id)) }

const { id: workflow_id } = await inScope(db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'Refunds', class_name: 'Refunds', source: 'weft: 1\nlabel: Refunds\nsteps: []', active: true })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

async function asked(more: { users?: string[]; roles?: string[] } = {}) {
  const { users = [], roles = ['tenant_admin'] } = more
  const { id: job_id } = await context.jobs.enqueue({
    tenant_id: tenant.tenant_id,
    project_id: tenant.project_id,
    workflow_id,
    started_by: 'hand',
  })
  const id = await inScope(db, systemScope, async (trx) => {
    await sql`update jobs set status = 'waiting', queued_at = null, wake_at = now() + interval '1 day' where id = ${job_id}`.execute(
      trx,
    )
    await sql`
      insert into job_steps (job_id, tenant_id, project_id, step, state, memo)
      values (${job_id}, ${tenant.tenant_id}, ${tenant.project_id}, 'ask', 'waiting', '{"signal": true}')`.execute(trx)
    const { rows } = await sql<{ id: string }>`
      insert into approvals (tenant_id, project_id, workflow_id, job_id, step, title, summary, records, fields, record_count, users, roles)
      values (${tenant.tenant_id}, ${tenant.project_id}, ${workflow_id}, ${job_id}, 'ask', 'Refund 480', 'Two parcels',
        '[{"order": 7, "total": "480.00"}]', '{order,total}', 31, ${users}::uuid[], ${roles}::text[]) returning id`.execute(
      trx,
    )
    return rows[0]!.id
  })
  return { id, job_id }
}

async function call(who: Record<string, string>, method: 'GET' | 'POST', path: string, payload?: object) {
  const answer = await app.inject({
    method,
    url: `/api/app/approvals${path}`,
    headers: who,
    ...(payload && { payload }),
  })
  const { data, code, message } = answer.json() as { data: any; code?: string; message?: string }
  return { status: answer.statusCode, data, code, message }
}
const listed = async (who: Record<string, string>, query = '') =>
  (await call(who, 'GET', query)).data.map(({ id }: { id: string }) => id)
const woken = async (job_id: string) =>
  (
    await inScope(db, systemScope, (trx) =>
      trx.selectFrom('jobs').select('woken_at').where('id', '=', job_id).executeTakeFirstOrThrow(),
    )
  ).woken_at !== null

test('who is asked sees what it is about, and decides; the run wakes and the audit log knows', async () => {
  const { id, job_id } = await asked()
  const { data } = await call(boss, 'GET', `/${id}`)
  assert.deepEqual(
    [data.title, data.summary, data.records, data.record_count, data.state, data.workflow],
    ['Refund 480', 'Two parcels', [{ order: 7, total: '480.00' }], 31, 'open', 'Refunds'],
  )
  assert.deepEqual(data.people, ['Ada Tester', 'boss@approvals.test', 'second@approvals.test'])
  const decided = await call(boss, 'POST', `/${id}/approve`, { comment: ' Looks right ' })
  assert.deepEqual(
    [decided.status, decided.data.state, decided.data.decided_by_name, decided.data.comment],
    [200, 'approved', 'boss@approvals.test', 'Looks right'],
  )
  assert.equal(await woken(job_id), true)
  const [entry] = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('audit_logs').selectAll().where('entity', '=', 'approvals').where('entity_id', '=', id).execute(),
  )
  assert.deepEqual(
    [entry!.action, entry!.actor, entry!.entity_name, (entry!.after as Record<string, unknown>)['comment']],
    ['update', 'boss@approvals.test', 'Refund 480', 'Looks right'],
  )
})

test('nobody else sees it or can decide: not other roles, other tenants or staff with a support access', async () => {
  const { id, job_id } = await asked()
  for (const who of [analyst, stranger, support]) {
    assert.equal((await call(who, 'GET', `/${id}`)).status, 404)
    for (const verb of ['approve', 'reject']) assert.equal((await call(who, 'POST', `/${id}/${verb}`, {})).status, 404)
    assert.equal((await listed(who)).includes(id), false)
  }
  assert.equal(await woken(job_id), false)
  const { id: user_id } = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('users').select('id').where('email', '=', 'analyst@approvals.test').executeTakeFirstOrThrow(),
  )
  const named = await asked({ users: [user_id], roles: [] })
  assert.deepEqual(await listed(analyst), [named.id])
  assert.equal((await call(boss, 'GET', `/${named.id}`)).status, 404)
  assert.equal((await call(analyst, 'POST', `/${named.id}/reject`, {})).data.state, 'rejected')
})

test('of two decisions at the same moment one counts, and the other is told whose it was', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await asked()
    const answers = await Promise.all([
      call(boss, 'POST', `/${id}/approve`, { comment: 'yes' }),
      call(second, 'POST', `/${id}/reject`, { comment: 'no' }),
    ])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]))
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    assert.equal(lost!.code, 'APPROVAL_DECIDED')
    assert.equal(lost!.message, `${won!.data.decided_by_name} has decided this already.`)
    const now = await call(boss, 'GET', `/${id}`)
    assert.equal(now.data.state, won!.data.state)
    const signals = await inScope(db, systemScope, (trx) =>
      trx.selectFrom('job_signals').select('value').where('job_id', '=', now.data.job_id).execute(),
    )
    assert.deepEqual(
      signals.map(({ value }) => value),
      [{ state: won!.data.state }],
    )
  }
})

test('what has timed out or whose run has ended cannot be decided any more', async () => {
  const late = await asked()
  await inScope(db, systemScope, (trx) =>
    sql`update approvals set state = 'timeout' where id = ${late.id}`.execute(trx),
  )
  assert.equal((await call(boss, 'POST', `/${late.id}/approve`, {})).code, 'APPROVAL_LATE')
  const gone = await asked()
  await context.jobs.cancel(tenant.scope, [gone.job_id])
  assert.equal((await call(boss, 'GET', `/${gone.id}`)).data.state, 'ended')
  assert.equal((await call(boss, 'POST', `/${gone.id}/approve`, {})).code, 'APPROVAL_OVER')
  assert.equal((await call(boss, 'GET', `/${gone.id}`)).data.state, 'ended')
})

test('the list has what waits first, and counts and searches it', async () => {
  const { id } = await asked()
  const open = await call(boss, 'GET', '?filter[state]=open')
  assert.ok(open.data.length > 0 && open.data.every(({ state }: { state: string }) => state === 'open'))
  assert.equal((await listed(boss)).includes(id), true)
  const all = await call(boss, 'GET', '')
  const states = all.data.map(({ state }: { state: string }) => state === 'open')
  assert.deepEqual(
    states,
    states.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)),
  )
  assert.equal((await listed(boss, '?filter[state]=decided')).includes(id), false)
  assert.deepEqual(await listed(boss, '?searchTerm=nothing%20of%20the%20kind'), [])
  assert.equal((await listed(boss, '?searchTerm=refund&filter[state]=open')).includes(id), true)
})
