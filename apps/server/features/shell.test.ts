import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../testing.ts'

// What the shell asks the server for: news, quick links, notifications, pictures, help and support.

const server = await aServer()
const { app, context } = server
const { tenant, other, partner } = await inScope(context.db, systemScope, async (trx) => {
  const partner = await trx
    .insertInto('partners')
    .values({
      name: 'Nordlicht',
      workspace: 'nordlicht.example',
      api_token: 'nordlicht-token',
      email: 'hello@nordlicht.example',
      phone: '+49 40 1',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = (name: string) =>
    trx
      .insertInto('tenants')
      .values({
        name,
        workspace: `${name.toLowerCase()}.example`,
        api_token: `${name}-token`,
        active: true,
        status: 'active',
        partner_id: partner.id,
        contact_person: 'Ida Berg',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  return { partner, tenant: await made('Hanse'), other: await made('Elbe') }
})
const admin = await signedIn(server, { email: 'admin@weft.test', role: 'admin' })
const nora = await signedIn(server, { email: 'nora@nordlicht.example', role: 'partner_admin', partner_id: partner.id })
const vera = await signedIn(server, { email: 'vera@hanse.example', role: 'viewer', tenant_id: tenant.id })
const eve = await signedIn(server, { email: 'eve@elbe.example', role: 'tenant_admin', tenant_id: other.id })
const mailbox = await aMailbox()

type Headers = Record<string, string>
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, headers: Headers, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/${headers === admin ? 'admin' : 'app'}/${path}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}
const data = async (method: 'GET' | 'POST' | 'PUT', path: string, headers: Headers, payload?: object) => {
  const { status, body } = await call(method, path, headers, payload)
  assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(body)}`)
  return body.data
}
const upload = (path: string, headers: Headers, files: { name: string; type: string; content: Buffer }[]) => {
  const parts = files.flatMap(({ name, type, content }) => [
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return app.inject({
    method: 'POST',
    url: `/api/app/${path}`,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([...parts, Buffer.from('--x--\r\n')]),
  })
}
const multipart = (name: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n--x--\r\n'),
  ])
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)])

test('news are for whom they are meant, from their release date on, and only the provider writes them', async () => {
  for (const [title, audience, offset] of [
    ['For all', 'all', 0],
    ['For partners', 'partner', 0],
    ['For tenants', 'client', 0],
    ['For us', 'admin', 0],
    ['Not yet', 'all', 3],
  ] as const)
    await data('POST', 'news', admin, { title, audience, release_date: day(offset), content: '**New**', author: 'Ada' })
  const titles = async (headers: Headers) =>
    ((await data('GET', 'news_feed', headers)) as { title: string }[]).map(({ title }) => title).toSorted()
  assert.deepEqual(await titles(vera), ['For all', 'For tenants'])
  assert.deepEqual(await titles(nora), ['For all', 'For partners'])
  assert.deepEqual(await titles(admin), ['For all', 'For us'])
  assert.equal((await call('GET', 'news', vera)).status, 403)
  assert.equal((await call('POST', 'news', nora, { title: 'Mine', release_date: day(0) })).status, 403)
  const seen = await inScope(context.db, { level: 'tenant', tenant_id: tenant.id }, (trx) =>
    trx.selectFrom('news').select('title').execute(),
  )
  assert.deepEqual(seen.map(({ title }) => title).toSorted(), ['For all', 'For tenants'])
})

test('quick links are kept for each user separately', async () => {
  assert.equal((await data('GET', 'quick_links', vera)).routes, null)
  await data('PUT', 'quick_links', vera, { routes: ['projectNotes', 'analysisJobs', 'projectNotes'] })
  assert.deepEqual((await data('GET', 'quick_links', vera)).routes, ['projectNotes', 'analysisJobs'])
  assert.equal((await data('GET', 'quick_links', eve)).routes, null)
  assert.equal((await call('PUT', 'quick_links', vera, { routes: ['<script>'] })).status, 422)
})

test('pinned pages are kept for each user separately, each once and in their order', async () => {
  const workflow = { path: '/project/workflows/3f0c', title: 'Import sales orders', owner_id: crypto.randomUUID() }
  const notes = { path: '/project/notes' }
  assert.deepEqual((await data('GET', 'pinned_pages', vera)).pages, [])
  await data('PUT', 'pinned_pages', vera, { pages: [workflow, notes, workflow] })
  assert.deepEqual((await data('GET', 'pinned_pages', vera)).pages, [workflow, notes])
  assert.deepEqual((await data('GET', 'pinned_pages', eve)).pages, [])
  for (const path of ['https://elsewhere.example', '//elsewhere.example', '/project/<script>', 'project'])
    assert.equal((await call('PUT', 'pinned_pages', vera, { pages: [{ path }] })).status, 422, path)
})

test('notifications are marked as read and unread, one by one and all at once, and filtered by it', async () => {
  const id = (await data('GET', 'auth/me', vera)).id as string
  await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('notifications')
      .values([
        { user_id: id, title: 'Lamp lit', level: 'info' },
        { user_id: id, title: 'Lamp out', level: 'error' },
      ])
      .execute(),
  )
  const listed = async (query = '') =>
    (await call('GET', `notifications${query}`, vera)).body as {
      data: { id: string; title: string }[]
      meta: { unread: number; total: number }
    }
  const all = await listed()
  assert.deepEqual([all.meta.total, all.meta.unread], [2, 2])
  const lit = all.data.find(({ title }) => title === 'Lamp lit')!
  assert.equal((await call('POST', 'notifications/read', vera, { ids: [lit.id] })).status, 204)
  assert.deepEqual(
    (await listed('?filter[state]=unread')).data.map(({ title }) => title),
    ['Lamp out'],
  )
  assert.deepEqual(
    (await listed('?filter[level]=info')).data.map(({ title }) => title),
    ['Lamp lit'],
  )
  assert.equal((await call('POST', 'notifications/unread', eve, { ids: [lit.id] })).status, 204)
  assert.equal((await listed()).meta.unread, 1, 'another user marks nothing of Vera’s')
  assert.equal((await call('POST', 'notifications/unread', vera, { ids: [lit.id] })).status, 204)
  assert.equal((await listed()).meta.unread, 2)
  assert.equal((await call('POST', 'notifications/read', vera, {})).status, 204)
  assert.equal((await listed()).meta.unread, 0)
})

test('a picture is what it says it is, small enough, and shown without a token', async () => {
  const codeOf = async (name: string, content: Buffer) =>
    (await upload('auth/me/picture', vera, [{ name, type: 'image/png', content }])).json().code as string
  assert.equal(await codeOf('me.gif', png), 'INVALID_EXTENSION')
  assert.equal(await codeOf('me.png', Buffer.from('<svg onload=alert(1)>')), 'INVALID')
  for (const name of ['me.txt', 'me.png'])
    assert.equal(
      (
        await upload('auth/me/picture', { ...vera, 'accept-language': 'de' }, [
          { name, type: 'image/png', content: Buffer.from('text') },
        ])
      ).json().message,
      'Das Profilbild muss ein Bild sein: PNG, JPEG oder WebP.',
    )
  assert.equal(await codeOf('me.png', Buffer.concat([png, Buffer.alloc(4_000_000)])), 'INVALID_MAX_SIZE')
  const made = await upload('auth/me/picture', vera, [{ name: 'me.png', type: 'image/png', content: png }])
  assert.equal(made.statusCode, 201, made.body)
  const { profile_picture } = await data('GET', 'auth/me', vera)
  assert.equal(profile_picture, made.json().data.profile_picture)
  const shown = await app.inject({ url: profile_picture })
  assert.deepEqual(
    [shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(png)],
    [200, 'image/png', true],
  )
  await call('DELETE', 'auth/me/picture', vera)
  assert.equal((await data('GET', 'auth/me', vera)).profile_picture, '/avatar-blank.svg')
  assert.equal((await app.inject({ url: profile_picture })).statusCode, 404)
})

test('how large a picture may be is a setting; who administers users brings and removes theirs', async () => {
  const { id } = await data('GET', 'auth/me', vera)
  const bring = (headers: Headers, host: string, content: Buffer) =>
    app.inject({
      method: 'POST',
      url: `/api/${host}/users/${id}/picture`,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: multipart('me.png', content),
    })
  await data('PUT', 'settings/uploads', admin, { files: 20, megabytes: 1, data_megabytes: 200, picture_quality: 80 })
  assert.equal(
    (await bring(admin, 'admin', Buffer.concat([png, Buffer.alloc(1_000_000)]))).json().code,
    'INVALID_MAX_SIZE',
  )
  assert.equal((await bring(vera, 'app', png)).statusCode, 403, 'a viewer administers nobody')
  assert.equal((await bring(eve, 'app', png)).statusCode, 404, 'who belongs to another tenant is not there')
  const made = await bring(admin, 'admin', png)
  assert.equal(made.statusCode, 201, made.body)
  const { profile_picture } = await data('GET', 'auth/me', vera)
  assert.equal(profile_picture, made.json().data.profile_picture)
  assert.equal((await call('DELETE', `users/${id}/picture`, admin)).status, 204)
  assert.equal((await app.inject({ url: profile_picture })).statusCode, 404)
})

test('the help centre names the partner of a tenant and the provider', async () => {
  await data('PUT', 'settings/help', admin, {
    contact_name: 'Ada Adler',
    contact_email: 'ada@weft.test',
    contact_phone: '+49 30 2',
  })
  const help = await data('GET', 'help/contact', vera)
  assert.deepEqual(
    [help.partner.name, help.partner.email, help.provider.name, help.contact_person],
    ['Nordlicht', 'hello@nordlicht.example', 'Ada Adler', 'Ida Berg'],
  )
  assert.equal((await data('GET', 'help/contact', nora)).partner, null)
  await data('PUT', 'partner_profile', nora, { about: 'We connect shops.' })
  await data('POST', 'contact_persons', nora, { name: 'Nils Nord', position: 'Sales', email: 'nils@nordlicht.example' })
  await data('POST', 'partner_services', nora, { name: 'Onboarding', description: 'Two days on site.' })
  const { about, persons, services } = (await data('GET', 'help/contact', vera)).partner
  assert.deepEqual(
    [about, persons.map(({ name }: { name: string }) => name), services.map(({ name }: { name: string }) => name)],
    ['We connect shops.', ['Nils Nord'], ['Onboarding']],
  )
})

test('the handbook has the same pages in both languages', async () => {
  const pages = async (language: string) =>
    (await data('GET', 'help/documentation', { ...vera, 'accept-language': language })) as {
      slug: string
      title: string
      text: string
    }[]
  const [en, de] = [await pages('en'), await pages('de')]
  assert.deepEqual(
    en.map(({ slug }) => slug),
    de.map(({ slug }) => slug),
  )
  for (const { title, text } of [...en, ...de]) assert.ok(title.length > 2 && text.length > 300, title)
})

test('a support request with files is listed, mailed to the support address and answered', async () => {
  const asked = await data('POST', 'support_requests', vera, {
    subject: 'Orders are late',
    comment: 'Since Monday.',
    contact_person: 'Vera',
  })
  const files = await upload(`support_requests/${asked.id}/files`, vera, [
    { name: 'log.txt', type: 'text/plain', content: Buffer.from('late, late') },
  ])
  assert.equal(files.statusCode, 201, files.body)
  assert.equal(
    (await data('POST', `support_requests/${asked.id}/send`, vera)).mail,
    'none',
    'no support address, no mail',
  )
  await data('PUT', 'settings/help', admin, { support_email: 'support@weft.test' })
  assert.equal(
    (await data('POST', `support_requests/${asked.id}/send`, vera)).mail,
    'kept',
    'without a mail server it stays in the mail log',
  )
  const second = await data('POST', 'support_requests', vera, { subject: 'Still late', comment: 'And now?' })
  await upload(`support_requests/${second.id}/files`, vera, [
    { name: 'log.txt', type: 'text/plain', content: Buffer.from('late, late') },
  ])
  await data('PUT', 'settings/email', admin, { ...mailbox.settings, from: 'weft@weft.test' })
  assert.equal((await data('POST', `support_requests/${second.id}/send`, vera)).mail, 'sent')
  assert.match(
    mailbox.received[0]!.source,
    /To: support@weft\.test[\s\S]*Subject: [\s\S]*Still late[\s\S]*And now\?[\s\S]*log\.txt/,
  )
  assert.equal((await data('GET', 'support_requests', eve)).length, 0)
  assert.equal((await call('GET', `support_requests/${asked.id}`, eve)).status, 404)
  assert.equal((await call('GET', 'support_requests/all', vera)).status, 403)
  const all = (await data('GET', 'support_requests/all', admin)) as { subject: string; email: string }[]
  assert.deepEqual(
    all.map(({ subject, email }) => [subject, email]),
    [
      ['Still late', 'vera@hanse.example'],
      ['Orders are late', 'vera@hanse.example'],
    ],
  )
  const file = await app.inject({ url: `/api/admin/support_requests/${asked.id}/files/0`, headers: admin })
  assert.deepEqual([file.statusCode, file.body], [200, 'late, late'])
  assert.equal((await call('PUT', `support_requests/${asked.id}`, vera, { answer: 'Myself' })).status, 403)
  await data('PUT', `support_requests/${asked.id}`, admin, { answer: 'It was the shop.' })
  const [, mine] = await data('GET', 'support_requests', vera)
  assert.deepEqual(
    [mine.status, mine.messages.map(({ by, text }: { by: string; text: string }) => [by, text])],
    ['answered', [['provider', 'It was the shop.']]],
  )
  const { data: told } = (await call('GET', 'notifications?filter[state]=unread', vera)).body as {
    data: { title: string; link: string }[]
  }
  assert.match(told[0]!.link, new RegExp(asked.id))

  // It goes on: who asked writes back, which opens it again and is mailed as well; nobody else does.
  await data('POST', `support_requests/${asked.id}/messages`, vera, { text: 'Which one?' })
  assert.match(mailbox.received.at(-1)!.source, /Orders are late[\s\S]*Which one\?/)
  assert.equal((await call('POST', `support_requests/${asked.id}/messages`, eve, { text: 'Me too' })).status, 404)
  assert.equal(
    (await call('POST', `support_requests/${asked.id}/messages`, admin, { text: 'In her name' })).status,
    404,
  )
  assert.equal((await data('GET', `support_requests/${asked.id}`, admin)).status, 'open')
  await data('PUT', `support_requests/${asked.id}`, admin, { answer: 'The one in Kiel.', status: 'closed' })
  const whole = await data('GET', `support_requests/${asked.id}`, vera)
  assert.deepEqual(
    [whole.status, whole.messages.map(({ by, text }: { by: string; text: string }) => [by, text])],
    [
      'closed',
      [
        ['provider', 'It was the shop.'],
        ['asker', 'Which one?'],
        ['provider', 'The one in Kiel.'],
      ],
    ],
  )
})
