import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { testDatabase } from '../testing/database.ts'
import { listen } from './listen.server.ts'

const database = await testDatabase()
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
after(() => owner.end())

const heard: string[] = []
const until = async (so: () => boolean) => {
  while (!so()) await sleep(5)
}
const sessions = async () =>
  (
    await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'weft listen' and datname = current_database()`,
    )
  ).rows.map(({ pid }) => pid)

function hearing(name: string, ...channels: string[]) {
  const to = channels.map((channel) => [channel, (payload: string) => void heard.push(`${name} ${channel} ${payload}`)])
  return listen(database.app_url, Object.fromEntries(to), { opened: () => heard.push(`${name} opened`) })
}

test('all that listen in a process do so over one session, and each hears its own channels', async () => {
  const first = hearing('first', 'stock')
  await until(() => heard.includes('first opened'))
  const second = hearing('second', 'stock', 'prices')
  await until(() => heard.includes('second opened'))
  assert.equal((await sessions()).length, 1)

  await owner.query(`select pg_notify('stock', '7'), pg_notify('prices', '9.90')`)
  await until(() => heard.length === 5)
  assert.deepEqual(heard.splice(0), [
    ...['first opened', 'second opened'],
    ...['first stock 7', 'second stock 7', 'second prices 9.90'],
  ])

  await owner.query('select pg_terminate_backend($1)', [(await sessions())[0]])
  await until(() => heard.length === 2)
  assert.deepEqual(heard.splice(0), ['first opened', 'second opened'])

  await second.stop()
  await owner.query(`select pg_notify('prices', '8'), pg_notify('stock', '6')`)
  await until(() => heard.length === 1)
  assert.deepEqual(heard.splice(0), ['first stock 6'])

  await first.stop()
  while ((await sessions()).length > 0) await sleep(5)
  const again = hearing('again', 'stock')
  await until(() => heard.includes('again opened'))
  await again.stop()
})

test('one that throws keeps nobody else from hearing', async () => {
  const broken = listen(database.app_url, {
    stock() {
      throw new Error('broken')
    },
  })
  const whole = hearing('whole', 'stock')
  await until(() => heard.includes('whole opened'))
  await owner.query(`select pg_notify('stock', '5')`)
  await until(() => heard.includes('whole stock 5'))
  await Promise.all([broken.stop(), whole.stop()])
})
