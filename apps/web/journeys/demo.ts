import { setTimeout as sleep } from 'node:timers/promises'
import { onControl, superuserUrl } from '@weft/kit/testing/product-database.ts'
import pg from 'pg'
import { adminSignIn, Client, type Product } from '@weft/kit/testing/product.ts'
import type { SignIn } from './enter.ts'

type Staff = 'admin' | 'partner' | 'tenant'

/** The demo's sign-ins, as soon as it has been seeded. */
export async function demoSignIns({ url }: Pick<Product, 'url'>): Promise<Record<Staff, SignIn>> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(500)) {
    const { data } = (await (await fetch(`${url}/api/app/`)).json()) as {
      data: { demo: (SignIn & { about: string })[] }
    }
    const of = (about: string) => data.demo.find((one) => one.about === about)
    const [partner, tenant] = [of('partner'), of('tenant')]
    if (partner && tenant) return { admin: adminSignIn, partner, tenant }
  }
  throw new Error('The demo was not seeded.')
}

/** The demo's users as programs; the tenant's works in the demo's project. */
export async function demoClients(product: Pick<Product, 'url'>): Promise<Record<Staff, Client>> {
  const { url } = product
  const signIns = await demoSignIns(product)
  const [admin, partner, signed] = await Promise.all([
    Client.signIn(url, signIns.admin, 'admin'),
    Client.signIn(url, signIns.partner),
    Client.signIn(url, signIns.tenant),
  ])
  return { admin, partner, tenant: signed.with({ 'x-project-id': await found(signed, 'projects') }) }
}

/**
 * Addresses with a record in place of each parameter: the demo's own, and one made of each kind the demo has none of. A new screen of a
 * record needs a line here.
 */
export async function demoAddresses(
  product: Pick<Product, 'home'>,
  { admin, partner, tenant }: Record<Staff, Client>,
): Promise<(address: string) => string> {
  const made = async (client: Client, path: string, body: object) => (await client.post(path, body)).id as string
  const [client, project, workflow, structure] = await Promise.all([
    found(admin, 'clients', 'Hanse Handel'),
    found(tenant, 'projects'),
    found(tenant, 'workflows', 'Import sales orders'),
    found(tenant, 'data_structures', 'Sales order'),
  ])
  const integration = await anIntegration(product, admin, tenant)
  const records: [RegExp, string][] = [
    [/^\/(admin\/clients|partner\/tenants)\//, client],
    [/^\/admin\/partners\//, await found(admin, 'partners', 'Nordlicht Digital')],
    [/^\/admin\/users\//, await found(admin, 'users')],
    [
      /^\/admin\/news\//,
      await made(admin, 'news', { title: 'A walk', release_date: '2026-01-31', audience: 'all', content: 'Done.' }),
    ],
    [
      /^\/admin\/support\//,
      await made(tenant, 'support_requests', { subject: 'Orders are late', comment: 'Since Monday.' }),
    ],
    [/\/countries\//, await found(admin, 'countries')],
    [/\/system\/security\/whitelist\//, await made(admin, 'route_whitelists', { route: '/notes/*', addresses: ['*'] })],
    [/^\/partner\/users\//, await found(partner, 'users')],
    [
      /^\/partner\/leads\//,
      await made(partner, 'leads', { company: 'Elbe Werft', status: 'contacted', email: 'kim@elbe.example' }),
    ],
    [
      /^\/partner\/profile\/certificates\//,
      await made(partner, 'certificates', { name: 'ISO 27001', issued_on: '2026-01-31' }),
    ],
    [
      /^\/partner\/profile\/contact-person\//,
      await made(partner, 'contact_persons', { name: 'Kim Elbe', position: 'Sales' }),
    ],
    [
      /^\/partner\/profile\/references\//,
      await made(partner, 'partner_references', { title: 'Web shop of a shipyard', year: 2025 }),
    ],
    [
      /^\/partner\/profile\/services\//,
      await made(partner, 'partner_services', { name: 'Onboarding', kind: 'training' }),
    ],
    [/^\/(tenant\/users\/|project\/settings\/(users\/|roles\?))/, await found(tenant, 'users')],
    [/^\/admin\/settings\/billing\/plans\//, await made(admin, 'plans', { name: 'A walk' })],
    [/^\/admin\/settings\/newsletter\//, await made(admin, 'newsletter_campaigns', { label: 'A walk' })],
    [/^\/admin\/settings\/mail-templates\//, 'workflow_failed'],
    [/^\/project\/settings\/mails\//, 'workflow_failed'],
    [
      /^\/project\/settings\/email\//,
      await made(tenant, 'mail_recipients', { recipient: 'kim@elbe.example', class_name: 'workflow_failed' }),
    ],
    [
      /^\/project\/integrations\/connections\//,
      await made(tenant, 'connections', {
        label: 'Shop Hamburg',
        name: 'shop',
        connector: 'rest',
        settings: { base_url: 'https://shop.example/api', auth: 'bearer', secret: 'A-Walk-Over-It' },
      }),
    ],
    [
      /^\/project\/integrations\/cross-references\//,
      await made(tenant, 'cross_references', { name: 'shop_order_erp_order', left_id: 'NW-10248', right_id: '501' }),
    ],
    [/^\/project\/integrations\/create\//, integration.draft],
    [/^\/project\/integrations\//, integration.id],
    [/^\/project\/approvals\//, await anApproval(tenant)],
    [/^\/project\/mappings\//, await found(tenant, 'mappings', 'Shop order to sales order')],
    [/^\/project\/functions\//, await made(tenant, 'functions', aFunction)],
    [/^\/admin\/settings\/data-structures\//, await made(admin, 'structure_library', aStructure)],
    [/^\/partner\/data-structures\//, await made(partner, 'structure_library', aStructure)],
    [/^\/project\/(data-structures|data-store)\//, structure],
    [/^\/project\/dynamicModels\//, await found(tenant, 'dynamic_models', 'Orders file')],
    [/^\/project\/data-sets\//, await found(tenant, 'data_sets', 'Sales by country')],
    [
      /^\/project\/insights\/dashboards\//,
      await made(tenant, 'dashboards', {
        label: 'A walk',
        definition: {
          tiles: [
            { id: 'sales', insight_id: await found(tenant, 'insights', 'Sales by country'), x: 0, y: 0, w: 6, h: 6 },
            { id: 'note', text: 'Net totals in euros.', x: 6, y: 0, w: 6, h: 2 },
          ],
          filters: [{ name: 'country', label: 'Country', kind: 'choice', field: 'country' }],
        },
      }),
    ],
    [/^\/project\/insights\//, await found(tenant, 'insights', 'Sales by country')],
    [
      /^\/project\/text-templates\//,
      await made(tenant, 'text_templates', { label: 'Thank you', body: 'Thank you, {{ name }}.' }),
    ],
    [/^\/project\/workflows\//, workflow],
  ]
  const named: Record<string, string> = {
    projectId: project,
    queueId: await found(tenant, 'queues'),
    configId: await made(tenant, 'config_values', { name: 'shop_address', value: 'https://shop.example' }),
    tokenId: await found(tenant, 'workflow_tokens', 'Shop'),
    causeId: await aCause(tenant),
    failureId: await aFailure(tenant),
    jobId: await found(tenant, `jobs?filter[workflow_id]=${workflow}`),
    whitelistId: await made(admin, `clients/${client}/whitelist`, {
      route: '/projects',
      addresses: ['*'],
      active: false,
    }),
    mode: 'build',
    workflow_element_hash: 'read_orders',
    type: 'transform',
    action: 'filter',
  }
  const idFor = (address: string, name: string) =>
    named[name] ?? records.find(([place]) => place.test(address))?.[1] ?? '00000000-0000-0000-0000-000000000000'
  return (address) => address.replaceAll(/:(\w+)/g, (_, name: string) => idFor(address, name))
}

/** An integration of a shop's database, and the draft of another one, which is the tenant's user's own. */
async function anIntegration(
  product: Pick<Product, 'home'>,
  admin: Client,
  tenant: Client,
): Promise<{ id: string; draft: string }> {
  const owner_url = superuserUrl(product, 'parcels')
  await onControl(product, (client) => client.query('create database parcels'))
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  await owner.query(
    `create table parcel (id int primary key, sent_at timestamptz not null default now());
     insert into parcel select generate_series(1, 20)`,
  )
  await owner.end()
  const { hostname: host, port, username: user, password, pathname } = new URL(owner_url)
  await admin.put('settings/egress', { allow: [{ host, port: Number(port) }] })
  const { id: connection_id } = await tenant.post('connections', {
    label: 'Parcels',
    name: 'parcels',
    connector: 'postgres',
    settings: { host, port: Number(port), user, password, database: pathname.slice(1), encryption: 'none' },
  })
  const drafted = async (label: string) => {
    const { id, data } = await tenant.post('integration_drafts', { connection_id })
    const tables = [{ name: 'public.parcel', stored_as: `${label.toLowerCase()}_parcel` }]
    await tenant.put(`integration_drafts/${id}`, { step: 'save', data: { ...data, label, tables } })
    // The list of what is allowed is read anew within ten seconds.
    for (const until = Date.now() + 20_000; ; await sleep(500)) {
      const { status, body } = await tenant.call('POST', `integration_drafts/${id}/analyse`, { table: 'public.parcel' })
      if (status === 200) return id as string
      if (body.code !== 'EGRESS_REFUSED' || Date.now() > until) throw new Error(JSON.stringify(body))
    }
  }
  const made = await tenant.post(`integration_drafts/${await drafted('Parcels')}/save`, { run: false })
  return { id: made.id, draft: await drafted('More') }
}

/** What a run waits for. */
async function anApproval(tenant: Client): Promise<string> {
  const source = JSON.stringify({
    weft: 1,
    label: 'Ask',
    steps: [
      { id: 'start', element: 'manual' },
      { id: 'ask', element: 'approval', settings: { title: 'Send the parcels?' } },
      { id: 'done', element: 'finish' },
    ],
    edges: [
      { from: 'start.out', to: 'ask.in' },
      { from: 'ask.approved', to: 'done.in' },
    ],
  })
  const { id } = await tenant.post('workflows', { label: 'Ask', class_name: 'Ask', source })
  await tenant.post(`workflows/${id}/publish`)
  await tenant.post(`workflows/${id}/run`)
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200)) {
    const [approval] = (await tenant.get('approvals?filter[state]=open')) as { id: string }[]
    if (approval) return approval.id
  }
  throw new Error('The run asks nobody.')
}

/** Why a record was rejected. */
async function aCause(tenant: Client): Promise<string> {
  const source = JSON.stringify({
    weft: 1,
    label: 'Refuse',
    steps: [
      { id: 'start', element: 'manual' },
      {
        id: 'count',
        element: 'set_fields',
        settings: { fields: [{ field: 'parcels', value: 'a few', type: 'number' }] },
      },
    ],
    edges: [{ from: 'start.out', to: 'count.in' }],
  })
  const { id } = await tenant.post('workflows', { label: 'Refuse', class_name: 'Refuse', source })
  await tenant.post(`workflows/${id}/publish`)
  await tenant.post(`workflows/${id}/run`)
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200)) {
    const [cause] = (await tenant.get(`rejection_causes?filter[workflow_id]=${id}`)) as { id: string }[]
    if (cause) return cause.id
  }
  throw new Error('Nothing was rejected.')
}

/** Why a run failed. */
async function aFailure(tenant: Client): Promise<string> {
  const source = JSON.stringify({
    weft: 1,
    label: 'Fail',
    steps: [
      { id: 'start', element: 'manual' },
      { id: 'read', element: 'read_file', settings: { path: 'nowhere.csv', format: 'csv' } },
    ],
    edges: [{ from: 'start.out', to: 'read.in' }],
  })
  const { id } = await tenant.post('workflows', { label: 'Fail', class_name: 'Fail', source })
  await tenant.post(`workflows/${id}/publish`)
  await tenant.post(`workflows/${id}/run`)
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200)) {
    const [cause] = (await tenant.get(`failure_causes?filter[workflow_id]=${id}`)) as { id: string }[]
    if (cause) return cause.id
  }
  throw new Error('No run failed.')
}

const aFunction = {
  label: 'Twice',
  name: 'twice',
  parameters: [{ id: '6b1f5a34-9a52-4d3e-8f5a-0c6f4f7a1f11', name: 'amount', type: 'decimal' }],
  gives: 'decimal',
  definition: {
    transformers: [
      {
        id: '6b1f5a34-9a52-4d3e-8f5a-0c6f4f7a1f12',
        key: 'formula',
        inputs: ['6b1f5a34-9a52-4d3e-8f5a-0c6f4f7a1f11'],
        options: { text: 'amount * 2', names: ['amount'] },
        output: 'result_formula',
        position: { x: 440, y: 60 },
      },
    ],
    connections: [
      {
        id: '6b1f5a34-9a52-4d3e-8f5a-0c6f4f7a1f13',
        source_field_id: 'result_formula',
        target_field_id: '00000000-0000-4000-8000-000000000001',
      },
    ],
  },
  tests: [{ takes: ['2'], gives: '4' }],
}

const aStructure = {
  label: 'Parcel',
  class_name: 'Parcel',
  table_name: 'parcel',
  published: true,
  fields: [
    {
      id: '6b1f5a34-9a52-4d3e-8f5a-0c6f4f7a1f01',
      name: 'number',
      type: 'integer',
      nullable: false,
      unsigned: false,
      unique: false,
      index: false,
      required: true,
      primary_key: true,
      show_in_view: true,
      skip_on_delta: false,
    },
  ],
}

/** The id of a record, of the named one where there is one. */
async function found(client: Client, path: string, name?: string): Promise<string> {
  const rows = (await client.get(path)) as { id: string; label?: string; name?: string; model_name?: string }[]
  return (rows.find((row) => name === undefined || (row.label ?? row.name ?? row.model_name) === name) ?? rows[0])!.id
}
