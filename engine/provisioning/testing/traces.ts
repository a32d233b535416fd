import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import type { MariaDb } from '@weft/kit/testing/mariadb.ts'
import { asAdministrator } from '../../testing/as-administrator.ts'

/** Everything a tenant or a partner leaves anywhere when its databases are on the test cluster, counted. */
export async function tracesOf({ db, home }: { db: Database; home: string }, cluster: pg.Client, subject_id: string) {
  const { rows } = await cluster.query<{ databases: number; roles: number }>(
    `select (select count(*)::int from pg_database where datname like '%' || $1) as databases,
            (select count(*)::int from pg_roles where rolname like '%' || $1) as roles`,
    [tailOf(subject_id)],
  )
  const inTables = await inScope(db, systemScope, async (trx) => {
    const tenants = await trx.selectFrom('tenants').select('id').where('id', '=', subject_id).execute()
    const users = await trx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb.or([eb('tenant_id', '=', subject_id), eb('partner_id', '=', subject_id)]))
      .execute()
    const partners = await trx.selectFrom('partners').select('id').where('id', '=', subject_id).execute()
    const [connections, storages, logins, queues] = await Promise.all(
      (['tenant_connections', 'tenant_storages', 'sftp_users', 'queues'] as const).map((table) =>
        trx.selectFrom(table).select('tenant_id').where('tenant_id', '=', subject_id).execute(),
      ),
    )
    return {
      partners: partners.length,
      tenants: tenants.length,
      users: users.length,
      connections: connections!.length,
      storages: storages!.length,
      logins: logins!.length,
      queues: queues!.length,
    }
  })
  return { ...rows[0]!, ...inTables, folder: existsSync(path.join(home, 'storage', subject_id)) ? 1 : 0 }
}

export const whole = {
  databases: 2,
  roles: 2,
  partners: 0,
  tenants: 1,
  users: 1,
  connections: 2,
  storages: 1,
  logins: 1,
  queues: 5,
  folder: 1,
}
export const nothing = {
  databases: 0,
  roles: 0,
  partners: 0,
  tenants: 0,
  users: 0,
  connections: 0,
  storages: 0,
  logins: 0,
  queues: 0,
  folder: 0,
}

/** Databases and logins on a MariaDB, and connections noted in the control database. */
export async function mariaDbTracesOf({ db }: { db: Database }, server: MariaDb, subject_id: string) {
  const tail = tailOf(subject_id)
  const [databases, logins] = await Promise.all([
    asAdministrator(server, `select 1 from information_schema.schemata where schema_name like '%${tail}%'`),
    asAdministrator(server, `select 1 from mysql.user where user like '%${tail}'`),
  ])
  const connections = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('tenant_connections')
      .select('engine')
      .where('tenant_id', '=', subject_id)
      .orderBy('engine')
      .execute(),
  )
  return { databases: databases.length, logins: logins.length, connections: connections.map(({ engine }) => engine) }
}

export const wholeOnMariaDb = { databases: 1, logins: 1, connections: ['mysql', 'postgres_documents'] }
export const nothingOnMariaDb = { databases: 0, logins: 0, connections: [] }

const tailOf = (subject_id: string) => subject_id.replaceAll('-', '').slice(-12)
