import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { ferretDb } from '@weft/kit/testing/ferretdb.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { MongoClient } from 'mongodb'
import { openTenantDatabases } from '../../connections/tenant-databases.server.ts'
import { mongodbServer } from '../../provisioning/database-servers/mongodb.server.ts'
import { aTenant } from '../../testing/tenant.ts'
import { storesDocuments } from '../testing/conformance.ts'
import { documentDatabaseOf } from './database-name.ts'

const administrator = { user: 'root', password: 'Sturm-und-Drang' }
const ferret = await ferretDb({ ...administrator, database: 'admin' })
if (typeof ferret === 'string') test('documents on MongoDB', { skip: ferret }, () => undefined)
else {
  const at = { host: '127.0.0.1', port: ferret.port }
  const server = mongodbServer({
    ...at,
    username: administrator.user,
    password: administrator.password,
    embedded: false,
  })
  const control = await testDatabase()
  const [tenant, other] = [await aTenant(control), await aTenant(control)]
  const databases = openTenantDatabases(control.db, control.key)
  after(() => databases.close())
  for (const { tenant_id } of [tenant, other]) {
    const name = documentDatabaseOf(tenant_id)
    const password = `of ${name}`
    await server.create({ database: name, username: name, password })
    await assign(tenant_id, { ...at, database: name, username: name }, password)
  }

  async function assign(
    tenant_id: string,
    row: { host: string; port: number; database: string; username: string },
    password: string,
  ) {
    const sealed = seal(
      control.key,
      placeIn(sealedColumns.connection_password, { tenant_id, name: 'documents' }),
      password,
    )
    await inScope(control.db, { level: 'tenant', tenant_id }, (trx) =>
      trx
        .updateTable('tenant_connections')
        .set({ ...row, engine: 'mongodb', password: sealed })
        .where('name', '=', 'documents')
        .execute(),
    )
    await databases.forget(tenant_id)
  }

  storesDocuments(() => databases.documents(tenant.tenant_id))

  test('no tenant’s document database is opened for another one, though the server would let its login in', async () => {
    const [own, foreign] = [tenant, other].map(({ tenant_id }) => documentDatabaseOf(tenant_id)) as [string, string]
    const id = await (await databases.documents(other.tenant_id)).put('logs', { document: { secret: 'of the other' } })
    const client = new MongoClient(`mongodb://${at.host}:${at.port}/`, {
      auth: { username: own, password: `of ${own}` },
      authSource: own,
    })
    // This server has no roles: what keeps tenants apart here is Weft alone.
    assert.equal(await client.db(foreign).collection<{ _id: string }>('logs').countDocuments({ _id: id }), 1)
    await client.close()
    for (const database of [foreign, foreign.toUpperCase(), `${own}x`, 'admin', '']) {
      await assign(tenant.tenant_id, { ...at, database, username: own }, `of ${own}`)
      await assert.rejects(databases.documents(tenant.tenant_id), { code: 'DOCUMENT_DATABASE_FOREIGN', status: 403 })
    }
    await assign(tenant.tenant_id, { ...at, database: own, username: own }, `of ${own}`)
    const store = await databases.documents(tenant.tenant_id)
    assert.equal(await store.get('logs', id), undefined)
    assert.equal(await store.count('logs', {}), 0)
  })

  test('a login gets a new password, and goes with its database; both may be repeated', async () => {
    const owned = { database: 'weft_d_gone', username: 'weft_d_gone', password: 'first' }
    const client = (password: string) =>
      new MongoClient(`mongodb://${at.host}:${at.port}/`, {
        auth: { username: owned.username, password },
        authSource: owned.database,
      })
    const written = async (password: string) => {
      const opened = client(password)
      return opened
        .db(owned.database)
        .collection('logs')
        .insertOne({ n: 1 })
        .then(
          () => 'written',
          (error: Error) => error.message,
        )
        .finally(() => opened.close())
    }
    await server.create(owned)
    await server.create(owned)
    assert.equal(await written('first'), 'written')
    await server.setPassword({ username: owned.username, password: 'second' })
    assert.deepEqual([await written('first'), await written('second')], ['Authentication failed.', 'written'])
    await server.drop(owned)
    await server.drop(owned)
    assert.equal(await written('second'), 'Authentication failed.')
    await server.create({ ...owned, password: 'third' })
    const opened = client('third')
    assert.equal(await opened.db(owned.database).collection('logs').countDocuments(), 0)
    await opened.close()
    await server.drop(owned)
  })

  test('the server says what it is, and that it does not separate its users', async () => {
    const { version, bytes, separates_users } = await server.health()
    assert.match(version, /^FerretDB 1\.24\./)
    assert.deepEqual([separates_users, bytes > 0], [false, true])
    await assert.rejects(mongodbServer({ ...at, username: 'root', password: 'wrong', embedded: false }).version(), {
      code: 'DATABASE_NOT_OPENED',
    })
  })

  test('a server that is away is told as such, and its documents are there when it is back', async () => {
    const store = await databases.documents(tenant.tenant_id)
    const id = await store.put('logs', { document: { n: 1 } })
    await ferret.stop()
    await databases.forget(tenant.tenant_id)
    await assert.rejects(store.get('logs', id), { code: 'DOCUMENTS_NOT_REACHED', status: 503 })
    await ferret.start()
    assert.deepEqual((await store.get('logs', id))?.document, { n: 1 })
  })
}
