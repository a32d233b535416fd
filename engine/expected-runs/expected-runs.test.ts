import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { defineMail } from '@weft/kit/define/mail.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { keptSource } from '@weft/kit/testing/kept-source.ts'
import { openMailer } from '../connections/mail.server.ts'
import { aMailbox } from '../testing/mailbox.ts'
import { aTenant } from '../testing/tenant.ts'
import { lookForMissingRuns } from './expected-runs.server.ts'
import type { ExpectationMail } from './tell-people.server.ts'
import { lookForUnusualRuns } from './unusual-runs.server.ts'

const database = await testDatabase()
const { db } = database
const tenant = await aTenant(database)
const pool = openPool(database.app_url, { max: 4, level: 'system' })
const mailer = openMailer(db, database.key)
const mailbox = await aMailbox()
after(async () => {
  mailer.close()
  await pool.end()
})
await inScope(db, systemScope, async (trx) => {
  const email = { ...mailbox.settings, url: 'https://weft.example' }
  await trx
    .insertInto('settings')
    .values({ key: 'email', value: JSON.stringify(email) })
    .execute()
  await trx.deleteFrom('users').execute()
  const client = { kind: 'client', password_hash: '', tenant_id: tenant.tenant_id } as const
  await trx
    .insertInto('users')
    .values([
      { ...client, email: 'berta@hanse.test', role: 'tenant_admin', language: 'de' },
      { ...client, email: 'reader@hanse.test', role: 'viewer', language: 'en' },
    ])
    .execute()
})
const nothing = { label: { en: '', de: '' }, sample: '' }
const body = '{{ workflow }}: {{ text }} {{ link }}'
const mail: ExpectationMail = defineMail({
  name: 'run_missing',
  area: 'workflow',
  scope: 'tenant',
  layout: 'installation',
  labels: { title: nothing.label, help: nothing.label },
  variables: { workflow: nothing, title: nothing, text: nothing, link: nothing },
  subject: { en: '{{ title }}', de: '{{ title }}' },
  body: { en: body, de: body },
})

const noon = Date.parse('2026-11-26T12:00:00Z')
const at = (minutes: number) => new Date(noon + minutes * 60_000)
const look = (minutes: number) => lookForMissingRuns({ pool, mailer, mail }, at(minutes))
async function aWatched(more: {
  expected_every?: string
  expected_records?: number
  expected_usual?: boolean
  active?: boolean
}) {
  const label = `Import ${Math.random().toString(36).slice(2, 8)}`
  const { id } = await inScope(db, tenant.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({
        ...{ label, class_name: label.replace(' ', ''), source: '', active: true, published: true },
        email_recipient: 'berta@hanse.test, boss@elsewhere.test',
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const source_id = await keptSource(pool, id)
  const ran = (minutes: number, records: number, status = 'stopped', started_by = 'schedule') =>
    pool.query(
      `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, records_out, created_at, started_at, finished_at)
       select $1, $2, $3, (select id from queues where tenant_id = $1 limit 1), $8, 1, $4, $5, $6, $7, $7, $7`,
      [tenant.tenant_id, tenant.project_id, id, status, started_by, records, at(minutes).toISOString(), source_id],
    )
  const told = async () => {
    const { rows } = await pool.query<{ email: string; level: string; title: string; message: string }>(
      `select u.email, n.level, n.title, n.message from notifications n join users u on u.id = n.user_id where n.link like '%' || $1 || '%' order by n.created_at`,
      [id],
    )
    return rows.map(({ email, level, title, message }) => `${email} ${level}: ${title.replace(label, 'X')} ${message}`)
  }
  return { id, ran, told }
}

test('a run that is expected and does not come is told once, to whoever may mend it, and once when it is there again', async () => {
  const { ran, told } = await aWatched({ expected_every: '1h' })
  await look(0)
  await look(59)
  assert.deepEqual(await told(), [], 'it is watched for less than an hour')
  await ran(30, 5, 'error')
  await ran(40, 0, 'info', 'poll')
  const before = mailbox.received.length
  await look(61)
  await look(62)
  const missing =
    'berta@hanse.test warning: Ein erwarteter Lauf von „X“ fehlt In den letzten 1h ist kein Lauf gut zu Ende gegangen.'
  assert.deepEqual(await told(), [missing])
  assert.equal(mailbox.received.length, before + 2)
  await ran(70, 3)
  await look(71)
  await look(72)
  assert.deepEqual(await told(), [
    missing,
    'berta@hanse.test success: „X“ leistet wieder, was erwartet wird Es fehlte seit 2026-11-26 13:01 UTC.',
  ])
})

test('so many records are expected of all runs of the time together', async () => {
  const { id, ran, told } = await aWatched({ expected_every: '2h', expected_records: 10 })
  await look(0)
  await ran(10, 4)
  await ran(100, 5, 'warning')
  await look(120)
  assert.deepEqual(await told(), [
    'berta@hanse.test warning: „X“ hat zu wenig gebracht 9 von mindestens 10 Datensätzen in den letzten 2h.',
  ])
  const { rows } = await pool.query('select missed_since, records from expected_runs where workflow_id = $1', [id])
  assert.deepEqual(rows, [{ missed_since: at(120).toISOString(), records: 9 }])
})

test('what is switched off, or expected otherwise from now on, is looked at anew', async () => {
  const { id, told } = await aWatched({ expected_every: '1h' })
  await look(0)
  await pool.query(`update workflows set active = false where id = $1`, [id])
  await look(120)
  await pool.query(`update workflows set active = true where id = $1`, [id])
  await look(130)
  await look(180)
  await pool.query(`update workflows set expected_every = '30m' where id = $1`, [id])
  await look(185)
  assert.deepEqual(await told(), [])
  await look(216)
  assert.equal((await told()).length, 1)
})

test('a run that was unusual beside its past is told of once, where somebody wants that', async () => {
  const lookAt = (minutes: number) => lookForUnusualRuns({ pool, mailer, mail }, at(minutes))
  const wanted = await aWatched({ expected_usual: true })
  const other = await aWatched({})
  const day = 24 * 60
  for (const { ran } of [wanted, other]) for (let i = 1; i <= 8; i++) await ran(-i * day, 4_000)
  await lookAt(0)
  for (const { ran } of [wanted, other]) await ran(10, 4_000)
  await lookAt(11)
  assert.deepEqual(await wanted.told(), [], 'that is as usual')
  for (const { ran } of [wanted, other]) await ran(20, 400)
  const before = mailbox.received.length
  await lookAt(21)
  await lookAt(21.5)
  assert.deepEqual(await wanted.told(), [
    'berta@hanse.test warning: Ein Lauf von „X“ war ungewöhnlich Er bewegte 400 Datensätze, üblich sind 4.000 (Median von 9 Läufen).',
  ])
  assert.equal(mailbox.received.length, before + 2)
  assert.deepEqual(await other.told(), [])
})
