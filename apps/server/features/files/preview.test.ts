import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { aPdf } from '@weft/engine/testing/a-pdf.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const tenant = await aTenant(server.test)
const other = await aTenant(server.test)
const own = await signedIn(server, { email: 'ada@preview.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })
const stranger = await signedIn(server, { email: 'eve@preview.test', role: 'tenant_admin', tenant_id: other.tenant_id })

const files = context.files(tenant.tenant_id)
const keep = (path: string, content: Buffer | string) => files.write(path, Readable.from([Buffer.from(content)]))
async function look(path: string, headers: Record<string, string> = own) {
  const answer = await app.inject({ url: `/api/app/files/preview?path=${encodeURIComponent(path)}`, headers })
  return { status: answer.statusCode, data: (answer.json() as { data: any }).data }
}

test('a PDF is shown by the text of its pages', async () => {
  await keep('invoice.pdf', await aPdf({ title: 'Invoice 4711', pages: ['Total 480.00 EUR', 'Thank you'] }))
  const { data } = await look('invoice.pdf')
  assert.deepEqual(
    [data.kind, data.title, data.total, data.pages.map((page: string) => page.trim())],
    ['pdf', 'Invoice 4711', 2, ['Total 480.00 EUR', 'Thank you']],
  )
  await keep('broken.pdf', '%PDF-1.7\nthis is none')
  const broken = (await look('broken.pdf')).data
  assert.deepEqual(
    [broken.kind, broken.text, broken.reason],
    ['text', '%PDF-1.7\nthis is none', 'This PDF cannot be read: it is damaged or asks for a password.'],
  )
})

test('a mail is shown with its people, its words and what is attached', async () => {
  const lines = [
    'From: Kim <kim@customer.example>',
    'To: orders@hanse.example',
    'Subject: =?utf-8?q?Gr=C3=B6=C3=9Fe?=',
    'Date: Fri, 27 Nov 2026 08:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Please take size 40.',
    '--x',
    'Content-Type: text/csv; name="order.csv"',
    'Content-Disposition: attachment; filename="order.csv"',
    '',
    'id,qty',
    '--x--',
  ]
  await keep('mail/1.eml', lines.join('\r\n'))
  const { data } = await look('mail/1.eml')
  assert.deepEqual(data, {
    kind: 'mail',
    size: Buffer.byteLength(lines.join('\r\n')),
    subject: 'Größe',
    from: 'Kim <kim@customer.example>',
    to: 'orders@hanse.example',
    cc: '',
    sent_at: '2026-11-27T08:00:00.000Z',
    text: 'Please take size 40.',
    attachments: [{ name: 'order.csv', type: 'text/csv', size: 6 }],
  })
})

test('an archive lists what is in it and unpacks nothing', async () => {
  const zip = new ZipFile()
  const mtime = new Date('2026-11-27T08:00:00Z')
  zip.addBuffer(Buffer.from('id\n1\n'), 'in/orders.csv', { mtime })
  zip.addBuffer(Buffer.alloc(3_000), 'blank.bin', { mtime })
  zip.end()
  await keep('all.zip', await buffer(zip.outputStream as Readable))
  const { data } = await look('all.zip')
  assert.deepEqual(
    [data.kind, data.complete, data.entries.map(({ name, size }: any) => [name, size])],
    [
      'archive',
      true,
      [
        ['in/orders.csv', 5],
        ['blank.bin', 3_000],
      ],
    ],
  )
  await keep('broken.zip', 'PK no archive')
  assert.equal((await look('broken.zip')).data.reason, 'This archive cannot be read.')
})

test('a picture is drawn anew, no larger than a screen', async () => {
  const png = await sharp({ create: { width: 3_200, height: 800, channels: 3, background: '#5451d6' } })
    .png()
    .toBuffer()
  await keep('wide.png', png)
  const { data } = await look('wide.png')
  assert.deepEqual([data.kind, data.width, data.height, data.size], ['picture', 3_200, 800, png.length])
  const [type, base64] = data.source.split(',')
  const drawn = await sharp(Buffer.from(base64, 'base64')).metadata()
  assert.deepEqual([type, drawn.format, drawn.width, drawn.height], ['data:image/webp;base64', 'webp', 1_600, 400])
})

test('records are shown as a table, text as it is, and of bytes only that they are none', async () => {
  await keep('orders.jsonl', '{"id":1,"total":"480.00"}\n{"id":2,"total":"19.50"}\n')
  const records = (await look('orders.jsonl')).data
  assert.deepEqual([records.kind, records.columns, records.entries], ['records', ['id', 'total'], 2])
  await keep('note.txt', Buffer.from('Gr\xf6\xdfe', 'latin1'))
  assert.deepEqual((await look('note.txt')).data, { kind: 'text', size: 5, text: 'Größe', complete: true })
  await keep('blank.bin', Buffer.alloc(50))
  assert.deepEqual([(await look('blank.bin')).data.kind, (await look('blank.bin')).data.text], ['text', ''])
})

test('nobody looks into files of another tenant', async () => {
  await keep('secret.eml', 'Subject: secret\r\n\r\nx')
  assert.equal((await look('secret.eml')).status, 200)
  assert.equal((await look('secret.eml', stranger)).status, 404)
})
