import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { defineMail } from '@weft/kit/define/mail.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { openMailer } from '../connections/mail.server.ts'
import { aMailbox } from '../testing/mailbox.ts'
import { aTenant } from '../testing/tenant.ts'
import { raiseAlerts, type AlertMail } from './alerts.server.ts'
import type { Alert } from './alert.ts'

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
  const admin = { kind: 'admin', role: 'admin', password_hash: '' } as const
  const client = { kind: 'client', role: 'tenant_admin', password_hash: '', tenant_id: tenant.tenant_id } as const
  await trx
    .insertInto('users')
    .values([
      { ...admin, email: 'ada@weft.test', language: 'en' },
      { ...admin, email: 'gone@weft.test', language: 'en', active: false },
      { ...client, email: 'berta@hanse.test', language: 'de' },
    ])
    .execute()
})

const nothing = { label: { en: '', de: '' }, sample: '' }
const body = '{{ title }}\n\n{{ since }}\n\n{{ text }}\n\n{{ link }}'
const mail: AlertMail = defineMail({
  name: 'system_alert',
  area: 'system',
  scope: 'provider',
  layout: 'installation',
  labels: { title: nothing.label, help: nothing.label },
  variables: { title: nothing, text: nothing, since: nothing, link: nothing },
  subject: { en: '{{ title }}', de: '{{ title }}' },
  body: { en: body, de: body },
})
const setPort = (port: number) =>
  pool.query(`update settings set value = jsonb_set(value, '{port}', to_jsonb($1::int)) where key = 'email'`, [port])
const look = (...found: Alert[]) => raiseAlerts({ pool, mailer, mail, look: async () => found })
const bells = async () => {
  const { rows } = await pool.query<{ email: string; level: string; title: string }>(
    'select u.email, n.level, n.title from notifications n join users u on u.id = n.user_id order by u.email, n.level',
  )
  return rows.map(({ email, level, title }) => `${email} ${level} ${title}`)
}
const machine: Alert = {
  kind: 'machine_silent',
  subject: 'm1',
  name: 'berlin',
  since: new Date('2026-11-22T06:02:00Z'),
  detail: 'silent',
  tenant_id: null,
}

test('administrators hear once, in the bell and by mail, that a machine stands still, and once that it goes on', async () => {
  await look(machine)
  assert.deepEqual(await bells(), [])
  await look(machine)
  await look(machine)
  assert.deepEqual(await bells(), ['ada@weft.test error Machine berlin does not answer'])
  const begun = await mailbox.to('ada@weft.test')
  assert.equal(begun.subject, 'Machine berlin does not answer')
  assert.match(begun.text, /Nov 22, 2026, 6:02\sAM UTC/)
  assert.match(begun.text, /silent/)
  assert.match(begun.text, /https:\/\/weft\.example\/admin\/settings\/system\/queues/)
  await look()
  await look()
  assert.deepEqual(await bells(), [
    'ada@weft.test error Machine berlin does not answer',
    'ada@weft.test success Machine berlin answers again',
  ])
  assert.equal((await mailbox.to('ada@weft.test', 2)).subject, 'Machine berlin answers again')
  assert.deepEqual(
    mailbox.received.map(({ to }) => to),
    [['ada@weft.test'], ['ada@weft.test']],
  )
})

test("a tenant's administrators hear of their own queue in their language, with a link they can follow", async () => {
  const queue = { ...machine, kind: 'queue', subject: 'q1', name: 'Bestellungen', tenant_id: tenant.tenant_id } as const
  await look(queue)
  await look(queue)
  const received = await mailbox.to('berta@hanse.test')
  assert.equal(received.subject, 'Warteschlange Bestellungen steht still')
  assert.match(received.text, /https:\/\/weft\.example\/analysis\/queues/)
  await look()
})

test('while the mail server is away the bell is told once, and the mail follows when it is back', async () => {
  await setPort(1)
  const before = mailbox.received.length
  await look({ ...machine, subject: 'm2', name: 'bremen' })
  await look({ ...machine, subject: 'm2', name: 'bremen' })
  assert.equal(mailbox.received.length, before)
  assert.equal((await bells()).filter((line) => line.includes('bremen')).length, 1)
  await setPort(mailbox.settings.port)
  await look({ ...machine, subject: 'm2', name: 'bremen' })
  assert.deepEqual(
    mailbox.received.slice(before).map(({ subject }) => subject),
    ['Machine bremen does not answer'],
  )
  assert.equal((await bells()).filter((line) => line.includes('bremen')).length, 1)
})

test('what stands still again later is told of again, a blip is not', async () => {
  await look()
  const again = { ...machine, since: new Date('2026-11-23T06:02:00Z') }
  await look(again)
  await look()
  await look(again)
  await look(again)
  assert.equal(
    (await bells()).filter((line) => line === 'ada@weft.test error Machine berlin does not answer').length,
    2,
  )
})
