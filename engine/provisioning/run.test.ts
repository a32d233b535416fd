import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { answerAnnouncements } from './daemon.server.ts'
import { removeDue } from './removal.server.ts'
import { createRun, runAll, runStep, undoRun } from './run.server.ts'
import { steps } from './steps.server.ts'
import { aDraft, aPartnerDraft, aPlace, depsAt } from './testing/deps.ts'
import { runRowsIn } from './testing/runs.ts'
import { nothing, tracesOf, whole } from './testing/traces.ts'

const control = await testDatabase()
const place = await aPlace(control)
const deps = depsAt(place)
after(() => deps.close())
const cluster = new pg.Client({ connectionString: control.cluster_url })
await cluster.connect()
after(() => cluster.end())

const provider = { level: 'provider' } as const
const begin = (name: string) => createRun(deps, provider, { kind: 'tenant', draft: aDraft(name) })
const beginPartner = (name: string) => createRun(deps, provider, { kind: 'partner', draft: aPartnerDraft(name) })
const { runRow, stepRows } = runRowsIn(deps.db)
const statesOf = async (id: string) => (await stepRows(id)).map((row) => row.state)
const traces = (subject_id: string) => tracesOf(deps, cluster, subject_id)
const code = (wanted: string) => (error: unknown) => error instanceof WeftError && error.code === wanted

async function attempt(url: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return 'connected'
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => {})
  }
}

async function urlOf(tenant_id: string, name: string) {
  const row = await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_connections').selectAll().where('name', '=', name).executeTakeFirstOrThrow(),
  )
  const url = new URL(databaseUrl(control.cluster_url, row.database))
  url.username = row.username
  url.password = unseal(place.key, placeIn(sealedColumns.connection_password, row), row.password!)
  return url.href
}

test('the nine steps make a tenant whose user may sign in', async () => {
  const id = await begin('Hanse Handel')
  assert.equal(await runAll(deps, id), 'done')
  const { subject_id, tenant_id, input } = await runRow(id)
  assert.equal(tenant_id, subject_id)
  assert.deepEqual(await traces(subject_id), whole)
  const tenant = await inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('tenants').selectAll().where('id', '=', subject_id).executeTakeFirstOrThrow(),
  )
  assert.deepEqual(
    [tenant.status, tenant.active, tenant.initialized, tenant.workspace],
    ['active', true, true, 'hanse-handel.example'],
  )
  assert.equal(JSON.stringify(input).includes('password'), false)
  const documents = await deps.databases.documents(subject_id)
  assert.equal(documents.engine, 'postgres')
  const id_of_document = await documents.put('data_lake', { document: { city: 'Kiel' } })
  assert.deepEqual((await documents.get('data_lake', id_of_document))?.document, { city: 'Kiel' })
})

test('the nine steps make a partner with a place of its own, which is in no list of tenants', async () => {
  const id = await beginPartner('Nordlicht Digital')
  assert.equal(await runAll(deps, id), 'done')
  const { subject_id } = await runRow(id)
  assert.deepEqual(await traces(subject_id), { ...whole, partners: 1 })
  const { partner, user } = await inScope(deps.db, provider, async (trx) => ({
    partner: await trx.selectFrom('partners').selectAll().where('id', '=', subject_id).executeTakeFirstOrThrow(),
    user: await trx
      .selectFrom('users')
      .select(['kind', 'role', 'partner_id'])
      .where('partner_id', '=', subject_id)
      .executeTakeFirstOrThrow(),
  }))
  assert.deepEqual(
    [partner.status, partner.active, partner.initialized, partner.abbreviation, partner.number],
    ['active', true, true, 'AP', '70001'],
  )
  assert.deepEqual(user, { kind: 'partner', role: 'partner_admin', partner_id: subject_id })
  assert.equal((await deps.databases.relational(subject_id)).engine, 'postgres')
  for (const scope of [provider, { level: 'partner', partner_id: subject_id } as const])
    assert.deepEqual(
      await inScope(deps.db, scope, (trx) =>
        trx.selectFrom('tenants').select('id').where('id', '=', subject_id).execute(),
      ),
      [],
    )
  await inScope(deps.db, provider, (trx) =>
    trx
      .updateTable('partners')
      .set({ name: 'Nordlicht', active: false, status: 'deactivated' })
      .where('id', '=', subject_id)
      .execute(),
  )
  const place = await inScope(deps.db, { level: 'tenant', tenant_id: subject_id }, (trx) =>
    trx.selectFrom('tenants').select(['name', 'active', 'status']).executeTakeFirstOrThrow(),
  )
  assert.deepEqual(place, { name: 'Nordlicht', active: false, status: 'deactivated' })
})

test('a partner with tenants is not undone', async () => {
  const partner = await beginPartner('Busy partner')
  await runAll(deps, partner)
  const { subject_id } = await runRow(partner)
  const tenant = await createRun(
    deps,
    { level: 'partner', partner_id: subject_id },
    { kind: 'tenant', draft: aDraft('Tenant of busy') },
  )
  assert.equal(await runAll(deps, tenant), 'done')
  await assert.rejects(undoRun(deps, partner), code('PARTNER_IN_USE'))
  assert.equal(await undoRun(deps, tenant), 'undone')
  assert.equal(await undoRun(deps, partner), 'undone')
  assert.deepEqual(await traces(subject_id), nothing)
})

test("a tenant's login owns its own database and may connect to no other", async () => {
  const [one, two, three] = await Promise.all(['Alpha', 'Beta', 'Gamma'].map(begin))
  assert.deepEqual(await Promise.all([runAll(deps, one!), runAll(deps, two!), runAll(deps, three!)]), [
    'done',
    'done',
    'done',
  ])
  const a = (await runRow(one!)).subject_id
  const b = (await runRow(two!)).subject_id
  const own = await urlOf(a, 'tenant')
  assert.equal(await attempt(own), 'connected')
  assert.equal(await attempt(databaseUrl(own, new URL(await urlOf(b, 'tenant')).pathname.slice(1))), '42501')
  assert.equal(await attempt(databaseUrl(own, new URL(await urlOf(a, 'documents')).pathname.slice(1))), '42501')
  for (const other of ['postgres', 'template1', 'weft_template'])
    assert.equal(await attempt(databaseUrl(own, other)), '42501', other)
  const { rows } = await cluster.query(
    'select d.datname = r.rolname as own, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_database d join pg_roles r on r.oid = d.datdba where d.datname = $1',
    [new URL(own).username],
  )
  assert.deepEqual(rows, [
    { own: true, rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false },
  ])
})

test('a step is refused while an earlier one is not done, and says which', async () => {
  const id = await begin('Orderly')
  await assert.rejects(runStep(deps, id, 'create_storage'), (error: WeftError) => {
    assert.equal(error.code, 'PROVISIONING_ORDER')
    assert.equal(
      error.answer('de').message,
      'Bitte schließen Sie zuerst die früheren Schritte ab: „Datenbank anlegen“ ist noch nicht erledigt.',
    )
    return true
  })
  assert.equal(await runStep(deps, id, 'create_database'), 'pending')
  assert.equal(await runStep(deps, id, 'add_entry'), 'pending')
  assert.deepEqual(await statesOf(id), [
    'done',
    'done',
    'pending',
    'pending',
    'pending',
    'pending',
    'pending',
    'pending',
    'pending',
  ])
  await assert.rejects(runStep(deps, id, 'initialize'), code('PROVISIONING_ORDER'))
  assert.equal(await undoRun(deps, id), 'undone')
  assert.deepEqual(await traces((await runRow(id)).subject_id), nothing)
  await assert.rejects(runAll(deps, id), code('PROVISIONING_UNDONE'))
})

test('two at once on the same tenant: the second is told to wait', async () => {
  const id = await begin('Twice')
  const slow = { ...deps, restartDaemon: () => sleep(4000, { daemons: [] }) }
  const outcomes = await Promise.allSettled([runAll(slow, id), runAll(slow, id)])
  assert.deepEqual(outcomes.map((outcome) => outcome.status).sort(), ['fulfilled', 'rejected'])
  assert.equal(code('PROVISIONING_BUSY')(outcomes.find((outcome) => outcome.status === 'rejected')!.reason), true)
})

test('a workspace domain, a name and an address are given once, also while another setup is under way', async () => {
  await begin('Unique')
  await assert.rejects(begin('Unique'), (error: WeftError) => {
    assert.deepEqual(error.answer('en').errors, { workspace: ['workspace domain unique.example already assigned'] })
    return true
  })
  await assert.rejects(begin('Alpha'), (error: WeftError) => {
    assert.deepEqual(error.answer('en').errors, {
      workspace: ['workspace domain alpha.example already assigned'],
      name: ['The name "Alpha" is already in use.'],
      'user.email': ['The email address ada@alpha.example is already in use.'],
    })
    return true
  })
})

test('a server that does not answer, or not to this password, fails its step with the reason; the next try goes on', async () => {
  const id = await begin('Unlucky')
  const { port, password } = new URL(control.cluster_url)
  const change = (more: { port?: number; password?: Buffer }) =>
    inScope(deps.db, provider, (trx) => trx.updateTable('database_servers').set(more).execute())
  const refused = async (reason: RegExp) => {
    assert.equal(await runAll(deps, id), 'failed')
    const [first, second] = await stepRows(id)
    assert.deepEqual([first!.state, second!.state], ['failed', 'pending'])
    assert.deepEqual((first!.error as { message: unknown }).message, {
      en: 'The database could not be opened.',
      de: 'Die Datenbank konnte nicht geöffnet werden.',
    })
    assert.match((first!.error as { detail: string }).detail, reason)
  }
  await change({ port: 1 })
  await refused(/ECONNREFUSED/)
  const given_up = await begin('Given up')
  assert.equal(await runAll(deps, given_up), 'failed')
  assert.equal(await undoRun(deps, given_up), 'undone')
  await change({ port: Number(port), password: encryptUnbound(place.key, 'wrong') })
  await refused(/password authentication failed/)
  await change({ password: encryptUnbound(place.key, password) })
  assert.equal(await runAll(deps, id), 'done')
})

test('a server that is away while something is taken back: it fails with the reason and is completed later', async () => {
  const id = await begin('Half undone')
  assert.equal(await runAll(deps, id), 'done')
  const { subject_id } = await runRow(id)
  const { port } = new URL(control.cluster_url)
  await inScope(deps.db, provider, (trx) => trx.updateTable('database_servers').set({ port: 1 }).execute())
  assert.equal(await undoRun(deps, id), 'failed')
  assert.deepEqual((await statesOf(id)).slice(2), [
    'failed',
    'undone',
    'undone',
    'undone',
    'undone',
    'undone',
    'undone',
  ])
  await inScope(deps.db, provider, (trx) =>
    trx
      .updateTable('database_servers')
      .set({ port: Number(port) })
      .execute(),
  )
  assert.equal(await undoRun(deps, id), 'undone')
  assert.deepEqual(await traces(subject_id), nothing)
})

test('a database that has gone: the connection is not assigned, and the message says what to check', async () => {
  const id = await begin('Missing')
  for (const key of ['create_database', 'add_entry', 'initialize_documents', 'create_storage'])
    await runStep(deps, id, key)
  const { subject_id } = await runRow(id)
  await cluster.query(`drop database weft_t_${subject_id.replaceAll('-', '').slice(-12)} with (force)`)
  assert.equal(await runStep(deps, id, 'assign_connections'), 'failed')
  const error = (await stepRows(id))[4]!.error as { code: string; message: { en: string } }
  assert.deepEqual(
    [error.code, error.message.en],
    ['NO_TENANT_CONNECTION', 'The tenant connection could not be created. Please check first that a database exists.'],
  )
  assert.equal(await undoRun(deps, id), 'undone')
  assert.deepEqual(await traces(subject_id), nothing)
})

const failing = async (id: string, key: string) => {
  assert.equal(await runStep(deps, id, key), 'failed')
  const { code, message } = (await stepRows(id)).find((row) => row.key === key)!.error as {
    code: string
    message: { en: string; de: string }
  }
  return [code, message.en, message.de]
}
const upTo = async (id: string, last: string) => {
  for (const { key } of steps.slice(
    0,
    steps.findIndex((step) => step.key === last),
  ))
    await runStep(deps, id, key)
  return runRow(id)
}
const other = (name: string, workspace: string) =>
  inScope(deps.db, provider, (trx) => trx.insertInto('tenants').values({ name, workspace, api_token: name }).execute())

test('what goes wrong on the way is told in the words of the specification, in both languages', async () => {
  const domain = await begin('Domain gone')
  await upTo(domain, 'add_entry')
  await other('Was faster', 'domain-gone.example')
  assert.deepEqual(await failing(domain, 'add_entry'), [
    'DOMAIN_EXISTS',
    'The domain already exists.',
    'Die Domain ist bereits vorhanden.',
  ])

  const name = await begin('Name gone')
  await upTo(name, 'add_entry')
  await other('Name gone', 'faster.example')
  assert.deepEqual(await failing(name, 'add_entry'), [
    'CLIENT_NOT_CREATED',
    'The client could not be created. Please try again later.',
    'Der Mandant konnte nicht angelegt werden. Bitte versuchen Sie es später erneut.',
  ])

  const entry = await begin('Entry gone')
  const { subject_id } = await upTo(entry, 'assign_connections')
  await inScope(deps.db, provider, (trx) => trx.deleteFrom('tenants').where('id', '=', subject_id).execute())
  assert.deepEqual(await failing(entry, 'assign_connections'), [
    'CONNECTION_NOT_ASSIGNED',
    'The connection could not be assigned. Please try again later.',
    'Die Verbindung konnte nicht zugewiesen werden. Bitte versuchen Sie es später erneut.',
  ])

  const documents = await begin('Documents gone')
  const run = await upTo(documents, 'initialize')
  await cluster.query(`drop database weft_d_${run.subject_id.replaceAll('-', '').slice(-12)} with (force)`)
  assert.deepEqual(await failing(documents, 'initialize'), [
    'TENANT_NOT_INITIALIZED',
    'The tenant could not be initialized. Please try again later.',
    'Der Mandant konnte nicht initialisiert werden. Bitte versuchen Sie es später erneut.',
  ])
  const setting = await begin('Setting refused')
  const { subject_id: refused } = await upTo(setting, 'initialize')
  const owner = new pg.Client({ connectionString: control.owner_url })
  await owner.connect()
  await owner.query(`create or replace function refuse_setting() returns trigger language plpgsql as $$ begin if new.id = '${refused}' and new.initialized then raise exception 'no'; end if; return new; end $$;
    create trigger refuse_setting before update on tenants for each row execute function refuse_setting()`)
  assert.deepEqual(await failing(setting, 'initialize'), [
    'SETTING_NOT_UPDATED',
    'The setting could not be updated.',
    'Die Einstellung konnte nicht aktualisiert werden.',
  ])
  await owner.query('drop trigger refuse_setting on tenants')
  await owner.end()
  for (const id of [domain, name, entry, documents, setting]) assert.equal(await undoRun(deps, id), 'undone')
})

test('a tenant with projects is not undone', async () => {
  const id = await begin('Busy bees')
  assert.equal(await runAll(deps, id), 'done')
  const tenant_id = (await runRow(id)).subject_id
  await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Commerce hub' }).execute(),
  )
  await assert.rejects(undoRun(deps, id), code('TENANT_IN_USE'))
  assert.deepEqual(await traces(tenant_id), whole)
})

test('the last step waits until every service process has taken the tenant up', async () => {
  const heard: string[] = []
  const daemons = await Promise.all(
    ['machine-1:10', 'machine-1:11'].map((name) =>
      answerAnnouncements(place.app_url, name, async (tenant_id) => void heard.push(`${name} ${tenant_id}`)),
    ),
  )
  after(() => Promise.all(daemons.map((daemon) => daemon.close())))
  const id = await begin('Heard')
  assert.equal(await runAll(deps, id), 'done')
  const { subject_id } = await runRow(id)
  assert.deepEqual(heard.sort(), [`machine-1:10 ${subject_id}`, `machine-1:11 ${subject_id}`])
  assert.deepEqual((await stepRows(id))[8]!.result, { daemons: ['machine-1:10', 'machine-1:11'] })
})

test('the server with the fewest databases is taken, one that does not answer or is inactive never', async () => {
  const { hostname, port, username, password } = new URL(control.cluster_url)
  const values = {
    engine: 'postgres',
    host: hostname,
    port: Number(port),
    username,
    password: encryptUnbound(place.key, password),
    embedded: true,
  }
  const fresh = await inScope(deps.db, provider, async (trx) => {
    await trx
      .insertInto('database_servers')
      .values([
        { ...values, name: 'Asleep', active: false },
        { ...values, name: 'Away', port: 1 },
      ])
      .execute()
    return trx
      .insertInto('database_servers')
      .values({ ...values, name: 'Fresh' })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  const id = await begin('Elsewhere')
  assert.equal(await runAll(deps, id), 'done')
  const { subject_id } = await runRow(id)
  const servers = await inScope(deps.db, { level: 'tenant', tenant_id: subject_id }, (trx) =>
    trx.selectFrom('tenant_connections').select('server_id').execute(),
  )
  assert.deepEqual(new Set(servers.map((row) => row.server_id)), new Set([fresh.id]))
})

test('what was marked for deletion is removed for good after thirty days, in steps that may be repeated', async () => {
  const id = await begin('Over')
  await runAll(deps, id)
  const { subject_id } = await runRow(id)
  await inScope(deps.db, { level: 'tenant', tenant_id: subject_id }, async (trx) => {
    const project = await trx
      .insertInto('projects')
      .values({ name: 'Commerce hub' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const workflow = await trx
      .insertInto('workflows')
      .values({ project_id: project.id, label: 'Once', class_name: 'Once', source: 'weft: 1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: queue_id } = await trx
      .selectFrom('queues')
      .select('id')
      .where('name', '=', 'default')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('jobs')
      .values({
        project_id: project.id,
        workflow_id: workflow.id,
        queue_id,
        status: 'stopped',
        source_id: await keptSourceIn(trx, workflow.id, 'weft: 1'),
        version: 1,
        started_by: 'hand',
      })
      .execute()
  })
  mkdirSync(path.join(place.home, 'git', subject_id), { recursive: true })
  const marked = new Date()
  await inScope(deps.db, provider, (trx) =>
    trx
      .updateTable('tenants')
      .set({ active: false, status: 'deleting', deleting_since: marked.toISOString() })
      .where('id', '=', subject_id)
      .execute(),
  )
  const after = (days: number) => new Date(marked.getTime() + days * 86_400_000)
  assert.deepEqual(await removeDue(deps, after(29.9)), [])
  let forgotten = 0
  const forget = async (id: string) => {
    if (++forgotten === 2) throw new Error('stopped half-way') // when the connections are given back
    await deps.databases.forget(id)
  }
  const broken = { ...deps, databases: { ...deps.databases, forget } }
  assert.deepEqual(await removeDue(broken, after(30.1)), [])
  assert.equal((await traces(subject_id)).databases, 2)
  assert.deepEqual(await removeDue(deps, after(30.1)), [subject_id])
  assert.deepEqual(await traces(subject_id), nothing)
  assert.equal(existsSync(path.join(place.home, 'git', subject_id)), false)
  assert.deepEqual(await removeDue(deps, after(30.1)), [])
  const { entries } = await inScope(deps.db, systemScope, async (trx) => ({
    entries: await trx
      .selectFrom('audit_logs')
      .select(['action', 'entity_name'])
      .where('entity', '=', 'tenants')
      .where('entity_id', '=', subject_id)
      .where('action', '=', 'delete')
      .execute(),
  }))
  assert.deepEqual(entries, [{ action: 'delete', entity_name: 'Over' }])
})

test('nothing is left behind in the storage folder of tenants that were undone', async () => {
  const living = await inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('tenant_storages').select('tenant_id').execute(),
  )
  assert.deepEqual(readdirSync(path.join(place.home, 'storage')).sort(), living.map((row) => row.tenant_id).sort())
})
