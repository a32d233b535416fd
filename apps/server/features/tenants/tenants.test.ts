import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { removeDue } from '@weft/engine/provisioning/removal.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { aServer, signedIn, supporting } from '../../testing.ts'

const server = await aServer()
const { app, context, test: control } = server
const cluster = new URL(control.cluster_url)
await inScope(context.db, { level: 'provider' }, (trx) =>
  trx
    .insertInto('database_servers')
    .values({
      name: 'Cluster',
      engine: 'postgres',
      host: cluster.hostname,
      port: Number(cluster.port),
      username: cluster.username,
      password: encryptUnbound(context.key, cluster.password),
      embedded: true,
    })
    .execute(),
)

type Headers = Record<string, string>
const call = async (headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const answer = await app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : (answer.json() as any),
    headers: answer.headers,
  }
}
const draft = (name: string, more: object = {}) => ({
  name,
  short: name.slice(0, 5),
  workspace: `${name.toLowerCase()}.example`,
  user: {
    first_name: 'Ada',
    last_name: 'Hanse',
    email: `ada@${name.toLowerCase()}.example`,
    password: 'Correct horse battery',
  },
  ...more,
})

const admin = await signedIn(server, { email: 'root@weft.example', role: 'admin' })
const made = await call(admin, 'POST', 'admin/partners', {
  name: 'Nordlicht',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Licht', email: 'nora@nordlicht.example', password: 'Correct horse battery' },
})
const partner_id = made.body.data.id as string
const other = (
  await call(admin, 'POST', 'admin/partners', {
    name: 'Südwind',
    workspace: 'suedwind.example',
    user: { first_name: 'Sina', last_name: 'Süd', email: 'sina@suedwind.example' },
  })
).body.data.id as string
const partner = await signedIn(server, { email: 'paul@nordlicht.example', role: 'partner_admin', partner_id })
const stranger = await signedIn(server, { email: 'sven@suedwind.example', role: 'partner_admin', partner_id: other })

test('a partner is set up with its first administrator, who signs in', async () => {
  assert.equal(made.status, 201)
  const answer = await call({ 'x-workspace': 'nordlicht.example' }, 'POST', 'app/auth/login', {
    email: 'nora@nordlicht.example',
    password: 'Correct horse battery',
  })
  assert.equal(answer.status, 200)
  const [listed] = (await call(admin, 'GET', 'admin/partners?searchTerm=Nordl')).body.data
  assert.deepEqual(
    [
      listed.name,
      listed.number,
      listed.status,
      listed.initialized,
      listed.users,
      listed.tenants,
      typeof listed.api_token,
    ],
    ['Nordlicht', '70001', 'active', true, 2, 0, 'string'],
  )
  const run = (await call(admin, 'GET', `admin/provisioning_runs/${made.body.data.provisioning_run_id}`)).body.data
  assert.deepEqual([run.kind, run.state, run.steps.length], ['partner', 'done', 9])
  assert.equal((await call(partner, 'GET', `app/provisioning_runs/${run.id}`)).status, 404)
  assert.equal((await call(partner, 'POST', 'app/partners?by_hand=true', draft('Westwind'))).status, 403)
})

test('a first user without a password is invited, and nobody else is responsible than who may be', async () => {
  const answer = await call(admin, 'POST', 'admin/partners', {
    ...draft('Ostwind'),
    user: { salutation: 'Ms', title: 'Dr.', first_name: 'Olga', last_name: 'Ost', email: 'olga@ostwind.example' },
  })
  assert.equal(answer.status, 201)
  const { link } = answer.body.meta.invitation
  const token = new URLSearchParams(link.split('#')[1]).get('token')
  assert.equal(
    (
      await call({}, 'POST', 'app/auth/password/reset', {
        token,
        email: 'olga@ostwind.example',
        password: 'Blauer-Kiesel-7',
        password_confirmation: 'Blauer-Kiesel-7',
      })
    ).status,
    204,
  )
  const signed = await call({}, 'POST', 'app/auth/login', {
    email: 'olga@ostwind.example',
    password: 'Blauer-Kiesel-7',
  })
  assert.deepEqual([signed.status, signed.body.data.kind], [200, 'partner'])
  const { id } = answer.body.data
  const olga = (await call(admin, 'GET', `admin/users?partner_id=${id}`)).body.data[0]
  assert.deepEqual([olga.salutation, olga.title, olga.role], ['Ms', 'Dr.', 'partner_admin'])
  const root = (await call(admin, 'GET', 'admin/auth/me')).body.data.id
  const put = (body: object) => call(admin, 'PUT', `admin/partners/${id}`, body)
  assert.deepEqual((await put({ responsible_user_id: root })).body.errors, {
    responsible_user_id: ['This is nobody of the partner’s staff.'],
  })
  assert.deepEqual((await put({ provider_user_id: olga.id })).body.errors, {
    provider_user_id: ['This is nobody of the provider’s staff.'],
  })
  const { data } = (await put({ responsible_user_id: olga.id, provider_user_id: root, abbreviation: 'OW' })).body
  assert.deepEqual([data.responsible_user_id, data.provider_user_id, data.abbreviation], [olga.id, root, 'OW'])
})

test('a partner without tenants is marked for deletion, had back, and gone after thirty days; one with tenants is not', async () => {
  const { id } = (await call(admin, 'GET', 'admin/partners?searchTerm=Ostwind')).body.data[0]
  const { id: tenant } = (await call(admin, 'POST', 'admin/clients', draft('Kunde', { partner_id: id }))).body.data
  const refused = await call({ ...admin, 'accept-language': 'de' }, 'DELETE', `admin/partners/${id}`)
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.message],
    [
      409,
      'PARTNER_IN_USE',
      'Dieser Partner hat noch einen Mandanten. Bitte verschieben oder löschen Sie zuerst seine Mandanten.',
    ],
  )
  await call(admin, 'PUT', `admin/clients/${tenant}`, { partner_id: null })
  assert.equal((await call(admin, 'DELETE', `admin/partners/${id}`)).status, 204)
  const signed = await call({ 'accept-language': 'en' }, 'POST', 'app/auth/login', {
    email: 'olga@ostwind.example',
    password: 'Blauer-Kiesel-7',
  })
  assert.deepEqual(
    [signed.status, signed.body.message],
    [403, 'Your account is deactivated. Please contact your partner.'],
  )
  const { removed_after, ...goes } = (await call(admin, 'GET', `admin/partners/${id}/removal`)).body.data
  assert.ok(Math.abs(Date.parse(removed_after) - Date.now() - 30 * 86_400_000) < 60_000)
  assert.deepEqual(
    [goes.tenants, goes.users, goes.projects, goes.queues, goes.sftp_users, goes.databases.length],
    [0, 1, 0, 5, 1, 2],
  )
  assert.equal((await call(admin, 'POST', `admin/partners/${id}/restore`)).status, 204)
  assert.equal((await call(admin, 'POST', `admin/partners/${id}/restore`)).body.code, 'NOT_DELETING')
  assert.equal((await call(admin, 'GET', `admin/partners/${id}`)).body.data.status, 'active')
  for (const path of [`partners/${id}`, `clients/${tenant}`])
    assert.equal((await call(admin, 'DELETE', `admin/${path}`)).status, 204)
  assert.deepEqual(await removeDue(context.provisioning), [])
  assert.deepEqual(await removeDue(context.provisioning, new Date(Date.now() + 31 * 86_400_000)), [tenant, id])
  for (const path of [`partners/${id}`, `clients/${tenant}`])
    assert.equal((await call(admin, 'GET', `admin/${path}`)).status, 404)
})

let tenant_id = ''
let run_id = ''
test('an administrator sets a tenant up step by step; a step out of order is refused', async () => {
  const begun = await call(admin, 'POST', 'admin/clients?by_hand=true', draft('Hanse', { partner_id }))
  assert.equal(begun.status, 201)
  run_id = begun.body.data.id
  assert.equal(JSON.stringify(begun.body).includes('password'), false)
  const early = await call(
    { ...admin, 'accept-language': 'de' },
    'POST',
    `admin/provisioning_runs/${run_id}/steps/add_entry/run`,
  )
  assert.deepEqual(
    [early.status, early.body.code, early.body.message],
    [
      409,
      'PROVISIONING_ORDER',
      'Bitte schließen Sie zuerst die früheren Schritte ab: „Datenbank anlegen“ ist noch nicht erledigt.',
    ],
  )
  const first = await call(admin, 'POST', `admin/provisioning_runs/${run_id}/steps/create_database/run`)
  assert.deepEqual([first.body.data.steps[0].state, first.body.data.state], ['done', 'pending'])
  const all = await call(admin, 'POST', `admin/provisioning_runs/${run_id}/run`)
  assert.equal(all.body.data.state, 'done')
  assert.deepEqual(
    all.body.data.steps.map((step: { title: string; state: string }) => [step.title, step.state]),
    [
      ['Create database', 'done'],
      ['Add entry', 'done'],
      ['Initialize document database', 'done'],
      ['Create storage', 'done'],
      ['Assign connections', 'done'],
      ['Add SFTP user', 'done'],
      ['Initialize', 'done'],
      ['Activate queues', 'done'],
      ['Restart service daemon', 'done'],
    ],
  )
  tenant_id = all.body.data.tenant_id
})

test('the SFTP password is said once', async () => {
  const once = await call(admin, 'POST', `admin/provisioning_runs/${run_id}/sftp_password`)
  assert.match(once.body.data.password, /^[\w-]{20,24}$/)
  assert.equal((await call(admin, 'POST', `admin/provisioning_runs/${run_id}/sftp_password`)).status, 404)
})

test('the first user signs in, sees their tenant and its connections without passwords', async () => {
  const answer = await call({ 'x-workspace': 'hanse.example' }, 'POST', 'app/auth/login', {
    email: 'ada@hanse.example',
    password: 'Correct horse battery',
  })
  assert.equal(answer.status, 200)
  const headers = {
    authorization: `Bearer ${answer.body.meta.token}`,
    'x-api-key': answer.body.meta.tenant.api_token,
    'accept-language': 'en',
  }
  const { data } = (await call(headers, 'GET', `app/clients/${tenant_id}`)).body
  assert.deepEqual(
    [data.name, data.number, data.status, data.partner.id, data.users],
    ['Hanse', '10002', 'active', partner_id, 1],
  )
  assert.deepEqual(
    data.tenant.tenantConnections.map((one: { name: string; password: object }) => [one.name, one.password]),
    [
      ['tenant', { set: true }],
      ['documents', { set: true }],
    ],
  )
  const tried = await call(headers, 'POST', `app/clients/${tenant_id}/databases/tenant/test`)
  assert.deepEqual([tried.body.data.ok, tried.body.data.version.split(' ')[0]], [true, 'PostgreSQL'])
  const project = await call(headers, 'POST', 'app/projects', { name: 'Commerce hub', short: 'hub' })
  assert.equal(project.status, 201)
  const wrong = await call(headers, 'POST', `app/projects/${project.body.data.id}`, {
    start_date: '2026-05-01',
    finish_date: '2026-04-01',
  })
  assert.deepEqual([wrong.status, wrong.body.errors], [422, { finish_date: ['The end must be later than the start.'] }])
  const described = (await call(headers, 'POST', `app/projects/${project.body.data.id}`, { description: 'All shops' }))
    .body.data
  assert.deepEqual([described.name, described.short, described.description], ['Commerce hub', 'hub', 'All shops'])
  const records = await context.databases.relational(tenant_id)
  const schemas = async () =>
    (await (records.pool as pg.Pool).query("select nspname from pg_namespace where nspname like 'p\\_%'")).rows.length
  assert.equal(await schemas(), 1)
  const documents = await context.databases.documents(tenant_id)
  const document = { subject: 'Order 7' }
  await documents.putMany('mail_archive', [{ project_id: project.body.data.id, document }, { document }])
  assert.equal((await call(headers, 'DELETE', `app/projects/${project.body.data.id}`)).status, 204)
  assert.equal(await schemas(), 0)
  const left = (await documents.find('mail_archive', {})).documents
  assert.deepEqual(
    left.map(({ project_id }) => project_id),
    [null],
  )
})

test('a tenant with a taken workspace domain is refused in the words of the specification', async () => {
  const again = await call(admin, 'POST', 'admin/clients', draft('Hanse'))
  assert.deepEqual(
    [again.status, again.body.errors.workspace],
    [422, ['workspace domain hanse.example already assigned']],
  )
  const partners = await call({ ...admin, 'accept-language': 'de' }, 'POST', 'admin/clients', draft('Nordlicht'))
  assert.deepEqual(partners.body.errors.workspace, ['Workspace-Domain nordlicht.example bereits vergeben'])
})

test('a first user outside the workspace, or with a weak password, is refused at the field concerned', async () => {
  const begin = async (user: object) =>
    (
      await call(admin, 'POST', 'admin/clients?by_hand=true', {
        ...draft('Elbe'),
        user: { ...draft('Elbe').user, ...user },
      })
    ).body.errors
  assert.deepEqual(await begin({ email: 'ada@gmail.example' }), {
    'user.email': ['The email address must belong to the workspace domain elbe.example.'],
  })
  assert.deepEqual(await begin({ password: 'short-one' }), {
    'user.password': [
      'The password must have 12 to 128 characters.',
      'The password needs an upper-case and a lower-case letter.',
    ],
  })
})

test('a partner administrator creates a tenant of their own with one call, and another partner does not see it', async () => {
  const answer = await call(partner, 'POST', 'app/clients', draft('Alster', { partner_id: other }))
  assert.equal(answer.status, 201)
  const { id } = answer.body.data
  assert.equal(answer.body.data.partner.id, partner_id)
  assert.deepEqual(
    (await call(partner, 'GET', 'app/clients?sort=name')).body.data.map((row: { name: string }) => row.name),
    ['Alster', 'Hanse'],
  )
  assert.deepEqual((await call(admin, 'GET', `admin/clients?partner_id=${other}`)).body.data, [])
  for (const [method, path] of [
    ['GET', `clients/${id}`],
    ['GET', `clients/${id}/databases`],
    ['GET', `clients/${id}/storage`],
    ['GET', `provisioning_runs/${answer.body.data.provisioning_run_id}`],
    ['POST', `provisioning_runs/${answer.body.data.provisioning_run_id}/undo`],
  ] as const)
    assert.equal((await call(stranger, method, `app/${path}`)).status, 404, path)
  const undone = await call(partner, 'POST', `app/provisioning_runs/${answer.body.data.provisioning_run_id}/undo`)
  assert.equal(undone.body.data.state, 'undone')
  assert.equal((await call(partner, 'GET', `app/clients/${id}`)).status, 404)
})

test('contact and address are changed in their sections, unknown keys are refused', async () => {
  const contact = await call(partner, 'PUT', `app/clients/${tenant_id}/contact`, {
    contact_person: 'Nora Licht',
    email: 'info@hanse.example',
    phone: '',
    fax: '',
    website: 'https://hanse.example',
  })
  assert.equal(contact.body.data.contact_person, 'Nora Licht')
  assert.equal(
    (await call(partner, 'PUT', `app/clients/${tenant_id}/contact`, { phone: '+49 40 1234' })).body.data.email,
    'info@hanse.example',
  )
  assert.equal((await call(partner, 'PUT', `app/clients/${tenant_id}/contact`, { status: 'deleting' })).status, 422)
  assert.equal((await call(partner, 'PUT', `app/clients/${tenant_id}`, { number: '7' })).status, 403)
  const moved = await call(admin, 'PUT', `admin/clients/${tenant_id}`, { workspace: 'elsewhere.example' })
  assert.deepEqual(
    [moved.status, moved.body.code, moved.body.message],
    [409, 'WORKSPACE_NOT_UPDATED', 'The workspace could not be updated.'],
  )
})

test('users are created where they belong, with a role of that level', async () => {
  const body = {
    first_name: 'Ole',
    last_name: 'Hansen',
    email: 'ole@hanse.example',
    role: 'developer',
    tenant_id,
    password: 'Correct horse battery',
    password_confirmation: 'Correct horse battery',
  }
  assert.deepEqual(
    (await call(partner, 'POST', 'app/users', { ...body, password_confirmation: 'Other' })).body.errors,
    { password_confirmation: ['The two passwords are not the same.'] },
  )
  assert.deepEqual((await call(partner, 'POST', 'app/users', { ...body, role: 'admin' })).body.errors, {
    role: ['This role does not exist at this level.'],
  })
  assert.equal((await call(stranger, 'POST', 'app/users', body)).status, 404)
  const created = await call(partner, 'POST', 'app/users', body)
  assert.deepEqual([created.status, created.body.data.kind, created.body.data.belongs_to], [201, 'client', 'Hanse'])
  assert.equal(JSON.stringify(created.body).includes('hash'), false)
  const { id } = created.body.data
  const signed = await call({}, 'POST', 'app/auth/login', {
    email: 'ole@hanse.example',
    password: 'Correct horse battery',
  })
  const ownHeaders = { authorization: `Bearer ${signed.body.meta.token}` }
  assert.equal((await call(ownHeaders, 'GET', 'app/users')).body.data.length, 2)
  assert.equal((await call(ownHeaders, 'PUT', `app/users/${id}`, { role: 'tenant_admin' })).status, 403)
  assert.equal((await call(partner, 'PUT', `app/users/${id}/access_data`, { active: false })).body.data.active, false)
  assert.equal((await call(ownHeaders, 'GET', 'app/users')).status, 401)
  assert.equal((await call(stranger, 'PUT', `app/users/${id}`, { first_name: 'Eve' })).status, 404)
  assert.equal((await call(partner, 'DELETE', `app/users/${id}`)).status, 204)
})

test('nobody deactivates themselves', async () => {
  const me = (await call(admin, 'GET', 'admin/auth/me')).body.data.id
  assert.deepEqual((await call(admin, 'PUT', `admin/users/${me}`, { active: false })).body.code, 'NOT_YOURSELF')
})

test('a deactivated tenant is locked out at once and let in again when activated', async () => {
  const signed = await call({}, 'POST', 'app/auth/login', {
    email: 'ada@hanse.example',
    password: 'Correct horse battery',
  })
  const ownHeaders = { authorization: `Bearer ${signed.body.meta.token}` }
  assert.equal(
    (await call(partner, 'PUT', `app/clients/${tenant_id}`, { active: false })).body.data.status,
    'deactivated',
  )
  assert.equal((await call(ownHeaders, 'GET', 'app/projects')).status, 401)
  const refused = await call({ 'accept-language': 'de' }, 'POST', 'app/auth/login', {
    email: 'ada@hanse.example',
    password: 'Correct horse battery',
  })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.message],
    [403, 'AUTH_DEACTIVATED', 'Ihr Konto ist deaktiviert. Bitte wenden Sie sich an Ihren Partner.'],
  )
  assert.equal((await call(partner, 'PUT', `app/clients/${tenant_id}`, { active: true })).body.data.status, 'active')
  assert.equal(
    (await call({}, 'POST', 'app/auth/login', { email: 'ada@hanse.example', password: 'Correct horse battery' }))
      .status,
    200,
  )
})

test('a tenant is marked for deletion by the provider only', async () => {
  assert.equal((await call(partner, 'DELETE', `app/clients/${tenant_id}`)).status, 403)
  assert.equal((await call(admin, 'DELETE', `admin/clients/${tenant_id}`)).status, 204)
  assert.deepEqual((await call(admin, 'GET', `admin/clients/${tenant_id}`)).body.data.status, 'deleting')
  const goes = (await call(partner, 'GET', `app/clients/${tenant_id}/removal`)).body.data
  assert.deepEqual(
    [goes.grace_days, goes.users, goes.databases.map((one: { name: string }) => one.name)],
    [30, 1, ['tenant', 'documents']],
  )
})

test("a database server's password goes in and never comes out; the server itself tries it", async () => {
  const created = await call(admin, 'POST', 'admin/database_servers', {
    name: 'Second',
    engine: 'postgres',
    host: cluster.hostname,
    port: Number(cluster.port),
    username: cluster.username,
    password: cluster.password,
  })
  assert.deepEqual(created.body.data.password, { set: true })
  const tried = await call(admin, 'POST', `admin/database_servers/${created.body.data.id}/test`)
  assert.equal(tried.body.data.ok, true)
  await call(admin, 'PUT', `admin/database_servers/${created.body.data.id}`, { port: 1 })
  const failed = await call(admin, 'POST', `admin/database_servers/${created.body.data.id}/test`)
  assert.deepEqual([failed.body.data.ok, failed.body.data.message], [false, 'The database could not be opened.'])
  assert.equal((await call(partner, 'GET', 'app/database_servers')).status, 403)
})

test('the languages of the product are listed for anybody signed in', async () => {
  assert.deepEqual((await call(partner, 'GET', 'app/languages')).body.data, [
    { id: 1, label: 'English', short: 'en', iso_code: 'en-GB', name: 'English' },
    { id: 2, label: 'Deutsch', short: 'de', iso_code: 'de-DE', name: 'German' },
  ])
})

test('the welcome pages are given what is there', async () => {
  const provider = (await call(admin, 'GET', 'admin/overview/provider')).body.data
  assert.deepEqual(
    [provider.partners, provider.tenants, provider.servers, provider.jobs.total],
    [2, { total: 1, by_status: { deleting: 1 } }, 2, 0],
  )
  const partners = (await call(partner, 'GET', 'app/overview/partner')).body.data
  assert.deepEqual([partners.tenants.total, partners.latest_tenants[0].name], [1, 'Hanse'])
  assert.equal((await call(stranger, 'GET', 'app/overview/partner')).body.data.tenants.total, 0)
  assert.equal((await call(partner, 'GET', 'app/overview/provider')).status, 403)
  const [listed] = (await call(admin, 'GET', 'admin/clients')).body.data
  const tenants = (await call(await supporting(server, admin, listed.id), 'GET', 'app/overview/tenant')).body.data
  assert.deepEqual(
    [tenants.users, tenants.queues, tenants.projects, tenants.database_bytes > 1_000_000],
    [1, 5, 0, true],
  )
  assert.deepEqual(
    [tenants.jobs.records, tenants.jobs.rejected, tenants.jobs.now, tenants.busiest_queues.length],
    [0, 0, { pending: 0, running: 0, waiting: 0 }, 5],
  )
})

test('the list of partners says how the tenants of each are doing together', async () => {
  const tenantOf = async (partner_id: string, name: string, figures: object) => {
    const { id } = (await call(admin, 'POST', 'admin/clients', { ...draft(name), partner_id })).body.data
    await inScope(context.db, systemScope, (trx) =>
      trx.updateTable('tenant_figures').set(figures).where('tenant_id', '=', id).execute(),
    )
  }
  await tenantOf(other, 'Boreas', {
    health: 'healthy',
    failed_jobs: 1,
    open_errors: 2,
    storage_bytes: 1_000,
    last_success_at: '2026-05-01T10:00:00Z',
  })
  await tenantOf(other, 'Brise', {
    health: 'failing',
    failed_jobs: 3,
    open_errors: 0,
    storage_bytes: 500,
    waiting_since: '2026-05-01T11:00:00Z',
  })
  const [listed] = (await call(admin, 'GET', 'admin/partners?searchTerm=suedwind&filter[active]=true')).body.data
  assert.deepEqual(listed.figures, {
    health: 'failing',
    failed_jobs: 4,
    open_errors: 2,
    storage_bytes: 1_500,
    last_success_at: '2026-05-01T10:00:00.000Z',
    waiting_since: '2026-05-01T11:00:00.000Z',
  })
  const { id } = (
    await call(admin, 'POST', 'admin/partners', {
      name: 'Flaute',
      workspace: 'flaute.example',
      user: { first_name: 'Flo', last_name: 'Aut', email: 'flo@flaute.example' },
    })
  ).body.data
  assert.equal((await call(admin, 'GET', `admin/partners/${id}`)).body.data.figures, null)
})
