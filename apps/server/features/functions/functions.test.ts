import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { compileMapping, emittedFunctions } from '@weft/engine/mapping/compile.ts'
import { withFunctions } from '@weft/engine/mapping/functions.ts'
import type { MappingPorts } from '@weft/engine/mapping/runner.ts'
import { functionsIn } from '@weft/engine/mapping/stored-functions.server.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { resultField } from '@weft/kit/define/mapping-function.ts'
import { aServer, signedIn } from '../../testing.ts'

const ports: MappingPorts = {
  lookup: async () => new Map(),
  references: async () => new Map(),
  data_set: async () => new Map(),
  partners: async () => new Map(),
  numbers: async ({ first }) => first,
  configuration: async () => undefined,
}
const server = await aServer()
const ground = { ...server.test, key: server.context.key }
const tenant = await aTenant(ground, { name: 'Hanse Handel' })
const other = await aTenant(ground, { name: 'Alster Handel' })
type Role = 'developer' | 'viewer' | 'tenant_admin'
const headersOf = async (of: typeof tenant, role: Role) => ({
  ...(await signedIn(server, { email: `${role}@${of.tenant_id}.test`, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const [developer, viewer] = [await headersOf(tenant, 'developer'), await headersOf(tenant, 'viewer')]
const admin = await headersOf(tenant, 'tenant_admin')
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(method: Method, url: string, payload?: object, headers: Record<string, string> = developer) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body ? (answer.json() as any) : undefined, headers: answer.headers }
}

const parameter = (name: string, type = 'decimal') => ({ id: randomUUID(), name, type })
const [price, rate] = [parameter('price'), parameter('rate')]
const result = (source_field_id: string) => ({ id: randomUUID(), source_field_id, target_field_id: resultField })
/** A body that is a formula. */
const formula = (text: string) => ({
  transformers: [
    {
      ...{ id: randomUUID(), key: 'formula', inputs: [], options: { text }, output: 'computed' },
      position: { x: 0, y: 0 },
    },
  ],
  connections: [result('computed')],
})
const withTax = {
  label: 'With tax',
  name: 'with_tax',
  description: 'The price with tax, rounded to cents.',
  parameters: [price, rate],
  gives: 'decimal',
  definition: formula('round(price * (1 + rate / 100), 2)'),
  tests: [
    { takes: ['100', '19'], gives: '119' },
    { takes: ['0.10', '7'], gives: '0.11' },
    { takes: ['12', null], gives: null },
    { takes: ['much', '19'], refused: true },
  ],
}
const created = await call('POST', '/functions', withTax)
const id = created.body.data.id as string

test('a function is saved once its tests hold; one that fails is told at its row', async () => {
  assert.equal(created.status, 201)
  assert.deepEqual(created.body.data.tests[0], { takes: ['100', '19'], gives: '119', refused: false })
  const failing = await call('PUT', `/functions/${id}`, {
    tests: [
      { takes: ['100', '19'], gives: '119' },
      { takes: ['100', '7'], gives: '108' },
      { takes: ['much', '7'], gives: '0' },
      { takes: ['1', '0'], refused: true },
      { takes: [null, '7'], gives: '5' },
    ],
  })
  assert.equal(failing.status, 422)
  assert.deepEqual(failing.body.errors, {
    'tests.1': ['Gives “107” instead of “108”.'],
    'tests.2': ['Is refused: “much” is not a number.'],
    'tests.3': ['Gives “1” instead of being refused.'],
    'tests.4': ['Gives nothing instead of “5”.'],
  })
  assert.equal((await call('GET', `/functions/${id}`)).body.data.tests.length, 4)
  // A body that no longer does what its tests say is refused by them.
  const broken = await call('PUT', `/functions/${id}`, { definition: formula('round(price * (1 + rate), 2)') })
  assert.equal(broken.body.errors['tests.0'][0], 'Gives “2000” instead of “119”.')
})

test('mappings use it as a box and in formulas, as it is now, and it is kept as long as they do', async () => {
  const structure = async (class_name: string, fields: object[]) =>
    (
      await call('POST', '/data_structures', {
        ...{ class_name, table_name: class_name.toLowerCase(), label: class_name },
        fields: [aField('number', 'text', { primary_key: true, nullable: false }), ...fields],
      })
    ).body.data
  const money = { precision: 10, scale: 4 }
  const shop = await structure('Shop', [aField('net', 'decimal', money)])
  const sales = await structure('Sales', [aField('gross', 'decimal', money), aField('half', 'decimal', money)])
  const field = (of: any, name: string) => of.fields.find((one: any) => one.name === name).id as string
  const box = (output: string, key: string, inputs: string[], options: object) => ({
    ...{ id: randomUUID(), output, key, inputs, options },
    position: { x: 0, y: 0 },
  })
  const line = (source_field_id: string, name: string) => ({
    ...{ id: randomUUID(), source_field_id },
    target_field_id: field(sales, name),
  })
  const mapping = await call('POST', '/mappings', {
    ...{ label: 'Shop to sales', source_structure_id: shop.id, target_structure_id: sales.id },
    definition: {
      transformers: [
        box('nineteen', 'constant', [], { value: '19', type: 'integer' }),
        box('taxed', 'with_tax', [field(shop, 'net'), 'nineteen'], {}),
        box('halved', 'formula', [], { text: 'with_tax(net / 2, 7)' }),
      ],
      connections: [line(field(shop, 'number'), 'number'), line('taxed', 'gross'), line('halved', 'half')],
    },
  })
  assert.equal(mapping.status, 201)
  assert.equal(mapping.body.data.runnable, true)
  const run = async () =>
    (await call('POST', `/mappings/${mapping.body.data.id}/run`, { records: [{ number: '1', net: '10' }] })).body.data
      .out
  assert.deepEqual(await run(), [{ number: '1', gross: '11.9', half: '5.35' }])
  // As a worker computes it.
  const stored = await inScope(server.context.db, tenant.scope, functionsIn)
  const known = new Map(transformers.map((one) => [one.key, one] as const))
  const { data } = mapping.body
  const compiled = compileMapping(
    {
      ...{
        definition: data.definition,
        label: data.label,
        transformers: withFunctions(known, stored, emittedFunctions),
      },
      source: { ...data.source, fields: data.source.tree },
      target: { ...data.target, fields: data.target.tree },
    },
    ports,
  )
  const moment = { now: new Date(), seed: 'batch' }
  assert.deepEqual((await compiled.run([{ number: '1', net: '10' }], moment)).out, [
    { number: '1', gross: '11.9', half: '5.35' },
  ])
  const code = await call('GET', `/mappings/${mapping.body.data.id}/code`)
  assert.equal(code.body.data.runnable, true)

  // Renamed, it is the same one; changed, it is the new one in every mapping.
  const renamed = await call('PUT', `/functions/${id}`, { label: 'Gross price' })
  assert.equal(renamed.status, 200)
  assert.deepEqual(await run(), [{ number: '1', gross: '11.9', half: '5.35' }])
  await call('PUT', `/functions/${id}`, { definition: formula('round(price * (1 + rate / 100), 0)'), tests: [] })
  assert.deepEqual(await run(), [{ number: '1', gross: '12', half: '5' }])
  const versions = await call('GET', `/definitions/${id}/versions`)
  assert.deepEqual(
    versions.body.data.map(({ version }: { version: number }) => version),
    [3, 2, 1],
  )

  const uses = await call('GET', `/definitions/${id}/uses`)
  assert.deepEqual(
    uses.body.data.used_by.map(({ kind, name }: any) => [kind, name]),
    [['mapping', 'Shop to sales']],
  )
  const removed = await call('DELETE', `/functions/${id}`, undefined, admin)
  assert.equal(removed.status, 409)
  assert.equal(removed.body.message, '“Gross price” is still used: Shop to sales. Change these first.')
  const shorter = await call('PUT', `/functions/${id}`, { parameters: [price], definition: formula('price') })
  assert.equal(shorter.body.code, 'FUNCTION_USED')
  assert.match(shorter.body.message, /^This function is used: Shop to sales\./)
  // The name of a parameter is its own affair.
  const called = await call('PUT', `/functions/${id}`, {
    parameters: [{ ...price, name: 'net' }, rate],
    definition: formula('round(net * (1 + rate / 100), 0)'),
  })
  assert.equal(called.status, 200)
  assert.deepEqual(await run(), [{ number: '1', gross: '12', half: '5' }])
})

test('functions are made of functions, in no circle and not without end', async () => {
  const make = (name: string, text: string) =>
    call('POST', '/functions', { label: name, name, parameters: [parameter('x')], definition: formula(text) })
  const first = await make('twice', 'x * 2')
  const second = await make('four_times', 'twice(twice(x))')
  assert.equal(second.status, 201)
  assert.deepEqual(
    (await call('PUT', `/functions/${first.body.data.id}`, { definition: formula('twice(x)') })).body.errors.definition,
    ['The function uses itself. A function cannot be part of what it computes.'],
  )
  assert.deepEqual(
    (await call('PUT', `/functions/${first.body.data.id}`, { definition: formula('four_times(x)') })).body.errors
      .definition,
    ['These functions use each other in a circle: twice → four_times. Take one of them out of another.'],
  )
  let name = 'four_times'
  let answer
  for (let i = 0; i < 10 && answer?.status !== 422; i++) {
    answer = await make(`more_${i}`, `${name}(${name}(${name}(${name}(x))))`)
    name = `more_${i}`
  }
  assert.deepEqual(answer!.body.errors.definition, [
    'With the functions it uses, this function has more than 1,000 transformers.',
  ])
  assert.equal((await call('DELETE', `/functions/${first.body.data.id}`, undefined, admin)).status, 409)
})

test('what could not be used is refused with what to do', async () => {
  const refused = async (more: object) =>
    (await call('POST', '/functions', { ...withTax, name: 'other', ...more })).body.errors
  assert.deepEqual(await refused({ name: 'round' }), {
    name: ['There is a transformer called “round” already.'],
  })
  assert.deepEqual(await refused({ name: 'with_tax' }), {
    name: ['This is already in use.'],
  })
  assert.deepEqual(await refused({ name: 'sum' }), {
    name: ['There is a transformer called “sum” already.'],
  })
  assert.deepEqual(await refused({ parameters: [price, { ...rate, name: 'price' }], definition: formula('price') }), {
    'parameters.1.name': ['There is more than one parameter “price”.'],
  })
  assert.match((await refused({ definition: formula('price *') })).definition[0], /a value is missing here/i)
  assert.match((await refused({ definition: formula('prise * 2') })).definition[0], /There is no field “prise”/)
  const looksUp = {
    transformers: [
      {
        ...{ id: randomUUID(), key: 'config_value', inputs: [], options: { key: 'vat' }, output: 'vat' },
        position: { x: 0, y: 0 },
      },
    ],
    connections: [result('vat')],
  }
  assert.match((await refused({ definition: looksUp })).definition[0], /^“vat” looks something up\./)
  assert.deepEqual(await call('PUT', `/functions/${id}`, { name: 'else' }).then(({ body }) => body.errors), {
    name: ['What formulas call a function stays as it is, so that none of them breaks.'],
  })
})

test('functions are of their project, and only who may change workflows changes them', async () => {
  assert.equal((await call('GET', `/functions/${id}`, undefined, viewer)).status, 200)
  assert.equal((await call('PUT', `/functions/${id}`, { label: 'x' }, viewer)).status, 403)
  const foreign = await headersOf(other, 'developer')
  assert.equal((await call('GET', `/functions/${id}`, undefined, foreign)).status, 404)
  assert.deepEqual((await call('GET', '/functions', undefined, foreign)).body.data, [])
  const stale = await call('PUT', `/functions/${id}`, { label: 'y' }, { ...developer, 'if-match': '"old"' })
  assert.equal(stale.body.code, 'VERSION_CONFLICT')
})

test('a function of all projects is one and the same in each, and stays while any of them uses it', async () => {
  const projects = await call('POST', '/projects', { name: 'Second shop', short: 'shop2' }, admin)
  assert.equal(projects.status, 201)
  const there = { ...developer, 'x-project-id': projects.body.data.id as string }
  const body = (text: string) => ({ parameters: [parameter('x')], definition: formula(text) })
  const triple = { label: 'Triple', name: 'triple', project_id: null, ...body('x * 3') }
  // Those of a project are nothing to rely on elsewhere.
  const leaning = await call('POST', '/functions', { ...triple, ...body('twice(x) + x') })
  assert.match(leaning.body.errors.definition[0], /twice/)
  const foreign = await call('POST', '/functions', { ...triple, project_id: projects.body.data.id })
  assert.deepEqual(foreign.body.errors, { project_id: ['Please choose this project, or all projects.'] })
  const made = await call('POST', '/functions', triple)
  assert.equal(made.status, 201)
  const everywhere = made.body.data.id as string

  const nine = await call(
    'POST',
    '/functions',
    { label: 'Nine times', name: 'nine_times', ...body('triple(triple(x))') },
    there,
  )
  assert.equal(nine.status, 201)
  assert.equal(nine.body.data.project_id, projects.body.data.id)
  const named = (answer: { body: any }) => answer.body.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(named(await call('GET', '/functions', undefined, there)), ['nine_times', 'triple'])
  assert.ok(!named(await call('GET', '/functions')).includes('nine_times'))

  // In no project a name means two functions.
  const taken = { name: ['This is already in use.'] }
  const again = { label: 'Triple', name: 'triple', ...body('x') }
  assert.deepEqual((await call('POST', '/functions', again, there)).body.errors, taken)
  assert.deepEqual(
    (await call('POST', '/functions', { ...again, name: 'nine_times', project_id: null })).body.errors,
    taken,
  )
  assert.equal((await call('POST', '/functions', { ...again, name: 'nine_times' })).status, 201)

  // What another project does with it is told as a number.
  const uses = await call('GET', `/definitions/${everywhere}/uses`)
  assert.deepEqual(uses.body.data, { uses: [], used_by: [], elsewhere: [{ project: 'Second shop', uses: 1 }] })
  const removed = await call('DELETE', `/functions/${everywhere}`, undefined, admin)
  assert.equal(removed.body.message, '“Triple” is still used: once in the project Second shop. Change these first.')
  const german = await call('DELETE', `/functions/${everywhere}`, undefined, { ...admin, 'accept-language': 'de' })
  assert.equal(
    german.body.message,
    '„Triple“ wird noch verwendet: einmal im Projekt Second shop. Ändern Sie diese zuerst.',
  )
  const retyped = await call('PUT', `/functions/${everywhere}`, { gives: 'text' })
  assert.match(retyped.body.message, /^This function is used: once in the project Second shop\. The types/)
  assert.deepEqual((await call('PUT', `/functions/${everywhere}`, { project_id: tenant.project_id })).body.errors, {
    project_id: ['It is used in other projects: Second shop. It must stay there for all projects.'],
  })
  await call('DELETE', `/functions/${nine.body.data.id}`, undefined, {
    ...admin,
    'x-project-id': projects.body.data.id,
  })
  assert.equal((await call('PUT', `/functions/${everywhere}`, { project_id: tenant.project_id })).status, 200)
  assert.deepEqual(named(await call('GET', '/functions', undefined, there)), [])
})

test('the service account of a project uses the functions of all projects, and changes those of its own', async () => {
  const body = { parameters: [parameter('x')], definition: formula('x') }
  const wide = (await call('POST', '/functions', { label: 'Wide', name: 'wide', project_id: null, ...body })).body.data
  const own = (await call('POST', '/functions', { label: 'Own', name: 'own', ...body })).body.data
  const permissions = ['view', 'create', 'update', 'delete'].map((action) => `workflows.${action}`)
  const account = await call(
    'POST',
    '/service_accounts',
    { name: 'Deploy', project_id: tenant.project_id, permissions },
    admin,
  )
  const program = { authorization: `Bearer ${account.body.data.token}`, 'accept-language': 'en' }
  for (const [method, url, payload] of [
    ['PUT', `/functions/${wide.id}`, { description: 'x' }],
    ['PUT', `/functions/${own.id}`, { project_id: null }],
    ['DELETE', `/functions/${wide.id}`, undefined],
    ['POST', '/functions', { label: 'Wider', name: 'wider', project_id: null, ...body }],
  ] as const)
    assert.equal((await call(method, url, payload, program)).status, 403, `${method} ${url}`)
  assert.equal((await call('DELETE', `/functions/${own.id}`, undefined, program)).status, 204)
})
