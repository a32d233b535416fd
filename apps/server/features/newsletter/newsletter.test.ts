import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { after, test } from 'node:test'
import { newsletter } from '@weft/catalogue/mails/newsletter.ts'
import { sendNewsletters } from '@weft/engine/mail/newsletter.server.ts'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { context } = server
const mailbox = await aMailbox({ refuse: (address) => (address.startsWith('nobody') ? 'no such user' : undefined) })
const admin = await signedIn(server, { email: 'root@admin.test', role: 'admin' })
const aPartner = async () =>
  (
    await inScope(context.db, { level: 'provider' }, (trx) =>
      trx
        .insertInto('partners')
        .values({ name: 'Nordlicht', workspace: 'nordlicht.test', api_token: 'nordlicht' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  ).id
const partnerUser = await signedIn(server, {
  email: 'pia@partner.test',
  role: 'partner_admin',
  partner_id: await aPartner(),
})
const pool = openPool(server.test.app_url, { max: 6, level: 'system' })
after(() => pool.end())
const sender = { pool, mailer: context.mailer, mail: newsletter, key: context.key, perMinute: async () => 6_000 }

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = admin,
) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...(answer.body
      ? (answer.json() as { data: any; meta: any; code: string; errors: Record<string, string[]> })
      : { data: undefined, meta: undefined, code: '', errors: {} }),
  }
}
const anybody = { 'accept-language': 'en' }
const settings = () => call('PUT', '/settings/email', { ...mailbox.settings, url: 'https://weft.example' })
const tokenIn = (text: string, purpose: string) =>
  new RegExp(`https://weft\\.example/newsletter#${purpose}=([\\w.-]+)`).exec(text)![1]!
const subscriber = async (email: string, language = 'en') => {
  await call('POST', '/newsletter_subscribers', { emails: email, language })
  await call('POST', '/newsletter/confirm', { token: tokenIn((await mailbox.to(email)).text, 'confirm') }, anybody)
}
const draft = {
  label: 'November',
  audience: 'subscribers',
  subject_en: 'News for {{ name | default: "you" }}',
  body_en: '**Hello** {{ name }}',
  subject_de: 'Neues',
  body_de: 'Hallo',
}
const counts = async (id: string) =>
  (await call('GET', `/newsletter_campaigns/${id}`)).data.counts as Record<string, number>
const sendAll = async (id: string) => {
  for (let i = 0; i < 300 && (await call('GET', `/newsletter_campaigns/${id}`)).data.status === 'sending'; i++)
    await sendNewsletters(sender, 60_000)
}

test('a newsletter needs a mail server, an address for its links, somebody to read it and words in what they read', async () => {
  const { data, status } = await call('POST', '/newsletter_campaigns', { ...draft, subject_de: '' })
  assert.deepEqual([status, data.status], [201, 'draft'])
  const send = () => call('POST', `/newsletter_campaigns/${data.id}/send`)
  assert.equal((await send()).code, 'MAIL_NO_SERVER')
  await call('PUT', '/settings/email', mailbox.settings)
  for (let i = 0; i < 40 && (await send()).code === 'MAIL_NO_SERVER'; i++)
    await new Promise((go) => setTimeout(go, 250))
  assert.equal((await send()).code, 'NEWSLETTER_NO_ADDRESS')
  await settings()
  assert.deepEqual((await send()).errors, { audience: ['There is nobody to send this to.'] })
  await subscriber('de@example.test', 'de')
  assert.deepEqual((await send()).errors, {
    subject_de: ['Subject and text are missing in this language, which one recipient reads.'],
  })
  assert.deepEqual((await call('PUT', `/newsletter_campaigns/${data.id}`, { body_en: '{{ secret }}' })).errors, {
    body_en: ['There is no value called "secret".'],
  })
  assert.equal((await call('DELETE', `/newsletter_campaigns/${data.id}`)).status, 204)
})

test('nobody is subscribed before they have followed the link of the mail, and may only ask where it is open', async () => {
  const wish = { email: 'Ada@example.test', name: 'Ada', language: 'en' }
  assert.equal((await call('POST', '/newsletter/subscribe', wish, anybody)).code, 'NEWSLETTER_CLOSED')
  await call('PUT', '/settings/newsletter', { open: true })
  for (let i = 0; i < 40 && !(await call('GET', '/newsletter', undefined, anybody)).data.open; i++)
    await new Promise((go) => setTimeout(go, 250))
  assert.deepEqual((await call('POST', '/newsletter/subscribe', wish, anybody)).data, { asked: true })
  const state = async () =>
    ((await call('GET', '/newsletter_subscribers?searchTerm=ada@')).data[0] as { status: string }).status
  assert.equal(await state(), 'pending')
  const mail = await mailbox.to('Ada@example.test')
  assert.match(mail.text, /Hello Ada,/)
  assert.deepEqual((await call('POST', '/newsletter/subscribe', wish, anybody)).status, 202)
  const token = tokenIn(mail.text, 'confirm')
  assert.equal((await call('POST', '/newsletter/confirm', { token: `${token}x` }, anybody)).code, 'NEWSLETTER_LINK')
  assert.equal((await call('POST', '/newsletter/unsubscribe', { token }, anybody)).code, 'NEWSLETTER_LINK')
  assert.equal((await call('POST', '/newsletter/confirm', { token }, anybody)).status, 200)
  assert.deepEqual(
    [await state(), mailbox.received.filter(({ to }) => to[0] === 'Ada@example.test').length],
    ['subscribed', 1],
  )
})

test('a newsletter reaches every subscriber once in their language, with a link and a header to end it; failures are listed', async () => {
  await subscriber('bob@example.test')
  await subscriber('gone@example.test')
  await call('POST', '/newsletter_subscribers', { emails: 'pending@example.test; nobody@example.test', language: 'en' })
  await pool.query(`update newsletter_subscribers set status = 'subscribed' where email like 'nobody%'`)
  assert.deepEqual(
    (await call('POST', '/newsletter_campaigns/test', { language: 'en', subject: 'Try', body: 'Hi' })).data,
    { mail: 'sent', to: 'root@admin.test' },
  )
  assert.match((await mailbox.to('root@admin.test')).text, /^Hi\n[^]*Unsubscribe/)
  const { data } = await call('POST', '/newsletter_campaigns', draft)
  assert.equal((await call('GET', `/newsletter_campaigns/${data.id}`)).data.addressees, 5)
  assert.equal((await call('POST', `/newsletter_campaigns/${data.id}/send`)).data.status, 'sending')
  assert.equal((await call('POST', `/newsletter_campaigns/${data.id}/send`)).code, 'NEWSLETTER_BEGUN')
  assert.equal((await call('PUT', `/newsletter_campaigns/${data.id}`, { label: 'x' })).code, 'NEWSLETTER_BEGUN')
  await sendAll(data.id)
  assert.deepEqual(
    [await counts(data.id), (await call('GET', `/newsletter_campaigns/${data.id}`)).data.status],
    [{ sent: 4, failed: 1 }, 'sent'],
  )
  const mail = await mailbox.to('ada@example.test')
  assert.deepEqual([mail.subject, mail.text.split('\n')[0]], ['News for Ada', 'Hello Ada'])
  assert.match(mail.html, /<strong>Hello<\/strong> Ada/)
  assert.equal((await mailbox.to('de@example.test', 2)).subject, 'Neues')
  const token = tokenIn(mail.text, 'unsubscribe')
  assert.deepEqual(
    [mail.headers['list-unsubscribe'], mail.headers['list-unsubscribe-post']],
    [`<https://weft.example/api/app/newsletter/unsubscribe/${token}>`, 'List-Unsubscribe=One-Click'],
  )
  const { data: failed } = await call('GET', `/newsletter_campaigns/${data.id}/deliveries?filter[status]=failed`)
  assert.equal(failed[0].email, 'nobody@example.test')
  assert.match(failed[0].error, /no such user/)

  const click = await server.app.inject({
    method: 'POST',
    url: `/api/app/newsletter/unsubscribe/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  assert.equal(click.statusCode, 204)
  assert.equal(
    (await server.app.inject({ url: `/api/app/newsletter/unsubscribe/${token}` })).headers.location,
    `/newsletter#unsubscribe=${token}`,
  )
  assert.equal(
    (
      await call(
        'POST',
        '/newsletter/unsubscribe',
        { token: tokenIn((await mailbox.to('gone@example.test', 2)).text, 'unsubscribe') },
        anybody,
      )
    ).data.email,
    'gone@example.test',
  )
  const { data: again } = await call('POST', '/newsletter_campaigns', draft)
  assert.equal((await call('GET', `/newsletter_campaigns/${again.id}`)).data.addressees, 3)
  const { rows } = await pool.query(
    `select body, html, masked from mail_logs where recipient = 'bob@example.test' and class_name = 'newsletter'`,
  )
  assert.deepEqual(rows, [{ body: '', html: '', masked: true }])
})

test('partners and users are audiences too, without those who have ended the newsletter', async () => {
  const audience = async (audience: string) =>
    (
      await call(
        'GET',
        `/newsletter_campaigns/${(await call('POST', '/newsletter_campaigns', { ...draft, audience })).data.id}`,
      )
    ).data.addressees as number
  assert.deepEqual([await audience('partners'), await audience('users'), await audience('tenants')], [1, 3, 0])
  await pool.query(`insert into newsletter_subscribers (email, status) values ('PIA@partner.test', 'unsubscribed')`)
  assert.equal(await audience('partners'), 0)
})

test('a newsletter that is stopped sends nothing more', async () => {
  const { data } = await call('POST', '/newsletter_campaigns', draft)
  await call('POST', `/newsletter_campaigns/${data.id}/send`)
  const before = mailbox.received.length
  assert.equal((await call('POST', `/newsletter_campaigns/${data.id}/cancel`)).data.status, 'cancelled')
  await sendNewsletters(sender, 60_000)
  assert.deepEqual(
    [
      mailbox.received.length,
      await counts(data.id),
      (await call('POST', `/newsletter_campaigns/${data.id}/cancel`)).code,
    ],
    [before, { cancelled: 3 }, 'NEWSLETTER_OVER'],
  )
})

test('a sender that is killed again and again goes on where it was, and nobody gets a newsletter twice', async () => {
  const many = 200
  await pool.query(
    `insert into newsletter_subscribers (email, language, status) select 'reader' || n || '@many.test', 'en', 'subscribed' from generate_series(1, ${many}) n`,
  )
  const { data } = await call('POST', '/newsletter_campaigns', draft)
  await call('POST', `/newsletter_campaigns/${data.id}/send`)
  const got = () =>
    mailbox.received.filter(({ to, subject }) => to[0]!.endsWith('@many.test') && subject.startsWith('News'))
  for (const until of [20, 70, 120]) {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        path.resolve(import.meta.dirname, '../../../../engine/testing/newsletter-sender.ts'),
      ],
      { env: { ...process.env, APP_URL: server.test.app_url, MAIL: JSON.stringify(newsletter) }, stdio: 'ignore' },
    )
    const gone = new Promise((done) => child.once('exit', done))
    for (let i = 0; i < 1_200 && got().length < until; i++) await new Promise((go) => setTimeout(go, 25))
    assert.ok(got().length >= until)
    child.kill('SIGKILL')
    await gone
  }
  await pool.query(`update newsletter_deliveries set claimed_at = now() - interval '1 hour' where status = 'sending'`)
  await sendAll(data.id)
  const { sent = 0, unsure = 0, failed = 0 } = await counts(data.id)
  assert.equal(sent + unsure + failed, many + 3)
  assert.ok(unsure <= 6, `${unsure} are unsure`)
  const to = got().map((mail) => mail.to[0]!)
  assert.equal(new Set(to).size, to.length, 'somebody got it twice')
  assert.ok(to.length >= many - unsure)
})

test('only the provider writes newsletters', async () => {
  for (const [method, url] of [
    ['GET', '/newsletter_campaigns'],
    ['GET', '/newsletter_subscribers'],
    ['POST', '/newsletter_campaigns'],
  ] as const)
    assert.equal((await call(method, url, method === 'POST' ? draft : undefined, partnerUser)).status, 403)
})
