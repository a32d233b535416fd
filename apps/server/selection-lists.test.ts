import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { resultField } from '@weft/kit/define/mapping-function.ts'
import pg from 'pg'
import { aServer, signedIn } from './testing.ts'

// Whoever chooses something is offered all there is: page 1 without pagination, and a word where that was cut off.

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key })
const user = {
  ...(await signedIn(server, { email: 'dev@choices.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })

/** Every list something is chosen from, and the table its entries lie in. */
const ofTenant = {
  config_values: 'config_values',
  connections: 'connections',
  data_sets: 'data_sets',
  data_structures: 'data_structures',
  dynamic_models: 'dynamic_models',
  functions: 'functions',
  insights: 'insights',
  mappings: 'mappings',
  projects: 'projects',
  queries: 'queries',
  queues: 'queues',
  service_accounts: 'service_accounts',
  text_templates: 'text_templates',
  users: 'users',
  workflow_tokens: 'workflow_tokens',
  workflows: 'workflows',
}
const ofProvider = { clients: 'tenants', partners: 'partners', plans: 'plans' }
/** Made along with much else; here it stays empty. */
const empty = ['integrations']
/** Knows no pages, as there are a handful. */
const short = ['database_servers']

const made = async (url: string, payload: object, host: 'admin' | 'app' = 'app') => {
  const headers = host === 'admin' ? admin : user
  const answer = await server.app.inject({ method: 'POST', url: `/api/${host}/${url}`, headers, payload })
  assert.equal(answer.statusCode, 201, `${url}: ${answer.body}`)
  return answer.json().data.id as string
}
const aStructure = (class_name: string) =>
  made('data_structures', {
    class_name,
    table_name: class_name.toLowerCase(),
    label: class_name,
    fields: [aField('id', 'integer', { primary_key: true, nullable: false })],
  })
const [source, target] = [await aStructure('Source'), await aStructure('Target')]
await made('config_values', { name: 'shop.address', value: 'https://shop.example' })
await made('connections', {
  label: 'Shop',
  name: 'shop',
  connector: 'sftp',
  settings: { host: 'files.example', user: 'kim' },
})
const data_set_id = await made('data_sets', {
  name: 'All',
  definition: {
    structures: [{ as: 'all', structure_id: source }],
    fields: [{ name: 'id', of: 'all', field: 'id' }],
  },
})
await made('dynamic_models', {
  model_name: 'Price list',
  type: 'csv',
  fields: [{ name: 'number', original_name: 'Number', type: 'text' }],
  primary_key: 'number',
})
const x = randomUUID()
await made('functions', {
  label: 'The same',
  name: 'the_same',
  parameters: [{ id: x, name: 'x', type: 'decimal' }],
  definition: {
    transformers: [],
    connections: [{ id: randomUUID(), source_field_id: x, target_field_id: resultField }],
  },
})
await made('insights', {
  label: 'Chart',
  chart_type: 'column',
  definition: { graphs: [{ data_set_id, x_field: 'id', y_field: 'id' }] },
})
await made('mappings', { label: 'Source to target', source_structure_id: source, target_structure_id: target })
await made('queries', { name: 'All', description: 'All of it.', sql: 'select 1', parameters: '{}' })
await made('queues', { name: 'nightly' })
await made('service_accounts', { name: 'Shop', permissions: ['workflows.view'] })
await made('text_templates', { label: 'Hello', body: 'Hi' })
const workflow_id = await made('workflows', { label: 'Import' })
await made('workflow_tokens', { name: 'Shop', workflow_id })
await made('plans', { name: 'Business', base_fee: '49.90' }, 'admin')

const known = [...Object.keys(ofTenant), ...Object.keys(ofProvider), ...empty, ...short]

type Listed = { data: unknown[]; meta: { total: number } }
async function asked(list: string): Promise<Listed> {
  const isShort = short.includes(list)
  const isOfProvider = list in ofProvider || isShort
  const url = `/api/${isOfProvider ? 'admin' : 'app'}/${list}?noPagination=true${isShort ? '' : '&page=3&perPage=10'}`
  const answer = await server.app.inject({ url, headers: isOfProvider ? admin : user })
  assert.equal(answer.statusCode, 200, `${list}: ${answer.body}`)
  return answer.json()
}

test('every list something is chosen from is known here', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const found = new Set<string>()
  for (const file of globSync(['apps/web/{features,shell}/**/*.{ts,tsx}', 'kit/ui/**/*.{ts,tsx}'], { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, list] of text.matchAll(/'\/(\w+)',\s*\{ noPagination: true|useEntries(?:<[^(]*>)?\('\/(\w+)'/g))
      if (list) found.add(list)
    if (file.endsWith('pickers.tsx')) for (const [, list] of text.matchAll(/\bof: '(\w+)'/g)) found.add(list!)
  }
  for (const file of globSync('catalogue/resources/**/*.ts', { cwd: root }))
    for (const [, list] of readFileSync(path.join(root, file), 'utf8').matchAll(/input: 'reference', of: '(\w+)'/g))
      found.add(list!)
  // Files are chosen folder by folder, and asked for whole where somebody wants to see more of one.
  found.delete('files')
  assert.deepEqual(
    [...found].filter((list) => !known.includes(list)),
    [],
  )
  assert.ok(found.size > 15, [...found].join(' '))
})

for (const list of known)
  test(`${list} come whole, as page 1 of 1`, async () => {
    const { data, meta } = await asked(list)
    const { total } = meta
    assert.deepEqual(meta, { ...meta, page: 1, lastPage: 1, ...(!short.includes(list) && { truncated: false }) })
    assert.equal(data.length, total)
    assert.equal(total > 0, ![...empty, ...short].includes(list))
  })

for (const [list, table] of Object.entries({ ...ofTenant, ...ofProvider }))
  test(`${list} beyond a thousand are cut off, and say so`, async () => {
    const { total } = (await asked(list)).meta
    await withACopyOfOne(table, 1001, async () => {
      const { data, meta } = await asked(list)
      assert.deepEqual([data.length, meta.total], [1000, total + 1001])
      assert.deepEqual(meta, { ...meta, page: 1, perPage: 1000, lastPage: 1, truncated: true })
    })
  })

/** While work goes on there are so many copies of a row of a table, each under names of its own. */
async function withACopyOfOne(table: string, count: number, work: () => Promise<void>) {
  const client = new pg.Client({ connectionString: server.test.owner_url })
  await client.connect()
  try {
    // Past triggers, as only how many there are matters; but the list of tenants reads what a trigger writes.
    if (table !== 'tenants') await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ name: string; value: string }>(columnsOf, [table])
    const names = rows.map(({ name }) => client.escapeIdentifier(name)).join(', ')
    const values = rows.map(({ value }) => value).join(', ')
    const own = rows.some(({ name }) => name === 'tenant_id') ? `where tenant_id = '${tenant.tenant_id}'` : ''
    const copied = await client.query<{ id: string }>(
      `insert into ${table} (${names}) select ${values} from (select * from ${table} ${own} order by id limit 1) r, generate_series(1, ${count}) g returning id`,
    )
    try {
      await work()
    } finally {
      await client.query(`delete from ${table} where id = any($1)`, [copied.rows.map(({ id }) => id)])
    }
  } finally {
    await client.end()
  }
}

/** How each column of a copy is written: what must be there once has the number of the copy behind it. */
const columnsOf = `
  select column_name as name, case when column_name = 'id' then 'gen_random_uuid()'
    when column_name in ('name', 'email') or udt_name in ('text', 'bytea') and exists (
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = format('%I', c.table_name)::regclass and i.indisunique and a.attname = c.column_name)
      then format(case udt_name when 'bytea' then 'r.%I || convert_to(g::text, ''UTF8'')' else 'r.%I || g' end, column_name)
    else format('r.%I', column_name) end as value
  from information_schema.columns c
  where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
  order by ordinal_position`
