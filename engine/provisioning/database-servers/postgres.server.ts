import type pg from 'pg'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { PostgresClient } from '@weft/kit/network/postgres-client.server.ts'
import { queryLoginOf } from '../../connections/query-login.server.ts'
import { texts } from '../texts.ts'
import type { Administrator, RecordServer } from './database-server.ts'

export function postgresServer({ embedded, host, port, username, password }: Administrator): RecordServer {
  const at = { host, port, password }
  async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new PostgresClient({
      ...at,
      user: username,
      database: 'postgres',
      connectionTimeoutMillis: 5000,
      application_name: 'weft provisioning',
    })
    client.on('error', ignore('a connection is gone, which the query under way is told'))
    try {
      await client.connect()
    } catch (cause) {
      throw new Unavailable('DATABASE_NOT_OPENED', texts.databaseNotOpened(), { cause })
    }
    return work(client).finally(() => client.end())
  }

  return {
    create: ({ database, username: login, password }) =>
      connected(async (client) => {
        await alone(client, database)
        const role = client.escapeIdentifier(login)
        const name = client.escapeIdentifier(database)
        const verb = (await exists(client, 'select from pg_roles where rolname = $1', login)) ? 'alter' : 'create'
        await client.query(
          `${verb} role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${client.escapeLiteral(password)}`,
        )
        // An administrator who is no superuser may only make databases for roles they belong to.
        await client.query(`grant ${role} to current_user`)
        if (!(await exists(client, 'select from pg_database where datname = $1', database)))
          await client.query(`create database ${name} owner ${role} template template0`)
        await client.query(`revoke all on database ${name} from public`)
        if (embedded) await closeToPublic(client)
      }),
    createQueryLogin: ({ database, username: login, password }) =>
      connected(async (client) => {
        await alone(client, database)
        const verb = (await exists(client, 'select from pg_roles where rolname = $1', login)) ? 'alter' : 'create'
        await client.query(
          `${verb} role ${client.escapeIdentifier(login)} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${client.escapeLiteral(password)}`,
        )
        // Whoever drops the database ends its sessions, which takes belonging to their logins.
        await client.query(`grant ${client.escapeIdentifier(login)} to current_user`)
      }),
    drop: ({ database, username: login }) =>
      connected(async (client) => {
        await alone(client, database)
        await client.query(`drop database if exists ${client.escapeIdentifier(database)} with (force)`)
        for (const role of [queryLoginOf(database, 'postgres'), login])
          await client.query(`drop role if exists ${client.escapeIdentifier(role)}`)
      }),
    setPassword: ({ username: login, password }) =>
      connected(
        async (client) =>
          void (await client.query(
            `alter role ${client.escapeIdentifier(login)} password ${client.escapeLiteral(password)}`,
          )),
      ),
    freeze: ({ database, username: login }) =>
      connected(async (client) => {
        await client.query(
          `alter role ${client.escapeIdentifier(login)} in database ${client.escapeIdentifier(database)} set default_transaction_read_only = on`,
        )
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = $2',
          [database, login],
        )
      }),
    thaw: ({ database, username: login }) =>
      connected(async (client) => {
        if (!(await exists(client, 'select from pg_database where datname = $1', database))) return
        await client.query(
          `alter role ${client.escapeIdentifier(login)} in database ${client.escapeIdentifier(database)} reset default_transaction_read_only`,
        )
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = $2',
          [database, login],
        )
      }),
    health: () =>
      connected(async (client) => {
        const { rows } = await client.query<{
          version: string
          bytes: string
          connections: number
          connections_most: number
        }>(
          `select 'PostgreSQL ' || current_setting('server_version') as version, (select coalesce(sum(pg_database_size(oid)), 0)::text from pg_database where has_database_privilege(oid, 'connect')) as bytes,
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections, current_setting('max_connections')::int as connections_most`,
        )
        return { ...rows[0]!, bytes: Number(rows[0]!.bytes), separates_users: true }
      }),
    version: () =>
      connected(
        async (client) =>
          (
            await client.query<{ version: string }>(
              "select 'PostgreSQL ' || current_setting('server_version') as version",
            )
          ).rows[0]!.version,
      ),
  }
}

/** The server is ours alone, so its own databases are closed to tenants' logins as well. */
async function closeToPublic(client: pg.Client) {
  await alone(client, 'public')
  for (const own of ['postgres', 'template1'])
    if (await exists(client, "select where has_database_privilege('public', $1, 'connect')", own))
      await client.query(`revoke all on database ${own} from public`)
}

/**
 * A process that was killed leaves its last statement running on the server. Whoever comes next waits here until that has ended,
 * because the lock goes with the session.
 */
const alone = (client: pg.Client, database: string) =>
  client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`weft ${database}`])

const exists = async (client: pg.Client, query: string, name: string) =>
  (await client.query(query, [name])).rowCount === 1
