import type { Connection as PlainConnection } from 'mysql2'
import mysql, { type Connection } from 'mysql2/promise'
import { mariadbBody } from '@weft/catalogue/connectors/mariadb/mariadb.server.ts'
import { mariadb } from '@weft/catalogue/connectors/mariadb/mariadb.ts'
import { startMariaDb } from '@weft/kit/testing/mariadb.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import type { Row } from '../figure.ts'
import { assigned, columns, valuesOf } from './orders.ts'
import { measureTables, type ByHand } from './tables.ts'

export async function onMariaDb(rows: number): Promise<Row[]> {
  const server = await startMariaDb()
  if (typeof server === 'string') return []
  try {
    const { host, port, username: user, password } = server
    const connection = await mysql.createConnection({ host, port, user, password, dateStrings: true })
    await connection.query('create database bench')
    await connection.query('use bench')
    for (const table of ['ours', 'by_hand']) await connection.query(`create table ${table} (${columns.join(', ')})`)
    const settings = mariadb.settings.parse({ host, port, user, password, database: 'bench', encryption: 'none' })
    const session = await mariadbBody.open!(settings, localReach)
    const figures = await measureTables('MariaDB', rows, session, scriptOn(connection))
    await session.close()
    await connection.end()
    return figures
  } finally {
    await server.end()
  }
}

function scriptOn(connection: Connection): ByHand {
  const changes = assigned((name) => `values(${name})`)
  return {
    insert: (records) => connection.query('insert into by_hand values ?', [records.map(valuesOf)]),
    upsert: (records) =>
      connection.query(`insert into by_hand values ? on duplicate key update ${changes}`, [records.map(valuesOf)]),
    async read() {
      const line = (connection as unknown as { connection: PlainConnection }).connection
      let count = 0
      for await (const _ of line.query('select * from by_hand order by id').stream({ highWaterMark: 1000 })) count++
      return count
    },
  }
}
