import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { chartTypes } from '@weft/kit/define/insight.ts'
import { aServer, signedIn } from '../testing.ts'

// The fields the specification lists for each entity: written, read back, equal.

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key })
const headers = {
  ...(await signedIn(server, { email: 'dev@entities.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}

const workspace = (await server.app.inject({ url: `/api/app/clients/${tenant.tenant_id}`, headers })).json().data
  .workspace as string

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await server.app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...(answer.json() as { data: any; code: string; errors: Record<string, string[]>; message: string }),
  }
}
/** Creates an entry and answers of what is read back the keys that were written. */
async function kept<T extends object>(path: string, draft: T): Promise<Record<string, unknown>> {
  const made = await call('POST', path, draft)
  assert.equal(made.status, 201, JSON.stringify(made))
  const { data } = await call('GET', `${path}/${made.data.id}`)
  return Object.fromEntries(Object.keys(draft).map((key) => [key, data[key]]))
}

const customer = (
  await call('POST', 'data_structures', {
    class_name: 'Customer',
    table_name: 'customer',
    label: 'Customer',
    fields: [aField('id', 'integer', { primary_key: true, nullable: false })],
  })
).data
const order = {
  class_name: 'SalesOrder',
  table_name: 'sales_order',
  label: 'Orders',
  description: 'What was sold.',
  published: false,
  data_versioning: true,
  structural_versioning: false,
  structure_check: false,
  on_empty_import: 'fail',
  content_identifier: 'number',
  queries: [{ name: 'All', description: 'Every order.', sql: 'select * from sales_order' }],
  fields: [
    aField('number', 'integer', {
      primary_key: true,
      nullable: false,
      required: true,
      unsigned: true,
      alias: 'No',
      label: 'Order number',
      original_name: 'Order No.',
    }),
    aField('state', 'choice', {
      values: ['open', 'paid'],
      default: 'open',
      index: true,
      show_in_view: false,
      skip_on_delta: true,
    }),
    aField('code', 'text', { unique: true }),
    aField('quantity', 'integer', { min: 1, max: 99 }),
    aField('customer_id', 'integer', { related_structure_id: customer.id }),
  ],
}

test('a data structure and its fields', async () => assert.deepEqual(await kept('data_structures', order), order))

test('a primary key of two fields is not valid', async () => {
  const fields = [aField('a', 'integer', { primary_key: true }), aField('b', 'integer', { primary_key: true })]
  assert.deepEqual(
    (await call('POST', 'data_structures', { ...order, class_name: 'Twice', table_name: 'twice', queries: [], fields }))
      .errors,
    { fields: ['The primary key is not valid: it must be exactly one field that holds a single value.'] },
  )
})

test('a query needs a name, a description and SQL that the database understands', async () => {
  assert.deepEqual(
    Object.keys(
      (
        await call('PUT', `data_structures/${customer.id}/queries`, {
          queries: [{ name: '', description: '', sql: '' }],
        })
      ).errors,
    ),
    ['queries.0.name', 'queries.0.description', 'queries.0.sql'],
  )
  const empty = await call('POST', `data_structures/${customer.id}/queries/run`, { sql: ' ' })
  assert.deepEqual([empty.code, empty.errors], ['QUERY_EMPTY', { sql: ['The SQL is empty.'] }])
  const { errors } = await call('POST', `data_structures/${customer.id}/queries/run`, { sql: 'selekt * from customer' })
  assert.match(errors['sql']![0]!, /^SQL syntax error: syntax error at or near "selekt"/)
})

test('a text template', async () => {
  const draft = { label: 'Thank you', type: 'mail', data_structure_id: customer.id, body: 'Dear {{ id }}' }
  assert.deepEqual(await kept('text_templates', draft), draft)
})

test('a data set with joins, filters, limit and parameters', async () => {
  const { data } = await call('GET', 'data_structures?noPagination=true&searchTerm=SalesOrder')
  const draft = {
    name: 'Orders',
    description: 'Paid ones.',
    definition: {
      structures: [
        { as: 'orders', structure_id: data[0].id },
        {
          as: 'customers',
          structure_id: customer.id,
          join: { kind: 'inner', on: [{ of: 'orders', local_field: 'customer_id', foreign_field: 'id' }] },
        },
      ],
      fields: [{ name: 'number', of: 'orders', field: 'number' }],
      filters: [{ of: 'orders', field: 'state', operator: 'equals', parameter: 'state' }],
      limit: 50,
      parameters: [{ name: 'state', label: 'State', type: 'text', required: true, default: 'paid' }],
    },
  }
  const { name, description, definition } = (await kept('data_sets', draft)) as typeof draft
  const { structures, fields, filters, limit, parameters } = definition
  assert.deepEqual({ name, description, definition: { structures, fields, filters, limit, parameters } }, draft)
})

test('an insight of each of the seven specified chart types, and of those beside them', async () => {
  const specified = ['area', 'bar', 'column', 'donut', 'line', 'pie', 'custom']
  assert.deepEqual(
    specified.filter((type) => !(chartTypes as readonly string[]).includes(type)),
    [],
  )
  const { data } = await call('POST', 'data_sets', {
    name: 'Numbers',
    definition: {
      structures: [{ as: 'customers', structure_id: customer.id }],
      fields: [{ name: 'id', of: 'customers', field: 'id' }],
    },
  })
  for (const chart_type of chartTypes) {
    const draft = {
      label: `As ${chart_type}`,
      chart_type,
      theme: 'ocean',
      definition: {
        graphs: [
          {
            data_set_id: data.id,
            y_field: 'id',
            // A number goes along days; a pivot has columns.
            ...(chart_type !== 'number' && { x_field: 'id' }),
            ...(chart_type === 'pivot' && { series_field: 'id' }),
          },
        ],
        x_axis: { title: 'Number', unit: '' },
        y_axis: { title: 'Sum', unit: 'EUR' },
        stacking: 'stacked',
        start_angle: 45,
        end_angle: -45,
      },
    }
    const { definition, ...rest } = (await kept('insights', draft)) as typeof draft
    const { x_axis, y_axis, stacking, start_angle, end_angle } = definition
    assert.deepEqual(
      [rest, x_axis, y_axis, stacking, start_angle, end_angle, definition.graphs[0]!.y_field],
      [
        { label: draft.label, chart_type, theme: 'ocean' },
        draft.definition.x_axis,
        draft.definition.y_axis,
        'stacked',
        45,
        -45,
        'id',
      ],
    )
  }
})

test('a workflow token', async () => {
  const workflow = (await call('POST', 'workflows', { label: 'Import', class_name: 'Import' })).data
  const draft = {
    name: 'Shop',
    workflow_id: workflow.id,
    whitelist_ips: ['10.0.0.0/8', '*'],
    whitelisting_active: true,
  }
  assert.deepEqual(await kept('workflow_tokens', draft), draft)
})

test('a user', async () => {
  const draft = {
    salutation: 'mrs',
    title: 'Dr.',
    first_name: 'Ada',
    last_name: 'Hanse',
    email: `ada@${workspace}`,
    language: 'en',
    role: 'analyst',
    company: 'Hanse',
    username: 'ada.hanse',
    job: 'Buyer',
    phone: '+49 40 123456',
    active: true,
  }
  const made = await call('POST', 'users', {
    ...draft,
    password: 'Correct horse battery',
    password_confirmation: 'Correct horse battery',
  })
  assert.equal(made.status, 201, JSON.stringify(made))
  const { data } = await call('GET', `users/${made.data.id}`)
  assert.deepEqual(Object.fromEntries(Object.keys(draft).map((key) => [key, data[key]])), draft)
  assert.deepEqual(
    (await call('POST', 'users', { ...draft, email: `eve@${workspace}`, password: 'correct horse battery' })).errors,
    { password: ['The password needs an upper-case and a lower-case letter.'] },
  )
})
