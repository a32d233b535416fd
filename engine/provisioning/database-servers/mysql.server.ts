import mysql from 'mysql2/promise'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { mysqlSocket } from '@weft/kit/network/mysql-socket.server.ts'
import { queryLoginOf } from '../../connections/query-login.server.ts'
import { texts } from '../texts.ts'
import type { Administrator, RecordServer } from './database-server.ts'

/**
 * MySQL and MariaDB. A tenant has a database and makes one for each of its projects, whose names begin with that of the
 * tenant's; the tenant's login may do everything there and sees nothing else, so nothing has to be revoked.
 */
export function mysqlServer({ host, port, username, password }: Administrator): RecordServer {
  async function connected<T>(work: (client: mysql.Connection) => Promise<T>): Promise<T> {
    const client = await mysql
      .createConnection({ host, port, stream: mysqlSocket, user: username, password, connectTimeout: 5000 })
      .catch((cause: unknown) => {
        throw new Unavailable('DATABASE_NOT_OPENED', texts.databaseNotOpened(), { cause })
      })
    client.on('error', ignore('a connection is gone, which the query under way is told'))
    return work(client).finally(() => client.end().catch(ignore('a connection that is given up could not be closed')))
  }

  return {
    create: (owned) =>
      connected(async (client) => {
        await alone(client, owned.database)
        const user = `${mysql.escape(owned.username)}@'%'`
        const { mariadb } = await versionOf(client)
        await client.query(
          `create database if not exists ${mysql.escapeId(owned.database)} character set utf8mb4 collate ${mariadb ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'}`,
        )
        await client.query(`create user if not exists ${user} identified by ${mysql.escape(owned.password)}`)
        await client.query(`alter user ${user} identified by ${mysql.escape(owned.password)}`)
        await grant(client, owned, 'all privileges')
      }),
    createQueryLogin: ({ database, username: login, password }) =>
      connected(async (client) => {
        await alone(client, database)
        if ((await databasesOf(client, database)).length === 0) return // dropped meanwhile; nobody would drop this login any more
        const user = `${mysql.escape(login)}@'%'`
        const limits = `with max_user_connections ${queryConnections} /*M! max_statement_time ${longestQuery_s} */`
        for (const verb of ['create user if not exists', 'alter user'])
          await client.query(`${verb} ${user} identified by ${mysql.escape(password)} ${limits}`)
        await client.query(`grant select on ${granted(database)[1]} to ${user}`)
      }),
    drop: (owned) =>
      connected(async (client) => {
        await alone(client, owned.database)
        for (const name of await databasesOf(client, owned.database))
          await client.query(`drop database if exists ${mysql.escapeId(name)}`)
        for (const login of [queryLoginOf(owned.database, 'mysql'), owned.username]) {
          await client.query(`drop user if exists ${mysql.escape(login)}@'%'`)
          await cut(client, login)
        }
      }),
    setPassword: (owned) =>
      connected(
        async (client) =>
          void (await client.query(
            `alter user ${mysql.escape(owned.username)}@'%' identified by ${mysql.escape(owned.password)}`,
          )),
      ),
    freeze: (owned) =>
      connected(async (client) => {
        await regrant(client, owned, 'select, create temporary tables')
        await cut(client, owned.username)
      }),
    thaw: (owned) =>
      connected(async (client) => {
        if ((await databasesOf(client, owned.database)).length === 0) return
        await regrant(client, owned, 'all privileges')
        await cut(client, owned.username)
      }),
    health: () =>
      connected(async (client) => {
        const { name } = await versionOf(client)
        const one = async (text: string) =>
          Number(Object.values((await client.query<mysql.RowDataPacket[]>(text))[0][0] ?? {}).at(-1) ?? 0)
        return {
          version: name,
          bytes: await one('select coalesce(sum(data_length + index_length), 0) as n from information_schema.tables'),
          connections: await one("show global status like 'Threads_connected'"),
          connections_most: await one('select @@max_connections as n'),
          separates_users: true,
        }
      }),
    version: () => connected(async (client) => (await versionOf(client)).name),
  }
}

/** Of all processes together; each of them has five for a tenant, and needs more to cancel one. Whatever limits those, the server has its own. */
const queryConnections = 30
/** What a session of users' SQL is not told otherwise: as long as an export. */
const longestQuery_s = 600

// In a grant, _ and % stand for any letters: the first is meant as it is, the second is not.
const granted = (database: string) =>
  [database, `${database}_p_%`].map((name) => `${mysql.escapeId(name).replaceAll('_', '\\_')}.*`)

async function grant(
  client: mysql.Connection,
  { database, username }: { database: string; username: string },
  rights: string,
) {
  for (const name of granted(database))
    await client.query(`grant ${rights} on ${name} to ${mysql.escape(username)}@'%'`)
}

async function regrant(client: mysql.Connection, owned: { database: string; username: string }, rights: string) {
  for (const name of granted(owned.database))
    await client
      .query(`revoke all privileges on ${name} from ${mysql.escape(owned.username)}@'%'`)
      .catch((error: { errno?: number }) => {
        if (error.errno !== 1141) throw error // there was none, because a stopped process had taken it already
      })
  await grant(client, owned, rights)
}

/** Rights count for a session from its next look at them; one that begins anew has looked. */
async function cut(client: mysql.Connection, username: string) {
  const [sessions] = await client.query<mysql.RowDataPacket[]>(
    'select id from information_schema.processlist where user = ?',
    [username],
  )
  for (const { id } of sessions)
    await client.query(`kill ${id}`).catch(ignore('a session to be cut off may have ended by itself'))
}

async function versionOf(client: mysql.Connection) {
  const [rows] = await client.query<mysql.RowDataPacket[]>('select version() as version')
  const version = String(rows[0]!['version'])
  const mariadb = version.includes('MariaDB')
  return { mariadb, name: `${mariadb ? 'MariaDB' : 'MySQL'} ${version.split('-')[0]}` }
}

async function databasesOf(client: mysql.Connection, base: string): Promise<string[]> {
  const [rows] = await client.query<mysql.RowDataPacket[]>(
    'select schema_name as name from information_schema.schemata where schema_name = ? or schema_name like ?',
    [base, `${base}_p_`.replaceAll('_', '\\_') + '%'],
  )
  return rows.map((row) => String(row['name']))
}

/**
 * A process that was killed leaves its last statement running on the server. Whoever comes next waits here until that has ended,
 * because the lock goes with the session.
 */
const alone = (client: mysql.Connection, database: string) =>
  client.query('select get_lock(?, 60)', [`weft ${database}`])
