import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const orders = await readFile(new URL('../../demo/files/northwind/orders.csv', import.meta.url))
const details = await readFile(new URL('../../demo/files/northwind/order-details.csv', import.meta.url))

async function aTenantUser(name: string) {
  const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name, workspace: `${name}.test`, api_token: `token-${name}`, active: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const project = await inScope(context.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Commerce hub' }).returning('id').executeTakeFirstOrThrow(),
  )
  const headers = {
    ...(await signedIn(server, { email: `dev@${name}.test`, role: 'tenant_admin', tenant_id })),
    'x-project-id': project.id,
  }
  return { headers: headers as Record<string, string>, tenant_id, root: join(context.home, 'storage', tenant_id) }
}
const kept = () =>
  readdirSync(hanse.root, { recursive: true })
    .map(String)
    .toSorted((a, b) => a.localeCompare(b))
type Headers = Record<string, string>
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, payload?: object) => {
  const answer = await app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : (answer.json() as any),
    headers: answer.headers,
    bytes: answer.rawPayload,
  }
}
const boundary = 'weft-boundary'
const multipart = (...files: [name: string, content: Buffer | string][]) =>
  Buffer.concat([
    ...files.flatMap(([name, content]) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
const upload = async (url: string, headers: Headers, ...files: [string, Buffer | string][]) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/app${url}`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: multipart(...files),
  })
  return { status: answer.statusCode, body: answer.json() as any }
}

const hanse = await aTenantUser('hanse')
const other = await aTenantUser('other')

test('files are uploaded, listed, previewed, downloaded, moved and deleted', async () => {
  const sent = await upload(
    '/files?path=in',
    hanse.headers,
    ['orders.csv', orders],
    ['Größe?.txt', 'plain text, no table "'],
  )
  assert.deepEqual(
    [sent.status, sent.body.data.map((file: any) => [file.path, file.size])],
    [
      201,
      [
        ['in/orders.csv', orders.length],
        ['in/Größe?.txt', 22],
      ],
    ],
  )
  const listed = await call('GET', '/files?path=in', hanse.headers)
  assert.deepEqual(
    listed.body.data.map((entry: any) => [entry.kind, entry.name]),
    [
      ['file', 'Größe?.txt'],
      ['file', 'orders.csv'],
    ],
  )
  assert.deepEqual(listed.body.meta.limits, { megabytes: 200, files: 20 })
  const { body: preview } = await call('GET', '/files/preview?path=in/orders.csv&rows=3', hanse.headers)
  assert.deepEqual(
    [preview.data.kind, preview.data.type, preview.data.columns.length, preview.data.rows.length, preview.data.entries],
    ['records', 'csv', 14, 3, 830],
  )
  const content = await call('GET', `/files/content?path=${encodeURIComponent('in/Größe?.txt')}`, hanse.headers).catch(
    () => undefined,
  )
  assert.equal(content, undefined) // no JSON
  const raw = await app.inject({ url: '/api/app/files/content?path=in/orders.csv', headers: hanse.headers })
  assert.ok(raw.rawPayload.equals(orders))
  assert.equal(raw.headers['content-disposition'], "attachment; filename*=UTF-8''orders.csv")
  assert.equal((await call('POST', '/files/folders', hanse.headers, { path: 'done' })).status, 201)
  assert.equal(
    (await call('POST', '/files/move', hanse.headers, { path: 'in/orders.csv', to: 'done/orders.csv' })).status,
    200,
  )
  assert.equal((await call('DELETE', '/files?path=in', hanse.headers)).status, 204)
  assert.deepEqual(
    (await call('GET', '/files', hanse.headers)).body.data.map((entry: any) => entry.path),
    ['done'],
  )
})

test('a file that is there is replaced only on request', async () => {
  await upload('/files', hanse.headers, ['stock.csv', 'a,b\n1,2\n'])
  const again = await upload('/files', { ...hanse.headers, 'accept-language': 'de' }, ['stock.csv', 'c,d\n'])
  assert.deepEqual(
    [again.status, again.body.message],
    [409, '„stock.csv“ gibt es bereits. Wählen Sie einen anderen Namen oder ersetzen Sie die Datei.'],
  )
  assert.equal((await upload('/files?replace=true', hanse.headers, ['stock.csv', 'c,d\n'])).status, 201)
})

test('no path leads to the files of another tenant', async () => {
  await upload('/files', other.headers, ['secret.csv', 'a\n1\n'])
  for (const path of [
    `../${other.tenant_id}/secret.csv`,
    `/../${other.tenant_id}/secret.csv`,
    `x/../../${other.tenant_id}/secret.csv`,
  ]) {
    for (const url of ['/files/content', '/files/preview', '/files'])
      assert.equal(
        (await call('GET', `${url}?path=${encodeURIComponent(path)}`, hanse.headers)).status,
        422,
        `${url} ${path}`,
      )
    assert.equal((await call('DELETE', `/files?path=${encodeURIComponent(path)}`, hanse.headers)).status, 422)
    assert.equal((await call('POST', '/files/move', hanse.headers, { path, to: 'mine.csv' })).status, 422)
    assert.equal((await call('POST', '/dynamic_models/analyze', hanse.headers, { file: path })).status, 422)
  }
  assert.equal(
    (await upload('/files', hanse.headers, [`../../${other.tenant_id}/planted.csv`, 'x'])).body.data[0].path,
    'planted.csv',
  )
  assert.equal((await call('GET', '/files/content?path=secret.csv', hanse.headers)).status, 404)
})

test('limits are settings, and what breaks one is refused whole with a message in both languages', async () => {
  await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .updateTable('settings')
      .set({ value: JSON.stringify({ data_megabytes: 1, files: 2 }) })
      .where('key', '=', 'uploads')
      .execute(),
  )
  const before = kept()
  const large = await upload(
    '/files?path=new',
    { ...hanse.headers, 'accept-language': 'de' },
    ['small.csv', 'a\n'],
    ['large.csv', Buffer.alloc(2 * 1024 * 1024)],
  )
  assert.deepEqual(
    [large.status, large.body.code, large.body.message],
    [422, 'FILE_TOO_LARGE', 'Die Datei ist größer als 1 MB. Es wurde nichts gespeichert.'],
  )
  const many = await upload('/files?path=new', hanse.headers, ['1.csv', 'a'], ['2.csv', 'a'], ['3.csv', 'a'])
  assert.deepEqual(
    [many.status, many.body.code, many.body.message],
    [422, 'INVALID_MAX_FILES', 'At most 2 files may be uploaded at once. Nothing was saved.'],
  )
  assert.equal((await upload('/files', hanse.headers)).body.code, 'INVALID_MIN_FILES')
  assert.deepEqual(kept(), before)
  await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .updateTable('settings')
      .set({ value: JSON.stringify({ data_megabytes: 200, files: 20 }) })
      .where('key', '=', 'uploads')
      .execute(),
  )
})

test('an upload whose browser goes away leaves nothing', async () => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const before = kept()
  const sending = httpRequest({
    port: (app.server.address() as AddressInfo).port,
    method: 'POST',
    path: '/api/app/files?path=gone',
    headers: {
      ...hanse.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': '50000000',
    },
  })
  sending.on('error', () => {})
  sending.write(multipart(['big.csv', Buffer.alloc(3_000_000)]).subarray(0, 2_500_000))
  for (
    let i = 0;
    i < 100 && !readdirSync(hanse.root, { recursive: true }).some((name) => String(name).endsWith('.part'));
    i++
  )
    await sleep(20)
  assert.ok(readdirSync(hanse.root, { recursive: true }).some((name) => String(name).endsWith('.part')))
  sending.destroy()
  for (let i = 0; i < 100 && readdirSync(hanse.root, { recursive: true }).length > before.length; i++) await sleep(20)
  assert.deepEqual(kept(), before)
})

test('a model: analysed from an upload, overruled, saved with its rules, checked, previewed', async () => {
  const { status, body } = await upload('/dynamic_models/analyze', hanse.headers, ['order-details.csv', details])
  assert.equal(status, 200)
  const found = body.data
  assert.deepEqual(
    [found.file.path, found.type, found.primary_key, found.entries],
    ['dynamic-models/order-details.csv', 'csv', 'id', 2155],
  )
  const again = await call('POST', '/dynamic_models/analyze', hanse.headers, {
    file: found.file.path,
    options: { delimiter: ';' },
    preview_rows: 2,
  })
  assert.deepEqual([again.body.data.fields.length, again.body.data.preview.raw.length], [1, 2])
  assert.equal(again.body.data.findings.find((finding: any) => finding.option === 'delimiter').overruled, true)

  const model = {
    model_name: 'Order details',
    type: found.type,
    options: found.options,
    fields: found.fields,
    dynamic_fields: found.dynamic_fields,
    primary_key: found.primary_key,
    sample_file: found.file.path,
  }
  const noKey = await call(
    'POST',
    '/dynamic_models',
    { ...hanse.headers, 'accept-language': 'de' },
    { ...model, primary_key: null },
  )
  assert.deepEqual(
    [noKey.status, noKey.body.errors.primary_key],
    [422, ['Bitte wählen Sie einen Primärschlüssel aus.']],
  )
  assert.equal((await call('POST', '/dynamic_models', hanse.headers, { ...model, type: 'docx' })).status, 422)
  assert.ok(
    (await call('POST', '/dynamic_models', hanse.headers, { ...model, options: { delimiter: 'abc' } })).body.errors[
      'options.delimiter'
    ],
  )
  const saved = await call('POST', '/dynamic_models', hanse.headers, model)
  assert.equal(saved.status, 201)
  const { id } = saved.body.data
  assert.deepEqual((await call('PUT', `/dynamic_models/${id}`, hanse.headers, { type: 'xml' })).body.errors.type, [
    'The type of a dynamic model cannot change after saving.',
  ])
  assert.equal(
    (await call('PUT', `/dynamic_models/${id}`, hanse.headers, { preview_rows: 5 })).body.data.preview_rows,
    5,
  )

  const preview = await call('GET', `/dynamic_models/${id}/preview`, hanse.headers)
  assert.deepEqual(preview.body.data.records[0].record, {
    order_id: 10248,
    product_id: 11,
    unit_price: '14.00',
    quantity: 12,
    discount: '0',
    id: '10248-11',
  })
  assert.equal(preview.body.data.records.length, 5)
  assert.deepEqual((await call('POST', `/dynamic_models/${id}/check`, hanse.headers, {})).body.data, {
    file: found.file.path,
    records: 2155,
    rejected: 0,
    complete: true,
    examples: [],
    ok: true,
  })
  await upload('/files', hanse.headers, [
    'bad.csv',
    'orderID,productID,unitPrice,quantity,discount\n1,x,2.50,1,0\n1,2,2.50,1,0\n',
  ])
  const checked = await call('POST', `/dynamic_models/${id}/check`, hanse.headers, { file: 'bad.csv' })
  assert.deepEqual(
    [checked.body.data.records, checked.body.data.rejected, checked.body.data.examples],
    [1, 1, [{ field: 'product_id', reason: 'Line 2: "x" in "productID" is no whole number.' }]],
  )
  // A draft is tried as it says, and what is live as it is.
  const { data: live } = (await call('GET', `/dynamic_models/${id}`, hanse.headers)).body
  const { model_name, sample_file, analyse_entry_quantity, max_depth, options, dynamic_fields, primary_key } = live
  const fields = live.fields.map((one: { name: string }) =>
    one.name === 'product_id' ? { ...one, name: 'product', type: 'text' } : one,
  )
  const reading = { model_name, sample_file, analyse_entry_quantity, max_depth, options, preview_rows: 2 }
  const parts = dynamic_fields.map((one: { values: string[] }) => ({
    ...one,
    values: one.values.map((name) => (name === 'product_id' ? 'product' : name)),
  }))
  const content = { kind: 'dynamic_model', ...reading, fields, dynamic_fields: parts, primary_key }
  const draft = (await call('PUT', `/definitions/${id}/draft`, hanse.headers, { content })).body.data
  assert.deepEqual(draft.problems, [])
  const { records } = (await call('GET', `/dynamic_models/${id}/preview?draft_id=${draft.id}`, hanse.headers)).body.data
  assert.deepEqual(
    [records.length, records[0].record.product, records[0].record.product_id, records[0].record.id],
    [2, '11', undefined, '10248-11'],
  )
  const tried = { file: 'bad.csv', draft_id: draft.id }
  assert.equal((await call('POST', `/dynamic_models/${id}/check`, hanse.headers, tried)).body.data.rejected, 0)
  assert.equal((await call('GET', `/dynamic_models/${id}/preview`, hanse.headers)).body.data.records.length, 5)
  assert.equal((await call('GET', `/dynamic_models/${id}/preview`, other.headers)).status, 404)
  assert.equal((await call('GET', '/dynamic_models?searchTerm=order', hanse.headers)).body.meta.total, 1)
})

test('a file that cannot be understood is refused with the reason', async () => {
  await upload(
    '/files',
    hanse.headers,
    ['broken.json', '[{"a": 1},\n{"a" 2}]'],
    ['bomb.xml', '<!DOCTYPE a [<!ENTITY b "b">]><a><c>&b;</c></a>'],
  )
  const json = await call(
    'POST',
    '/dynamic_models/analyze',
    { ...hanse.headers, 'accept-language': 'de' },
    { file: 'broken.json' },
  )
  assert.deepEqual([json.status, json.body.code], [422, 'JSON_INVALID'])
  assert.match(
    json.body.message,
    / lässt sich nicht lesen, daher gibt es noch kein Modell: Zeile 2, Spalte 6: Das ist kein gültiges JSON/,
  )
  assert.equal(
    (await call('POST', '/dynamic_models/analyze', hanse.headers, { file: 'bomb.xml' })).body.code,
    'XML_ENTITIES',
  )
  assert.equal((await call('POST', '/dynamic_models/analyze', hanse.headers, { file: 'nowhere.csv' })).status, 404)
})

test('of a large folder the first hundred entries are shown, on request all', async () => {
  for (let i = 0; i < 105; i++)
    await context
      .files(hanse.tenant_id)
      .write(`many/${String(i).padStart(3, '0')}.csv`, Readable.from(['a\n']), { limit: 1_000 })
  const { body } = await call('GET', '/files?path=many', hanse.headers)
  assert.deepEqual(
    [body.data.length, body.meta.total, body.meta.truncated, body.data[99].name],
    [100, 105, true, '099.csv'],
  )
  const all = await call('GET', '/files?path=many&noPagination=true', hanse.headers)
  assert.deepEqual([all.body.data.length, all.body.meta.truncated], [105, false])
})
