import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'

// Each call the specification writes out for tenants, partners, projects, workflows, configuration values, debug data and the test of a
// tenant's database: method, path, what is sent along, and the answer, against the product as it is started.

const product = await startProduct()
after(() => product.stop())
const password = 'Correct-Horse-1'
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const person = (email: string) => ({ first_name: 'Kim', last_name: 'Krause', email, password })
const company = (name: string, workspace: string, more: object = {}) => ({
  ...{ name, short: name.slice(0, 2).toUpperCase(), workspace, language: 'en' },
  ...more,
  user: person(`kim@${workspace}`),
})

const partner = await admin.post('partners', company('Elbe Partner', 'elbe.example', { number: '701' }))
const tenant = await admin.post('clients', company('Hanse Handel', 'hanse.example', { partner_id: partner.id }))
const kim = await Client.signIn(product.url, { email: 'kim@hanse.example', password })
const pia = await Client.signIn(product.url, { email: 'kim@elbe.example', password })

/** What a list answers, whichever it is. */
const pageOf = ({ status, body }: { status: number; body: any }) => {
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(Object.keys(body).toSorted(), ['data', 'meta'])
  const { page, perPage, total, lastPage } = body.meta
  assert.ok(Array.isArray(body.data))
  return { meta: [page, perPage, total, lastPage], names: body.data.map((row: any) => row.name ?? row.label) }
}
const oneOf = ({ status, body }: { status: number; body: any }) => {
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body.data
}
/** That something has fields of these kinds; an object stands for what is in it. */
function hasFields(given: any, fields: Record<string, unknown>) {
  for (const [name, kind] of Object.entries(fields)) {
    assert.ok(name in given, `${name} is missing of ${JSON.stringify(given)}`)
    if (typeof kind === 'object' && kind !== null) hasFields(given[name], kind as Record<string, unknown>)
    else assert.equal(typeof given[name], kind, name)
  }
}

const connection = {
  ...{ name: 'string', host: 'string', port: 'number', username: 'string', database: 'string' },
  password: { set: 'boolean' },
}
const companyFields = {
  ...{ id: 'string', name: 'string', short: 'string', number: 'string', language: 'string', active: 'boolean' },
  ...{
    initialized: 'boolean',
    api_token: 'string',
    email: 'string',
    phone: 'string',
    fax: 'string',
    website: 'string',
  },
  ...{ address_line_1: 'string', address_line_2: 'string', address_line_3: 'string', street: 'string' },
  ...{ zip: 'string', city: 'string', country: 'string', vat_number: 'string', has_vat: 'boolean' },
  ...{ small_business: 'boolean', invoice_email: 'string', invoices_by_mail: 'boolean' },
}

test('GET clients takes title, page, perPage, partner_id and noPagination, on the host of whoever asks', async () => {
  const all = 'clients?title=Hanse&page=1&perPage=10'
  for (const by of [admin, pia])
    assert.deepEqual(pageOf(await by.call('GET', all)), { meta: [1, 10, 1, 1], names: ['Hanse Handel'] })
  const whole = `clients?partner_id=${partner.id}&noPagination=true`
  assert.deepEqual(pageOf(await admin.call('GET', whole)), { meta: [1, 1000, 1, 1], names: ['Hanse Handel'] })
  assert.deepEqual(pageOf(await admin.call('GET', 'clients?title=Nobody&page=2&perPage=10')).names, [])
})

test('GET clients/{id} answers the tenant with its token and its connections', async () => {
  for (const by of [admin, pia, kim]) {
    const data = oneOf(await by.call('GET', `clients/${tenant.id}`))
    hasFields(data, { ...companyFields, uuid: 'string', partner: { id: 'string' } })
    // A tenant is not told about its partner what only the partner sees.
    const seen = by === kim ? null : 'Elbe Partner'
    assert.deepEqual([data.id, data.uuid, data.partner], [tenant.id, tenant.id, { id: partner.id, name: seen }])
    const used = data.tenant.tenantConnections.find(({ name }: { name: string }) => name === 'tenant')
    hasFields(used, connection)
    assert.deepEqual(used.password, { set: true })
  }
})

test('POST clients, PUT clients/{id} and DELETE clients/{id}', async () => {
  const made = oneOf(await admin.call('POST', 'clients', company('Alster Handel', 'alster.example')))
  hasFields(made, { ...companyFields, provisioning_run_id: 'string' })
  for (const [by, id, name] of [
    [admin, made.id, 'Alster Handel'],
    [pia, tenant.id, 'Hanse Handel'],
  ]) {
    const changed = oneOf(await by.call('PUT', `clients/${id}`, { phone: '+49 40 123456' }))
    assert.deepEqual([changed.id, changed.phone, changed.name], [id, '+49 40 123456', name])
  }
  assert.equal((await pia.call('DELETE', `clients/${tenant.id}`)).status, 403)
  assert.equal((await kim.call('DELETE', `clients/${tenant.id}`)).status, 403)
  assert.equal((await admin.call('DELETE', `clients/${made.id}`)).status, 204)
  assert.equal(oneOf(await admin.call('GET', `clients/${made.id}`)).status, 'deleting')
})

test('partners are listed, read, created, changed and deleted by the same calls', async () => {
  const list = 'partners?title=Elbe&page=1&perPage=10'
  assert.deepEqual(pageOf(await admin.call('GET', list)), { meta: [1, 10, 1, 1], names: ['Elbe Partner'] })
  assert.deepEqual(pageOf(await admin.call('GET', 'partners?noPagination=true')).names, ['Elbe Partner'])
  hasFields(oneOf(await admin.call('GET', `partners/${partner.id}`)), { ...companyFields, abbreviation: 'string' })
  const made = oneOf(await admin.call('POST', 'partners', company('Weser Partner', 'weser.example', { number: '702' })))
  hasFields(made, { ...companyFields, provisioning_run_id: 'string' })
  assert.equal(oneOf(await admin.call('PUT', `partners/${made.id}`, { city: 'Bremen' })).city, 'Bremen')
  assert.equal((await admin.call('DELETE', `partners/${made.id}`)).status, 204)
  assert.equal(oneOf(await admin.call('GET', `partners/${made.id}`)).status, 'deleting')
})

test('projects are changed by POST to their id, and go by DELETE; the key of the tenant goes along as a header', async () => {
  const draft = {
    ...{ name: 'Commerce hub', short: 'hub', description: 'All shops', url: 'https://hub.example' },
    ...{ start_date: '2026-01-01', finish_date: '2026-12-31' },
  }
  const made = oneOf(await kim.call('POST', 'projects', draft))
  hasFields(made, { id: 'string', name: 'string', short: 'string', description: 'string', url: 'string' })
  hasFields(made, { start_date: 'string', finish_date: 'string', image: 'object' })
  assert.deepEqual(pageOf(await kim.call('GET', 'projects?title=Commerce&page=1&perPage=10')), {
    meta: [1, 10, 1, 1],
    names: ['Commerce hub'],
  })
  const { name, short, description, url, start_date, finish_date } = oneOf(await kim.call('GET', `projects/${made.id}`))
  assert.deepEqual({ name, short, description, url, start_date, finish_date }, draft)
  assert.equal(oneOf(await kim.call('POST', `projects/${made.id}`, { short: 'two' })).short, 'two')
  assert.equal((await kim.call('DELETE', `projects/${made.id}`)).status, 204)
  assert.equal((await kim.call('GET', `projects/${made.id}`)).status, 404)
})

const project = await kim.post('projects', { name: 'Shop', short: 'shop' })
const inProject = kim.with({ 'x-project-id': project.id })
const source = JSON.stringify({
  weft: 1,
  label: 'Greet',
  steps: [
    { id: 'start', element: 'manual' },
    { id: 'name', element: 'set_fields', settings: { fields: [{ field: 'greeting', value: 'Moin' }] } },
  ],
  edges: [{ from: 'start.out', to: 'name.in' }],
})
const workflow = await inProject.post('workflows', { label: 'Greet', class_name: 'Greet', source })
await inProject.post(`workflows/${workflow.id}/publish`)

test('GET workflows takes page, perPage and project_id', async () => {
  const list = `workflows?page=1&perPage=10&project_id=${project.id}`
  assert.deepEqual(pageOf(await inProject.call('GET', list)), { meta: [1, 10, 1, 1], names: ['Greet'] })
  const [one] = (await inProject.call('GET', list)).body.data
  hasFields(one, { id: 'string', project_id: 'string', label: 'string', class_name: 'string', description: 'string' })
  hasFields(one, { icon: 'string', active: 'boolean', queue_id: 'string', triggers: {} })
  const elsewhere = 'workflows?page=1&perPage=10&project_id=00000000-0000-4000-8000-000000000001'
  assert.deepEqual(pageOf(await inProject.call('GET', elsewhere)).names, [])
})

test('GET config_values?noPagination=true answers a list in data', async () => {
  await inProject.post('config_values', { name: 'shop.address', value: 'https://shop.example' })
  const answer = await inProject.call('GET', 'config_values?noPagination=true')
  assert.deepEqual(pageOf(answer), { meta: [1, 1000, 1, 1], names: ['shop.address'] })
  hasFields(answer.body.data[0], { id: 'string', name: 'string', value: 'string' })
})

test('debug data of an iteration is read by its id, in the path or as process_iteration_id in the body', async () => {
  const { job_id } = await inProject.post(`workflows/${workflow.id}/run`, { test_data: '{}' })
  assert.equal((await inProject.ended(job_id)).status, 'stopped')
  // What a run has let be looked at is written behind it.
  const of = async () => (await inProject.call('GET', `process_debug_data/${job_id}`)).body
  let read = await of()
  for (const until = Date.now() + 60_000; read.data.length === 0 && Date.now() < until; await sleep(100))
    read = await of()
  const found = (await inProject.call('POST', 'process_debug_data', { process_iteration_id: job_id })).body
  assert.deepEqual(found, read)
  const [iteration] = read.data
  hasFields(iteration, { id: 'string', process_iteration_id: 'string', debug_data: { name: {} } })
  assert.equal(iteration.process_iteration_id, job_id)
  assert.deepEqual(iteration.debug_data.name.exits.out, [{ greeting: 'Moin' }])
})

test('the database of a tenant is tested with the login that is stored, and success or failure told', async () => {
  for (const by of [admin, kim]) {
    const data = oneOf(await by.call('POST', `clients/${tenant.id}/databases/tenant/test`))
    hasFields(data, { ok: 'boolean', version: 'string', milliseconds: 'number' })
    assert.equal(data.ok, true)
  }
  assert.equal((await admin.call('POST', `clients/${tenant.id}/databases/nothing/test`)).status, 404)
})
