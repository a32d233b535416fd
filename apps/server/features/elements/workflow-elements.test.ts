import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { pdfText } from '@weft/engine/testing/pdf-text.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server

async function aProject(name: string) {
  const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name, workspace: `${name}.test`, api_token: `token-${name}`, active: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const project = await inScope(context.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
  )
  const headers = {
    ...(await signedIn(server, { email: `dev@${name}.test`, role: 'tenant_admin', tenant_id })),
    'x-project-id': project.id,
  }
  return {
    headers: headers as Record<string, string>,
    scope: { level: 'tenant' as const, tenant_id, project_id: project.id },
  }
}
const hanse = await aProject('hanse')
const elbe = await aProject('elbe')

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers = hanse.headers,
) => {
  const answer = await app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : (answer.json() as any) }
}
const act = (action: string, payload: object, headers = hanse.headers) =>
  call('POST', `/workflow_elements/action/${action}`, payload, headers)

test('the types and the whole catalogue are in the caller’s language', async () => {
  const { body: types } = await call('GET', '/workflow_elements/types')
  assert.deepEqual(types.data[0], { key: 'trigger', label: 'Triggers', icon: 'IconBolt', order: 1 })
  const { body } = await call('GET', '/workflow_elements/all', undefined, { ...hanse.headers, 'accept-language': 'de' })
  assert.ok(body.data.length >= 31)
  const sort = body.data.find((element: any) => element.key === 'sort')
  assert.deepEqual(
    [sort.title, sort.label, sort.ports.in, sort.ports.out, sort.config_schema.properties.by.title],
    ['Sortieren', { en: 'Sort', de: 'Sortieren' }, ['in'], ['out', 'error'], 'Sortieren nach'],
  )
  assert.deepEqual((await call('GET', '/workflow_elements/elements/all')).body.data.length, body.data.length)
})

test('one type, one element, and one step of a workflow can be read', async () => {
  const { body } = await call('GET', '/workflow_elements/trigger')
  assert.deepEqual(
    body.data.map((element: any) => element.key),
    [
      'change_captured',
      'file_arrived',
      'mail_received',
      'manual',
      'message_received',
      'predecessor',
      'record_changed',
      'schedule',
      'webhook',
      'workflow_failed',
    ],
  )
  assert.equal((await call('GET', '/workflow_elements/nothing')).status, 422)
  assert.equal((await call('GET', '/workflow_elements/element/filter')).body.data.title, 'Filter')
  assert.equal((await call('GET', '/workflow_elements/element/nothing')).status, 404)
  const source =
    'weft: 1\nlabel: A\nsteps:\n  - { id: tell, element: notify, label: Tell, settings: { title: Hi } }\nedges: []\n'
  const workflow = await inScope(context.db, hanse.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label: 'A', class_name: 'A', source })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { body: step } = await call('GET', `/workflow_elements/element/tell?workflow_id=${workflow.id}`)
  assert.deepEqual(
    [step.data.key, step.data.instance.hash, step.data.instance.config],
    ['notify', 'tell', { title: 'Hi' }],
  )
  assert.equal(
    (await call('GET', `/workflow_elements/element/tell?workflow_id=${workflow.id}`, undefined, elbe.headers)).status,
    404,
  )
})

test('settings are validated with messages at their place', async () => {
  assert.deepEqual((await act('validate', { element: 'loop', config: { batch_size: 5 } })).body, {
    ok: true,
    data: { batch_size: 5 },
    errors: {},
  })
  const { body } = await act(
    'validate',
    { element: 'schedule', config: { option: 'cron', cron: 'x' } },
    { ...hanse.headers, 'accept-language': 'de' },
  )
  assert.deepEqual([body.ok, Object.keys(body.errors)], [false, ['cron']])
  assert.match(body.errors.cron[0], /fünf Teile/)
})

test('a pure element can be tried on records, and shows a sample', async () => {
  const config = { fields: [{ field: 'total', value: '{{ price }}', type: 'number' }] }
  const { body } = await act('test', { element: 'set_fields', config, input: [{ price: '9.50' }, { price: 'free' }] })
  assert.deepEqual(body.data.exits, { out: [{ price: '9.50', total: '9.5' }] })
  assert.equal(body.data.rejected[0].reason, '"free" is no number.')
  const sample = (await act('sample', { element: 'filter' })).body.data
  assert.deepEqual(sample.output.match, [{ id: 2, total: '100.01' }])
})

test('choices of a setting are those of the project', async () => {
  await inScope(context.db, elbe.scope, (trx) => trx.insertInto('data_sets').values({ name: 'Theirs' }).execute())
  const mine = await inScope(context.db, hanse.scope, (trx) =>
    trx.insertInto('data_sets').values({ name: 'Mine' }).returning('id').executeTakeFirstOrThrow(),
  )
  const { body } = await act('load_options', { element: 'read_data_set', input: { field: 'data_set_id' } })
  assert.deepEqual(body.data, [{ value: mine.id, label: 'Mine' }])
})

test('what an element cannot do is not found', async () => {
  for (const [action, element] of [
    ['test', 'send_mail'],
    ['test', 'write_records'],
    ['sample', 'sort'],
    ['load_options', 'filter'],
    ['constructor', 'filter'],
  ])
    assert.equal((await act(action!, { element })).status, 404, `${action} ${element}`)
  assert.equal((await act('validate', { element: 'nothing' })).status, 404)
  assert.equal((await act('validate', { element: 'filter', extra: 1 })).status, 422)
})

test('a step is copied under a hash that is still free', async () => {
  const source =
    'weft: 1\nlabel: B\nsteps:\n  - { id: tell, element: notify, label: Tell, settings: { title: Hi } }\n  - { id: tell_2, element: notify, settings: { title: Ho } }\nedges: []\n'
  const workflow = await inScope(context.db, hanse.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label: 'B', class_name: 'B', source })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { data } = (
    await act('duplicate', {
      element: 'notify',
      workflow_id: workflow.id,
      input: { hash: 'tell' },
      config: { message: 'You' },
    })
  ).body
  assert.deepEqual(
    [data.hash, data.key, data.label, data.config, data.position],
    ['tell_3', 'notify', 'Tell', { title: 'Hi', message: 'You' }, { x: 40, y: 40 }],
  )
  assert.equal((await act('duplicate', { element: 'filter' })).body.data.hash, 'filter')
  assert.equal(
    (await act('duplicate', { element: 'filter', workflow_id: workflow.id, input: { hash: 'tell' } })).status,
    404,
  )
})

test('whoever stands above switches an element off for all below, or leaves it to some; below one can only take away', async () => {
  const partner = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('partners')
      .values({ name: 'Agency', workspace: 'agency.test', api_token: 'agency' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await inScope(context.db, { level: 'provider' }, (trx) =>
    trx.updateTable('tenants').set({ partner_id: partner.id }).where('id', '=', hanse.scope.tenant_id).execute(),
  )
  const admin = (await signedIn(server, { email: 'root@weft.example', role: 'admin' })) as Record<string, string>
  const agency = (await signedIn(server, {
    email: 'boss@agency.test',
    role: 'partner_admin',
    partner_id: partner.id,
  })) as Record<string, string>
  const other = await inScope(context.db, { level: 'tenant', tenant_id: hanse.scope.tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Lab' }).returning('id').executeTakeFirstOrThrow(),
  )
  const put = (key: string, payload: object, headers: Record<string, string>) =>
    call('PUT', `/workflow_elements/limits/${key}`, payload, headers)
  const usable = async (headers = hanse.headers) =>
    new Set(
      ((await call('GET', '/workflow_elements/elements/all', undefined, headers)).body.data as { key: string }[]).map(
        ({ key }) => key,
      ),
    )
  const offOf = async (headers = hanse.headers) =>
    (await call('GET', '/workflow_elements/offer', undefined, headers)).body.data.off
  const lab = { ...hanse.headers, 'x-project-id': other.id }

  assert.equal((await put('code', { state: 'off' }, admin)).status, 200)
  assert.deepEqual(await offOf(), [{ key: 'code', level: 'provider' }])
  assert.ok(!(await usable()).has('code') && !(await usable(elbe.headers)).has('code'))
  assert.equal((await put('code', { state: 'on' }, agency)).status, 200, 'a partner may say so, but')
  assert.ok(!(await usable()).has('code'), 'nobody gives back what was taken above')

  assert.equal((await put('code', { state: 'assigned', allowed: [elbe.scope.tenant_id] }, admin)).status, 200)
  assert.deepEqual([(await usable()).has('code'), (await usable(elbe.headers)).has('code')], [false, true])
  assert.equal((await put('code', { state: 'on' }, admin)).status, 200)
  assert.ok((await usable()).has('code'))

  assert.equal((await put('send_mail', { state: 'off' }, agency)).status, 200)
  assert.deepEqual([(await usable()).has('send_mail'), (await usable(elbe.headers)).has('send_mail')], [false, true])
  const wrong = await put('send_mail', { state: 'assigned', allowed: [elbe.scope.tenant_id] }, agency)
  assert.deepEqual(
    [wrong.status, wrong.body.errors.allowed],
    [422, ['Only tenants and projects below you can be chosen.']],
  )
  assert.equal((await put('send_mail', { state: 'on' }, agency)).status, 200)

  assert.equal(
    (await act('assign', { element: 'http_request', input: { state: 'assigned', allowed: [other.id] } })).status,
    200,
  )
  assert.deepEqual([(await usable()).has('http_request'), (await usable(lab)).has('http_request')], [false, true])
  const { body } = await call('GET', '/workflow_elements/limits', undefined, hanse.headers)
  const http = body.data.find((one: any) => one.key === 'http_request')
  assert.deepEqual([http.state, http.allowed, http.above], ['assigned', [other.id], null])

  const source =
    'weft: 1\nlabel: Call\nsteps:\n  - { id: go, element: manual }\n  - { id: ask, element: http_request, settings: { url: "https://shop.example" } }\nedges:\n  - { from: go.out, to: ask.in }\n'
  const { id } = await inScope(context.db, hanse.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label: 'Call', class_name: 'Call', source })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { body: checked } = await call('GET', `/workflows/${id}/code`)
  assert.deepEqual(
    checked.data.problems.map((one: any) => [one.step, one.message]),
    [['ask', 'The element “HTTP request” is switched off for this project, so the workflow does not start.']],
  )
  const refused = await call('POST', `/workflows/${id}/run`, {}, { ...hanse.headers, 'accept-language': 'de' })
  assert.equal(refused.status, 422)
  assert.match(JSON.stringify(refused.body), /ist für dieses Projekt abgeschaltet, daher startet der Workflow nicht/)

  const uses = (await call('GET', '/workflow_elements/limits/http_request/uses', undefined, admin)).body.data
  assert.deepEqual(
    uses.map((one: any) => [one.workflow, one.tenant]),
    [['Call', 'hanse']],
  )
  assert.deepEqual(
    (await call('GET', '/workflow_elements/limits/http_request/uses', undefined, agency)).body.data.length,
    1,
  )
  assert.equal(
    (await call('GET', '/workflow_elements/limits', undefined, admin)).body.data.find(
      (one: any) => one.key === 'http_request',
    ).workflows,
    1,
  )
  const analyst = (await signedIn(server, {
    email: 'ana@hanse.test',
    role: 'analyst',
    tenant_id: hanse.scope.tenant_id,
  })) as Record<string, string>
  assert.equal((await put('filter', { state: 'off' }, analyst)).status, 403)
  assert.equal((await put('filter', { state: 'off' }, elbe.headers)).status, 200)
  assert.ok((await usable()).has('filter'), 'a tenant decides for itself only')
})

test('a text template is checked when it is saved and rendered with values', async () => {
  const wrong = await call('POST', '/text_templates', { label: 'Wrong', body: '{{ name' })
  assert.deepEqual([wrong.status, wrong.body.errors.body], [422, ['Character 1: "{{" is never closed by "}}".']])
  const { body } = await call('POST', '/text_templates', {
    label: 'Hello',
    body: 'Dear {{ name }}, {{ total | number: 2 }} EUR',
  })
  const url = `/text_templates/${body.data.id}/render`
  assert.deepEqual((await call('POST', url, { values: { name: 'Ada', total: '1234.5' } })).body, {
    data: { text: 'Dear Ada, 1.234,50 EUR' },
  })
  const unknown = await call('POST', url, { values: { name: 'Ada' } })
  assert.deepEqual(
    [unknown.status, unknown.body.code, unknown.body.errors.body],
    [422, 'TEMPLATE_UNKNOWN_VALUES', ['There is no value called "total".']],
  )
  assert.deepEqual((await call('POST', url, { values: { x: 1 }, body: 'x is {{ x }}' })).body.data.text, 'x is 1')
  assert.equal((await call('POST', url, { values: {} }, elbe.headers)).status, 404)
})

test('a text step can be tried with a stored text template', async () => {
  const { body: template } = await call('POST', '/text_templates', {
    label: 'Skus',
    body: '{% for line in lines %}{{ line.sku }} {% endfor %}{{ by }}',
    variables: [{ name: 'by' }, { name: 'lines', type: 'list' }],
  })
  const config = { template_id: template.data.id, values: [{ name: 'by', value: '{{ who }}' }] }
  const records = [{ who: 'Ada', lines: [{ sku: 'A-1' }, { sku: 'B-2' }] }]
  const tried = (payload: object, headers = hanse.headers) =>
    act('test', { element: 'text', input: records, ...payload }, headers)
  assert.deepEqual((await tried({ config })).body.data.exits, { out: [{ ...records[0], text: 'A-1 B-2 Ada' }] })
  assert.equal((await tried({ config }, elbe.headers)).body.code, 'TEXT_TEMPLATE_NOT_FOUND')
})

test('a text template is checked as deep as its structure is known, and reads configuration values but no secrets', async () => {
  const field = (name: string, type: string, fields?: object[]) => ({
    id: randomUUID(),
    name,
    type,
    ...(fields && { fields }),
  })
  const fields = [
    field('number', 'text'),
    field('customer', 'object', [field('name', 'text'), field('city', 'text')]),
    field('lines', 'list', [field('sku', 'text'), field('parts', 'list', [field('code', 'text')])]),
  ]
  const structure = await inScope(context.db, hanse.scope, (trx) =>
    trx
      .insertInto('data_structures')
      .values({ label: 'Told', class_name: 'Told', table_name: 'told', fields: JSON.stringify(fields) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const draft = { label: 'Deep', data_structure_id: structure.id }
  const german = { ...hanse.headers, 'accept-language': 'de' }
  const wrong = await call(
    'POST',
    '/text_templates',
    {
      ...draft,
      body: '{{ customer.nmae }}{% for line in lines %}{% for part in line.parts %}{{ part.kode }}{% endfor %}{{ line.sku }}{% endfor %}{{ config.told.shop }}{{ config.told.key }}',
    },
    german,
  )
  const gone = (name: string) =>
    `Einen Konfigurationswert namens „${name}“ gibt es in diesem Projekt nicht, oder er ist ein Geheimnis, das Textvorlagen nicht lesen.`
  assert.deepEqual(wrong.body.errors.body, [
    'Es gibt keinen Wert namens „customer.nmae“. Meinten Sie „customer.name“?',
    'Es gibt keinen Wert namens „part.kode“. Meinten Sie „part.code“?',
    gone('told.shop'),
    gone('told.key'),
  ])
  const configured = await call('POST', '/config_values', { name: 'told.shop', kind: 'text', value: 'Köln & Co' })
  assert.equal(configured.status, 201, JSON.stringify(configured.body))
  assert.equal(
    (await call('POST', '/config_values', { name: 'told.key', kind: 'secret', value: 's3cret' })).status,
    201,
  )
  const secret = await call(
    'POST',
    '/text_templates',
    { ...draft, body: '{{ config.told.shop }}{{ config.told.key }}' },
    german,
  )
  assert.deepEqual(secret.body.errors.body, [gone('told.key')])
  const { body } = await call('POST', '/text_templates', {
    ...draft,
    type: 'html',
    body: '{{ customer.name }}: {{ config.told.shop }}',
  })
  const values = { customer: { name: 'Ada' } }
  assert.equal(
    (await call('POST', `/text_templates/${body.data.id}/render`, { values })).body.data.text,
    'Ada: Köln &#38; Co',
  )
})

test('a text template with loops is checked against its variables, escaped by its kind, and made a PDF', async () => {
  const draft = {
    label: 'Confirmation',
    type: 'html',
    variables: [
      { name: 'customer', type: 'text', sample: 'Ada' },
      { name: 'lines', label: 'Lines', type: 'list', sample: '[]' },
    ],
    body: '<p>{{ custmer }}</p>{% for line in lines %}<p>{{ line.sku }}</p>{% endfor %}',
  }
  const german = { ...hanse.headers, 'accept-language': 'de' }
  const wrong = await call('POST', '/text_templates', draft, german)
  assert.deepEqual(
    [wrong.status, wrong.body.code, wrong.body.errors],
    [422, 'TEMPLATE_UNKNOWN_VALUES', { body: ['Es gibt keinen Wert namens „custmer“. Meinten Sie „customer“?'] }],
  )
  const { body } = await call('POST', '/text_templates', { ...draft, body: draft.body.replace('custmer', 'customer') })
  const url = `/text_templates/${body.data.id}`
  assert.deepEqual(body.data.variables[0], { name: 'customer', label: '', type: 'text', sample: 'Ada' })
  const unended = await call('PUT', url, { body: '{% if customer %}' }, german)
  assert.deepEqual(
    [unended.status, unended.body.errors],
    [422, { body: ['Zeichen 1: „{% if customer %}“ hat kein Ende.'] }],
  )
  const values = { customer: 'Müller & Söhne', lines: [{ sku: 'A-1' }, { sku: '<B>' }] }
  assert.deepEqual((await call('POST', `${url}/render`, { values })).body, {
    data: { text: '<p>Müller &#38; Söhne</p><p>A-1</p><p>&#60;B&#62;</p>' },
  })
  const endless = '{% for a in lines %}{% for b in (1..999999999) %}{% endfor %}{% endfor %}'
  const stopped = await call('POST', `${url}/render`, { values, body: endless }, german)
  assert.deepEqual(
    [stopped.status, stopped.body.message],
    [
      422,
      'Der Text braucht mehr Werte auf einmal, als eine Vorlage haben darf. Suchen Sie nach Schleifen über sehr viele Zahlen.',
    ],
  )
  const pdf = (payload: object) => app.inject({ method: 'POST', url: `/api/app${url}/pdf`, headers: german, payload })
  const made = await pdf({ values })
  assert.deepEqual([made.statusCode, made.headers['content-type']], [200, 'application/pdf'])
  assert.deepEqual(pdfText(made.rawPayload).split('\n'), ['Müller & Söhne', 'A-1', '<B>', 'Seite 1 von 1'])
  assert.equal((await pdf({ values, type: 'text' })).json().code, 'TEXT_TEMPLATE_NOT_HTML')
  assert.equal((await call('PUT', url, { label: 'Hidden' }, elbe.headers)).status, 404)
})

test('the mail log is read, not written, and is that of the project', async () => {
  await inScope(context.db, hanse.scope, (trx) =>
    trx.insertInto('mail_logs').values({ title: 'Hi', recipient: 'ada@example.test', key: 'k' }).execute(),
  )
  const { body } = await call('GET', '/mail_logs')
  assert.deepEqual([body.data[0].title, body.data[0].status, body.meta.total], ['Hi', 'kept', 1])
  assert.equal((await call('POST', '/mail_logs', { title: 'x' })).status, 404)
  assert.equal((await call('GET', '/mail_logs', undefined, elbe.headers)).body.meta.total, 0)
})
