import mysql from 'mysql2/promise'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { PostgresClient } from '@weft/kit/network/postgres-client.server.ts'
import { mysqlSocket } from '@weft/kit/network/mysql-socket.server.ts'

type At = { host: string; port: number; username: string; password: string; database: string }

/** Opens one connection, asks the server what it is, and closes it again. Throws what the driver says. */
export async function tryLogin(
  engine: string,
  { username: user, host, port, password, database }: At,
): Promise<string> {
  if (engine === 'mongodb') return tryMongo({ username: user, host, port, password, database })
  return engine === 'mysql'
    ? tryMysql({ user, host, port, password, database })
    : tryPostgres({ user, host, port, password, database })
}

async function tryMongo(at: At) {
  const { closeMongo, mongoVersion, openMongo } = await import('../documents/mongodb/line.server.ts')
  const client = await openMongo(at, at.database)
  return mongoVersion(client).finally(() => closeMongo(client))
}

async function tryPostgres(at: { user: string } & Omit<At, 'username'>) {
  const client = new PostgresClient({ ...at, connectionTimeoutMillis: 5000 })
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    return `PostgreSQL ${rows[0]!.version}`
  } finally {
    await client.end().catch(ignore('a connection that is given up could not be closed'))
  }
}

async function tryMysql(at: { user: string } & Omit<At, 'username'>) {
  const client = await mysql.createConnection({ ...at, stream: mysqlSocket, connectTimeout: 5000 })
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  const [rows] = await client.query<mysql.RowDataPacket[]>('select version() as version').finally(() => client.end())
  const version = String(rows[0]!['version'])
  return `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${version.split('-')[0]}`
}
