import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { openMysqlPool } from '../../connections/mysql-pool.server.ts'
import { cancellable } from './cancel.server.ts'
import { rows } from './rows.server.ts'

const found = await mariaDb()
const skip = typeof found === 'string' ? found : false
const open = () => openMysqlPool({ ...(found as MariaDb), database: 'mysql' }, { connections: 1 })
const [pool, watching] = skip ? [] : [open(), open()]
after(() => Promise.all([pool?.end(), watching?.end()]))
const running = () =>
  rows(
    watching!,
    "select id from information_schema.processlist where info like '%from numbers a%' and id <> connection_id()",
  )

test('a query nobody waits for ends in the database, and the next one is answered', { skip }, async () => {
  await rows(pool!, 'create table numbers (n int not null)')
  await rows(
    pool!,
    'insert into numbers with recursive counted as (select 1 as n union all select n + 1 from counted where n < 1000) select n from counted',
  )
  const leaving = new AbortController()
  const asked = cancellable(
    pool!,
    'select count(*) from numbers a, numbers b, numbers c, numbers d where a.n + b.n < c.n * d.n',
    { signal: leaving.signal },
  )
  while ((await running()).length === 0) await sleep(20)
  leaving.abort()
  await assert.rejects(asked, { code: 'GIVEN_UP' })
  while ((await running()).length > 0) await sleep(20) // killed, but listed until its thread has cleaned up
  assert.deepEqual(await cancellable(pool!, 'select 1 as one'), [{ one: 1 }])
  const gone = new AbortController()
  gone.abort()
  await assert.rejects(cancellable(pool!, 'select 1', { signal: gone.signal }), { code: 'GIVEN_UP' })
})

test(
  'an answer of more bytes than are shown is cut with a sentence, and the next query is answered',
  { skip },
  async () => {
    await assert.rejects(cancellable(pool!, "select repeat('x', 2000000) from numbers limit 100"), {
      code: 'ROWS_TOO_LARGE',
      status: 422,
    })
    assert.deepEqual(await cancellable(pool!, 'select 1 as one'), [{ one: 1 }])
  },
)
