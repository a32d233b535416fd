import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import pg from 'pg'
import { openTidings } from './tidings.server.ts'
import { runWhenTold } from './told-interval.ts'

const database = await testDatabase()
const pool = openPool(database.app_url, { max: 2, level: 'system' })
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
after(async () => {
  await pool.end()
  await owner.end()
})

/** A clock whose rounds are counted; of the first `more` each asks for another. */
function aClock(more: number) {
  let told = () => {}
  const rounds = { done: 0 }
  const tidings = { of: (_table: string, hear: () => void) => void (told = hear) }
  const clock = runWhenTold('a clock', { every_ms: 5, table: 'newsletter_campaigns', tidings }, async (again) => {
    rounds.done++
    if (rounds.done <= more) again()
  })
  return { rounds, tell: () => told(), stop: () => clock.stop() }
}

test('a clock looks once, goes on while there is more, and then waits until it is told', async () => {
  const { rounds, tell, stop } = aClock(2)
  while (rounds.done < 3) await sleep(5)
  await sleep(100)
  assert.equal(rounds.done, 3)
  tell()
  while (rounds.done < 4) await sleep(5)
  await sleep(100)
  assert.equal(rounds.done, 4)
  await stop()
})

test('what is told of in the middle of a round is looked at by another one', async () => {
  let told = () => {}
  let rounds = 0
  const tidings = { of: (_table: string, hear: () => void) => void (told = hear) }
  const clock = runWhenTold('a clock', { every_ms: 5, table: 'newsletter_campaigns', tidings }, async () => {
    rounds++
    if (rounds === 1) told()
  })
  while (rounds < 2) await sleep(5)
  await clock.stop()
})

test('a round that failed is made again at the next time', async () => {
  let rounds = 0
  const tidings = { of: () => {} }
  const clock = runWhenTold('a clock', { every_ms: 5, table: 'newsletter_campaigns', tidings }, async () => {
    rounds++
    if (rounds === 1) throw new Error('the database is away')
  })
  for (const until = Date.now() + 5_000; rounds < 2 && Date.now() < until;) await sleep(5)
  await sleep(100)
  await clock.stop()
  assert.equal(rounds, 2)
})

test('rows of what clocks wait for are told of, and so is a session that was lost', async () => {
  const heard: string[] = []
  const tidings = openTidings(database.app_url)
  after(() => tidings.stop())
  for (const table of ['newsletter_campaigns', 'bulk_actions']) tidings.of(table, () => void heard.push(table))
  while (heard.length < 2) await sleep(5)
  const { rows } = await pool.query<{ id: string }>(
    `insert into newsletter_campaigns (label) values ('News') returning id`,
  )
  while (heard.length < 3) await sleep(5)
  assert.deepEqual(heard[2], 'newsletter_campaigns')
  await pool.query(`update newsletter_campaigns set status = 'sending' where id = $1`, [rows[0]!.id])
  while (heard.length < 4) await sleep(5)
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft listen' and datname = current_database()`,
  )
  while (heard.length < 6) await sleep(5)
  assert.deepEqual(heard.slice(3), ['newsletter_campaigns', 'newsletter_campaigns', 'bulk_actions'])
  const { rows: told } = await pool.query<{ table: string }>(
    `select tgrelid::regclass::text as table from pg_trigger where tgname = 'tell_clocks' order by 1`,
  )
  assert.deepEqual(
    told.map(({ table }) => table),
    ['bulk_actions', 'job_undos', 'newsletter_campaigns', 'plugin_deliveries'],
  )
})
