import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { archiveMails } from '@weft/engine/mail/archive.server.ts'
import { openInbox } from '@weft/engine/mail/inbox.server.ts'
import { aTenant, type TestTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { listen } from '@weft/kit/database/listen.server.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const { db } = context
const hanse = await aTenant(server.test)
const south = await aTenant(server.test)
const person = async (email: string, role: string, { tenant_id, project_id }: TestTenant = hanse) => ({
  ...(await signedIn(server, { email, role, tenant_id })),
  'x-project-id': project_id,
})
const boss = await person('boss@hanse.example', 'tenant_admin')
const mara = await person('mara@hanse.example', 'developer')
const stranger = await person('boss@south.example', 'tenant_admin', south)
const idOf = async (email: string) =>
  (
    await inScope(db, systemScope, (trx) =>
      trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    )
  ).id
const bossId = await idOf('boss@hanse.example')

const workflow_id = (
  await inScope(db, hanse.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label: 'Refunds', class_name: 'Refunds', source: 'weft: 1\nlabel: Refunds\nsteps: []', active: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
).id

async function call(who: Record<string, string>, method: 'GET' | 'POST', path: string, payload?: object) {
  const answer = await app.inject({ method, url: `/api/app/${path}`, headers: who, ...(payload && { payload }) })
  return { status: answer.statusCode, ...(answer.json() as { data: any; meta: any; message?: string; errors?: any }) }
}
const stream = async (who: Record<string, string>, query = '') => {
  const { data, meta } = await call(who, 'GET', `communication${query}`)
  return { titles: data.map((entry: { title: string }) => entry.title) as string[], rows: data as any[], meta }
}

/** One entry of each kind, a minute apart, the oldest first. */
async function fill() {
  const { id: job_id } = await context.jobs.enqueue({ ...pick(hanse), workflow_id, started_by: 'hand' })
  const scope = { level: 'tenant', ...pick(hanse) } as const
  await openInbox(db, scope, { id: job_id, workflow_id }, (value) => value).keep('read', 'post INBOX', [
    {
      id: '1',
      message_id: '<1@customer.example>',
      from: 'Kim <kim@customer.example>',
      to: 'orders@hanse.example',
      subject: 'Order 480',
      text: 'Where is my parcel?',
      sent_at: '2026-11-27T08:00:00Z',
      attachments: ['mail/x/1-order.pdf'],
    },
  ])
  await call(boss, 'POST', 'notes', { title: 'Parcels', note: 'The carrier strikes until Friday.' })
  await call(boss, 'POST', 'support_requests', {
    subject: 'Slow queue',
    comment: 'Runs wait for an hour.',
    project_id: hanse.project_id,
  })
  await inScope(db, systemScope, async (trx) => {
    await sql`
      insert into mail_logs (tenant_id, project_id, class_name, title, recipient, body, status, workflow_id)
      values (${hanse.tenant_id}, ${hanse.project_id}, 'workflow_mail', 'Your refund', 'kim@customer.example', 'It is on its way.', 'sent', ${workflow_id})`.execute(
      trx,
    )
    await sql`
      insert into approvals (tenant_id, project_id, workflow_id, job_id, step, title, summary, users)
      values (${hanse.tenant_id}, ${hanse.project_id}, ${workflow_id}, ${job_id}, 'ask', 'Refund 480', 'Two parcels', ${[bossId]}::uuid[])`.execute(
      trx,
    )
    await sql`insert into notifications (user_id, level, title, message, project_id) values (${bossId}, 'warning', 'A run is late', 'Refunds', ${hanse.project_id})`.execute(
      trx,
    )
  })
  const order = ['Order 480', 'Parcels', 'Slow queue', 'Your refund', 'Refund 480', 'A run is late']
  const minuteApart = (table: string, title = 'title') => sql`
    update ${sql.table(table)} set created_at = now() - interval '1 hour' + interval '1 minute' * array_position(${order}::text[], ${sql.ref(title)})
    where ${sql.ref(title)} = any(${order}::text[])`
  await inScope(db, hanse.scope, async (trx) => {
    for (const table of ['mail_logs', 'notes', 'approvals']) await minuteApart(table).execute(trx)
  })
  await inScope(db, systemScope, async (trx) => {
    await minuteApart('notifications').execute(trx)
    await minuteApart('support_requests', 'subject').execute(trx)
  })
  return job_id
}
const pick = ({ tenant_id, project_id }: TestTenant) => ({ tenant_id, project_id })

const job_id = await fill()

test('everything that is said around a project stands in one stream, the newest first', async () => {
  const { rows } = await stream(boss)
  assert.deepEqual(
    rows.map(({ kind, title, person, state, workflow }) => [kind, title, person, state, workflow]),
    [
      ['notification', 'A run is late', '', 'warning', null],
      ['approval', 'Refund 480', '', 'open', 'Refunds'],
      ['mail_out', 'Your refund', 'kim@customer.example', 'sent', 'Refunds'],
      ['support', '#1 Slow queue', '', 'open', null],
      ['note', 'Parcels', 'boss@hanse.example', '', null],
      ['mail_in', 'Order 480', 'Kim <kim@customer.example>', 'received', 'Refunds'],
    ],
  )
})

test('it is narrowed by kind, words, person and period', async () => {
  assert.deepEqual((await stream(boss, '?kinds=note,support')).titles, ['#1 Slow queue', 'Parcels'])
  assert.deepEqual((await stream(boss, '?searchTerm=parcel')).titles, ['Refund 480', 'Parcels', 'Order 480'])
  assert.deepEqual((await stream(boss, '?person=kim')).titles, ['Your refund', 'Order 480'])
  assert.deepEqual((await stream(boss, '?searchTerm=100%25')).titles, [])
  await inScope(db, hanse.scope, (trx) =>
    sql`update notes set created_at = now() - interval '3 days' where title = 'Parcels'`.execute(trx),
  )
  assert.deepEqual((await stream(boss, '?kinds=note&period=24h')).titles, [])
  assert.deepEqual((await stream(boss, '?kinds=note&period=week')).titles, ['Parcels'])
  const wrong = await call(boss, 'GET', 'communication?kinds=letter')
  assert.deepEqual([wrong.status, Object.keys(wrong.errors)], [422, ['kinds']])
})

test('a mail is found by its words after they have gone to the document store', async () => {
  const pool = openPool(server.test.app_url, { max: 1, level: 'system' })
  after(() => pool.end())
  const body = `${'A line. '.repeat(60)}The heron waits.`
  await sql`
    insert into mail_logs (tenant_id, project_id, title, recipient, body, status, created_at)
    values (${hanse.tenant_id}, ${hanse.project_id}, 'Archived', 'kim@customer.example', ${body}, 'sent', '2026-01-01')`.execute(
    openDatabase(pool),
  )
  await archiveMails(pool, context.databases, new Date('2026-01-02'))
  assert.deepEqual((await stream(boss, '?searchTerm=heron')).titles, ['Archived'])
  assert.deepEqual((await stream(boss, '?searchTerm=heron&kinds=mail_in,note')).titles, [])
  assert.deepEqual((await stream(stranger, '?searchTerm=heron')).titles, [])
  await pool.query(`delete from mail_logs where title = 'Archived'`)
})

test('pages follow one another without a gap or a repetition, also where entries have the same time', async () => {
  await inScope(db, hanse.scope, (trx) =>
    sql`insert into notes (title, note, created_at) select 'Same ' || n, 'x', now() - interval '40 days' from generate_series(1, 7) n`.execute(
      trx,
    ),
  )
  const all = (await stream(boss, '?perPage=100')).titles
  const walked: string[] = []
  for (let before: string | null = ''; before !== null;) {
    const { titles, meta } = await stream(boss, `?perPage=3${before && `&before=${before}`}`)
    walked.push(...titles)
    before = meta.next
  }
  assert.equal(all.length, 13)
  assert.deepEqual(walked, all)
})

test('nobody sees what is not theirs: other people’s own things, other tenants, mails without the right', async () => {
  assert.deepEqual((await stream(mara, '?period=week')).titles, ['Your refund', 'Order 480', 'Parcels'])
  assert.deepEqual((await stream(stranger)).titles, [])
  const foreign = await call({ ...stranger, 'x-project-id': hanse.project_id }, 'GET', 'communication')
  assert.notEqual(foreign.status, 200)
  await inScope(db, hanse.scope, (trx) =>
    trx
      .insertInto('roles')
      .values({
        tenant_id: hanse.tenant_id,
        name: 'writer',
        display_name: 'Writer',
        permissions: JSON.stringify(['projects.view']),
      })
      .execute(),
  )
  const writer = await person('writer@hanse.example', 'writer')
  assert.deepEqual((await stream(writer, '?period=week')).titles, ['Parcels'])
})

test('a request to the provider is about no project of somebody else', async () => {
  const refused = await call(stranger, 'POST', 'support_requests', {
    subject: 'Look',
    comment: 'inside',
    project_id: hanse.project_id,
  })
  assert.deepEqual([refused.status, refused.errors], [422, { project_id: ['There is no such project.'] }])
})

test('a mail that is given to a run once more stays one, of the later run', async () => {
  const scope = { level: 'tenant', ...pick(hanse) } as const
  const { id: later } = await context.jobs.enqueue({ ...pick(hanse), workflow_id, started_by: 'hand' })
  const mail = {
    ...{ id: '1', message_id: '', from: 'Kim', to: 'us', subject: 'Order 480', text: 'Changed', sent_at: '' },
    attachments: [],
  }
  await openInbox(db, scope, { id: later, workflow_id }, (value) => value).keep('read', 'post INBOX', [mail])
  const { rows } = await stream(boss, '?kinds=mail_in')
  const { data } = await call(boss, 'GET', `mail_logs/${rows[0].id}`)
  assert.notEqual(later, job_id)
  assert.deepEqual([rows.length, data.job_id, data.body], [1, later, 'Where is my parcel?'])
  assert.deepEqual(data.parameters.attachments, ['mail/x/1-order.pdf'])
  const again = await call(boss, 'POST', `mail_logs/${rows[0].id}/resend`)
  assert.deepEqual([again.status, again.message], [409, 'This mail was received, not sent from here.'])
})

test('whoever looks at the project hears that something was said', async () => {
  const said = Promise.withResolvers<string>()
  const ready = Promise.withResolvers<void>()
  const listener = listen(server.test.app_url, { weft_silent: said.resolve }, { opened: () => ready.resolve() })
  await ready.promise
  await call(boss, 'POST', 'notes', { title: 'Heard', note: 'x' })
  assert.deepEqual(JSON.parse(await said.promise), {
    to: { topic: `project:${hanse.project_id}` },
    event: { type: 'communication' },
  })
  await listener.stop()
})
