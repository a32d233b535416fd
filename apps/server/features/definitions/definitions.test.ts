import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key }, { name: 'Hanse Handel' })
const headersOf = async (email: string, role: string) => ({
  ...(await signedIn(server, { email, role, tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
})
const admin = await headersOf('lena@hanse.test', 'tenant_admin')

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = admin) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  const body = answer.body ? (answer.json() as any) : undefined
  assert.ok(answer.statusCode < 300 || headers !== admin, `${method} ${url}: ${answer.body}`)
  return { status: answer.statusCode, data: body?.data, code: body?.code }
}
const tried = (method: 'DELETE', url: string) => server.app.inject({ method, url: `/api/app${url}`, headers: admin })
const made = async (path: string, body: object): Promise<string> => (await call('POST', `/${path}`, body)).data.id

const fields = [aField('number', 'text', { primary_key: true, nullable: false }), aField('pieces', 'integer')]
const structure = (class_name: string) => ({
  class_name,
  table_name: class_name.toLowerCase(),
  label: class_name,
  fields,
})
const orders = await made('data_structures', structure('Orders'))
const sales = await made('data_structures', {
  ...structure('Sales'),
  fields: [aField('sold', 'text', { primary_key: true, nullable: false })],
})
const columns = {
  structures: [{ as: 'orders', structure_id: orders }],
  fields: ['number', 'pieces'].map((name) => ({ name, of: 'orders', field: name })),
}
const data_set_id = await made('data_sets', { name: 'All orders', definition: columns })
const graph = { data_set_id, x_field: 'number', y_field: 'pieces' }

/** How each kind is made, what is changed of it, and what its newest version says of that. */
const things = {
  queues: { id: await made('queues', { name: 'Night' }), change: { tries: 5 }, says: /^tries: 5$/m },
  data_structures: { id: orders, change: { label: 'Orders of all' }, says: /^label: Orders of all$/m },
  dynamic_models: {
    id: await made('dynamic_models', {
      model_name: 'Prices',
      type: 'csv',
      fields: [{ name: 'number', original_name: 'Number', type: 'text' }],
      primary_key: 'number',
      data_structure_id: orders,
    }),
    change: { preview_rows: 30 },
    says: /^data_structure: ref:data_structure\/orders$/m,
  },
  mappings: {
    id: await made('mappings', { label: 'To sales', source_structure_id: orders, target_structure_id: sales }),
    change: { description: 'Daily' },
    says: /^source_structure: ref:data_structure\/orders\ntarget_structure: ref:data_structure\/sales$/m,
  },
  functions: {
    id: await made('functions', {
      label: 'With tax',
      name: 'with_tax',
      definition: {
        transformers: [
          {
            id: '00000000-0000-4000-8000-0000000000aa',
            key: 'constant',
            inputs: [],
            options: { value: '1.19', type: 'decimal' },
            output: 'factor',
            position: { x: 0, y: 0 },
          },
        ],
        connections: [
          {
            id: '00000000-0000-4000-8000-0000000000ab',
            source_field_id: 'factor',
            target_field_id: '00000000-0000-4000-8000-000000000001',
          },
        ],
      },
    }),
    change: { description: 'Of today' },
    says: /^description: Of today$/m,
  },
  data_sets: { id: data_set_id, change: { description: 'Each' }, says: /structure_id: ref:data_structure\/orders$/m },
  insights: {
    id: await made('insights', { label: 'How many', chart_type: 'bar', definition: { graphs: [graph] } }),
    change: { theme: 'ocean' },
    says: /data_set_id: ref:data_set\/all-orders$/m,
  },
  queries: {
    id: await made('queries', { name: 'Newest', description: 'The last', sql: 'select 1' }),
    change: { sql: 'select 2' },
    says: /^sql: select 2$|^sql: "select 2"$/m,
  },
  text_templates: {
    id: await made('text_templates', { label: 'Hello', body: 'Hi' }),
    change: { body: 'Hello {{ name }}' },
    says: /^body: "Hello \{\{ name \}\}"$/m,
  },
  connections: {
    id: await made('connections', {
      label: 'The shop',
      name: 'shop',
      connector: 'sftp',
      settings: { host: 'shop.example', user: 'weft', password: 's3cret-of-the-shop' },
    }),
    change: { description: 'Of the agency' },
    says: /^connector: sftp$/m,
  },
  workflows: { id: await made('workflows', { label: 'Import' }), change: { icon: 'clock' }, says: /^icon: clock$/m },
}
const newest = async (id: string) => {
  const { data } = await call('GET', `/definitions/${id}/versions`)
  return {
    versions: data,
    text: (await call('GET', `/definitions/${id}/versions/${data[0].commit}`)).data.text as string,
  }
}

for (const [path, { id, change, says }] of Object.entries(things))
  test(`${path}: making and changing one are versions by whoever did it`, async () => {
    await call('PUT', `/${path}/${id}`, change)
    const { versions, text } = await newest(id)
    assert.deepEqual(
      versions.map((one: any) => [one.version, one.author_email]),
      [
        [2, 'lena@hanse.test'],
        [1, 'lena@hanse.test'],
      ],
    )
    assert.match(text, says)
    const { data } = await call('GET', `/definitions/${id}/versions/${versions[0].commit}/diff`)
    assert.equal(data.after, text)
    assert.equal(data.from, versions[1].commit)
    assert.notEqual(data.before, text)
  })

test('a connection is kept without its secrets', async () => {
  const { text } = await newest(things.connections.id)
  assert.match(text, /host: shop\.example/)
  assert.doesNotMatch(text, /s3cret|password: /)
})

test('nothing that was changed by a call is left without a version', async () => {
  const left = await inScope(server.context.db, tenant.scope, (trx) =>
    trx.selectFrom('definitions').select(['kind', 'name']).where('unkept', '=', true).execute(),
  )
  assert.deepEqual(left, [])
})

test('each thing says what it points to and what points to it, and one that is used is not deleted', async () => {
  const uses = async (id: string) => {
    const { uses, used_by } = (await call('GET', `/definitions/${id}/uses`)).data
    return [uses.map((one: any) => one.name), used_by.map((one: any) => [one.kind, one.name])]
  }
  const steps = `  - { id: read, element: connector_read, settings: { connection: shop, table: a } }
  - { id: file, element: read_file, settings: { model: ${things.dynamic_models.id} } }
  - { id: told, element: notify, settings: { message: "${things.text_templates.id}" } }
`
  await call('PUT', `/workflows/${things.workflows.id}/code`, {
    source: `weft: 1\nlabel: Import\nsteps:\n${steps}edges: []\n`,
  })
  assert.deepEqual(await uses(orders), [
    [],
    [
      ['data_set', 'All orders'],
      ['dynamic_model', 'Prices'],
      ['mapping', 'To sales'],
    ],
  ])
  const import_ = [['workflow', 'Import']]
  assert.deepEqual((await uses(things.connections.id))[1], import_)
  assert.deepEqual((await uses(things.text_templates.id))[1], import_)
  assert.deepEqual(await uses(data_set_id), [['Orders of all'], [['insight', 'How many']]])
  for (const [path, id] of [
    ['connections', things.connections.id],
    ['dynamic_models', things.dynamic_models.id],
    ['text_templates', things.text_templates.id],
  ] as const) {
    const refused = await tried('DELETE', `/${path}/${id}`)
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'IN_USE'])
    assert.match(refused.json().message, /is still used: Import\. Change these first\.$/)
  }
  await call('PUT', `/workflows/${things.workflows.id}/code`, {
    source: 'weft: 1\nlabel: Import\nsteps: []\nedges: []\n',
  })
  assert.deepEqual(await uses(things.text_templates.id), [[], []])
})

test('what was taken away keeps its versions, the last of which is nothing', async () => {
  const { id } = things.text_templates
  await call('DELETE', `/text_templates/${id}`)
  const { data } = await call('GET', `/definitions/${id}/versions`)
  assert.deepEqual([data.length, data[0].message], [3, 'Delete Hello'])
  const compared = (await call('GET', `/definitions/${id}/versions/${data[0].commit}/diff`)).data
  assert.deepEqual([compared.after, /^label: Hello$/m.test(compared.before)], ['', true])
})

test('a version has a name that whoever may change the thing gives it', async () => {
  const { id } = things.mappings
  const [first] = (await call('GET', `/definitions/${id}/versions`)).data
  const viewer = await headersOf('vic@hanse.test', 'viewer')
  const named = { name: 'Before the fair' }
  assert.equal((await call('PUT', `/definitions/${id}/versions/${first.commit}`, named, viewer)).status, 403)
  assert.equal((await call('PUT', `/definitions/${id}/versions/${first.commit}`, named)).data.name, 'Before the fair')
  assert.equal((await call('GET', `/definitions/${id}/versions`, undefined, viewer)).data[0].name, 'Before the fair')
  const [query] = (await call('GET', `/definitions/${things.queries.id}/versions`)).data
  for (const url of ['', `/${query.commit}`, `/${query.commit}/diff`])
    assert.equal((await call('GET', `/definitions/${things.queries.id}/versions${url}`, undefined, viewer)).status, 403)
})
