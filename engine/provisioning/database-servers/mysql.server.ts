import mysql from 'mysql2/promise'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { texts } from '../texts.ts'
import type { Administrator, DatabaseServer } from './database-server.ts'

/** MySQL and MariaDB. A login sees only the databases it was granted something on, so nothing has to be revoked. */
export function mysqlServer({ host, port, username, password }: Administrator): DatabaseServer {
  async function connected<T>(work: (client: mysql.Connection) => Promise<T>): Promise<T> {
    const client = await mysql.createConnection({ host, port, user: username, password, connectTimeout: 5000 }).catch((cause: unknown) => {
      throw new Unavailable('DATABASE_NOT_OPENED', texts.databaseNotOpened(), { cause })
    })
    return work(client).finally(() => client.end())
  }

  return {
    create: (owned) =>
      connected(async (client) => {
        const user = `${mysql.escape(owned.username)}@'%'`
        await client.query(`create database if not exists ${mysql.escapeId(owned.database)} character set utf8mb4`)
        await client.query(`create user if not exists ${user} identified by ${mysql.escape(owned.password)}`)
        await client.query(`alter user ${user} identified by ${mysql.escape(owned.password)}`)
        await client.query(`grant all privileges on ${mysql.escapeId(owned.database).replaceAll('_', '\\_')}.* to ${user}`) // a bare _ would stand for any letter
      }),
    drop: (owned) =>
      connected(async (client) => {
        await client.query(`drop database if exists ${mysql.escapeId(owned.database)}`)
        await client.query(`drop user if exists ${mysql.escape(owned.username)}@'%'`)
      }),
    version: () =>
      connected(async (client) => {
        const [rows] = await client.query<mysql.RowDataPacket[]>('select version() as version')
        const version = String(rows[0]!['version'])
        return `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${version.split('-')[0]}`
      }),
  }
}
