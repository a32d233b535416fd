import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { mariaDb } from '@weft/kit/testing/mariadb.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { tcpProxy } from '@weft/kit/testing/tcp-proxy.ts'
import mysql from 'mysql2/promise'
import { mariadbBody } from './mariadb.server.ts'
import { mariadb } from './mariadb.ts'

const server = await mariaDb()
const skip = typeof server === 'string' ? server : false

test('answers that are changed on the way end in records or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  const { host, port, username: user, password } = server
  const owner = await mysql.createConnection({ host, port, user, password })
  for (const statement of [
    'create database till',
    'use till',
    'create table till.kinds (id int primary key, amount decimal(20,8), at datetime(6), flag boolean, bytes blob, document json)',
    `insert into till.kinds select seq, seq / 7, now(6), seq % 2, x'00ff', '{"n": [1, 2]}' from seq_1_to_300`,
  ])
    await owner.query(statement)
  await owner.end()
  await survivesGarbledAnswers({
    host,
    port,
    async use(near) {
      const settings = { host, port: near, user, password, database: 'till', encryption: 'none' }
      const session = await mariadbBody.open!(mariadb.settings.parse(settings), localReach)
      try {
        await session.discover()
        for await (const _ of session.read({ table: 'kinds' }));
        for await (const _ of session.read({ table: 'kinds', order: '-amount' }));
        for await (const _ of session.query!('select *, ? as given from kinds', ['x']));
        const writer = await session.write!({ table: 'kinds', mode: 'upsert' })
        await writer.write([{ id: 1, amount: '1.5' }, { id: 'no number' }])
        await writer.close()
      } finally {
        await session.close()
      }
    },
  })
})

test('whoever asks is told that the columns of an answer have no end', { skip, timeout: 60_000 }, async () => {
  if (typeof server === 'string') return
  const { host, port, username: user, password } = server
  const { port: near } = await tcpProxy({ host, port }, ({ client, server }) => ({
    asked: (bytes) => void server.write(bytes),
    answered(bytes) {
      for (let i = 0; i + 4 < bytes.length; i += 1)
        if (bytes.readUIntLE(i, 3) === 5 && bytes[i + 4] === 0xfe) bytes[i + 4] = 1
      client.write(bytes)
    },
  }))
  const settings = { host, port: near, user, password, database: 'mysql', encryption: 'none' }
  await assert.rejects(async () => {
    const session = await mariadbBody.open!(mariadb.settings.parse(settings), localReach)
    await session.discover().finally(() => session.close())
  }, WeftError)
})
