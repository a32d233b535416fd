import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loggedMariaDb } from '@weft/kit/testing/logged-mariadb.ts'
import { anEngine } from './testing/engine.ts'
import { followingBy } from './testing/following.ts'

const shop = await loggedMariaDb()
const skip = typeof shop === 'string' ? shop : false

test('changes of a MariaDB are given once, and a log that is gone has the table read again', { skip }, async () => {
  if (typeof shop === 'string') return
  const { owner, settings } = shop
  const engine = await anEngine({ allowed: [{ host: settings.host, port: settings.port }] })
  await engine.aConnection('shop', 'mariadb', settings)
  const { following, given } = followingBy(engine)
  await owner.query('create table items (id int primary key, n int); insert into items values (1, 1)')
  const [all, fresh] = [
    await following('items', { first: 'all' }, 'All'),
    await following('items', { first: 'new' }, 'New'),
  ]
  assert.deepEqual(await given(all), ['stopped', 'read 1=1'])
  assert.deepEqual(await given(fresh), ['info'])
  await owner.query(
    'insert into items values (2, 2); update items set n = 3 where id = 2; delete from items where id = 1',
  )
  const changes = ['stopped', 'insert 2=2', 'update 2=3', 'delete 1=1']
  for (const workflow of [all, fresh]) assert.deepEqual(await given(workflow), changes)
  for (const workflow of [all, fresh]) assert.deepEqual(await given(workflow), ['info'])
  await owner.query('alter table items add column more int first; insert into items values (7, 3, 3)')
  const [status, warning, ...rows] = await given(all)
  assert.deepEqual([status, rows], ['warning', ['read 2=3', 'read 3=3']])
  assert.match(warning!, /^changes warning: .*columns .* All records are read again/)
  await owner.query('delete from items where id = 3')
  assert.deepEqual(await given(all), ['stopped', 'delete 3=3'])
})
