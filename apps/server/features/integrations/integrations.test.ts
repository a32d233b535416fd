import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import pg from 'pg'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const hanse = await aTenant({ ...server.test, key: context.key }, { name: 'Hanse' })
const south = await aTenant({ ...server.test, key: context.key }, { name: 'South' })
const as = async (role: 'developer' | 'viewer' | 'tenant_admin', name: string = role, of = hanse) => ({
  ...(await signedIn(server, { email: `${name}@${of.tenant_id}.test`, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const developer = await as('developer')
const colleague = await as('developer', 'colleague')
const boss = await as('tenant_admin')
const stranger = await as('tenant_admin', 'stranger', south)

const shop = await testDatabase()
const owner = new pg.Client({ connectionString: shop.owner_url })
await owner.connect()
const ask = (statement: string) => owner.query(statement)
await ask(`create schema shop;
  create table shop."Customer" ("CustomerID" varchar(5) primary key, email varchar(254), "firstName" varchar(60) not null, birthday date,
    "order" int, updated_at timestamptz not null default now());
  create table shop.line (order_id int, line_no int, sku varchar(40) not null, amount numeric(12,2), removed boolean not null default false, primary key (order_id, line_no));
  create table shop.log (at timestamptz, text text);
  insert into shop."Customer" select 'C' || n, 'c' || n || '@hanse.example', 'Jane' || n, date '1980-01-01' + n, n, now() from generate_series(1, 40) n;
  insert into shop.line select 1 + n / 3, n % 3, 'SKU-' || n, n * 1.1 from generate_series(1, 120) n;
  insert into shop.log values (now(), 'started')`)
const { hostname: host, port, username, password, pathname } = new URL(shop.owner_url)
await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({ key: 'egress', value: JSON.stringify({ allow: [{ host, port: Number(port) }] }) })
    .execute(),
)
const other = host === '127.0.0.1' ? 'localhost' : '127.0.0.1'
await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('allowed_hosts')
    .values({ tenant_id: hanse.tenant_id, host: other, port: Number(port) })
    .execute(),
)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(method: Method, url: string, payload?: object, headers: Record<string, string> = developer) {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  const body = (answer.body ? JSON.parse(answer.body) : {}) as any
  return { status: answer.statusCode, text: answer.body, ...body } as any
}
async function good(method: Method, url: string, payload?: object, headers = developer) {
  const answer = await call(method, url, payload, headers)
  assert.ok(answer.status < 300, `${method} ${url}: ${answer.text}`)
  return answer.data
}
const connection = await good('POST', 'connections', {
  label: 'Shop Kiel',
  name: 'shop_kiel',
  connector: 'postgres',
  settings: { host, port: Number(port), user: username, password, database: pathname.slice(1), encryption: 'none' },
  project_id: hanse.project_id,
})

const chosen = (name: string, stored_as: string, more: object = {}) => ({ name, stored_as, ...more })
async function aDraft(tables: object[], label = 'Shop Kiel') {
  const { id, data } = await good('POST', 'integration_drafts', { connection_id: connection.id })
  await good('PUT', `integration_drafts/${id}`, { step: 'analyzeData', data: { ...data, label, tables } })
  let draft: any
  for (const { name } of tables as { name: string }[])
    draft = await good('POST', `integration_drafts/${id}/analyse`, { table: name })
  return draft
}
const customer = (more: object = {}) =>
  chosen('shop."Customer"', 'shop_kiel_customer', { read: 'changed', cursor_field: 'updated_at', ...more })
const changed = (draft: any, change: (data: any) => void) => {
  const data = structuredClone(draft.data)
  change(data)
  return good('PUT', `integration_drafts/${draft.id}`, { data })
}

test('a draft outlives everything but its owner, and others do not see it', async () => {
  const draft = await aDraft([customer()])
  assert.equal((await good('GET', `integration_drafts/${draft.id}`)).step, 'analyzeData')
  assert.deepEqual(
    (await good('GET', 'integration_drafts')).map(({ id }: any) => id),
    [draft.id],
  )
  for (const headers of [colleague, stranger]) {
    assert.equal((await call('GET', `integration_drafts/${draft.id}`, undefined, headers)).status, 404)
    assert.equal((await call('POST', `integration_drafts/${draft.id}/save`, { run: false }, headers)).status, 404)
    assert.deepEqual(await good('GET', 'integration_drafts', undefined, headers), [])
  }
  await good('DELETE', `integration_drafts/${draft.id}`)
  assert.equal((await call('GET', `integration_drafts/${draft.id}`)).status, 404)
})

test('an analysis says what is in a table, masks people and suggests what to do with them', async () => {
  const draft = await aDraft([customer()])
  const profile = draft.profiles['shop."Customer"']
  assert.deepEqual(
    [profile.read, profile.whole, profile.table.key, profile.tells_changes],
    [40, true, ['CustomerID'], true],
  )
  const of = (name: string) => profile.fields.find((field: any) => field.name === name)
  assert.deepEqual(
    ['email', 'firstName', 'birthday', 'order'].map((name) => [of(name).personal, of(name).example, of(name).filled]),
    [
      ['email', 'c•••••@•••.example', 40],
      ['name', 'J•••••', 40],
      ['birthday', '19••-••-••', 40],
      [null, '1', 40],
    ],
  )
  assert.deepEqual(
    draft.data.tables[0].fields.map(({ name, stored_as, treatment }: any) => `${name} ${stored_as} ${treatment}`),
    [
      'CustomerID customer_id keep',
      'email email hash',
      'firstName first_name mask',
      'birthday birthday leave_out',
      'order order_value keep',
      'updated_at updated_at keep',
    ],
  )
  assert.ok(!JSON.stringify(draft).includes('@hanse.example'))
  await good('DELETE', `integration_drafts/${draft.id}`)
})

test('a system that this tenant alone may reach is looked into', async () => {
  const own = await good('POST', 'connections', {
    label: 'Own shop',
    name: 'own_shop',
    connector: 'postgres',
    settings: { ...connection.settings, host: other, password },
    project_id: hanse.project_id,
  })
  const draft = await good('POST', 'integration_drafts', { connection_id: own.id })
  const described = await good('POST', `integration_drafts/${draft.id}/describe`, { tables: ['shop.line'] })
  assert.deepEqual(
    described.map(({ name, key }: any) => [name, key]),
    [['shop.line', ['order_id', 'line_no']]],
  )
  await good('DELETE', `integration_drafts/${draft.id}`)
})

test('what does not hold together stands at its place, and nothing is made', async () => {
  const draft = await aDraft([customer({ deletions: 'remove' }), chosen('shop.log', 'shop_kiel_customer')])
  await changed(draft, (data) => {
    data.label = ''
    const [own] = data.tables
    own.fields[0].treatment = 'mask'
    own.fields[1].treatment = 'keep'
    own.fields[4].stored_as = 'order'
    data.tables[1].read = 'changed'
  })
  const refused = await call('POST', `integration_drafts/${draft.id}/save`, { run: false })
  assert.equal(refused.status, 422)
  assert.deepEqual(Object.keys(refused.errors).toSorted(), [
    'label',
    'tables.0.deletions',
    'tables.0.fields.0.treatment',
    'tables.0.fields.1.purpose',
    'tables.0.fields.4.stored_as',
    'tables.1.cursor_field',
    'tables.1.stored_as',
  ])
  assert.equal((await call('GET', 'data_structures')).meta.total, 0)
  await good('DELETE', `integration_drafts/${draft.id}`)
})

test('saving makes structures, mappings and one published workflow that nothing is wrong with', async () => {
  const draft = await aDraft([
    customer({ deletions: 'mark' }),
    chosen('shop.line', 'shop_kiel_line', { deletions: 'remove', deleted_field: 'removed' }),
    chosen('shop.log', 'shop_kiel_log'),
  ])
  await changed(draft, (data) => {
    data.tables[0].fields.find(({ name }: any) => name === 'birthday').treatment = 'keep'
    data.tables[0].fields.find(({ name }: any) => name === 'birthday').purpose = 'Birthday mails'
  })
  const made = await good('POST', `integration_drafts/${draft.id}/save`, { run: false })
  assert.deepEqual([made.id, made.state, made.list.length], [draft.id, 'new', 3])
  assert.equal((await call('GET', `integration_drafts/${draft.id}`)).status, 404)
  const [own, line, log] = made.list
  const structure = await good('GET', `data_structures/${own.structure_id}`)
  assert.deepEqual(
    structure.fields.map((field: any) =>
      [field.name, field.type, field.length, field.primary_key && 'key', !field.nullable && 'filled']
        .filter(Boolean)
        .join(' '),
    ),
    [
      'customer_id text 5 key filled',
      'email text 64',
      'first_name text 191 filled',
      'birthday date',
      'order_value integer',
      'updated_at date_time filled',
      'deleted_at date_time',
    ],
  )
  const keys = async ({ structure_id }: any) =>
    (await good('GET', `data_structures/${structure_id}`)).fields
      .filter((field: any) => field.primary_key)
      .map(({ name }: any) => name)
  assert.deepEqual([await keys(line), await keys(log)], [['row_key'], ['row_key']])
  for (const { mapping_id } of made.list) {
    const mapping = await good('GET', `mappings/${mapping_id}`)
    assert.deepEqual([mapping.runnable, mapping.problems], [true, []])
  }
  const workflow = await good('GET', `workflows/${made.workflow_id}`)
  assert.deepEqual([workflow.published, workflow.active], [true, true])
  const { source, problems } = await good('GET', `workflows/${made.workflow_id}/code`)
  assert.deepEqual(problems, [])
  assert.ok(source.includes('{{ config.personal_data_key }}'))
  const schedules = (await good('GET', `workflows/${made.workflow_id}/triggers`)).schedules
  assert.deepEqual(
    schedules.map(({ cron }: any) => cron),
    ['0 * * * *'],
  )
  const [key] = await good('GET', 'config_values')
  assert.deepEqual([key.name, key.kind, key.value], ['personal_data_key', 'secret', ''])
  assert.deepEqual(
    (await call('GET', 'integrations')).data.map(({ label, tables }: any) => [label, tables]),
    [['Shop Kiel', 3]],
  )
})

test('a table whose name is taken is told at its place', async () => {
  const draft = await aDraft([customer()], 'Again')
  const refused = await call('POST', `integration_drafts/${draft.id}/save`, { run: false })
  assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['tables.0.stored_as']])
  await good('DELETE', `integration_drafts/${draft.id}`)
})

test('the rhythm is the schedule of the workflow, and goes with it', async () => {
  const [{ id, workflow_id }] = await good('GET', 'integrations')
  const crons = async () =>
    (await good('GET', `workflows/${workflow_id}/triggers`)).schedules.map(({ cron }: any) => cron)
  await good('PUT', `integrations/${id}`, { rhythm: 'daily', time: '04:15', label: 'Shop and more' })
  assert.deepEqual(await crons(), ['15 4 * * *'])
  assert.equal((await good('GET', `integrations/${id}`)).rhythm_key, 'daily')
  assert.equal((await good('GET', `workflows/${workflow_id}`)).label, 'Shop and more')
  await good('PUT', `integrations/${id}`, { rhythm: 'none' })
  assert.deepEqual(await crons(), [])
  const byHand = await good('GET', `integrations/${id}`)
  assert.deepEqual([byHand.rhythm, byHand.rhythm_key], ['', 'none'])
  await good('PUT', `integrations/${id}`, { rhythm: 'every_15_minutes', active: false })
  assert.equal((await good('GET', `integrations/${id}`)).state, 'paused')
  await good('PUT', `integrations/${id}`, { active: true })
  assert.deepEqual(await crons(), ['*/15 * * * *'])
})

test('what changes at the source is told, and taken over as decided', async () => {
  const [{ id, workflow_id }] = await good('GET', 'integrations')
  assert.deepEqual((await good('POST', `integrations/${id}/compare`)).differences, [])
  await ask(`alter table shop.line rename amount to total;
    alter table shop.line add pickup_point uuid, add note varchar(20);
    alter table shop."Customer" alter "order" type bigint, drop birthday`)
  const { differences } = await good('POST', `integrations/${id}/compare`)
  assert.deepEqual(
    differences.map(({ kind, table, field, before, after, used, decision }: any) =>
      [kind, table, field, before, after, used, decision].join(' '),
    ),
    [
      'gone shop."Customer" birthday date  true keep',
      'retyped shop."Customer" order integer bigint true take',
      'gone shop.line amount numeric(12,2)  true keep',
      'added shop.line total  numeric(12,2) false take',
      'added shop.line pickup_point  uuid false take',
      'added shop.line note  character varying(20) false take',
    ],
  )
  const listed = (await good('GET', 'integrations'))[0]
  assert.deepEqual([listed.state, listed.reason, listed.count], ['needs_you', 'changed', 6])
  const decisions = differences.map((one: any) => ({
    id: one.id,
    decision: one.field === 'note' ? 'ignore' : one.decision,
  }))
  assert.equal((await call('POST', `integrations/${id}/apply`, { decisions: decisions.slice(1) })).status, 409)
  await good('POST', `integrations/${id}/apply`, { decisions })
  assert.deepEqual((await good('POST', `integrations/${id}/compare`)).differences, [])
  assert.equal((await good('GET', 'integrations'))[0].state, 'new')
  const whole = await good('GET', `integrations/${id}`)
  const line = await good('GET', `data_structures/${whole.list[1].structure_id}`)
  assert.deepEqual(
    line.fields.map(({ name }: any) => name),
    ['row_key', 'order_id', 'line_no', 'sku', 'amount', 'removed', 'total', 'pickup_point'],
  )
  const own = await good('GET', `data_structures/${whole.list[0].structure_id}`)
  assert.equal(own.fields.find(({ name }: any) => name === 'order_value').type, 'big_integer')
  const { source, problems } = await good('GET', `workflows/${workflow_id}/code`)
  assert.deepEqual(problems, [])
  assert.ok(!source.includes('- amount') && source.includes('- pickup_point') && !source.includes('- note'))
})

test('new fields never take a name of ours, and applying again finishes what has failed half-way', async () => {
  const [{ id, workflow_id }] = await good('GET', 'integrations')
  const { list } = await good('GET', `integrations/${id}`)
  await ask(`alter table shop.line add row_key text, add weight int;
    alter table shop."Customer" add deleted_at timestamptz, add points int`)
  const { differences } = await good('POST', `integrations/${id}/compare`)
  const decisions = differences.map(({ id: one, decision }: any) => ({ id: one, decision }))
  const structureOf = ({ structure_id }: any) => good('GET', `data_structures/${structure_id}`)
  const namesOf = async (table: any) => (await structureOf(table)).fields.map(({ name }: any) => name)
  // The workflow cannot be kept, but structures and mappings have grown by then.
  const house = new pg.Client({ connectionString: server.test.owner_url })
  await house.connect()
  await house.query(`create function refuse_all() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse_all before update on workflows execute function refuse_all()`)
  const failed = await call('POST', `integrations/${id}/apply`, { decisions })
  await house.query('drop trigger refuse_all on workflows; drop function refuse_all')
  await house.end()
  assert.equal(failed.status, 500)
  const grown = [await namesOf(list[0]), await namesOf(list[1])]
  assert.deepEqual(
    grown.map((names) => names.slice(-2)),
    [
      ['deleted_at_2', 'points'],
      ['row_key_2', 'weight'],
    ],
  )
  await good('POST', `integrations/${id}/apply`, { decisions })
  assert.deepEqual([await namesOf(list[0]), await namesOf(list[1])], grown)
  assert.deepEqual((await good('POST', `integrations/${id}/compare`)).differences, [])
  for (const { mapping_id } of list) {
    const { runnable, problems, definition } = await good('GET', `mappings/${mapping_id}`)
    assert.deepEqual([runnable, problems], [true, []])
    const targets = definition.connections.map(({ target_field_id }: any) => target_field_id)
    assert.equal(new Set(targets).size, targets.length)
  }
  assert.deepEqual((await good('GET', `workflows/${workflow_id}/code`)).problems, [])
})

test('a field that vanishes and comes back is what it was, and is counted once', async () => {
  const [{ id, workflow_id }] = await good('GET', 'integrations')
  const follow = async (change: string) => {
    await ask(change)
    const { differences } = await good('POST', `integrations/${id}/compare`)
    const decisions = differences.map(({ id: one, decision }: any) => ({ id: one, decision }))
    await good('POST', `integrations/${id}/apply`, { decisions })
    assert.deepEqual((await good('POST', `integrations/${id}/compare`)).differences, [])
    return differences.map(({ kind, field }: any) => `${kind} ${field}`)
  }
  const kept = async () => {
    const { list } = await good('GET', `integrations/${id}`)
    const fields = list.map((table: any) => [table.name, table.fields, table.personal])
    const structures = await Promise.all(
      list.map(async ({ structure_id }: any) => (await good('GET', `data_structures/${structure_id}`)).fields),
    )
    return { fields, names: structures.map((own) => own.map(({ name }: any) => name)) }
  }
  const reads = async (field: string) =>
    (await good('GET', `workflows/${workflow_id}/code`)).source.includes(`- ${field}`)
  const before = await kept()
  assert.deepEqual(await follow('alter table shop."Customer" drop email; alter table shop.line drop sku'), [
    'gone email',
    'gone sku',
  ])
  assert.deepEqual([await reads('email'), await reads('sku')], [false, false])
  assert.deepEqual(
    await follow('alter table shop."Customer" add email varchar(254); alter table shop.line add sku varchar(40)'),
    ['added email', 'added sku'],
  )
  assert.deepEqual(await kept(), before)
  assert.deepEqual([await reads('email'), await reads('sku')], [true, true])
  assert.deepEqual((await good('GET', `workflows/${workflow_id}/code`)).problems, [])
})

test('a field of the key that is gone is told, as nobody could say what has vanished', async () => {
  const [{ id }] = await good('GET', 'integrations')
  await ask(`alter table shop."Customer" drop "CustomerID"`)
  const { differences } = await good('POST', `integrations/${id}/compare`)
  const decisions = differences.map(({ id: one, decision }: any) => ({ id: one, decision }))
  const { status, code, message } = await call('POST', `integrations/${id}/apply`, { decisions })
  assert.deepEqual([status, code], [409, 'KEY_GONE'])
  assert.ok(message.startsWith('CustomerID is gone, and it told the records of shop."Customer" apart'), message)
})

test('another tenant sees none of it, a viewer neither, and only who may make structures saves', async () => {
  const [{ id }] = await good('GET', 'integrations')
  assert.deepEqual((await call('GET', 'integrations', undefined, stranger)).data, [])
  for (const [method, url, payload] of [
    ['GET', `integrations/${id}`, undefined],
    ['PUT', `integrations/${id}`, { label: 'Mine' }],
    ['POST', `integrations/${id}/compare`, undefined],
    ['POST', `integrations/${id}/accept_vanished`, { table: 'shop.line' }],
    ['DELETE', `integrations/${id}`, undefined],
  ] as const)
    assert.equal((await call(method, url, payload, stranger)).status, 404, `${method} ${url}`)
  assert.equal((await call('GET', 'integrations', undefined, await as('viewer'))).status, 403)
})

test('an integration goes with its workflow; what it has stored stays', async () => {
  const [{ id, workflow_id }] = await good('GET', 'integrations')
  await good('DELETE', `integrations/${id}`, undefined, boss)
  assert.equal((await call('GET', `workflows/${workflow_id}`)).status, 404)
  assert.equal((await call('GET', `integrations/${id}`)).status, 404)
  assert.equal((await call('GET', 'data_structures')).meta.total, 6)
  await owner.end()
})
