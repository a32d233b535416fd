import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import pg from 'pg'
import { isAudited } from './audit.ts'
import { sampleBody } from '../sample-body.ts'
import { aServer, password, signedIn, supporting } from '../testing.ts'

const server = await aServer()
const { app, context } = server
const owner = new pg.Client({ connectionString: server.test.owner_url })
await owner.connect()
after(() => owner.end())
const key = { ...server.test, key: context.key }
const hanse = await aTenant(key)
const south = await aTenant(key)
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const boss = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })
// Whoever signs in is asked for no code, whether or not a mail of an earlier test has gone out by then.
context.mailWorks = async () => false
const { workspace } = await inScope(context.db, systemScope, (trx) =>
  trx.selectFrom('tenants').select('workspace').where('id', '=', hanse.tenant_id).executeTakeFirstOrThrow(),
)
const viewer = await signedIn(server, { email: 'vic@hanse.example', role: 'viewer', tenant_id: hanse.tenant_id })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: hanse.partner_id,
})
const stranger = await signedIn(server, {
  email: 'eve@south.example',
  role: 'tenant_admin',
  tenant_id: south.tenant_id,
})

type Headers = Record<string, string>
async function call(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({
    method,
    url: `/api/app/${url}`,
    headers,
    remoteAddress: '203.0.113.7',
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as { data: any; meta: any; code: string }),
  }
}
const inside: Headers = { ...boss, 'x-project-id': hanse.project_id }
const entries = async (headers: Headers, filter = '') =>
  (await call(headers, 'GET', `audit_logs?perPage=100${filter}`)).data as any[]
const whole = async (headers: Headers, id: string) => (await call(headers, 'GET', `audit_logs/${id}`)).data

/** Tables that hold no definition and no account. Everything else is under the audit. */
const notAudited: Record<string, string> = {
  audit_logs: 'the log itself',
  migrations: 'the product’s own',
  idempotency_keys: 'answers for a repetition',
  sftp_addresses: 'follow from sign-ins',
  alerts: 'a log of its own',
  jobs: 'work',
  newsletter_deliveries: 'work',
  job_steps: 'work',
  job_cursors: 'work',
  job_states: 'work',
  states: 'work',
  number_ranges: 'work',
  synced_records: 'work',
  job_contents: 'work',
  job_logs: 'work',
  record_errors: 'work',
  rejection_cause_comments: 'work',
  rejection_cause_days: 'work',
  rejection_cause_runs: 'work',
  rejection_causes: 'work',
  failure_causes: 'work',
  failure_cause_days: 'work',
  failure_cause_comments: 'work',
  queue_slots: 'work',
  expected_runs: 'looked after',
  unusual_run_looks: 'looked after',
  structure_importers: 'the workflow itself is an entry',
  workflow_state: 'work',
  connection_turns: 'work',
  connection_captures: 'work',
  left_captures: 'work; what is given up is an entry',
  agent_sessions: 'what agents say of themselves',
  integration_drafts: 'nothing is made until it is saved',
  integration_tables: 'follow from integrations',
  connection_tokens: 'renewed by the engine',
  connection_sign_ins: 'steps of a sign-in that is under way',
  job_signals: 'work',
  rate_slots: 'work',
  webhook_answers: 'work',
  token_refusals: 'a log of its own',
  hook_listenings: 'gone within the hour; a trial of what is being built',
  hook_test_calls: 'gone within the hour',
  query_runs: 'a log of its own, which only whoever asked reads',
  schedules: 'follow from workflows',
  due_starts: 'follow from workflows',
  workflow_followers: 'follow from workflows',
  mail_logs: 'a log of its own',
  mail_notices: 'follow from jobs',
  mail_notice_turns: 'follow from jobs',
  notifications: 'told, not changed',
  guided_steps: 'what somebody has done for the first time',
  pinned_pages: 'what somebody likes to have at hand',
  quick_links: 'what somebody likes to have at hand',
  pictures: 'the user’s entry says that it changed',
  git_heads: 'history of its own',
  git_changes: 'history of its own',
  git_objects: 'history of its own',
  definitions: 'follow from what they define',
  definition_uses: 'follow from definitions',
  definition_drafts: 'nothing runs before it is published',
  data_structure_revisions: 'history of its own',
  provisioning_runs: 'a log of its own',
  provisioning_steps: 'a log of its own',
  removed_jobs: 'follow from jobs',
  retention_runs: 'a log of its own',
  run_days: 'counted',
  workflow_sources: 'follow from jobs',
  supervisors: 'what machines say of themselves',
  supervisor_commands: 'a log of its own',
  tenant_figures: 'counted',
  database_server_health: 'measured',
  connection_health: 'measured',
  connection_checks: 'measured',
  connection_disruptions: 'measured',
  job_structures: 'work',
  traced_structures: 'follow from data structures',
  job_undos: 'a log of its own; the call has an entry',
  bulk_actions: 'a log of its own',
  bulk_action_jobs: 'a log of its own',
  usage_ends: 'work',
  usage_days: 'work, counted',
  storage_days: 'work, counted',
  invoice_runs: 'a log of its own',
  invoice_numbers: 'follow from invoices',
  plugin_archives: 'stay as they were brought',
  plugin_subscriptions: 'follow from plugins',
  plugin_deliveries: 'a log of its own',
  number_counters: 'counts',
  key_check: 'follows from the key',
  hook_calls: 'counts',
  installation: 'what machines say of themselves',
  sign_in_tries: 'a log of its own',
  sign_in_challenges: 'over in minutes',
  password_links: 'over in an hour',
}

test('every table with definitions or accounts is under the audit', async () => {
  const { rows } = await owner.query<{ name: string; audited: boolean }>(`
    select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit') as audited
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  const forgotten = rows.filter(({ name, audited }) => !audited && !(name in notAudited)).map(({ name }) => name)
  assert.deepEqual(forgotten, [], `call weft_audited('…') in the migration of these, or say above why not`)
})

test('a change says who, from where, by which call, before and after', async () => {
  const { data: note } = await call(inside, 'POST', 'notes', { title: 'First', note: 'One' })
  await call(inside, 'PUT', `notes/${note.id}`, { note: 'Two' })
  await call(inside, 'DELETE', `notes/${note.id}`)
  const [gone, changed, made] = await entries(boss, `&filter[entity_id]=${note.id}`)
  assert.deepEqual([made.action, changed.action, gone.action], ['create', 'update', 'delete'])
  for (const entry of [made, changed, gone])
    assert.deepEqual(
      [
        entry.actor,
        entry.actor_kind,
        entry.address,
        entry.entity,
        entry.entity_name,
        entry.tenant_id,
        entry.project_id,
      ],
      ['boss@hanse.example', 'client', '203.0.113.7', 'notes', 'First', hanse.tenant_id, hanse.project_id],
    )
  assert.equal(changed.route, 'PUT /api/app/notes/:id')
  const { before, after } = await whole(boss, changed.id)
  assert.deepEqual([before, after], [{ note: 'One' }, { note: 'Two' }])
  assert.equal((await whole(boss, gone.id)).before.note, 'Two')
})

test('a change that changes nothing leaves no entry of a change', async () => {
  const { data: note } = await call(inside, 'POST', 'notes', { title: 'Same', note: 'One' })
  await call(inside, 'PUT', `notes/${note.id}`, { note: 'One' })
  const { before } = await whole(boss, (await entries(boss, `&filter[entity_id]=${note.id}`))[0].id)
  assert.equal(before, null)
})

test('secrets are masked wherever they stand', async () => {
  assert.equal(
    (
      await call(admin, 'PUT', 'settings/email', {
        host: 'mail.example',
        user: 'weft',
        from: 'weft@weft.example',
        password: 'Very-Secret-1',
      })
    ).status,
    200,
  )
  const made = await call(boss, 'POST', 'users', {
    email: `new@${workspace}`,
    role: 'viewer',
    password,
    first_name: 'New',
    last_name: 'One',
  })
  const { rows } = await owner.query<{ text: string }>(
    `select coalesce(string_agg(concat(before, after), ' '), '') as text from audit_logs`,
  )
  for (const secret of ['Very-Secret-1', password, '$argon2']) assert.ok(!rows[0]!.text.includes(secret), secret)
  const [setting] = await entries(admin, '&filter[entity]=settings&filter[entity_id]=email')
  assert.equal((await whole(admin, setting.id)).after.value.password, '***')
  assert.equal(made.status, 201)
})

test('what changes no definition is noted as well: a job, a test mail, a password, a sign-in', async () => {
  const at = new Date().toISOString()
  await call(admin, 'POST', 'settings/email/test', { to: 'ada@weft.example' })
  await app.inject({
    method: 'POST',
    url: '/api/app/auth/login',
    payload: { email: 'vic@hanse.example', password },
    remoteAddress: '203.0.113.9',
  })
  const [session] = await entries(boss, `&from=${at}&filter[entity]=sessions`)
  assert.deepEqual([session.action, session.actor, session.address], ['create', 'vic@hanse.example', '203.0.113.9'])
})

test('a refused call is noted once, with what was tried', async () => {
  await call({ ...viewer, 'x-project-id': hanse.project_id }, 'DELETE', `workflows/${hanse.project_id}`)
  for (const action of ['create', 'update', 'delete', 'run', 'publish', 'export', 'refused'])
    assert.ok(Array.isArray(await entries(boss, `&filter[action]=${action}`)), action)
  const [refused] = await entries(boss, '&filter[action]=refused')
  assert.deepEqual(
    [refused.actor, refused.route, refused.status, refused.entity_id],
    ['vic@hanse.example', 'DELETE /api/app/workflows/:id', 403, hanse.project_id],
  )
})

test('what support does inside a tenant is seen there, with the access it came in by', async () => {
  const headers = { ...(await supporting(server, admin, hanse.tenant_id)), 'x-project-id': hanse.project_id }
  await call(headers, 'POST', 'notes', { title: 'From above', note: 'Seen.' })
  const [note] = await entries(boss, '&filter[entity]=notes')
  const [access] = await entries(boss, '&filter[entity]=support_accesses')
  assert.deepEqual(
    [note.actor, note.actor_kind, note.entity_name, note.support_access_id],
    ['ada@weft.example', 'admin', 'From above', access.entity_id],
  )
})

test('the tenant reads its own, the partner its branch, the provider all; nobody else and nobody without the right', async () => {
  const tenants = async (headers: Headers) => new Set((await entries(headers)).map(({ tenant_id }) => tenant_id))
  assert.deepEqual([...(await tenants(boss))], [hanse.tenant_id])
  assert.deepEqual((await tenants(partner)).has(hanse.tenant_id), true)
  assert.deepEqual((await tenants(partner)).has(south.tenant_id), false)
  assert.deepEqual(
    [(await tenants(admin)).has(hanse.tenant_id), (await tenants(admin)).has(south.tenant_id)],
    [true, true],
  )
  const [one] = await entries(boss)
  assert.equal((await call(stranger, 'GET', `audit_logs/${one.id}`)).status, 404)
  assert.equal((await call(viewer, 'GET', 'audit_logs')).status, 403)
})

test('no entry can be made, changed or deleted by the application itself', async () => {
  const before = await owner.query('select count(*)::int as n from audit_logs')
  const deleted = await inScope(context.db, systemScope, (trx) =>
    trx.deleteFrom('audit_logs').executeTakeFirstOrThrow(),
  )
  assert.equal(deleted.numDeletedRows, 0n)
  await assert.rejects(
    inScope(context.db, systemScope, (trx) => trx.updateTable('audit_logs').set({ actor: 'nobody' }).execute()),
    /permission denied/,
  )
  await assert.rejects(
    inScope(context.db, systemScope, (trx) =>
      trx.insertInto('audit_logs').values({ action: 'create', entity: 'x' }).execute(),
    ),
    /permission denied/,
  )
  assert.deepEqual((await owner.query('select count(*)::int as n from audit_logs')).rows, before.rows)
})

type Operation = {
  requestBody?: { content: Record<string, { schema: object }> }
  'x-works-on'?: string
  'x-needs'?: string
  'x-unaudited'?: string
}
/** Routes that change something, by the reference, as the tenant's administrator may call them. */
const documented = Object.entries((app.swagger() as { paths: Record<string, Record<string, Operation>> }).paths)
const changing = documented.flatMap(([path, verbs]) =>
  Object.entries(verbs).flatMap(([verb, { requestBody, ...says }]) => {
    const method = verb.toUpperCase() as 'POST' | 'PUT' | 'DELETE'
    const may = says['x-needs']?.split('.') as [string, string] | undefined
    const audited =
      path.startsWith('/api/app/') &&
      says['x-works-on'] !== 'public' &&
      isAudited(method, { ...(may && { may }), ...(says['x-unaudited'] && { unaudited: says['x-unaudited'] }) })
    return audited ? [{ method, path, schema: requestBody?.content['application/json']?.schema }] : []
  }),
)
const left = async (route: string, at: string) =>
  Number(
    (await owner.query('select count(*) as n from audit_logs where route = $1 and at >= $2', [route, at])).rows[0].n,
  )

test('every route that changes something leaves an entry when it is refused', async () => {
  const forgotten: string[] = []
  let refused = 0
  for (const { method, path } of changing) {
    const at = new Date().toISOString()
    const url = path.replaceAll(/\{(\w+)\}/g, hanse.project_id)
    const answer = await app.inject({
      method,
      url,
      headers: { ...viewer, 'x-api-key': 'of nobody', 'x-project-id': hanse.project_id },
    })
    if (answer.statusCode !== 403) continue
    refused++
    if ((await left(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, at)) === 0) forgotten.push(`${method} ${path}`)
  }
  assert.deepEqual(forgotten, [])
  assert.ok(refused > 60, `${refused} routes refused`)
})

test('every route that changes something leaves an entry when it is done', async () => {
  const forgotten: string[] = []
  const done: string[] = []
  for (const who of [inside, admin])
    for (const { method, path, schema } of changing.filter(
      ({ path }) => !/logout|sessions|client(s)?\/|rotate|access_data/.test(path),
    )) {
      const at = new Date().toISOString()
      const row = await aRowFor(path)
      const payload = sampleBody(schema as never)
      const answer = await app.inject({
        method,
        url: path.replaceAll(/\{(\w+)\}/g, row),
        headers: who,
        ...(method !== 'DELETE' && { payload: (payload ?? {}) as object }),
      })
      if (answer.statusCode >= 300) continue
      done.push(`${method} ${path}`)
      if ((await left(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, at)) === 0)
        forgotten.push(`${method} ${path}`)
    }
  assert.deepEqual(forgotten, [])
  assert.ok(done.length > 40, `only ${done.length} were done: ${done.join(', ')}`)
})

/** Some row of the tenant to change, where the path names a table that has one. */
async function aRowFor(path: string): Promise<string> {
  const table = /^\/api\/app\/(\w+)\/\{/.exec(path)?.[1]
  if (
    !table ||
    !/^(notes|projects|queues|config_values|text_templates|data_structures|dynamic_models|mappings|functions|workflows|data_sets|insights|dashboards|workflow_tokens|roles)$/.test(
      table,
    )
  )
    return hanse.project_id
  const { rows } = await owner.query(`select id from ${table} where tenant_id = $1 order by created_at desc limit 1`, [
    hanse.tenant_id,
  ])
  return rows[0]?.id ?? hanse.project_id
}
