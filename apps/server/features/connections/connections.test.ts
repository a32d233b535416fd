import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { checkDue } from '@weft/engine/connectors/clock.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { anSftpServer } from '@weft/engine/storage/testing/sftp-server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const hanse = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse' })
const south = await aTenant({ ...server.test, key: context.key }, { name: 'South' })
const as = async (role: 'developer' | 'viewer' | 'tenant_admin', of = hanse): Promise<Record<string, string>> => ({
  ...(await signedIn(server, { email: `${role}@${of.tenant_id}.test`, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const developer = await as('developer')
const boss = await as('tenant_admin')
const viewer = await as('viewer')
const stranger = await as('tenant_admin', south)
const { id: second } = await inScope(context.db, { level: 'tenant', tenant_id: hanse.tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Second' }).returning('id').executeTakeFirstOrThrow(),
)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(method: Method, url: string, payload?: object, headers = developer) {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    text: answer.body,
    ...((answer.body ? JSON.parse(answer.body) : {}) as { data: any; errors: any; meta: any; code: string }),
  }
}

/** A shop that answers to whoever has the key, and to nobody while it is down. */
let down = false
let asked = 0
const shop = createServer((request, response) => {
  asked++
  if (down) return request.socket.destroy()
  response.writeHead(request.headers.authorization === 'Bearer Right-Key-1' ? 200 : 401).end('{}')
})
await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
after(() => shop.close())
const { port } = shop.address() as AddressInfo
const database = new URL(server.test.owner_url)
await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({
      key: 'egress',
      value: JSON.stringify({
        allow: [
          { host: '127.0.0.1', port },
          { host: database.hostname, port: Number(database.port) },
        ],
      }),
    })
    .execute(),
)
const base_url = `http://127.0.0.1:${port}/`
const settings = { base_url, auth: 'bearer', secret: 'Right-Key-1' }
const shopHere = { label: 'Shop Hamburg', name: 'shop', connector: 'rest', settings, project_id: hanse.project_id }
const checking = {
  key: context.key,
  isolation: context.isolation,
  ways: context.ways,
  connectorOf,
  files: context.files,
}
const look = () => checkDue(context.db, checking)
const due = (id: string) =>
  inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('connection_health')
      .set({ next_check_at: sql`now()` })
      .where('connection_id', '=', id)
      .execute(),
  )
/** What everybody who could mend a connection was told; each of them the same. */
const notices = async () => {
  const rows = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('notifications').select(['title', 'level', 'user_id']).orderBy('created_at').execute(),
  )
  const told = Object.values(Object.groupBy(rows, ({ user_id }) => user_id)).map((own) =>
    own!.map(({ level, title }) => `${level}: ${title}`),
  )
  for (const own of told) assert.deepEqual(own, told[0])
  return { users: told.length, told: told[0] ?? [] }
}
const waits = async (id: string) =>
  (
    await inScope(context.db, systemScope, (trx) =>
      trx
        .selectFrom('connection_health')
        .select(sql<number>`round(extract(epoch from next_check_at - checked_at))::int`.as('seconds'))
        .where('connection_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
  ).seconds

test('a secret goes in, is told of as set, and comes out of no route, log or table', async () => {
  const made = await call('POST', 'connections', shopHere)
  assert.equal(made.status, 201)
  const { auth, test_path } = made.data.settings
  assert.deepEqual([made.data.settings.base_url, auth, test_path], [base_url, 'bearer', ''])
  assert.deepEqual([made.data.secrets_set, made.data.state, made.data.steps], [['secret'], 'untested', []])
  for (const answer of [
    made,
    await call('GET', 'connections'),
    await call('GET', `connections/${made.data.id}`),
    await call('PUT', `connections/${made.data.id}`, { description: 'The shop' }),
    await call('POST', `connections/${made.data.id}/test`),
  ])
    assert.ok(!answer.text.includes('Right-Key-1'))
  const { rows } = await inScope(context.db, systemScope, (trx) =>
    sql`select to_jsonb(c) as row from connections c union all select to_jsonb(a) from audit_logs a`.execute(trx),
  )
  assert.ok(!JSON.stringify(rows).includes('Right-Key-1'))
  assert.ok(JSON.stringify(rows).includes('Shop Hamburg'))
})

test('a stored secret is used again, and never sent to another address than it was entered for', async () => {
  const { id } = (await call('GET', 'connections')).data[0]
  const tried = (payload: object) => call('POST', `connectors/rest/test?connection_id=${id}`, payload)
  assert.equal((await tried({ base_url, auth: 'bearer' })).data.ok, true)
  const said = ['Please enter it again: it was stored for another address and is not sent elsewhere.']
  const before = asked
  const moved = await tried({ base_url: `http://127.0.0.1:${port}/elsewhere/`, auth: 'bearer' })
  assert.deepEqual([moved.status, moved.errors], [422, { secret: said }])
  const saved = await call('PUT', `connections/${id}`, {
    settings: { base_url: 'https://elsewhere.example/', auth: 'bearer' },
  })
  assert.deepEqual([saved.status, saved.errors], [422, { 'settings.secret': said }])
  assert.equal(asked, before)
  const cleared = await call('PUT', `connections/${id}`, { settings: { base_url, auth: 'none', secret: null } })
  assert.deepEqual([cleared.status, cleared.data.secrets_set, cleared.data.secrets_at], [200, [], null])
  assert.equal((await call('PUT', `connections/${id}`, { settings })).data.secrets_set[0], 'secret')
})

test('a project sees its own connections and those of all projects, never another tenant’s', async () => {
  const tenantWide = await call('POST', 'connections', {
    ...shopHere,
    label: 'ERP',
    name: 'erp',
    project_id: null,
  })
  assert.equal(tenantWide.status, 201)
  const names = async (headers: Record<string, string>) =>
    (await call('GET', 'connections', undefined, headers)).data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(developer), ['erp', 'shop'])
  assert.deepEqual(await names({ ...developer, 'x-project-id': second }), ['erp'])
  assert.deepEqual(await names(stranger), [])
  const { id } = (await call('GET', 'connections?searchTerm=Hamburg')).data[0]
  for (const headers of [stranger, { ...boss, 'x-project-id': second }])
    for (const [method, url, payload] of [
      ['GET', `connections/${id}`, undefined],
      ['GET', `connections/${id}/health`, undefined],
      ['PUT', `connections/${id}`, { label: 'Mine' }],
      ['POST', `connections/${id}/test`, undefined],
      ['DELETE', `connections/${id}`, undefined],
    ] as const)
      assert.equal((await call(method, url, payload, headers)).status, 404, `${method} ${url}`)
  assert.deepEqual((await call('POST', 'connections', { ...shopHere, project_id: second })).errors, {
    project_id: ['Please choose this project, or all projects.'],
  })
})

test('what is wrong stands at its field, and nothing is stored', async () => {
  const wrong = await call('POST', 'connections', { ...shopHere, name: 'wrong', settings: { base_url: 'shop' } })
  assert.deepEqual([wrong.status, Object.keys(wrong.errors)], [422, ['settings.base_url']])
  assert.deepEqual((await call('POST', 'connections', shopHere)).errors, {
    name: ['There is already a connection of this name.'],
  })
  assert.deepEqual((await call('POST', 'connections', { ...shopHere, name: 'x', connector: 'teleport' })).errors, {
    connector: ['There is no connector of this name here.'],
  })
  assert.equal((await call('GET', 'connections')).meta.total, 2)
})

test('the service account of a project sees the connections of all projects, and changes those of its own', async () => {
  const permissions = ['view', 'create', 'update', 'delete'].map((action) => `connections.${action}`)
  const account = await app.inject({
    method: 'POST',
    url: '/api/app/service_accounts',
    headers: boss,
    payload: { name: 'Deploy', project_id: hanse.project_id, permissions },
  })
  const program = { authorization: `Bearer ${account.json<any>().data.token}`, 'accept-language': 'en' }
  const rows = (await call('GET', 'connections', undefined, program)).data
  const [erp, shop] = rows
  assert.deepEqual([erp.name, shop.name], ['erp', 'shop'])
  assert.equal((await call('PUT', `connections/${shop.id}`, { description: 'x' }, program)).status, 200)
  for (const [method, url, payload] of [
    ['PUT', `connections/${erp.id}`, { description: 'x' }],
    ['PUT', `connections/${shop.id}`, { project_id: null }],
    ['DELETE', `connections/${erp.id}`, undefined],
    ['POST', 'connections', { ...shopHere, name: 'wide', project_id: null }],
  ] as const)
    assert.equal((await call(method, url, payload, program)).status, 403, `${method} ${url}`)
})

test('who may only look neither makes, changes, tries nor deletes one', async () => {
  const { id } = (await call('GET', 'connections')).data[0]
  for (const [method, url, payload] of [
    ['GET', 'connections', undefined],
    ['POST', 'connections', shopHere],
    ['PUT', `connections/${id}`, { label: 'Mine' }],
    ['POST', `connections/${id}/test`, undefined],
    ['DELETE', `connections/${id}`, undefined],
  ] as const)
    assert.equal((await call(method, url, payload, viewer)).status, 403, `${method} ${url}`)
})

test('a connection that breaks tells its people once, and once when it is well again', async () => {
  const { id } = (await call('GET', 'connections?searchTerm=Hamburg')).data[0]
  const state = async () => (await call('GET', `connections/${id}`)).data.state
  await look()
  assert.deepEqual([await state(), await waits(id)], ['healthy', 3_600])
  assert.equal(await look(), 0, 'nothing is due')
  down = true
  await due(id)
  await look()
  assert.deepEqual([await state(), await waits(id), (await notices()).users], ['failing', 60, 0])
  for (let round = 0; round < 3; round++) {
    await due(id)
    await look()
  }
  assert.deepEqual([await state(), await waits(id)], ['broken', 300])
  // The tenant's two administrators and the developer, and not the viewer.
  assert.deepEqual(await notices(), { users: 3, told: ['error: Shop Hamburg ist nicht erreichbar'] })
  down = false
  await due(id)
  await look()
  assert.equal(await state(), 'healthy')
  assert.deepEqual((await notices()).told, [
    'error: Shop Hamburg ist nicht erreichbar',
    'success: Shop Hamburg antwortet wieder',
  ])
  const { data } = await call('GET', `connections/${id}/health?days=7`)
  assert.equal(data.days.length, 7)
  const today = data.days.at(-1)
  assert.deepEqual([today.failed, today.down_seconds > 0], [4, true])
  assert.deepEqual(
    data.disruptions.map(({ step, reason, ended_at }: any) => [step, reason, ended_at !== null]),
    [
      [
        'connection',
        `The request to 127.0.0.1:${port} could not be loaded: it closed the connection (UND_ERR_SOCKET)`,
        true,
      ],
    ],
  )
})

test('a refused sign-in breaks at once and is not tried every few minutes', async () => {
  const { id } = (await call('GET', 'connections?searchTerm=Hamburg')).data[0]
  await call('PUT', `connections/${id}`, { settings: { ...settings, secret: 'Wrong-Key-1' } })
  await look()
  const { data } = await call('GET', `connections/${id}`)
  assert.deepEqual(
    [data.state, data.reason, await waits(id)],
    ['broken', `http://127.0.0.1:${port} refuses the sign-in (401).`, 3_600],
  )
  assert.deepEqual(
    data.steps.map(({ step, state }: any) => `${step} ${state}`),
    ['host passed', 'connection passed', 'sign_in failed'],
  )
  assert.deepEqual((await notices()).told.at(-1), 'error: Shop Hamburg lehnt die Anmeldung ab')
})

test('one that is not active is not looked at, and a deleted one leaves nothing', async () => {
  const { id } = (await call('GET', 'connections?searchTerm=Hamburg')).data[0]
  await due(id)
  await call('PUT', `connections/${id}`, { active: false })
  assert.equal(await look(), 0)
  assert.equal((await call('DELETE', `connections/${id}`)).status, 403)
  assert.equal((await call('DELETE', `connections/${id}`, undefined, boss)).status, 204)
  for (const table of ['connection_health', 'connection_checks', 'connection_disruptions'] as const) {
    const { rows } = await inScope(context.db, systemScope, (trx) =>
      sql`select 1 from ${sql.table(table)} where connection_id = ${id}`.execute(trx),
    )
    assert.deepEqual(rows, [], table)
  }
})

test('a database shows its tables, their fields and some records, asked through the guard; what has none says so', async () => {
  const { hostname: host, port, username: user, password, pathname } = database
  const made = await call('POST', 'connections', {
    label: 'Warehouse',
    name: 'warehouse',
    connector: 'postgres',
    settings: { host, port: Number(port), user, password, database: pathname.slice(1), encryption: 'none' },
  })
  const { id } = made.data
  const tables = await call('GET', `connections/${id}/tables`)
  assert.deepEqual(
    tables.data.filter(({ name }: any) => name === 'settings').map(({ name, kind }: any) => [name, kind]),
    [['settings', 'table']],
  )
  const one = await call('GET', `connections/${id}/table?name=settings`)
  assert.deepEqual(
    [one.data.table.key, one.data.table.fields.map(({ name, native }: any) => `${name} ${native}`)],
    [['key'], ['key text', 'value jsonb', 'updated_at timestamp with time zone']],
  )
  assert.ok(one.data.sample.some((row: any) => row.key === 'egress'))
  const missing = await call('GET', `connections/${id}/table?name=nothing`)
  assert.equal(missing.status, 404)
  const [erp] = (await call('GET', 'connections?searchTerm=ERP')).data
  assert.deepEqual((await call('GET', `connections/${erp.id}/tables`)).data, [])
  const files = await call('POST', 'connections', {
    label: 'Files',
    name: 'files',
    connector: 'sftp',
    settings: { host: '127.0.0.1', user: 'weft', password: 'Right-Key-2' },
  })
  assert.equal((await call('GET', `connections/${files.data.id}/tables`)).code, 'NO_TABLES')
  assert.equal((await call('GET', `connections/${id}/tables`, undefined, viewer)).status, 403)
})

test('ten records of a table or a statement are shown, people masked; what would change something is refused', async () => {
  const owner = new pg.Client(server.test.owner_url)
  await owner.connect()
  after(() => owner.end())
  await owner.query(`create schema look; create table look.person as select n as id, 'person' || n || '@hanse.example' as email,
    'Brandt' as last_name, n % 2 = 0 as paid, n * 1.10 as total from generate_series(1, 25) n`)
  const { id } = (await call('GET', 'connections?searchTerm=Warehouse')).data[0]
  const look = (body: object, headers = developer) => call('POST', `connections/${id}/look`, body, headers)
  const person = { id: 21, email: 'p•••••@•••.example', last_name: 'B•••••', paid: false, total: '23.10' }
  const of = 'table'
  assert.equal((await look({ of, table: 'look.person' })).data.length, 10)
  const filter = [{ field: 'id', operator: 'equals', value: 21 }]
  assert.deepEqual((await look({ of, table: 'look.person', filter })).data, [person])
  const chosen = await look({ of, table: 'look.person', filter, fields: ['id', 'email'] })
  assert.deepEqual(chosen.data, [{ id: 21, email: person.email }])
  const { sample } = (await call('GET', `connections/${id}/table?name=look.person`)).data
  assert.ok(sample.every((row: any) => row.email === person.email && row.last_name === 'B•••••'))
  assert.deepEqual((await call('GET', `connections/${id}/table?name=look.person&sample=0`)).data.sample, [])

  const asked = { of: 'query', statement: 'select id, email from look.person where id = $1', parameters: ['7'] }
  assert.deepEqual((await look(asked)).data, [{ id: 7, email: person.email }])
  assert.deepEqual((await look({ of: 'query', statement: 'select 1 as one where false' })).data, [])
  const removal = await look({ of: 'query', statement: 'delete from look.person returning id' })
  assert.deepEqual([removal.status, removal.code], [422, 'STATEMENT_NOT_READ'])
  const hidden = await look({
    of: 'query',
    statement: 'with gone as (delete from look.person returning id) select * from gone',
  })
  assert.equal(hidden.status, 422)
  assert.match(hidden.text, /read-only transaction/)
  assert.equal((await owner.query('select 1 from look.person')).rowCount, 25)

  assert.equal((await look({ of, table: 'look.gone' })).status, 404)
  assert.equal((await look({ of: 'place', place: 'orders' })).code, 'NOTHING_TO_LIST')
  assert.equal((await look({ of: 'files', path: 'in/*' })).code, 'NOTHING_TO_LIST')
  assert.equal((await look({ of, table: 'look.person' }, viewer)).status, 403)
  assert.equal((await look({ of, table: 'look.person' }, stranger)).status, 404)
})

test('the workflows that name a connection are told, and no other', async () => {
  const flow = (label: string, connection: string) =>
    inScope(context.db, { level: 'tenant', tenant_id: hanse.tenant_id, project_id: hanse.project_id }, (trx) =>
      trx
        .insertInto('workflows')
        .values({
          label,
          class_name: label,
          source: `weft: 1\nlabel: ${label}\nsteps:\n  - { id: a, element: connector_read, settings: { connection: ${connection}, table: x } }\n`,
        })
        .execute(),
    )
  await flow('Reads', 'erp')
  await flow('Quoted', '"erp"')
  await flow('Another', 'erp_two')
  const { data } = await call('GET', 'connections?searchTerm=ERP')
  const { id } = data.find(({ name }: any) => name === 'erp')
  assert.deepEqual(
    (await call('GET', `connections/${id}/uses`)).data.map(({ label }: any) => label),
    ['Quoted', 'Reads'],
  )
  assert.equal((await call('GET', `connections/${id}/uses`, undefined, stranger)).status, 404)
})

test('a system of files shows what lies in a folder, folders first, and nothing outside of its own', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'weft-sftp-'))
  after(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'in/old'), { recursive: true })
  writeFileSync(path.join(root, 'in/Äpfel.csv'), 'a;b')
  const ssh = await anSftpServer({ root })
  await inScope(context.db, systemScope, (trx) =>
    trx.insertInto('allowed_hosts').values({ tenant_id: hanse.tenant_id, host: '127.0.0.1', port: ssh.port }).execute(),
  )
  // What is allowed is read again before long.
  for (const until = Date.now() + 12_000; Date.now() < until; await sleep(250))
    if (
      await context.egress
        .of(hanse.tenant_id)
        .resolve('127.0.0.1', ssh.port)
        .catch(() => false)
    )
      break
  const { data } = await call('POST', 'connections', {
    label: 'Exchange',
    name: 'exchange',
    connector: 'sftp',
    settings: { host: '127.0.0.1', port: ssh.port, user: ssh.username, password: ssh.password },
  })
  const listed = await call('GET', `connections/${data.id}/folder?path=in`)
  assert.deepEqual(
    listed.data.map(({ name, path: at, kind, size }: any) => [name, at, kind, size]),
    [
      ['old', 'in/old', 'folder', null],
      ['Äpfel.csv', 'in/Äpfel.csv', 'file', 3],
    ],
  )
  const look = (path: string) => call('POST', `connections/${data.id}/look`, { of: 'files', path })
  assert.deepEqual(
    (await look('in/*.csv')).data.map(({ path: at, size }: any) => [at, size]),
    [['in/Äpfel.csv', 3]],
  )
  assert.deepEqual((await look('out/*.csv')).data, [])
  assert.equal((await look('../*')).code, 'FILE_PATH')
  assert.equal((await call('GET', `connections/${data.id}/folder?path=nowhere`)).status, 404)
  assert.equal((await call('GET', `connections/${data.id}/folder?path=..`)).code, 'FILE_PATH')
  assert.equal((await call('GET', `connections/${data.id}/places`)).code, 'NOTHING_TO_LIST')
  assert.equal((await call('GET', `connections/${data.id}/folder`, undefined, viewer)).status, 403)
})
