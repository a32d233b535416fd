import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { notedFiles } from '@weft/engine/data-lake/noted-files.server.ts'
import { applyFileRules } from '@weft/engine/maintenance/file-rules.server.ts'
import { aPdf } from '@weft/engine/testing/a-pdf.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const hanse = await aTenant(server.test)
const south = await aTenant(server.test)
const boss = await signedIn(server, { email: 'ada@hanse.test', role: 'tenant_admin', tenant_id: hanse.tenant_id })
const viewer = await signedIn(server, { email: 'vic@hanse.test', role: 'viewer', tenant_id: hanse.tenant_id })
const stranger = await signedIn(server, { email: 'eve@south.test', role: 'tenant_admin', tenant_id: south.tenant_id })

const files = context.files(hanse.tenant_id)
const put = (path: string, content: Buffer | string) => files.write(path, Readable.from([Buffer.from(content)]))

async function call(who: Record<string, string>, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  const answer = await app.inject({ method, url: `/api/app/${path}`, headers: who, ...(payload && { payload }) })
  const { data, meta } = (answer.body === '' ? {} : answer.json()) as { data: any; meta: any }
  return { status: answer.statusCode, data, meta }
}
const found = async (query: string, who = boss) =>
  (await call(who, 'GET', `data_lake?${query}`)).data.map(({ path }: { path: string }) => path).toSorted()
const inFolder = async (folder: string) => (await call(boss, 'GET', `data_lake/folder?path=${folder}`)).data
/** Uploads are read behind the answer. */
async function knownIn(folder: string) {
  for (const until = Date.now() + 60_000; Date.now() < until && (await inFolder(folder)).length === 0;) await sleep(50)
  return inFolder(folder)
}
/** As a browser does: once more while something is left. */
async function look() {
  for (let read = 0; ;) {
    const { data } = await call(boss, 'POST', 'data_lake/look')
    read += data.read
    if (data.left === 0) return { files: data.files, read }
  }
}

test('files that were put there unnoticed are found by looking, by their names and the words in them', async () => {
  await put('in/orders.csv', 'id,city\n1,Bremen\n2,Lübeck\n')
  await put('in/invoice.pdf', await aPdf({ title: 'Invoice', pages: ['Freight to Trondheim'] }))
  await put('mail/1.eml', 'From: kim@customer.example\r\nSubject: Parcel\r\n\r\nIt never came to Bremen.')
  await put('blank.bin', Buffer.alloc(100))
  assert.deepEqual(await found('searchTerm=bremen'), [])
  assert.deepEqual(await look(), { files: 4, read: 4 })
  assert.deepEqual(await found('searchTerm=bremen'), ['in/orders.csv', 'mail/1.eml'])
  assert.deepEqual(await found('searchTerm=TRONDHEIM'), ['in/invoice.pdf'])
  assert.deepEqual(await found('searchTerm=blank'), ['blank.bin'])
  assert.deepEqual(await found('searchTerm=bremen%20parcel'), ['mail/1.eml'])
  assert.deepEqual(await look(), { files: 4, read: 0 })
})

test('what has changed is read anew, and what is gone is not found any more', async () => {
  await put('in/orders.csv', 'id,city\n1,Oslo\n2,Bergen\n3,Oslo\n')
  await files.remove('blank.bin')
  assert.deepEqual(await look(), { files: 3, read: 1 })
  assert.deepEqual(await found('searchTerm=bremen'), ['mail/1.eml'])
  assert.deepEqual(await found('searchTerm=oslo'), ['in/orders.csv'])
  assert.deepEqual(await found('searchTerm=blank'), [])
})

test('files have tags, which stay when they are written, moved and read again', async () => {
  const tagged = await call(boss, 'POST', 'data_lake/tags', {
    path: 'in/orders.csv',
    tags: ['Orders', ' Q4 ', 'Orders'],
  })
  assert.deepEqual([tagged.status, tagged.data.tags, tagged.data.origin.by], [200, ['Orders', 'Q4'], 'found'])
  assert.equal((await call(boss, 'POST', 'data_lake/tags', { path: 'in/none.csv', tags: ['x'] })).status, 404)
  assert.equal((await call(boss, 'POST', 'data_lake/tags', { path: 'in', tags: ['x'] })).status, 404)
  assert.equal((await call(viewer, 'POST', 'data_lake/tags', { path: 'in/orders.csv', tags: [] })).status, 403)
  await call(boss, 'POST', 'data_lake/tags', { path: 'mail/1.eml', tags: ['Q4'] })
  assert.deepEqual(await found('tag=Q4'), ['in/orders.csv', 'mail/1.eml'])
  assert.deepEqual(await found('tag=Orders&searchTerm=oslo'), ['in/orders.csv'])
  assert.deepEqual(await found('tag=Order'), [])
  assert.deepEqual((await call(boss, 'GET', 'data_lake/tags')).data, [
    { tag: 'Orders', files: 1 },
    { tag: 'Q4', files: 2 },
  ])
  assert.equal((await call(boss, 'POST', 'files/move', { path: 'in', to: 'done' })).status, 200)
  assert.deepEqual(await found('tag=Q4'), ['done/orders.csv', 'mail/1.eml'])
  assert.deepEqual(await look(), { files: 3, read: 2 })
  assert.deepEqual(await found('searchTerm=oslo'), ['done/orders.csv'])
})

test('a file says who uploaded it or which run wrote it', async () => {
  const boundary = 'weft-boundary'
  const sent = await app.inject({
    method: 'POST',
    url: '/api/app/files?path=up',
    headers: { ...boss, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="prices.csv"\r\n\r\nsku,price\nA-1,9.90\n\r\n--${boundary}--\r\n`,
  })
  assert.equal(sent.statusCode, 201)
  for (const until = Date.now() + 60_000; Date.now() < until && (await inFolder('up')).length === 0;) await sleep(50)
  const [uploaded] = await inFolder('up')
  assert.deepEqual(
    [uploaded.path, uploaded.origin.by, uploaded.origin.name],
    ['up/prices.csv', 'upload', 'ada@hanse.test'],
  )
  assert.deepEqual(await found('searchTerm=9.90'), ['up/prices.csv'])

  const run = { id: crypto.randomUUID(), workflow_id: crypto.randomUUID(), tenant_id: hanse.tenant_id }
  const ofRun = notedFiles(context.databases, files, run)
  await ofRun.write('out/report.txt', Readable.from([Buffer.from('Stock of Hamburg')]))
  const [written] = await inFolder('out')
  assert.deepEqual([written.origin.by, written.origin.job_id], ['run', run.id])
  assert.deepEqual(await found('searchTerm=report'), ['out/report.txt'])
  assert.deepEqual(await look(), { files: 5, read: 1 })
  assert.deepEqual(await found('searchTerm=hamburg'), ['out/report.txt'])
  await call(boss, 'DELETE', 'files?path=out')
  assert.deepEqual(await found('searchTerm=hamburg'), [])
})

test('a file that is written again keeps its earlier contents as its folder says, and gets one back', async () => {
  const rule = { path: 'kept', keep_versions: 2, version_days: 30, retention_days: null }
  assert.equal((await call(viewer, 'POST', 'data_lake/rules', rule)).status, 403)
  assert.deepEqual((await call(boss, 'POST', 'data_lake/rules', rule)).data, [rule])
  const contents = ['one', 'two, longer', 'three', 'four']
  for (const content of contents) await put('kept/prices.csv', content)
  await put('free/prices.csv', 'one')
  await put('free/prices.csv', 'two')
  const versions = async (path: string, who = boss) =>
    (await call(who, 'GET', `data_lake/versions?path=${path}`)).data.map(({ size }: { size: number }) => size)
  assert.deepEqual(await versions('kept/prices.csv'), [5, 11])
  assert.deepEqual(await versions('free/prices.csv'), [])
  assert.deepEqual(await versions('kept/prices.csv', stranger), [])

  const [, older] = (await call(boss, 'GET', 'data_lake/versions?path=kept/prices.csv')).data
  const restored = await call(boss, 'POST', 'data_lake/restore', { path: 'kept/prices.csv', until: older.until })
  assert.deepEqual([restored.status, restored.data.size], [200, 11])
  assert.equal((await knownIn('kept'))[0].size, 11)
  assert.equal(await text(await files.read('kept/prices.csv')), 'two, longer')
  assert.deepEqual(await versions('kept/prices.csv'), [4, 5])
  const gone = { path: 'kept/prices.csv', until: '2020-01-01T00:00:00.000Z' }
  assert.equal((await call(boss, 'POST', 'data_lake/restore', gone)).status, 404)
  const root = (await call(boss, 'GET', 'files')).data.map(({ name }: { name: string }) => name)
  assert.equal(root.includes('.versions'), false)
})

test('files nobody writes any more go when the rule of the nearest folder says so, and so do old contents', async () => {
  await call(boss, 'POST', 'data_lake/rules', { path: 'old', keep_versions: 5, version_days: 7, retention_days: 10 })
  await call(boss, 'POST', 'data_lake/rules', {
    path: 'old/for-ever',
    keep_versions: 1,
    version_days: 90,
    retention_days: null,
  })
  for (const path of ['old/a.txt', 'old/for-ever/b.txt', 'c.txt'])
    for (const content of ['1', '2']) await put(path, content)
  const pool = openPool(server.test.app_url, { max: 2, level: 'system', application: 'test' })
  const inDays = (days: number) => applyFileRules(pool, context.files, Date.now() + days * 86_400_000)
  assert.equal(await inDays(6), 0)
  assert.equal(await inDays(8), 1, 'the earlier content of a.txt')
  assert.equal(await inDays(11), 1, 'a.txt itself')
  assert.deepEqual(
    [await files.has('old/a.txt'), await files.has('old/for-ever/b.txt'), await files.has('c.txt')],
    [false, true, true],
  )
  await pool.end()
  const none = { path: 'old', keep_versions: 0, version_days: 30, retention_days: null }
  const left = (await call(boss, 'POST', 'data_lake/rules', none)).data.map(({ path }: { path: string }) => path)
  assert.deepEqual(left, ['kept', 'old/for-ever'])
  assert.deepEqual((await call(stranger, 'GET', 'data_lake/rules')).data, [])
  for (const folder of ['kept', 'free', 'old', 'c.txt']) await call(boss, 'DELETE', `files?path=${folder}`)
})

test('pages follow one another, and nothing of another tenant is found', async () => {
  const first = await call(boss, 'GET', 'data_lake?perPage=3')
  const second = await call(boss, 'GET', `data_lake?perPage=3&after=${encodeURIComponent(first.meta.next)}`)
  assert.deepEqual([first.data.length, second.data.length, second.meta.next], [3, 1, null])
  assert.deepEqual(await found('searchTerm=bremen', stranger), [])
  assert.deepEqual((await call(stranger, 'GET', 'data_lake/folder?path=done')).data, [])
  assert.deepEqual((await call(stranger, 'GET', 'data_lake/tags')).data, [])
  assert.equal((await call(stranger, 'POST', 'data_lake/tags', { path: 'done/orders.csv', tags: ['x'] })).status, 404)
})
