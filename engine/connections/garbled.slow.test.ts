import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { mariaDb } from '@weft/kit/testing/mariadb.ts'
import { tcpProxy } from '@weft/kit/testing/tcp-proxy.ts'
import mysql from 'mysql2/promise'
import { mysqlServer } from '../provisioning/database-servers/mysql.server.ts'
import { postgresServer } from '../provisioning/database-servers/postgres.server.ts'
import { openMysqlConnection, openMysqlPool } from './mysql-pool.server.ts'
import { tryLogin } from './try-login.server.ts'

// A driver that cannot make sense of what a server says throws out of reach of whoever asked, which would end the process.

/** What the driver says is for others to put into words: here it only has to reach whoever asked. */
const told = (work: () => Promise<unknown>) =>
  work().catch((cause: unknown) => {
    throw new Unavailable('CONNECTION_FAILED', quotedTexts(String(cause)), { cause })
  })

test('PostgreSQL: garbled answers reach whoever asked, and end no process', async () => {
  const { owner_url } = await testDatabase()
  const { hostname: host, port, username, password, pathname } = new URL(owner_url)
  await execute(
    owner_url,
    `create table kinds as select n as id, n / 7.0 as amount, now() as at from generate_series(1, 300) n`,
  )
  await survivesGarbledAnswers({
    host,
    port: Number(port),
    use: (near) =>
      told(async () => {
        const login = { host, port: near, username, password }
        await tryLogin('postgres', { ...login, database: pathname.slice(1) })
        await postgresServer({ ...login, embedded: false }).health()
        const url = new URL(databaseUrl(owner_url, pathname.slice(1)))
        url.port = String(near)
        const pool = openPool(url.href, { max: 2 })
        try {
          await Promise.all([pool.query('select * from kinds'), pool.query('select $1::text as given', ['x'])])
        } finally {
          await pool.end()
        }
      }),
  })
})

const server = await mariaDb()
const skip = typeof server === 'string' ? server : false

test('MariaDB: garbled answers reach whoever asked, and end no process', { skip }, async () => {
  if (typeof server === 'string') return
  const { host, port, username, password } = server
  const owner = await mysql.createConnection({ host, port, user: username, password })
  await owner.query('create database till')
  await owner.query('use till')
  await owner.query(
    `create table kinds as select seq as id, seq / 7 as amount, now(6) as at, x'00ff' as bytes, json_object('n', seq) as document from seq_1_to_300`,
  )
  await owner.end()
  await survivesGarbledAnswers({
    host,
    port,
    use: (near) =>
      told(async () => {
        const login = { host, port: near, username, password, database: 'till' }
        await tryLogin('mysql', login)
        await mysqlServer({ ...login, embedded: false }).health()
        const connection = await openMysqlConnection(login)
        await connection.query('select * from kinds').finally(() => connection.destroy())
        const pool = openMysqlPool(login, { connections: 2 })
        try {
          await Promise.all([pool.query('select * from kinds'), pool.execute('select * from kinds where id > ?', [0])])
        } finally {
          await pool.end()
        }
      }),
  })
})

test('MariaDB: a word too many, cut short, ends the line and no process', { skip }, async () => {
  if (typeof server === 'string') return
  const { host, port, username, password } = server
  const clients: Socket[] = []
  const { port: near } = await tcpProxy({ host, port }, ({ client, server }) => {
    clients.push(client)
    return { asked: (bytes) => server.write(bytes), answered: (bytes) => client.write(bytes) }
  })
  const connection = await openMysqlConnection({ host, port: near, username, password, database: 'mysql' })
  const gone = once(connection, 'error')
  clients[0]!.write(new Uint8Array([1, 0, 0, 0, 0xff]))
  assert.match(String((await gone)[0]), /out of range/)
  await assert.rejects(connection.query('select 1'))
})
