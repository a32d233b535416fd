import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aPlugin, aPublisher, anElement, packed, shippedPlugin } from '@weft/engine/testing/plugin.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'

// The plugin of this repository, from its archive to messages in a channel and out again, on a running product.
const product = await startProduct()
after(() => product.stop())
const posted: { text: string; key: string | undefined }[] = []
let isDown = false
const chat = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    if (isDown) return void response.writeHead(404).end('no such channel')
    posted.push({
      text: (JSON.parse(body) as { text: string }).text,
      key: request.headers['idempotency-key'] as string | undefined,
    })
    response.end('ok')
  })
})
await new Promise<void>((done) => chat.listen(0, '127.0.0.1', done))
after(() => chat.close())
const { port } = chat.address() as AddressInfo
const { admin, user, project_id } = await aTenantOn(product, 'Chatty')
const agency = aPublisher('Weft')
const plugin = (version: string, change: (manifest: any) => object = (manifest) => manifest) =>
  packed(
    shippedPlugin('chat-notifier', (manifest) =>
      change({ ...manifest, version, permissions: { http: [`127.0.0.1:${port}`] } }),
    ),
    agency,
  )
const bring = (bytes: Buffer) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'plugin.weftplugin')
  return admin.call('POST', 'plugins', form)
}
const message = ({ body }: { body: { message?: string } }) => body.message ?? ''
const ids: Record<string, string> = {}

async function until<T>(read: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const found = await read()
    if (found !== undefined) return found
  }
  throw new Error(`not so: ${read.toString()}`)
}
const jobOver = (id: string) =>
  until(async () => ((job: any) => (job.finished_at ? job : undefined))(await user.get(`jobs/${id}`)))

async function aWorkflow(name: string, steps: string, edges: string): Promise<string> {
  const source = `weft: 1\nlabel: ${name}\nsteps:\n${steps
    .trim()
    .split('\n')
    .map((line) => `  - { ${line.trim()} }`)
    .join('\n')}\nedges:\n${edges
    .split(' ')
    .map((edge) => `  - { from: ${edge.split('>')[0]}, to: ${edge.split('>')[1]} }`)
    .join('\n')}\n`
  return (await user.post('workflows', { label: name, class_name: name, source })).id
}

test('a plugin is brought by an archive somebody trusted has signed, and by no other', async () => {
  const bytes = await plugin('1.0.0')
  assert.match(message(await bring(bytes)), /signed by somebody this installation does not trust/)
  await admin.put('settings/plugins', { publishers: [{ name: agency.name, key: agency.key }] })
  const altered = Buffer.from(bytes)
  altered[200]! ^= 1
  assert.equal((await bring(altered)).status, 422)
  const { status, body } = await bring(bytes)
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(
    [body.data.status, body.data.version, body.data.newest_version, body.data.counts],
    ['available', null, '1.0.0', { elements: 2, transformers: 1, connectors: 0, subscribers: 1 }],
  )
  ids['plugin'] = body.data.id
  assert.equal((await user.get('project_plugins')).length, 0)
  assert.equal((await user.call('POST', `plugins/${ids['plugin']}/install`)).status, 403)
})

test('installed, it says by whom and what it brings; a project uses it once it is switched on there', async () => {
  const done = await admin.post(`plugins/${ids['plugin']}/install`)
  assert.deepEqual(
    [
      done.status,
      done.version,
      done.installed_by,
      done.workflow_elements.map(({ key }: { key: string }) => key),
      done.event_subscribers[0].events,
    ],
    [
      'installed',
      '1.0.0',
      'admin@weft.example',
      ['chat_notifier.write_message', 'chat_notifier.compose_text'],
      ['job.ended'],
    ],
  )
  assert.match(
    message(await admin.call('POST', `plugins/${ids['plugin']}/install`)),
    /newest version is installed already/,
  )
  ids['workflow'] = await aWorkflow(
    'Tell',
    'id: go, element: manual\nid: compose, element: chat_notifier.compose_text, settings: { text: "*{name}*", into: line }\nid: tell, element: chat_notifier.write_message, settings: { text: "Order of {name}", each: record }',
    'go.out>compose.in compose.out>tell.in',
  )
  const refused = await user.call('POST', `workflows/${ids['workflow']}/run`, {})
  assert.equal(refused.status, 422)
  assert.match(JSON.stringify(refused.body), /belongs to a plugin that this project does not use/)
  const used = await user.put(`project_plugins/${ids['plugin']}`, {
    enabled: true,
    settings: {
      service: 'slack',
      webhook: `http://127.0.0.1:${port}/hook`,
      statuses: ['error', 'stopped'],
      address: product.url,
      language: 'en',
    },
  })
  assert.deepEqual(
    [used.enabled, used.settings.webhook, used.settings.statuses],
    [true, { set: true }, ['error', 'stopped']],
  )
  const catalogue = await user.get('workflow_elements/elements/all')
  const element = catalogue.find(({ key }: { key: string }) => key === 'chat_notifier.compose_text')
  assert.deepEqual(
    [element.plugin_id, element.version, element.config_schema.properties.into.title, element.examples.length],
    ['chat_notifier', '1.0.0', 'Into the field', 2],
  )
  const tried = await user.call('POST', 'workflow_elements/action/test', {
    element: 'chat_notifier.compose_text',
    config: { text: '{a} & b', into: 'line' },
    input: [{ a: '<' }],
  })
  assert.deepEqual(tried.body.data, { exits: { out: [{ a: '<', line: '&lt; & b' }] }, rejected: [] })
})

test('its elements run in the sandbox; a host inside is refused by the guard until it is allowed, and tells so', async () => {
  const run = async () =>
    jobOver(
      (await user.post(`workflows/${ids['workflow']}/run`, { test_data: JSON.stringify({ name: 'A & B' }) })).job_id,
    )
  const guarded = await run()
  assert.equal(guarded.status, 'error')
  assert.match(JSON.stringify(guarded.error), /lies in an internal network/)
  await admin.put('settings/egress', { allow: [{ host: '127.0.0.1', port }] })
  const sent = await until(async () =>
    (await run()).status === 'stopped' ? posted.find(({ text }) => text === 'Order of A &amp; B') : undefined,
  )
  assert.match(sent.key!, /^[0-9a-f-]{36}:tell:0:0$/)
})

test('its subscriber is told of runs that have ended, tries again while the channel is away, and the log says so', async () => {
  const told = await until(() => posted.find(({ text }) => text.startsWith('*Tell went well*')))
  assert.match(
    told.text,
    new RegExp(`<${product.url}/project/workflows/reporting/${ids['workflow']}/[0-9a-f-]{36}/details\\|Open the run>`),
  )
  isDown = true
  await user.post(`workflows/${ids['workflow']}/run`, { test_data: '{"name":"C"}' })
  const waiting = await until(async () =>
    (await user.get(`project_plugins/${ids['plugin']}/deliveries`)).find(
      (one: any) => one.status === 'pending' && one.error,
    ),
  )
  assert.match(waiting.error, /The chat answered with 404: no such channel/)
  isDown = false
  const log = await admin.get(`plugins/${ids['plugin']}/deliveries`)
  assert.ok(log.some((one: any) => one.status === 'delivered' && one.log[0]?.message === 'Tell went well'))
  assert.equal(log[0].payload, undefined)
})

test('its transformers map records, refuse what they cannot take, and are known to the mapping’s check', async () => {
  const transformers = await user.get('mapping_transformers')
  assert.equal(transformers.find(({ key }: { key: string }) => key === 'chat_notifier.link').title, 'Chat link')
  const field = (name: string, more: object = {}) => ({
    id: crypto.randomUUID(),
    name,
    type: 'text',
    length: 191,
    nullable: true,
    ...more,
  })
  const structure = async (class_name: string, fields: object[]) =>
    user.post('data_structures', { label: class_name, class_name, table_name: class_name.toLowerCase(), fields })
  const number = () => field('number', { primary_key: true, nullable: false })
  const [source, target] = [
    await structure('ChatSource', [number(), field('url')]),
    await structure('ChatTarget', [number(), field('link')]),
  ]
  const at = (structure: any, name: string) => structure.fields.find((one: any) => one.name === name).id
  const definition = {
    connections: [
      { id: crypto.randomUUID(), source_field_id: at(source, 'number'), target_field_id: at(target, 'number') },
      { id: crypto.randomUUID(), source_field_id: 'link_text', target_field_id: at(target, 'link') },
    ],
    transformers: [
      {
        id: crypto.randomUUID(),
        key: 'chat_notifier.link',
        inputs: [at(source, 'url'), at(source, 'number')],
        options: { service: 'slack' },
        output: 'link_text',
        position: { x: 0, y: 0 },
      },
    ],
  }
  const mapping = await user.post('mappings', {
    label: 'Links',
    source_structure_id: source.id,
    target_structure_id: target.id,
    definition,
  })
  assert.deepEqual(mapping.problems, [])
  const { out, rejected } = await user.post(`mappings/${mapping.id}/run`, {
    records: [
      { number: '7', url: 'https://weft.example/7' },
      { number: '8', url: 'nowhere' },
    ],
  })
  assert.deepEqual(
    [out, rejected.map((one: any) => one.reason)],
    [[{ number: '7', link: '<https://weft.example/7|7>' }], ['“nowhere” is no web address.']],
  )
  const workflow = await aWorkflow(
    'Map',
    `id: go, element: manual\nid: map, element: mapping, settings: { mapping_id: ${mapping.id} }\nid: end, element: finish, settings: { return_values: { link: "{{ link }}" } }`,
    'go.out>map.in map.out>end.in',
  )
  const { job_id } = await user.post(`workflows/${workflow}/run`, {
    test_data: '{"number":"9","url":"https://weft.example/9"}',
  })
  assert.deepEqual((await jobOver(job_id)).return_values, { link: '<https://weft.example/9|9>' })
  ids['mapping'] = mapping.id
})

test('a newer version is brought beside the installed one and takes its place; it may not lack what is used', async () => {
  assert.match(message(await bring(await plugin('0.9.0'))), /Version 0.9.0 is not newer than 1.0.0/)
  await bring(await plugin('1.0.1', (manifest) => ({ ...manifest, elements: manifest.elements.slice(0, 1) })))
  const lacking = await admin.call('POST', `plugins/${ids['plugin']}/install`)
  assert.deepEqual([lacking.status, lacking.body.code], [409, 'PLUGIN_PART_USED'])
  assert.match(message(lacking), /Tell \(Chatty\)/)
  await bring(await plugin('1.1.0', (manifest) => ({ ...manifest, label: { en: 'Chat', de: 'Chat' } })))
  const before = await admin.get(`plugins/${ids['plugin']}`)
  assert.deepEqual([before.status, before.version, before.newest_version], ['update_available', '1.0.0', '1.1.0'])
  const after_ = await admin.post(`plugins/${ids['plugin']}/install`)
  assert.deepEqual([after_.status, after_.version, after_.label, after_.projects], ['installed', '1.1.0', 'Chat', 1])
  assert.deepEqual((await user.get('project_plugins'))[0].settings.webhook, { set: true })
})

test('it is not uninstalled or switched off while somebody uses it, and gone without a trace once nobody does', async () => {
  const refused = await admin.call('POST', `plugins/${ids['plugin']}/uninstall`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'PLUGIN_USED'])
  assert.match(message(refused), /The plugin is still used: Tell \(Chatty\), Links \(Chatty\)/)
  assert.equal((await user.call('PUT', `project_plugins/${ids['plugin']}`, { enabled: false })).status, 409)
  assert.equal((await admin.call('DELETE', `plugins/${ids['plugin']}`)).status, 409)
  for (const { id } of await user.get('workflows')) await user.delete(`workflows/${id}`)
  await user.delete(`mappings/${ids['mapping']}`)
  const gone = await admin.post(`plugins/${ids['plugin']}/uninstall`)
  assert.deepEqual([gone.status, gone.version, gone.projects], ['available', null, 0])
  assert.deepEqual(await user.get('project_plugins'), [])
  assert.ok(
    !(await user.get('workflow_elements/elements/all')).some(({ key }: { key: string }) =>
      key.startsWith('chat_notifier.'),
    ),
  )
  await admin.delete(`plugins/${ids['plugin']}`)
  assert.deepEqual(await admin.get('plugins'), [])
})

test('a hostile plugin ends its own run only: a loop, growing memory, and asking where it may not', async () => {
  const loops = 'export default (r) => { if (r.length > 0 && r[0].evil) for (;;); return r }'
  const grows = 'export default (r) => { const all = []; for (;;) all.push(new Array(1e6).fill(1.5)) }'
  const asks =
    'export default async (r, _, { http }) => [{ body: (await http({ url: "http://127.0.0.1:5432/" })).body }]'
  const { body } = await bring(
    await packed(
      aPlugin(
        'evil',
        { elements: [anElement('loops'), anElement('grows'), anElement('asks')] },
        { 'loops.ts': loops, 'grows.ts': grows, 'asks.ts': asks },
      ),
      agency,
    ),
  )
  await admin.post(`plugins/${body.data.id}/install`)
  await user.put(`project_plugins/${body.data.id}`, { enabled: true })
  const run = async (element: string) => {
    const id = await aWorkflow(
      `Evil ${element}`.replace(' ', ''),
      `id: go, element: manual\nid: bad, element: evil.${element}`,
      'go.out>bad.in',
    )
    return jobOver((await user.post(`workflows/${id}/run`, { test_data: '{"evil":true}' })).job_id)
  }
  const [loop, memory, asked] = [await run('loops'), await run('grows'), await run('asks')]
  assert.deepEqual([loop.status, loop.error.code], ['error', 'CODE_TIMEOUT'])
  assert.deepEqual([memory.status, memory.error.code], ['error', 'CODE_MEMORY'])
  assert.equal(asked.status, 'error')
  assert.match(JSON.stringify(asked.error), /has no permission to ask 127.0.0.1:5432/)
  const fine = await aWorkflow('Fine', 'id: go, element: manual\nid: end, element: finish', 'go.out>end.in')
  assert.equal((await jobOver((await user.post(`workflows/${fine}/run`)).job_id)).status, 'stopped')
  assert.ok(project_id)
})

test('a trigger and a source of a plugin start and feed runs, each thing once, and the clock looks by itself', async () => {
  const orders = [{ number: 1 }, { number: 2 }, { number: 3 }]
  const shop = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://shop')
    const [after, line] = [Number(searchParams.get('after')), Number(searchParams.get('page'))]
    const fresh = orders.filter(({ number }) => number > after).slice(0, 2)
    const lines = { lines: [{ line: line + 1 }], more: line < 1 }
    response.end(JSON.stringify(pathname === '/orders' ? fresh : lines))
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  after(() => shop.close())
  const at = (shop.address() as AddressInfo).port
  await admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  const incoming = `export default async (_, { state, cursor }, { http }) => {
    const after = cursor ?? state ?? 0
    const records = JSON.parse((await http({ url: "http://127.0.0.1:${at}/orders?after=" + after })).body)
    const last = records.at(-1)?.number ?? after
    return { records, state: last, ...(records.length === 2 && { cursor: last }) }
  }`
  const lines = `export default async (order, { cursor }, { http }) => {
    const page = cursor ?? 0
    const { lines, more } = JSON.parse((await http({ method: "POST", url: "http://127.0.0.1:${at}/lines?page=" + page })).body)
    return { records: lines.map((one) => ({ order: order.number, ...one })), ...(more && { cursor: page + 1 }) }
  }`
  const { body } = await bring(
    await packed(
      aPlugin(
        'shop',
        {
          elements: [
            anElement('incoming', { kind: 'trigger', group: 'trigger' }),
            anElement('lines', { kind: 'source', group: 'data' }),
          ],
          permissions: { http: [`127.0.0.1:${at}`] },
        },
        { 'incoming.ts': incoming, 'lines.ts': lines },
      ),
      agency,
    ),
  )
  await admin.post(`plugins/${body.data.id}/install`)
  await user.put(`project_plugins/${body.data.id}`, { enabled: true })
  const id = await aWorkflow(
    'Orders',
    'id: incoming, element: shop.incoming, settings: { every: every_minute }\nid: lines, element: shop.lines\nid: log, element: write_journal, settings: { text: "{{ order }}.{{ line }}" }',
    'incoming.out>lines.in lines.out>log.in',
  )
  const run = async () => jobOver((await user.post(`workflows/${id}/run`)).job_id)
  const written = async () =>
    (await user.get(`workflow_logs?perPage=100&filter[workflow_id]=${id}`))
      .map((one: { message: string }) => one.message)
      .filter((text: string) => /^\d\.\d$/.test(text))
      .toSorted()
  assert.equal((await run()).status, 'stopped')
  const first = ['1.1', '1.2', '2.1', '2.2', '3.1', '3.2']
  assert.deepEqual(await written(), first)
  assert.equal((await run()).status, 'info')
  await user.post(`workflows/${id}/publish`, { active: true })
  orders.push({ number: 4 })
  await until(async () => ((await written()).length > 6 ? true : undefined))
  assert.deepEqual(await written(), [...first, '4.1', '4.2'])
})

test('a kind of connection that a plugin brings has its tables, and one with wrong tables is not installed', async () => {
  const crm = createServer((request, response) => {
    const page = Number(new URL(request.url!, 'http://crm').searchParams.get('page'))
    const items =
      page === 1
        ? [
            { id: 1, name: 'Kim' },
            { id: 2, name: 'Elbe' },
          ]
        : []
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ items }))
  })
  await new Promise<void>((done) => crm.listen(0, '127.0.0.1', done))
  after(() => crm.close())
  const contacts = {
    name: 'contacts',
    path: 'contacts',
    items: 'items',
    key: ['id'],
    paging: 'page',
    page_parameter: 'page',
  }
  const connector = (resources: object[]) => ({
    key: 'crm',
    icon: 'IconApi',
    label: { en: 'CRM', de: 'CRM' },
    help: { en: 'A CRM.', de: 'Ein CRM.' },
    base_url: `http://127.0.0.1:${(crm.address() as AddressInfo).port}`,
    resources,
  })
  const install = async (version: string, resources: object[]) => {
    const { body } = await bring(
      await packed(aPlugin('agency', { version, connectors: [connector(resources)] }, {}), agency),
    )
    return { id: body.data.id, answer: await admin.call('POST', `plugins/${body.data.id}/install`) }
  }
  const wrong = await install('1.0.0', [{ ...contacts, paging: 'somehow' }])
  assert.match(message(wrong.answer), /^The connectors of the plugin are not valid: crm.resources.0.paging: /)
  const { id } = await install('1.0.1', [contacts])
  await user.put(`project_plugins/${id}`, { enabled: true })
  const kinds = await user.get('connectors')
  const { defaults } = kinds.find(({ key }: { key: string }) => key === 'agency.crm')
  assert.deepEqual(defaults.resources, [contacts])
  await admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  await user.post('connections', { name: 'crm', label: 'CRM', connector: 'agency.crm', settings: defaults })
  const workflow = await aWorkflow(
    'Contacts',
    'id: go, element: manual\nid: read, element: connector_read, settings: { connection: crm, table: contacts }\nid: log, element: write_journal, settings: { text: "{{ name }}" }',
    'go.out>read.in read.out>log.in',
  )
  await jobOver((await user.post(`workflows/${workflow}/run`)).job_id)
  const lines = await user.get(`workflow_logs?filter[workflow_id]=${workflow}`)
  assert.deepEqual(lines.map((one: { message: string }) => one.message).toSorted(), ['Elbe', 'Kim'])
})

test('a plugin whose example fails is not installed and says why', async () => {
  const { body } = await bring(
    await packed(
      aPlugin(
        'wrong',
        { elements: [anElement('twice', { examples: [{ takes: [{ n: 1 }], gives: { out: [{ n: 2 }] } }] })] },
        { 'twice.ts': 'export default (r) => r' },
      ),
      agency,
    ),
  )
  assert.equal((await admin.call('POST', `plugins/${body.data.id}/install`)).status, 422)
  const failed = await admin.get(`plugins/${body.data.id}`)
  assert.deepEqual([failed.status, failed.version], ['failed', null])
  assert.match(failed.error, /Example 1 of twice does not hold/)
})
