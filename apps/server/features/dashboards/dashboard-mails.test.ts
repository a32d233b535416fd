import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dashboardMailClass } from '@weft/catalogue/mails/dashboard.ts'
import { openMailer } from '@weft/engine/connections/mail.server.ts'
import { sendDueDashboards, startDashboardMails } from '@weft/engine/dashboard-mails/clock.server.ts'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { pdfText } from '@weft/engine/testing/pdf-text.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import pg from 'pg'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { db, databases, key } = server.context
const tenant = await aTenant({ ...server.test, key })
const headersOf = async (role: string) => ({
  ...(await signedIn(server, { email: `${role}@mails.test`, role, tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
})
const analyst = await headersOf('analyst')
const developer = await headersOf('developer')
const viewer = await headersOf('viewer')
const mailbox = await aMailbox()
await inScope(db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({ key: 'email', value: JSON.stringify({ ...mailbox.settings, url: 'https://weft.example' }) })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet({ value: JSON.stringify({ ...mailbox.settings, url: 'https://weft.example' }) }),
    )
    .execute(),
)
const pool = openPool(server.test.app_url, { max: 4, level: 'system' })
const mailer = openMailer(db, key)
const owner = new pg.Client({ connectionString: server.test.owner_url })
await owner.connect()
after(async () => {
  mailer.close()
  await pool.end()
  await owner.end()
})

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = developer) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body ? (answer.json() as any) : undefined }
}

const { body: structure } = await call('POST', '/data_structures', {
  class_name: 'Sale',
  table_name: 'sale',
  label: 'Sales',
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('country'),
    aField('amount', 'decimal', { precision: 12, scale: 2 }),
  ],
})
for (const [number, country, amount] of [
  [1, 'Germany', '1200.50'],
  [2, 'Austria', '300'],
  [3, 'Germany', '34.50'],
])
  await call('POST', `/data_structures/${structure.data.id}/records`, { number, country, amount })
const { body: set } = await call('POST', '/data_sets', {
  name: 'Per country',
  definition: {
    structures: [{ as: 'sales', structure_id: structure.data.id }],
    fields: [
      { name: 'country', of: 'sales', field: 'country', label: 'Country' },
      { name: 'amount', of: 'sales', field: 'amount', function: 'sum', label: 'Amount' },
    ],
  },
})
const insight = async (label: string, chart_type: string) =>
  (
    await call('POST', '/insights', {
      label,
      chart_type,
      definition: {
        graphs: [
          { data_set_id: set.data.id, y_field: 'amount', ...(chart_type === 'column' && { x_field: 'country' }) },
        ],
      },
    })
  ).body.data.id
const { body: board } = await call('POST', '/dashboards', {
  label: 'Handel',
  definition: {
    tiles: [
      { id: 'all', insight_id: await insight('Umsatz', 'number'), x: 0, y: 0, w: 3, h: 2 },
      { id: 'bars', insight_id: await insight('Umsatz je Land', 'column'), x: 0, y: 2, w: 6, h: 6 },
      { id: 'rows', insight_id: await insight('Länder', 'table'), x: 6, y: 2, w: 6, h: 6 },
    ],
    filters: [{ name: 'country', label: 'Land', kind: 'choice', field: 'country' }],
  },
})
const mails = `/dashboards/${board.data.id}/mails`
const wanted = {
  every: 'week',
  day: 1,
  at: '07:30',
  zone: 'Europe/Berlin',
  recipients: ['kim@hanse.test', 'otto@hanse.test'],
  values: { country: 'Germany' },
  language: 'de',
}

test('a dashboard leaves as PDF when its time has come, once, though two machines look', async () => {
  const { status, body } = await call('POST', mails, wanted, analyst)
  assert.equal(status, 201, JSON.stringify(body))
  assert.ok(Date.parse(body.data.due_at) > Date.now())
  await owner.query(`update dashboard_mails set due_at = now() - interval '1 minute'`)
  const deps = { pool, db, databases, isolation: server.context.isolation, mailer, mail: dashboardMailClass }
  const clocks = [1, 2].map(() => startDashboardMails(deps, { every_ms: 200 }))
  const received = await mailbox.to('otto@hanse.test')
  await Promise.all(clocks.map((clock) => clock.stop()))

  assert.deepEqual(new Set(mailbox.received.map(({ to }) => to[0])), new Set(['kim@hanse.test', 'otto@hanse.test']))
  assert.equal(mailbox.received.length, 2)
  assert.match(received.subject, /^Handel, /)
  assert.match(
    received.text,
    new RegExp(`https://weft.example/project/insights/dashboards/${board.data.id}\\?country=Germany`),
  )
  const [file] = received.attachments
  assert.equal(file!.name, 'Handel.pdf')
  const text = pdfText(file!.content)
  // 1200.50 and 34.50 of Germany alone, as a German reads them.
  for (const part of ['Handel', 'Land: Germany', 'Umsatz', '1.235', 'Umsatz je Land', 'Länder', 'Germany', '1.235,00'])
    assert.ok(text.includes(part), `${part} in ${text}`)
  assert.ok(!text.includes('Austria'))

  // The same in the mail itself: figures and tables as text, the chart as a picture of its own that says what it shows.
  for (const part of [
    'Land: Germany',
    '1.235',
    '1.235,00',
    '<img alt="Umsatz je Land" width="620" src="cid:chart1@weft"',
  ])
    assert.ok(received.html.includes(part), `${part} in ${received.html}`)
  assert.ok(!received.html.includes('Austria'))
  const { 'chart1@weft': chart } = received.pictures
  assert.equal(chart!.subarray(1, 4).toString(), 'PNG')
  assert.deepEqual([chart!.readUInt32BE(16), chart!.readUInt32BE(20)], [1240, 600])

  const {
    body: {
      data: [after],
    },
  } = await call('GET', mails)
  assert.deepEqual([after.problem, after.sent_at !== null, Date.parse(after.due_at) > Date.now()], ['', true, true])
  await sendDueDashboards(deps, new Date())
  assert.equal(mailbox.received.length, 2)
})

test('who may not export has nothing sent, and what cannot be is told at its field', async () => {
  assert.equal((await call('POST', mails, wanted, viewer)).status, 403)
  const { status, body } = await call('POST', mails, { ...wanted, at: '25:00', zone: 'Elbe', recipients: ['kim'] })
  assert.deepEqual([status, Object.keys(body.errors).toSorted()], [422, ['at', 'recipients.0', 'zone']])
  const {
    body: {
      data: [one],
    },
  } = await call('GET', mails, undefined, viewer)
  assert.equal((await call('DELETE', `${mails}/${one.id}`, undefined, viewer)).status, 403)
  assert.equal((await call('DELETE', `${mails}/${one.id}`)).status, 204)
  assert.deepEqual((await call('GET', mails)).body.data, [])
})
