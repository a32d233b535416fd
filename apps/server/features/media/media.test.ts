import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { kindOf } from './media-type.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const tenant = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('tenants')
    .values({ name: 'Hanse', workspace: 'hanse.example', api_token: 'hanse', active: true, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const boss = await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: tenant.id })

async function upload(name: string, bytes: Buffer, headers: Record<string, string> = admin, query = '') {
  const edge = 'weft-edge'
  const payload = Buffer.concat([
    Buffer.from(
      `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ])
  const answer = await app.inject({
    method: 'POST',
    url: `/api/admin/media${query}`,
    headers: { ...headers, 'accept-language': 'en', 'content-type': `multipart/form-data; boundary=${edge}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() as any }
}
const call = async (
  method: 'GET' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = admin,
) => {
  const answer = await app.inject({
    method,
    url: `/api/admin${url}`,
    headers: { ...headers, 'accept-language': 'en' },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: (answer.body ? answer.json() : undefined) as any }
}
// noise, which JPEG cannot compress without loss
const noise = await sharp(
  Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256)),
  { raw: { width: 300, height: 200, channels: 3 } },
)
  .jpeg({ quality: 100 })
  .toBuffer()

test('a picture is kept with its size in pixels, compressed to the quality that is set', async () => {
  const { status, body } = await upload('harbour.jpg', noise, admin, '?folder=news')
  assert.equal(status, 201)
  const { file_name, folder, type, mime, width, height, size } = body.data
  assert.deepEqual(
    { file_name, folder, type, mime, width, height },
    { file_name: 'harbour.jpg', folder: 'news', type: 'image', mime: 'image/jpeg', width: 300, height: 200 },
  )
  assert.ok(size < noise.length, `${size} of ${noise.length}`)
  await call('PUT', '/settings/uploads', { picture_quality: 100 })
  assert.equal((await upload('as-it-is.jpg', noise)).body.data.size, noise.length)
})

test('anybody with the address loads a file, as what it is and never as a page', async () => {
  const { id } = (await upload('evil.html', Buffer.from('<script>alert(1)</script>'))).body.data
  const answer = await app.inject({ url: `/api/app/media_files/${id}` })
  assert.deepEqual(
    [answer.statusCode, answer.headers['content-type'], answer.headers['x-content-type-options'], answer.body],
    [200, 'text/plain; charset=utf-8', 'nosniff', '<script>alert(1)</script>'],
  )
  assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
  assert.equal((await app.inject({ url: '/api/app/media_files/00000000-0000-4000-8000-000000000000' })).statusCode, 404)
})

test('what is neither picture nor PDF nor text is refused, and so is a broken picture', async () => {
  assert.deepEqual((await upload('a.bin', Buffer.from([0, 1, 2, 255]))).body.errors, {
    file: ['a.bin is no picture (PNG, JPEG, WebP, GIF), no PDF and no text.'],
  })
  assert.deepEqual((await upload('b.jpg', noise.subarray(0, 200))).body.errors, {
    file: ['b.jpg is not a picture that can be read.'],
  })
  for (const size of [4_000_001, 9_000_000])
    assert.equal((await upload('c.txt', Buffer.alloc(size, 'a'))).body.code, 'INVALID_MAX_SIZE')
})

test('a file is described and moved; one that news show is not deleted, one that nothing shows is', async () => {
  const { id } = (await upload('plan.pdf', Buffer.from('%PDF-1.7 …'))).body.data
  assert.equal(
    (await call('PUT', `/media/${id}`, { description: 'The plan', folder: 'plans' })).body.data.description,
    'The plan',
  )
  assert.equal((await call('PUT', `/media/${id}`, { size: 1 })).status, 422)
  const news = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('news')
      .values({ title: 'We grow', content: `See [the plan](/api/app/media_files/${id})`, release_date: '2026-11-01' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  assert.deepEqual((await call('GET', `/media/${id}/uses`)).body.data, [
    { kind: 'news', id: news.id, title: 'We grow' },
  ])
  await inScope(server.context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('settings')
      .values({ key: 'mail_layout', value: JSON.stringify({ footer_en: `![seal](/api/app/media_files/${id})` }) })
      .execute(),
  )
  assert.deepEqual(
    (await call('GET', `/media/${id}/uses`)).body.data.map(
      ({ kind, title }: { kind: string; title: string }) => `${kind}: ${title}`,
    ),
    ['news: We grow', 'setting: Layout of mails'],
  )
  await inScope(server.context.db, { level: 'provider' }, (trx) =>
    trx.deleteFrom('settings').where('key', '=', 'mail_layout').execute(),
  )
  assert.deepEqual(
    [(await call('DELETE', `/media/${id}`)).status, (await call('DELETE', `/media/${id}`)).body.message],
    [409, 'plan.pdf is still used in: We grow. Please remove it there first.'],
  )
  await inScope(context.db, { level: 'provider' }, (trx) => trx.deleteFrom('news').where('id', '=', news.id).execute())
  assert.equal((await call('DELETE', `/media/${id}`)).status, 204)
  assert.equal((await app.inject({ url: `/api/app/media_files/${id}` })).statusCode, 404)
})

test('only the provider keeps the library', async () => {
  assert.equal((await upload('mine.txt', Buffer.from('x'), boss)).status, 403)
  assert.equal((await call('GET', '/media', undefined, boss)).status, 403)
})

test('the kind of a file is read from its bytes', () => {
  const kinds = {
    png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    gif: [...Buffer.from('GIF89a')],
    svg: [...Buffer.from('<svg/>')],
    zip: [0x50, 0x4b, 3, 4, 0],
  }
  assert.deepEqual(
    Object.entries(kinds).map(([name, bytes]) => [name, kindOf(Buffer.from(bytes))?.mime]),
    [
      ['png', 'image/png'],
      ['gif', 'image/gif'],
      ['svg', 'text/plain; charset=utf-8'],
      ['zip', undefined],
    ],
  )
})
