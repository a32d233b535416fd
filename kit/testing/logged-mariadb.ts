import { after } from 'node:test'
import mysql from 'mysql2/promise'
import { ignore } from '../log/ignore.server.ts'
import { mariaDb } from './mariadb.ts'

/**
 * A MariaDB of a test file's own that logs what readers of its log need, with `more` options; reached as its administrator, whose line is
 * `owner`. Or why there is none.
 */
export async function loggedMariaDb(more: string[] = []) {
  const server = await mariaDb(['--log-bin=log', '--server-id=7', '--binlog-format=ROW', ...more])
  if (typeof server === 'string') return server
  const { host, port, username: user, password } = server
  const open = () =>
    mysql.createConnection({ host, port, user, password, charset: 'utf8mb4', multipleStatements: true })
  const owner = await open()
  owner.on('error', ignore('a server that a test kills ends this line as well'))
  after(() => owner.destroy())
  await owner.query(`set time_zone = '+00:00'; create database shop character set utf8mb4; use shop`)
  return { server, owner, open, settings: { host, port, user, password, database: 'shop', encryption: 'none' } }
}
