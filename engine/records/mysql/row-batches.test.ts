import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { openMysqlPool } from '../../connections/mysql-pool.server.ts'
import { rowBatches } from './row-batches.server.ts'
import { streaming } from './rows.server.ts'

const found = await mariaDb(['--max-allowed-packet=1G'])
const skip = typeof found === 'string' ? found : false
const pool = skip ? undefined : openMysqlPool({ ...(found as MariaDb), database: 'mysql' }, { connections: 1 })
after(() => pool?.end())
const megabyte = 1024 * 1024
const limits = { bytes: 64 * megabyte, seconds: 60 }

test('batches end at their rows or their bytes, and the connection goes on to its next query', { skip }, async () => {
  const connection = await pool!.getConnection()
  const sizes = async (text: string) =>
    (await Array.fromAsync(rowBatches(connection, text, { rows: 1_000, bytes: 16 * megabyte }, limits).all())).map(
      (batch) => batch.length,
    )
  assert.deepEqual(await sizes('select seq from seq_1_to_2500'), [1_000, 1_000, 500])
  assert.deepEqual(await sizes('select seq from seq_1_to_2000'), [1_000, 1_000])
  assert.deepEqual(await sizes('select seq from seq_1_to_9 where seq > 9'), [])
  const large = await sizes(`select repeat('x', ${megabyte}) as text from seq_1_to_100`)
  assert.equal(
    large.reduce((sum, n) => sum + n),
    100,
  )
  assert.ok(Math.max(...large) <= 18, String(large))
  const { columns, next } = rowBatches(connection, 'select 1 as one, 2 as two', { rows: 10 }, limits)
  assert.deepEqual([await next(), await columns], [[{ one: 1, two: 2 }], ['one', 'two']])
  assert.deepEqual((await connection.query('select 3 as three'))[0], [{ three: 3 }])
  connection.release()
})

test(
  'while nobody takes the next batch nothing of it is read, and one row beyond the limit is cut when it is asked for',
  { skip },
  async () => {
    const connection = await pool!.getConnection()
    const { bytesRead } = (streaming(connection) as unknown as { stream: Socket }).stream
    const { next } = rowBatches(
      connection,
      `select repeat('x', if(seq <= 100, ${megabyte}, 600 * ${megabyte})) as text from seq_1_to_101`,
      { rows: 1_000, bytes: 16 * megabyte },
      limits,
    )
    let taken = (await next()).length
    await sleep(500)
    assert.ok((streaming(connection) as unknown as { stream: Socket }).stream.bytesRead - bytesRead < 20 * megabyte)
    await assert.rejects(
      async () => {
        for (;;) taken += (await next()).length
      },
      { code: 'QUERY_RESULT_TOO_LARGE' },
    )
    assert.ok(taken >= 84 && taken <= 100, String(taken))
    connection.destroy()
  },
)
