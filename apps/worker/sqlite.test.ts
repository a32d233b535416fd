import assert from 'node:assert/strict'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { openApart } from '@weft/catalogue/connectors/sqlite/apart.server.ts'
import { sqliteBody } from '@weft/catalogue/connectors/sqlite/sqlite.server.ts'
import { openStoredFiles } from '@weft/engine/connectors/stored-files.server.ts'
import { startApart } from '@weft/engine/connectors/use.server.ts'
import { localStorage } from '@weft/engine/storage/local.server.ts'
import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { localReach } from '@weft/kit/testing/reach.ts'

const home = mkdtempSync(path.join(tmpdir(), 'weft-sqlite-run-'))
after(() => rmSync(home, { recursive: true, force: true }))
const storage = localStorage(home, 'hanse')
await storage.makeFolder('in')
const copies = path.join(home, 'tmp')
const files = openStoredFiles(storage, copies)
const reach = { ...localReach, file: files.file, apart: startApart }

const made = (name: string, sql: string) => {
  const place = path.join(home, 'made', name)
  mkdirSync(path.dirname(place), { recursive: true })
  const database = new DatabaseSync(place)
  database.exec(sql)
  database.close()
  return place
}
const endless = `create view endless as with recursive r (n) as (select 1 union all select n + 1 from r) select count(*) as n from r`
const shop = made(
  'shop.db',
  `create table orders (id integer primary key, city text);
   insert into orders with recursive r (n) as (select 1 union all select n + 1 from r where n < 5000) select n, 'Köln ' || n from r;
   ${endless}; create view huge as select group_concat(a.city || b.city) as t from orders a, orders b`,
)
await storage.write('in/shop.db', createReadStream(shop))

async function rows(batches: ReturnType<ConnectorSession['read']>) {
  const records: DataRecord[] = []
  for await (const batch of batches) records.push(...batch.records)
  return records
}

test('a run reads a file of the storage in a process of its own, and leaves no copy', async () => {
  const session = await sqliteBody.open!({ path: 'in/shop.db' }, reach)
  assert.equal(readdirSync(copies).length, 1)
  assert.deepEqual(
    (await session.discover()).map(({ name, kind }) => [name, kind]),
    [
      ['endless', 'view'],
      ['huge', 'view'],
      ['orders', 'table'],
    ],
  )
  const all = await rows(session.read({ table: 'orders' }))
  assert.deepEqual(
    [all.length, all[0], all.at(-1)],
    [5_000, { id: '1', city: 'Köln 1' }, { id: '5000', city: 'Köln 5000' }],
  )
  assert.deepEqual(await session.lookup!({ table: 'orders', keys: [{ id: 7 }], fields: ['city'] }), [
    { id: '7', city: 'Köln 7' },
  ])
  for await (const { records } of session.query!('select city from orders', [])) {
    assert.equal(records.length, 100)
    break
  }
  assert.deepEqual(await rows(session.query!('select count(*) as n from orders where id > ?', [10])), [{ n: '4990' }])
  await assert.rejects(session.describe('nothing'), { code: 'NOT_FOUND', status: 404 })
  await assert.rejects(rows(session.query!('delete from orders', [])), { code: 'STATEMENT_REFUSED' })
  await session.close()
  await assert.rejects(session.discover(), { code: 'CONNECTION_FAILED' })
  assert.deepEqual(readdirSync(copies), [])
})

test('a view that never ends, or grows beyond all bounds, ends with its process and says so', async () => {
  const { copy } = await files.file('in/shop.db')
  const opened = async () => {
    const own = await copy(1_000_000)
    return { own, session: await openApart(startApart, own, 'in/shop.db', { seconds: 2 }) }
  }
  const slow = await opened()
  const said = /worked on one question to "in\/shop.db" for more than 2 seconds/
  await assert.rejects(rows(slow.session.read({ table: 'endless' })), said)
  await assert.rejects(slow.session.discover(), said)
  await slow.session.close()
  const large = await opened()
  await assert.rejects(rows(large.session.read({ table: 'huge' })), { code: 'STATEMENT_REFUSED' })
  await large.session.close()
  await Promise.all([slow.own.release(), large.own.release()])
})

test('a file larger than may be copied is refused, and nothing of it stays', async () => {
  const { copy } = await files.file('in/shop.db')
  await assert.rejects(copy(1_000), { code: 'FILE_TOO_LARGE' })
  assert.deepEqual(existsSync(copies) ? readdirSync(copies) : [], [])
  await assert.rejects(sqliteBody.open!({ path: '../shop.db' }, reach), { code: 'FILE_PATH' })
  await assert.rejects(sqliteBody.open!({ path: 'in/none.db' }, reach), { status: 404 })
})
