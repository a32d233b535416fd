import { after } from 'node:test'
import { mariaDb } from '@weft/kit/testing/mariadb.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import type { SqlCounterpart } from '@weft/kit/testing/sql-counterpart.ts'
import type { RowDataPacket } from 'mysql2'
import mysql from 'mysql2/promise'
import { mariadbBody } from '../mariadb.server.ts'
import { mariadb } from '../mariadb.ts'

/** A MariaDB of a test file's own, or why there is none. */
export async function mariadbCounterpart(): Promise<SqlCounterpart | string> {
  const server = await mariaDb()
  if (typeof server === 'string') return server
  const { host, port, username: user, password } = server
  const owner = await mysql.createConnection({ host, port, user, password, charset: 'utf8mb4' })
  after(() => owner.end())
  await owner.query("set time_zone = '+00:00', sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES'")
  await owner.query('create database shop character set utf8mb4')
  await owner.query('use shop')
  const settings = mariadb.settings.parse({ host, port, user, password, database: 'shop', encryption: 'none' })
  const [rows] = await owner.query<RowDataPacket[]>('select version() as version')
  return {
    product: `MariaDB ${String(rows[0]!['version']).split('-')[0]!}`,
    open: () => mariadbBody.open!(settings, localReach),
    run: (statement) => owner.query(statement),
    parameter: () => '?',
    remembersBatches: true,
    tellsKeys: true,
    numbered: 'int auto_increment primary key',
    calculated: (from) => `int generated always as (${from}) stored`,
    values: {
      whole: { column: 'int', value: '-2147483648' },
      large: { column: 'bigint', value: '9223372036854775807' },
      exact: { column: 'decimal(38,18)', value: '12345678901234567890.123456789012345678' },
      double: { column: 'double', value: '0.1' },
      flag: { column: 'boolean', value: 'true' },
      text: { column: 'varchar(100)', value: `'Ä "x" \\\\ ''q'' 😀\\nnew'` },
      day: { column: 'date', value: `'1583-01-01'` },
      moment: { column: 'timestamp(6) null', value: `'2026-11-22 13:58:07.123456'` },
      wall: { column: 'datetime(6)', value: `'2026-11-22 14:58:07.123456'` },
      bytes: { column: 'blob', value: `x'00ff'` },
      document: { column: 'json', value: `'{"n": 12345678901234567890, "t": "ä"}'` },
    },
  }
}
