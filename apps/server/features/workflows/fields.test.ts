import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server

async function aPlace(role: string) {
  const tenant = await aTenant({ ...server.test, key: context.key })
  const { tenant_id, project_id } = tenant
  const headers = {
    ...(await signedIn(server, { email: `${role}@${tenant_id}.test`, role, tenant_id })),
    'x-project-id': project_id,
  }
  return { tenant, headers }
}
const { tenant, headers } = await aPlace('tenant_admin')
const stranger = await aPlace('tenant_admin')
const structure = await aStructure(context, tenant.scope, 'Article', [aField('number', 'text', { primary_key: true })])

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, more: object = {}) {
  const answer = await app.inject({
    method,
    url: `/api/app${url}`,
    headers: { ...headers, ...more },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : (answer.json() as any) }
}

const sent = (url: string, content: Buffer, file = 'shop.png', who: Record<string, string> = headers) =>
  app.inject({
    method: 'POST',
    url: `/api/app${url}`,
    headers: { ...who, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n--x--\r\n'),
    ]),
  })

const png = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#336699' } })
  .png()
  .toBuffer()

const written = (mode: string, read = 'manual') =>
  `weft: 1\nlabel: Stock\nsteps:\n  - { id: go, element: ${read} }\n  - { id: write, element: write_records, label: Write articles, settings: { structure_id: ${structure.id}, mode: ${mode} } }\nedges: [{ from: go.out, to: write.in }]\n`

const created = async (label: string, more: object = {}) =>
  (
    await call('POST', '/workflows', {
      label,
      source: written('upsert').replace('label: Stock', `label: ${label}`),
      ...more,
    })
  ).body.data

test('a logo is a picture, made small, shown in the lists, replaced, removed, and gone with its workflow', async () => {
  const { id, logo } = await created('Orders of the shop')
  assert.equal(logo, null)
  const refused = await sent(`/workflows/${id}/picture`, Buffer.from('<svg onload=alert(1)>'))
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [422, ['file']])
  assert.equal((await sent(`/workflows/${id}/picture`, png, 'shop.gif')).json().code, 'INVALID_EXTENSION')
  assert.equal((await sent(`/workflows/${id}/picture`, png, 'shop.png', stranger.headers)).statusCode, 404)

  const first = (await sent(`/workflows/${id}/picture`, png)).json().data.logo as string
  const shown = await app.inject({ url: first })
  const { width, height } = await sharp(shown.rawPayload).metadata()
  assert.deepEqual([shown.statusCode, shown.headers['content-type'], width, height], [200, 'image/webp', 400, 400])
  const listed = (await call('GET', '/workflows?searchTerm=shop')).body.data
  assert.deepEqual(
    listed.map((row: any) => [row.label, row.logo]),
    [['Orders of the shop', first]],
  )

  const second = (await sent(`/workflows/${id}/picture`, png)).json().data.logo as string
  assert.equal((await app.inject({ url: first })).statusCode, 404)
  assert.equal((await app.inject({ url: second })).statusCode, 200)
  assert.equal((await call('DELETE', `/workflows/${id}/picture`)).status, 204)
  assert.equal((await call('GET', `/workflows/${id}`)).body.data.logo, null)
  assert.equal((await app.inject({ url: second })).statusCode, 404)

  const third = (await sent(`/workflows/${id}/picture`, png)).json().data.logo as string
  assert.equal((await call('DELETE', `/workflows/${id}`)).status, 204)
  assert.equal((await app.inject({ url: third })).statusCode, 404)
  assert.equal((await sent(`/workflows/${id}/picture`, png)).statusCode, 404)
})

test('only who may change a workflow brings or removes its logo', async () => {
  const { id } = await created('Looked at only')
  const viewer = {
    ...(await signedIn(server, { email: 'viewer@hanse.test', role: 'viewer', tenant_id: tenant.tenant_id })),
    'x-project-id': tenant.project_id,
  }
  assert.equal((await sent(`/workflows/${id}/picture`, png, 'shop.png', viewer)).statusCode, 403)
  assert.equal((await call('DELETE', `/workflows/${id}/picture`, undefined, viewer)).status, 403)
})

test('what content identifiers name is offered once each, to the project alone', async () => {
  await created('Invoices', { content_type: 'Invoice' })
  await created('Orders', { content_type: 'Order' })
  const { id } = await created('More orders', { content_type: ' Order ' })
  assert.equal((await call('GET', `/workflows/${id}/properties`)).body.data.content_type, 'Order')
  assert.deepEqual((await call('GET', '/workflows/content_types')).body.data, ['Invoice', 'Order'])
  assert.deepEqual((await call('GET', '/workflows/content_types', undefined, stranger.headers)).body.data, [])
  const long = await call('PUT', `/workflows/${id}/properties`, { content_type: 'x'.repeat(61) })
  assert.deepEqual([long.status, Object.keys(long.body.errors)], [422, ['content_type']])
})

test('a job says what its values are, and is found by both together', async () => {
  const { id } = await created('Taken orders', { content_identifier: 'number', content_type: 'Order' })
  const { tenant_id, project_id } = tenant
  const enqueued = (content_identifier?: string) =>
    context.jobs.enqueue({ tenant_id, project_id, workflow_id: id, started_by: 'hand', content_identifier })
  const none = await enqueued()
  const file = await enqueued('orders.csv')
  const order = await enqueued()
  await inScope(context.db, tenant.scope, (trx) =>
    trx.insertInto('job_contents').values({ job_id: order.id, value: '4711' }).execute(),
  )
  const found = async (list: string, term: string) =>
    (await call('GET', `/${list}?sort=created_at&searchTerm=${encodeURIComponent(term)}`)).body.data.map((row: any) => [
      row.id,
      row.content_type,
      row.content_identifier,
    ])
  const rows = [
    [none.id, '', 'number'],
    [file.id, 'Order', 'orders.csv'],
    [order.id, 'Order', '4711'],
  ]
  for (const list of ['jobs', 'queued_jobs']) {
    assert.deepEqual(await found(list, 'Taken orders'), rows)
    assert.deepEqual(await found(list, 'order 4711'), [rows[2]])
    assert.deepEqual(await found(list, '4711'), [rows[2]])
    assert.deepEqual(await found(list, 'Invoice 4711'), [])
  }
  const { body } = await call('GET', `/jobs/${order.id}`)
  assert.deepEqual([body.data.content_type, body.data.content_identifier], ['Order', '4711'])
})

test('a workflow that brings only what is new or changed is not published while a step removes the rest', async () => {
  const { id } = await created('Delta', { dataset_type: 'delta' })
  const source = written('replace').replace('label: Stock', 'label: Delta')
  const saved = await call('PUT', `/workflows/${id}/code`, { source })
  assert.deepEqual(
    saved.body.data.problems.map(({ step, place, level }: any) => [step, place, level]),
    [['write', 'settings.mode', 'error']],
  )
  const refused = await call('POST', `/workflows/${id}/publish`, {}, { 'accept-language': 'de' })
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [
      422,
      {
        'steps.write.settings.mode': [
          'Die Läufe dieses Workflows bringen nur, was neu oder geändert ist, aber dieser Schritt entfernt alles, was nicht kommt. Lassen Sie ihn einfügen oder ändern, oder wählen Sie in den Eigenschaften eine andere Art des Datenbestands.',
        ],
      },
    ],
  )
  for (const [path, body] of [
    ['run', {}],
    ['test_run', {}],
  ] as const)
    assert.equal((await call('POST', `/workflows/${id}/${path}`, body)).status, 422, path)
  assert.equal((await call('POST', `/workflows/${id}/validate`, {})).body.data.ok, false)
  assert.equal((await call('PUT', `/workflows/${id}/properties`, { dataset_type: 'full' })).status, 200)
  assert.equal((await call('POST', `/workflows/${id}/publish`, {})).status, 200)
})

test('what is published goes on as it is: a type that does not go with it is refused where it is chosen', async () => {
  const { id } = await created('Whole stock', {
    source: written('replace').replace('label: Stock', 'label: Whole stock'),
  })
  assert.equal((await call('POST', `/workflows/${id}/publish`, {})).status, 200)
  const refused = await call('PUT', `/workflows/${id}/properties`, { dataset_type: 'delta' })
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [
      422,
      {
        dataset_type: [
          'The step Write articles removes whatever does not come, which with a delta is nearly everything. Change the step first.',
        ],
      },
    ],
  )
  assert.equal((await call('GET', `/workflows/${id}/properties`)).body.data.dataset_type, '')
  const unknown = await call('PUT', `/workflows/${id}/properties`, { dataset_type: 'half' })
  assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ['dataset_type']])
})

test('a full data set that is read by what has changed only is a warning, which hinders nothing', async () => {
  const source = `weft: 1\nlabel: Full\nsteps:\n  - { id: go, element: manual }\n  - { id: read, element: read_records, settings: { structure_id: ${structure.id}, only_dirty: true } }\nedges: [{ from: go.out, to: read.in }]\n`
  const { id } = await created('Full', { source, dataset_type: 'full' })
  assert.deepEqual(
    (await call('GET', `/workflows/${id}/code`)).body.data.problems.map(({ step, place, level }: any) => [
      step,
      place,
      level,
    ]),
    [['read', 'settings.only_dirty', 'warning']],
  )
  assert.equal((await call('POST', `/workflows/${id}/publish`, {})).status, 200)
  assert.deepEqual(
    (await call('GET', '/workflows?filter[dataset_type]=full')).body.data.map((row: any) => row.label),
    ['Delta', 'Full'],
  )
})

test('what is said of a workflow is kept with its versions; its picture is not', async () => {
  const { id } = await created('Kept')
  await call('PUT', `/workflows/${id}/queue`, { immediate: true })
  await sent(`/workflows/${id}/picture`, png)
  await call('PUT', `/workflows/${id}/properties`, { content_type: 'Order', dataset_type: 'full' })
  const kept = await inScope(context.db, tenant.scope, (trx) =>
    trx.selectFrom('definitions').select(['unkept', 'version']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  assert.deepEqual(kept, { unkept: false, version: 3 })
  assert.deepEqual((await call('GET', `/workflows/${id}/queue`)).body.data, {
    queue_id: tenant.queue_id,
    concurrency_limit: 1,
    concurrency: 'queue',
    immediate: true,
  })
})
