import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { execute } from '@weft/kit/database/prepare.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { TestDatabase } from '@weft/kit/testing/database.ts'
import type { MariaDb } from '@weft/kit/testing/mariadb.ts'
import { openTenantDatabases, type TenantDatabases } from '../connections/tenant-databases.server.ts'
import { mysqlServer } from '../provisioning/database-servers/mysql.server.ts'

export type TestTenant = {
  partner_id: string
  tenant_id: string
  project_id: string
  queue_id: string
  user_id: string
  /** The project of this tenant, as its user. */
  scope: Scope & { tenant_id: string; project_id: string; user_id: string }
  databases: TenantDatabases
  /** The tenant's own database, with its own login. */
  database_url: string
}

/**
 * A tenant as provisioning leaves it: partner, project, default queue, a user, and a database that its own login owns, in the cluster or
 * `on` a MariaDB. Gone after the test file.
 */
export async function aTenant(
  test: TestDatabase,
  { name = `Tenant ${randomBytes(4).toString('hex')}`, on }: { name?: string; on?: MariaDb } = {},
): Promise<TestTenant> {
  const { db, key } = test
  const short = randomBytes(5).toString('hex')
  const { partner_id, tenant_id } = await inScope(db, { level: 'provider' }, async (trx) => {
    const partner = await trx
      .insertInto('partners')
      .values({ name: `Partner of ${name}`, workspace: `p-${short}.test`, api_token: `partner-${short}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tenant = await trx
      .insertInto('tenants')
      .values({
        name,
        partner_id: partner.id,
        workspace: `t-${short}.test`,
        api_token: `tenant-${short}`,
        active: true,
        initialized: true,
        status: 'active',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { partner_id: partner.id, tenant_id: tenant.id }
  })
  const login = await createTenantDatabase(test, `t_${short}`)
  const own = { database: `t_${short}`, username: `t_${short}`, password: login.password }
  if (on) await mysqlServer({ ...on, embedded: false }).create(own)
  const ids = await inScope(db, { level: 'tenant', tenant_id }, async (trx) => {
    const project = await trx
      .insertInto('projects')
      .values({ name: 'Commerce hub' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const queue = await trx.insertInto('queues').values({ name: 'default' }).returning('id').executeTakeFirstOrThrow()
    const user = await trx
      .insertInto('users')
      .values({
        kind: 'client',
        tenant_id,
        email: `user@t-${short}.test`,
        role: 'tenant_admin',
        first_name: 'Ada',
        last_name: 'Tester',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sealed = (name: string, password: string) =>
      seal(key, placeIn(sealedColumns.connection_password, { tenant_id, name }), password)
    const at = {
      host: login.hostname,
      port: Number(login.port),
      database: login.pathname.slice(1),
      username: login.username,
    }
    const relational = on
      ? {
          engine: 'mysql',
          host: on.host,
          port: on.port,
          database: own.database,
          username: own.username,
          password: sealed('tenant', own.password),
        }
      : { engine: 'postgres', ...at, password: sealed('tenant', login.password) }
    await trx
      .insertInto('tenant_connections')
      .values([
        { name: 'tenant', ...relational },
        { name: 'documents', engine: 'postgres_documents', ...at, password: sealed('documents', login.password) },
      ])
      .execute()
    return { project_id: project.id, queue_id: queue.id, user_id: user.id }
  })
  const databases = openTenantDatabases(db, key)
  after(async () => {
    await databases.close()
    await execute(test.cluster_url, `drop database ${login.username} with (force)`)
    await execute(test.cluster_url, `drop role ${login.username}`)
  })
  return {
    partner_id,
    tenant_id,
    ...ids,
    scope: { level: 'tenant', tenant_id, project_id: ids.project_id, user_id: ids.user_id },
    databases,
    database_url: login.href,
  }
}

async function createTenantDatabase({ cluster_url }: TestDatabase, name: string) {
  const password = randomBytes(12).toString('hex')
  await execute(cluster_url, `create role ${name} login password '${password}'`)
  await execute(cluster_url, `create database ${name} owner ${name}`)
  await execute(cluster_url, `revoke connect, temporary on database ${name} from public`)
  const url = new URL(cluster_url)
  url.username = name
  url.password = password
  url.pathname = `/${name}`
  return url
}
