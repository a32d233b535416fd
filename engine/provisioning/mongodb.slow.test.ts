import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { ferretDb } from '@weft/kit/testing/ferretdb.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { folderFileStore } from '../file-store/folder-file-store.server.ts'
import { documentDatabaseOf } from '../documents/mongodb/database-name.ts'
import { openMongo } from '../documents/mongodb/line.server.ts'
import { measureStorage } from '../usage/storage.server.ts'
import { removeDue } from './removal.server.ts'
import { createRun, runAll, runStep, undoRun } from './run.server.ts'
import { aDraft, aPlace, depsAt } from './testing/deps.ts'

const administrator = { user: 'root', password: 'Sturm-und-Drang' }
const ferret = await ferretDb({ ...administrator, database: 'admin' })
if (typeof ferret === 'string') test('a tenant on MongoDB', { skip: ferret }, () => undefined)
else {
  const { port } = ferret
  const control = await testDatabase()
  const place = await aPlace(control)
  const deps = depsAt(place)
  after(() => deps.close())
  const owner = openPool(control.owner_url, { max: 2 })
  after(() => owner.end())
  const provider = { level: 'provider' } as const
  const { id: documents_server_id } = await inScope(deps.db, provider, (trx) =>
    trx
      .insertInto('database_servers')
      .values({
        ...{ name: 'Ferret', engine: 'mongodb', host: '127.0.0.1', port, username: administrator.user },
        password: encryptUnbound(place.key, administrator.password),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const begin = (name: string) =>
    createRun(deps, provider, { kind: 'tenant', draft: { ...aDraft(name), documents_server_id } })
  const subjectOf = (id: string) =>
    inScope(deps.db, provider, async (trx) => {
      const run = trx.selectFrom('provisioning_runs').select('subject_id').where('id', '=', id)
      return (await run.executeTakeFirstOrThrow()).subject_id
    })
  /** Databases and logins on the server, apart from its own. */
  async function traces() {
    const login = { username: administrator.user, password: administrator.password }
    const client = await openMongo({ host: '127.0.0.1', port, ...login }, 'admin')
    const { databases } = await client.db('admin').command({ listDatabases: 1 })
    const { users } = await client.db('admin').command({ usersInfo: { forAllDBs: true } })
    await client.close()
    const names = (all: { name?: string; user?: string }[]) =>
      all.map(({ name, user }) => name ?? user!).filter((one) => one.startsWith('weft_'))
    return { databases: names(databases), users: names(users) }
  }

  test('the nine steps put documents on MongoDB and records on PostgreSQL; usage counts both; removal leaves nothing', async () => {
    const id = await begin('Alster Archiv')
    assert.equal(await runAll(deps, id), 'done')
    const tenant_id = await subjectOf(id)
    const name = documentDatabaseOf(tenant_id)
    assert.deepEqual(await traces(), { databases: [name], users: [name] })
    const connections = await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
      trx.selectFrom('tenant_connections').select(['name', 'engine', 'database']).orderBy('name').execute(),
    )
    assert.deepEqual(
      connections.map(({ name: is, engine, database }) => [is, engine, database === name]),
      [
        ['documents', 'mongodb', true],
        ['tenant', 'postgres', false],
      ],
    )
    const store = await deps.databases.documents(tenant_id)
    assert.equal(store.engine, 'mongodb')
    await store.put('data_lake', { document: { text: 'x'.repeat(500_000) } })
    await measureStorage(owner, folderFileStore(place.home), deps.databases)
    const { rows } = await owner.query('select database_bytes from storage_days where tenant_id = $1', [tenant_id])
    assert.ok(Number(rows[0].database_bytes) > 500_000, String(rows[0]?.database_bytes))

    await inScope(deps.db, { level: 'system' }, (trx) =>
      trx
        .updateTable('tenants')
        .set({ status: 'deleting', deleting_since: '2026-01-01T00:00:00Z' })
        .where('id', '=', tenant_id)
        .execute(),
    )
    assert.deepEqual(await removeDue(deps), [tenant_id])
    assert.deepEqual(await traces(), { databases: [], users: [] })
  })

  test('a server that is away fails the third step in words; once it is back the step succeeds, and all of it is taken back', async () => {
    await ferret.stop()
    const id = await begin('Unlucky')
    assert.equal(await runAll(deps, id), 'failed')
    const failed = await inScope(deps.db, provider, (trx) =>
      trx
        .selectFrom('provisioning_steps')
        .select(['key', 'error'])
        .where('state', '=', 'failed')
        .where('run_id', '=', id)
        .execute(),
    )
    assert.deepEqual(
      failed.map(({ key, error }) => [key, (error as { message: { en: string } }).message.en]),
      [['initialize_documents', 'The database could not be opened.']],
    )
    await ferret.start()
    assert.equal(await runStep(deps, id, 'initialize_documents'), 'pending')
    const name = documentDatabaseOf(await subjectOf(id))
    assert.deepEqual((await traces()).users, [name])
    assert.equal(await undoRun(deps, id), 'undone')
    assert.deepEqual(await traces(), { databases: [], users: [] })
  })
}
