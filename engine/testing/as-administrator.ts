import mysql from 'mysql2/promise'
import type { MariaDb } from '@weft/kit/testing/mariadb.ts'

/** What a MariaDB answers its administrator to one statement, over a connection that is closed again. */
export async function asAdministrator<T = Record<string, unknown>>(
  { host, port, username: user, password }: MariaDb,
  text: string,
  database?: string,
): Promise<T[]> {
  const client = await mysql.createConnection({ host, port, user, password, ...(database && { database }) })
  const [rows] = await client.query<mysql.RowDataPacket[]>(text).finally(() => client.end())
  return rows as T[]
}
