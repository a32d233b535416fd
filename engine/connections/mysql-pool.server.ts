import mysql, { type Connection, type Pool } from 'mysql2/promise'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { mysqlSocket } from '@weft/kit/network/mysql-socket.server.ts'

export type MysqlLogin = { host: string; port: number; username: string; password: string; database: string }

/**
 * What every session on MySQL or MariaDB is told first, so that it behaves as PostgreSQL does: names in double quotes, `||` joins texts,
 * wrong values are errors, times are UTC, and texts compare by their bytes as the database's own collation says.
 */
const session = [
  "set sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', collation_connection = @@collation_database",
  'set session transaction isolation level read committed',
  // A session whose process is frozen or gone lets go of its locks; whoever downloads an export may take their time with a part of it.
  'set session wait_timeout = 120, net_write_timeout = 600',
  // Nobody waits for a table's lock for a day, which is the server's own idea. Only MariaDB ends statements that change something.
  'set lock_wait_timeout = 300 /*M!, max_statement_time = 21600 */',
]

/** Rows come as the wire has them: decimals and times as text, whole numbers as numbers as long as they are exact, JSON as its text. */
const mysqlOptions = ({ host, port, username, password, database }: MysqlLogin) => ({
  host,
  port,
  stream: mysqlSocket,
  user: username,
  password,
  database,
  charset: 'utf8mb4',
  timezone: 'Z',
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: false,
  connectTimeout: 5000,
  jsonStrings: true,
})

const logins = new WeakMap<Pool, MysqlLogin>()

export function openMysqlPool(login: MysqlLogin, { connections }: { connections: number }): Pool {
  const pool = mysql.createPool({
    ...mysqlOptions(login),
    connectionLimit: connections,
    maxIdle: connections,
    idleTimeout: 30_000,
    enableKeepAlive: true,
  })
  pool.pool.on('connection', (connection) => {
    connection.on('error', ignore('a connection of a MySQL pool is gone, which the query under way is told'))
    for (const statement of session) connection.query(statement, (error) => error && connection.destroy()) // never a session that would read SQL in another way
  })
  logins.set(pool, login)
  return pool
}

export const poolLogin = (pool: Pool): MysqlLogin => logins.get(pool)!

/** A connection that is none of a pool's: whoever uses the pool never waits for it. */
export async function openMysqlConnection(login: MysqlLogin): Promise<Connection> {
  const connection = await mysql.createConnection(mysqlOptions(login))
  connection.on('error', ignore('the connection of a query is gone, which the query is told'))
  try {
    for (const statement of session) await connection.query(statement)
  } catch (error) {
    connection.destroy()
    throw error
  }
  return connection
}
