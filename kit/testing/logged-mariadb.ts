import { after } from 'node:test'
import mysql from 'mysql2/promise'
import { mariaDb } from './mariadb.ts'

/** A MariaDB of a test file's own that logs what readers of its log need, reached as its administrator, whose line is `owner`; or why there is none. */
export async function loggedMariaDb() {
  const server = await mariaDb(['--log-bin=log', '--server-id=7', '--binlog-format=ROW'])
  if (typeof server === 'string') return server
  const { host, port, username: user, password } = server
  const open = () =>
    mysql.createConnection({ host, port, user, password, charset: 'utf8mb4', multipleStatements: true })
  const owner = await open()
  after(() => owner.end())
  await owner.query(`set time_zone = '+00:00'; create database shop character set utf8mb4; use shop`)
  return { server, owner, open, settings: { host, port, user, password, database: 'shop', encryption: 'none' } }
}
