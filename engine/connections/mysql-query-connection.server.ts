import type { Connection, Pool } from 'mysql2/promise'
import { poolLogin, openMysqlConnection, type MysqlLogin } from './mysql-pool.server.ts'
import { queryLoginBeside } from './query-login.server.ts'

/** There is no such login, or it has another password; it may not see the database. */
const notLetIn = [1044, 1045]

/**
 * A connection for a user's own SQL: by the login made for it, which is made where it was not yet. A database on a server that is not
 * registered here has only the tenant's own login. Answers the login, too, because only it may cancel what runs.
 */
export async function openQueryConnection(
  pool: Pool,
  database: string,
): Promise<{ connection: Connection; login: MysqlLogin }> {
  const own = { ...poolLogin(pool), database }
  const separate = queryLoginBeside(pool)
  if (!separate) return { connection: await openMysqlConnection(own), login: own }
  const { username, password, create } = separate
  const login = { ...own, username, password }
  const connection = await openMysqlConnection(login).catch(async (error: { errno?: number }) => {
    if (!notLetIn.includes(error.errno ?? 0)) throw error
    await create()
    return openMysqlConnection(login)
  })
  return { connection, login }
}
