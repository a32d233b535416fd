import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { resultField } from '@weft/kit/define/mapping-function.ts'
import { createApp } from '@weft/kit/http/app.server.ts'
import { z } from 'zod'
import { routes } from './features/all.ts'
import { fullSampleOf } from './sample-body.ts'
import { aServer, password, signedIn, supporting } from './testing.ts'

const server = await aServer()

const tenant = await aTenant({ ...server.test, key: server.context.key })
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const partner = await signedIn(server, {
  email: 'pia@partner.example',
  role: 'partner_admin',
  partner_id: tenant.partner_id,
})
const { workspace } = await inScope(server.context.db, systemScope, (trx) =>
  trx.selectFrom('tenants').select('workspace').where('id', '=', tenant.tenant_id).executeTakeFirstOrThrow(),
)
const boss = {
  ...(await signedIn(server, { email: 'boss@hanse.example', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}

const support = { ...(await supporting(server, admin, tenant.tenant_id)), 'x-project-id': tenant.project_id }

/** Every route that changes something that is there, with the schema of what may be sent. */
const changing: { route: string; body: z.ZodType }[] = []
const app = await createApp({ version: '0', perMinute: async () => 10_000_000 })
app.addHook('onRoute', ({ method, url, schema }) => {
  const isChange =
    ['PUT', 'PATCH'].includes(String(method)) || (method === 'POST' && /\/:id(\/apply|\/plan)?$/.test(url))
  if (isChange && schema?.body) changing.push({ route: `${String(method)} ${url}`, body: schema.body as z.ZodType })
})
await app.register(routes(server.context, 'app'), { prefix: '/api/app' })
await app.ready()
after(() => app.close())

/** What a call may leave out because it says how to change, not to what. */
const howToChange = new Set(['accept_losses', 'confirmed', 'message'])

test('no route that changes something fills in what was not sent', () => {
  const filled = changing.flatMap(({ route, body }) =>
    Object.entries(shapeOf(body)).flatMap(([key, field]) =>
      field.safeParse(undefined).data === undefined || howToChange.has(key) ? [] : [`${route}: ${key}`],
    ),
  )
  assert.ok(changing.length > 120, `${changing.length} routes`)
  assert.deepEqual(filled, [])
})

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return shapeOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType)
  return {}
}

type Operation = { requestBody?: { content: Record<string, { schema: object }> }; 'x-works-on'?: string }
const paths = (server.app.swagger() as { paths: Record<string, Record<string, Operation>> }).paths
const puts = Object.entries(paths).flatMap(([path, verbs]) =>
  path.startsWith('/api/app/') && verbs['put'] ? [{ path, put: verbs['put'] }] : [],
)

type Body = Record<string, unknown>
async function call(headers: Record<string, string>, method: 'GET' | 'POST' | 'PUT', url: string, payload?: unknown) {
  const answer = await server.app.inject({
    method,
    url: `/api/app${url}`,
    headers,
    ...(payload !== undefined && { payload: payload as object }),
  })
  return {
    status: answer.statusCode,
    said: answer.body,
    data: answer.body && answer.headers['content-type']?.includes('json') ? answer.json().data : undefined,
  }
}
async function made(headers: Record<string, string>, collection: string, special: Body = {}) {
  const schema = paths[`/api/app${collection}`]!['post']!.requestBody?.content['application/json']?.schema
  const answer = await call(headers, 'POST', collection, { ...(fullSampleOf(schema as never) as Body), ...special })
  assert.equal(answer.status, 201, `${collection}: ${answer.said}`)
  return answer.data.id as string
}
const picture = (name: string) => ({
  headers: { ...admin, 'content-type': 'multipart/form-data; boundary=x' },
  payload: `--x\r\ncontent-disposition: form-data; name="folder"\r\n\r\nlogos\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\nHello\r\n--x--\r\n`,
})

const variable = async () =>
  (
    await call(admin, 'POST', `/clients/${tenant.tenant_id}/variables`, {
      name: 'shop',
      label: 'Shop',
      type: 'text',
      value: 'one',
    })
  ).data.id as string
const whitelisted = async () =>
  (
    await call(admin, 'POST', `/clients/${tenant.tenant_id}/whitelist`, {
      route: '/notes',
      addresses: ['127.0.0.1'],
      description: 'Office',
      active: false,
      public: true,
      confirmed: true,
    })
  ).data.id as string

const serviceAccount = async () =>
  (
    await call(boss, 'POST', '/service_accounts', {
      name: 'Nightly',
      description: 'Exports orders',
      project_id: tenant.project_id,
      permissions: ['jobs.view', 'workflows.view'],
      addresses: ['10.0.0.0/8'],
      active: false,
    })
  ).data.account.id as string

const connection = async () =>
  (
    await call(boss, 'POST', '/connections', {
      label: 'Shop',
      name: 'shop',
      description: 'In Hamburg',
      project_id: tenant.project_id,
      connector: 'rest',
      settings: { base_url: 'https://shop.example/api', auth: 'bearer', secret: 'Right-Key-1', test_path: '/status' },
      active: false,
    })
  ).data.id as string

/** One thing of each kind, saying as much as it can and nothing as it would be by default. */
async function things() {
  const structure = await made(boss, '/data_structures', {
    class_name: 'SalesOrder',
    table_name: 'sales_order',
    content_identifier: 'number',
    fields: [
      aField('number', 'integer', { primary_key: true, nullable: false }),
      aField('country', 'text', { length: 40, index: true, default: 'DE' }),
    ],
    queries: [{ name: 'All', description: 'Everything', sql: 'select 1' }],
  })
  const target = await made(boss, '/data_structures', {
    class_name: 'Target',
    table_name: 'target',
    fields: [aField('number', 'integer', { primary_key: true, nullable: false }), aField('country')],
    queries: [],
  })
  const { data: record } = await call(boss, 'POST', `/data_structures/${structure}/records`, {
    number: 1,
    country: 'FR',
  })
  const definition = {
    structures: [{ as: 'orders', structure_id: structure }],
    fields: [
      { name: 'country', label: 'Country', of: 'orders', field: 'country' },
      { name: 'number', label: 'Number', of: 'orders', field: 'number', function: 'sum' },
    ],
    sort: [{ field: 'country', descending: true }],
    limit: 50,
    zone: 'America/Lima',
  }
  const data_set = await made(boss, '/data_sets', { definition })
  const queue_id = await made(boss, '/queues')
  const workflow = await made(boss, '/workflows', {
    expected_every: '1d',
    job_days: 30,
    failed_job_days: 60,
    class_name: 'ImportOrders',
    queue_id,
    exclude_from_billing: false,
    source:
      'weft: 1\nlabel: Import\nsteps:\n  - { id: a, element: manual }\n  - { id: b, element: finish }\nedges:\n  - { from: a.out, to: b.in }\n',
  })
  await call({ ...admin, ...support }, 'PUT', `/workflows/${workflow}/billing`, { exclude_from_billing: true })
  const plan_id = await made(admin, '/plans', {
    base_fee: '12.50',
    run_price: '0.10',
    record_price: '0.01',
    gb_price: '2',
  })
  const address = '127.0.0.1'
  const company = {
    vat_number: 'DE136695976',
    has_vat: true,
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    email: 'post@hanse.example',
    invoice_email: 'bills@hanse.example',
    phone: '+49 40 1',
    fax: '+49 40 2',
    website: 'https://hanse.example',
    country: 'AT',
    language: 'en',
    contact_person: 'Kim',
    street: 'Kai 1',
    zip: '20457',
    city: 'Hamburg',
    account_holder: 'Hanse',
    bank_name: 'Bank',
  }
  for (const url of [`/clients/${tenant.tenant_id}`, `/partners/${tenant.partner_id}`])
    assert.equal((await call(admin, 'PUT', url, company)).status, 200)
  await call(admin, 'PUT', `/clients/${tenant.tenant_id}/storage`, {
    type: 'sftp',
    host: 'files.hanse.example',
    port: 2222,
    username: 'kim',
    password: 'Hush-1',
    timeout: 77,
    root: 'weft',
  })
  const media = await server.app.inject({ method: 'POST', url: '/api/app/media', ...picture('hello.txt') })
  assert.equal(media.statusCode, 201, media.body)
  await call(admin, 'POST', '/newsletter_subscribers', { emails: 'reader@hanse.example', language: 'en' })
  const [reader] = (await call(admin, 'GET', '/newsletter_subscribers')).data as { id: string }[]
  const user = await made(admin, '/users', {
    tenant_id: tenant.tenant_id,
    partner_id: null,
    role: 'viewer',
    email: `kai@${workspace}`,
    phone: '+49 40 5',
    password,
    password_confirmation: password,
    send_welcome_email: false,
  })
  const ids: Record<string, string | undefined> = {
    certificates: await made(partner, '/certificates'),
    config_values: await made(boss, '/config_values'),
    connections: await connection(),
    agents: (await call(boss, 'POST', '/agents', { name: 'Warehouse' })).data.agent.id,
    cross_references: await made(boss, '/cross_references', { name: 'shop_erp', left_id: 'S-1', right_id: 'E-7' }),
    integration_drafts: await made(boss, '/integration_drafts', { connector: 'postgres' }),
    contact_persons: await made(partner, '/contact_persons'),
    leads: await made(partner, '/leads'),
    partner_services: await made(partner, '/partner_services'),
    partner_references: await made(partner, '/partner_references'),
    news: await made(admin, '/news'),
    notes: await made(boss, '/notes'),
    queues: queue_id,
    countries: await made(admin, '/countries', { code: 'XK' }),
    data_sets: data_set,
    functions: await made(boss, '/functions', {
      project_id: tenant.project_id,
      name: 'always_seven',
      gives: 'integer',
      definition: {
        transformers: [
          {
            ...{ id: randomUUID(), key: 'constant', inputs: [], options: { value: '7', type: 'integer' } },
            ...{ output: 'seven', position: { x: 1, y: 2 }, label: 'Seven', conditions: [], otherwise: 'empty' },
          },
        ],
        connections: [{ id: randomUUID(), source_field_id: 'seven', target_field_id: resultField }],
      },
      tests: [{ takes: [], gives: '7', refused: false }],
    }),
    insights: await made(boss, '/insights', {
      chart_type: 'column',
      definition: { graphs: [{ data_set_id: data_set, x_field: 'country', y_field: 'number' }] },
    }),
    dashboards: await made(boss, '/dashboards', {
      description: 'Trade at a glance',
      definition: { tiles: [{ id: 'note', text: 'Trade', x: 0, y: 0, w: 3, h: 2 }], refresh_minutes: 5 },
    }),
    dynamic_models: await made(boss, '/dynamic_models', {
      data_structure_id: structure,
      dynamic_fields: [],
      type: 'csv',
      file_type: 'csv',
      class_name: 'Shop',
      table_name: 'shop',
      primary_key: 'number',
      options: { delimiter: ';' },
      fields: [{ original_name: 'Number', name: 'number', type: 'integer', nullable: false }],
    }),
    mail_recipients: await made(boss, '/mail_recipients', {
      recipient: 'kim@hanse.example',
      class_name: 'workflow_warning',
      workflow_id: workflow,
    }),
    media: media.json().data.id,
    plans: plan_id,
    projects: await made(boss, '/projects', { image: null, start_date: '2026-01-31', finish_date: '2026-03-01' }),
    text_templates: await made(boss, '/text_templates', { data_structure_id: structure }),
    workflow_tokens: await made(boss, '/workflow_tokens', {
      workflow_id: workflow,
      whitelist_ips: [address],
      whitelisting_active: true,
    }),
    clients: tenant.tenant_id,
    partners: tenant.partner_id,
    contracts: await made(admin, '/contracts', { tenant_id: tenant.tenant_id, partner_id: tenant.partner_id, plan_id }),
    database_servers: await made(admin, '/database_servers'),
    data_structures: structure,
    languages: await made(admin, '/languages', { short: 'xx', iso_code: 'xx-XX', is_default: false, interface: false }),
    mappings: await made(boss, '/mappings', {
      source_structure_id: structure,
      source_data_set_id: null,
      target_structure_id: target,
      definition: { connections: [], transformers: [] },
    }),
    newsletter_campaigns: await made(admin, '/newsletter_campaigns'),
    queries: await made(boss, '/queries', {
      sql: 'select 1',
      parameters: '{"from": "2026-01-31"}',
      chart: { type: 'bar', across: 'a', value: 'b' },
    }),
    roles: await made(boss, '/roles'),
    route_whitelists: await made(admin, '/route_whitelists', {
      route: '/notes',
      addresses: [address],
      confirmed: true,
      public: true,
      active: false,
      users: [],
    }),
    service_accounts: await serviceAccount(),
    storage_servers: await made(admin, '/storage_servers'),
    structure_library: await made(partner, '/structure_library', {
      class_name: 'Stock',
      table_name: 'stock',
      fields: [aField('number', 'integer', { primary_key: true, nullable: false })],
      queries: [{ name: 'All', description: 'Everything', sql: 'select 1' }],
    }),
    support_requests: await made(boss, '/support_requests', { project_id: tenant.project_id }),
    users: user,
    workflows: workflow,
    newsletter_subscribers: reader!.id,
    project_extensions: 'webhooks',
    record: String(record._id),
    variable_id: await variable(),
    entry_id: await whitelisted(),
  }
  return ids
}

/** What a change of one field may touch beside it: when it was, and how often; and what a server says of itself when asked. */
const follows = new Set(['updated_at', 'version', '_version', '_updated_at', 'commit', 'checked_at', 'health'])
const still = (data: unknown) =>
  JSON.parse(JSON.stringify(data, (key, value: unknown) => (follows.has(key) ? undefined : value))) as Body

/** Where a thing is read whose own address reads nothing, or something of another shape; `{…}` is filled in as in the address itself. */
const readElsewhere: Record<string, { at: string; one?: (data: any) => Body }> = {
  '/structure_library/{id}/base_data': { at: '/structure_library/{id}' },
  '/structure_library/{id}/config': { at: '/structure_library/{id}' },
  '/structure_library/{id}/queries': { at: '/structure_library/{id}' },
  '/workflows/{id}/billing': { at: '/workflows/{id}' },
  '/clients/{id}/storage': { at: '/clients/{id}/storage', one: ({ storage: { password: _, ...storage } }) => storage },
  '/mappings/{id}/connections': { at: '/mappings/{id}', one: ({ definition }) => definition },
  '/mappings/{id}/transformers': { at: '/mappings/{id}', one: ({ definition }) => definition },
  '/languages/{id}': { at: '/languages/all', one: (all) => all.find(({ short }: { short: string }) => short === 'xx') },
  '/newsletter_subscribers/{id}': { at: '/newsletter_subscribers', one: (all) => all[0] },
  '/agents/{id}': { at: '/agents', one: ({ agents }) => agents[0] },
  '/project_extensions/{key}': {
    at: '/project_extensions',
    one: (all) => all.find(({ key }: { key: string }) => key === 'webhooks'),
  },
  '/data_structures/{id}/records/{record}': {
    at: '/data_structures/{id}/records/{record}',
    one: (row) => ({ changes: { country: row.country }, row }),
  },
}

/** Where nothing can be left out, because one decision is all there is; or what is asked of elsewhere. */
const notAsked: Record<string, string> = {
  '/auth/me/access_data': 'a password is all there is to change',
  '/users/{id}/granted_ips': 'the switch and its list are one decision',
  '/definitions/{id}/versions/{rev}': 'a name is all there is to change',
  '/definitions/{id}/draft': 'said in drafts.test.ts',
  '/workflows/{id}/planning': 'times are written step by step',
  '/mail_templates/{class_name}/{language}': 'subject and text are one wording',
  '/own_mail_templates/{class_name}/{language}': 'subject and text are one wording',
  '/company/general': 'the sections of /clients/{id}, read here',
  '/guided_steps': 'one switch is all there is',
  '/pinned_pages': 'the list is all there is',
  '/quick_links': 'the list is all there is',
  '/partners/{id}/variables/{variable_id}': 'the same route as that of a tenant',
  '/integrations/{id}': 'said in integrations.test.ts',
  '/plugins/{id}/settings': 'the settings of the plugin are all there is',
  '/project_plugins/{id}': 'said in plugins.test.ts',
  '/workflow_elements/limits/{key}': 'said in workflow-elements.test.ts',
}

test('writing one field of a thing as it was read changes nothing else of it, at every address a thing is changed', async (t) => {
  const ids = await things()
  const touched: string[] = []
  const silent: string[] = []
  let written = 0
  for (const { path: full, put } of puts) {
    const path = full.replace('/api/app', '')
    if (path in notAsked) continue
    const scope = put['x-works-on']
    const headers =
      path.startsWith('/structure_library') || scope === 'partner' || path.startsWith('/company')
        ? partner
        : scope === 'provider' || scope === 'branch' || path.endsWith('/billing')
          ? admin
          : boss
    const asked = { ...headers, ...(headers === admin && path.startsWith('/workflows') && support) }
    const filled = (at: string) =>
      at
        .replaceAll(/\/(\w+)\/\{(id|key)\}/g, (_, name: string) => `/${name}/${ids[name]}`)
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!)
    const { at = path, one = (data: Body) => data } = readElsewhere[path] ?? {}
    const read = async () => {
      const { status, data, said } = await call(asked, 'GET', filled(at))
      assert.equal(status, 200, `GET ${filled(at)}: ${said}`)
      return still(one(data))
    }
    const schema = put.requestBody?.content['application/json']?.schema as { properties: Body } | undefined
    if (path.startsWith('/settings/') && path !== '/settings/security')
      for (const [key, value] of Object.entries(fullSampleOf(schema as never) as Body))
        await call(asked, 'PUT', filled(path), { [key]: value })
    const before = await read()
    const { status } = await call(asked, 'PUT', filled(path), {})
    if (status >= 500 || JSON.stringify(await read()) !== JSON.stringify(before)) touched.push(`PUT ${path} {}`)
    let here = 0
    for (const key of Object.keys(schema?.properties ?? {}).filter((key) => key in before)) {
      const answer = await call(asked, 'PUT', filled(path), { [key]: before[key] })
      if (answer.status >= 300) continue
      here++
      const after = await read()
      if (JSON.stringify(after) !== JSON.stringify(before))
        touched.push(
          `PUT ${path} {${key}}: ${Object.keys(before)
            .filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
            .join(', ')}`,
        )
    }
    written += here
    if (here === 0) silent.push(path)
  }
  t.diagnostic(`${written} fields written at ${puts.length} addresses`)
  assert.deepEqual(touched, [])
  assert.deepEqual(silent, [])
  assert.ok(written > 450, `${written} fields`)
})

test('the plan of a change of a structure tells of nothing that was not asked for', async () => {
  const id = await made(boss, '/data_structures', {
    class_name: 'Versioned',
    table_name: 'versioned',
    data_versioning: true,
    on_empty_import: 'fail',
    fields: [aField('number', 'integer', { primary_key: true, nullable: false })],
    queries: [],
  })
  const { data } = await call(boss, 'POST', `/data_structures/${id}/plan`, { label: 'Another label' })
  assert.deepEqual(data, { rows: 0, changes: [], losses: [], obstacles: [], dependents: [] })
})
