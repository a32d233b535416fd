import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { ZipFile } from 'yazl'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { registry } from '@weft/kit/log/metrics.server.ts'
import { aServer, signedIn } from './testing.ts'

const server = await aServer()
const { app } = server
const tenant = await aTenant({ ...server.test, key: server.context.key }, { name: 'Hanse Handel' })
const admin: Record<string, string> = {
  ...(await signedIn(server, { email: 'admin@hanse.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}

type Answer = { status: number; body: any; size: number }
async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, language = 'en'): Promise<Answer> {
  const answer = await app.inject({
    method,
    url: `/api/app${url}`,
    headers: { ...admin, 'accept-language': language },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() as unknown, size: answer.rawPayload.length }
}

async function upload(name: string, content: Buffer) {
  const boundary = 'weft-boundary'
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/app/files',
    headers: { ...admin, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  assert.equal(statusCode, 201)
}

/** An attack, repeated until another call that came after it was answered before it. */
async function attacked(attack: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    let over = false
    const attacking = attack().finally(() => (over = true))
    assert.equal((await call('GET', '/auth/me')).status, 200)
    const before = !over
    const answer = await attacking
    if (before) return answer
    assert.ok(tries < 20, 'no other call is answered before the attack is')
  }
}

async function workbook(rows: number): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(xml), name)
  add(
    'xl/workbook.xml',
    '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
  )
  add(
    'xl/_rels/workbook.xml.rels',
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  )
  add(
    'xl/worksheets/sheet1.xml',
    `<worksheet><sheetData>${Array.from({ length: rows }, (_, i) => `<row r="${i + 1}"><c r="XFD${i + 1}"><v>${i}</v></c></row>`).join('')}</sheetData></worksheet>`,
  )
  zip.end()
  return Buffer.concat((await (zip.outputStream as Readable).toArray()) as Buffer[])
}

const many = (count: number, one: (i: number) => string, between = ',') =>
  Array.from({ length: count }, (_, i) => one(i)).join(between)

/** Each file with what the refusal says in both languages. */
const files: Record<string, { content: () => Buffer | Promise<Buffer>; en: RegExp; de: RegExp }> = {
  'tags.xml': {
    content: () => Buffer.from('<a>'.repeat(1_200_000)),
    en: /nested deeper than 100 levels/,
    de: /tiefer als 100 Ebenen/,
  },
  'commas.csv': {
    content: () => Buffer.alloc(3_900_000, ','),
    en: /more than 5,000 columns/,
    de: /mehr als 5\.000 Spalten/,
  },
  'deep.json': {
    content: () => Buffer.from('['.repeat(600_000) + ']'.repeat(600_000)),
    en: /nested deeper than 100 levels/,
    de: /tiefer als 100 Ebenen/,
  },
  'deep-object.json': {
    content: () => Buffer.from(`[${'{"a":'.repeat(600_000)}1${'}'.repeat(600_000)}]`),
    en: /nested deeper than 100 levels/,
    de: /tiefer als 100 Ebenen/,
  },
  'keys.json': {
    content: () => Buffer.from(`[{${many(200_000, (i) => `"k${i}":${i}`)}}]`),
    en: /more than 5,000 (columns|fields)/,
    de: /mehr als 5\.000 (Spalten|Felder)/,
  },
  'keys-of-many.json': {
    content: () => Buffer.from(`[${many(200, (r) => `{${many(1_000, (i) => `"k${r}_${i}":${i}`)}}`)}]`),
    en: /more than 2,000 different fields/,
    de: /mehr als 2\.000 verschiedene Felder/,
  },
  'keys-inside.json': {
    content: () => Buffer.from(`[{"prices":{${many(200_000, (i) => `"k${i}":${i}`)}}}]`),
    en: /more than 2,000 different fields/,
    de: /mehr als 2\.000 verschiedene Felder/,
  },
  'keys.xml': {
    content: () => Buffer.from(`<r><o>${many(200_000, (i) => `<k${i}>1</k${i}>`, '')}</o></r>`),
    en: /more than 5,000 (columns|fields)/,
    de: /mehr als 5\.000 (Spalten|Felder)/,
  },
  'deep.jsonl': {
    content: () => Buffer.from(many(3, () => `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, '\n')),
    en: /nested deeper than 100 levels/,
    de: /tiefer als 100 Ebenen/,
  },
  'columns.csv': {
    content: () => Buffer.from(`${many(200_000, (i) => `c${i}`)}\n${many(200_000, (i) => String(i))}\n`),
    en: /more than 5,000 columns/,
    de: /mehr als 5\.000 Spalten/,
  },
  'far.xlsx': { content: () => workbook(1_000), en: /more than 5,000 columns/, de: /mehr als 5\.000 Spalten/ },
}

for (const [name, { content, en, de }] of Object.entries(files))
  test(`${name} is refused with its limit in both languages, by analysis and preview, and others are answered meanwhile`, async () => {
    await upload(name, await content())
    const analysis = await attacked(() => call('POST', '/dynamic_models/analyze', { file: name }))
    assert.equal(analysis.status, 422, JSON.stringify(analysis.body).slice(0, 500))
    assert.match(analysis.body.message, en)
    assert.match((await call('POST', '/dynamic_models/analyze', { file: name }, 'de')).body.message, de)
    const preview = await attacked(() => call('GET', `/files/preview?path=${name}`))
    assert.deepEqual([preview.status, preview.body.data.kind], [200, 'text'])
    assert.match(preview.body.data.reason, en)
    assert.ok(analysis.size + preview.size < 50_000)
  })

const structure = async (class_name: string, table_name: string, fields: object[]) =>
  (await call('POST', '/data_structures', { class_name, table_name, label: class_name, fields })).body.data
const shop = await structure('ShopOrder', 'shop_order', [
  aField('number', 'text', { primary_key: true, nullable: false }),
])
const sales = await structure('SalesOrder', 'sales_order', [
  aField('order_no', 'text', { primary_key: true, nullable: false }),
  aField('note', 'long_text'),
])
const position = { x: 0, y: 0 }
const chain = (steps: number) =>
  Array.from({ length: steps }, (_, i) => ({
    id: randomUUID(),
    key: 'replace',
    inputs: [i === 0 ? shop.fields[0].id : `x${i}`],
    options: { search: 'a', with: 'a'.repeat(1_000) },
    output: `x${i + 1}`,
    position,
  }))
const connections = (from: string) =>
  sales.fields.map((field: any) => ({ id: randomUUID(), source_field_id: from, target_field_id: field.id }))
const created = await call('POST', '/mappings', {
  label: 'Shop to sales',
  source_structure_id: shop.id,
  target_structure_id: sales.id,
  definition: {},
})
const mapping = created.body.data.id as string

for (const verb of ['run', 'debug'] as const)
  test(`a mapping that makes texts a thousand times as long, again and again, is bounded when it is tried (${verb})`, async () => {
    const records = Array.from({ length: 50 }, () => ({ number: 'a' }))
    const body = (steps: number) => ({
      definition: { transformers: chain(steps), connections: connections(`x${steps}`) },
      records,
    })
    const three = await attacked(() => call('POST', `/mappings/${mapping}/${verb}`, body(3)))
    assert.equal(three.status, 422)
    assert.match(
      three.body.message,
      /^(This could not be done within 20 seconds and was stopped|This needed more than 1280 MB of memory and was stopped|The result would be larger than 8 MB)\. Try fewer records/,
    )
    const two = await attacked(() => call('POST', `/mappings/${mapping}/${verb}`, body(2)))
    assert.deepEqual(
      [two.status, two.body.message],
      [
        422,
        'The result would be larger than 8 MB. Try fewer records, and look for steps that make a text many times as long.',
      ],
    )
    const german = await call('POST', `/mappings/${mapping}/${verb}`, body(2), 'de')
    assert.equal(
      german.body.message,
      'Das Ergebnis wäre größer als 8 MB. Versuchen Sie es mit weniger Datensätzen und suchen Sie nach Schritten, die einen Text um ein Vielfaches verlängern.',
    )
  })

test('a text template and its values are bounded, however its filters make them grow', async () => {
  const { body } = await call('POST', '/text_templates', { label: 'Long', body: 'x' })
  const render = (template: string, values: object) =>
    attacked(() => call('POST', `/text_templates/${body.data.id}/render`, { body: template, values }))
  const grown = await render(`{{ text${` | replace: "a", "${'a'.repeat(1_000)}"`.repeat(3)} }}`, {
    text: 'a'.repeat(1_000_000),
  })
  assert.deepEqual([grown.status, grown.body.code], [422, 'TEMPLATE_TOO_LARGE'])
  const large = await render('{{ text | html }}', { text: '&'.repeat(500_000) })
  assert.deepEqual([large.status, large.body.data.text.length], [200, 2_500_000])
})

test('a form rule with a costly pattern over a long value is bounded', async () => {
  const answer = await attacked(() =>
    call('POST', '/validators/check', {
      rule: 'regular_expression',
      value: 'a'.repeat(3_000_000),
      options: { pattern: `(${'a?'.repeat(200)})*b` },
    }),
  )
  assert.ok(
    (answer.status === 200 && answer.body.data.verdict === 'Invalid') ||
      (answer.status === 422 && /^This could not be done within 10 seconds/.test(answer.body.message)),
    JSON.stringify(answer.body).slice(0, 300),
  )
})

type Step = { inputs: string[]; fields?: string[]; key?: string; options?: object }
const steps = (make: (i: number) => Step) =>
  Array.from({ length: 1_000 }, (_, i) => {
    const { inputs, fields = [], key = 'concat', options = {} } = make(i)
    return {
      id: randomUUID(),
      key,
      inputs,
      options,
      output: `x${i}`.padEnd(60, 'x'),
      position,
      conditions: fields.map((field) => ({ field, operator: 'equals', value: 'a' })),
    }
  })
const output = (i: number) => `x${((i % 1_000) + 1_000) % 1_000}`.padEnd(60, 'x')
const definitions: Record<string, { make: (i: number) => Step; en: RegExp }> = {
  'that wait for each other in every way': {
    make: (i) => ({
      inputs: Array.from({ length: 10 }, (_, k) => output(i + 1 + k)),
      fields: Array.from({ length: 5 }, (_, k) => output(i + 11 + k * 7)),
    }),
    en: /^The transformers x.*, … wait for each other\.$/,
  },
  'in a row, the last first': {
    make: (i) => ({ inputs: [i < 999 ? output(i + 1) : (shop.fields[0].id as string), shop.fields[0].id as string] }),
    en: /stands behind more than 10 transformers in a row/,
  },
  'with large regular expressions': {
    make: (i) => ({
      key: 'regex_extract',
      inputs: [shop.fields[0].id as string],
      options: { pattern: `(${i}a{0,9}){0,30}(b{0,30}c){0,9}` },
    }),
    en: /^The regular expressions of this mapping are too large together\.$/,
  },
}
for (const [what, { make, en }] of Object.entries(definitions))
  test(`a mapping of a thousand transformers ${what} is refused, and the server lives`, async () => {
    const { status, body } = await call('PUT', `/mappings/${mapping}`, {
      definition: { transformers: steps(make), connections: connections(output(0)) },
    })
    assert.equal(status, 422)
    assert.match((Object.values(body.errors) as string[][])[0]![0]!, en)
    assert.equal((await call('GET', '/auth/me')).status, 200)
  })

const trials = {
  'a text that grows': {
    element: 'text',
    config: { text: `{{ text${' | replace: "a", "aaaaaaaaaa"'.repeat(4)} }}` },
    record: { text: 'a'.repeat(300) },
  },
  'five hundred fields': {
    element: 'set_fields',
    config: { fields: Array.from({ length: 500 }, (_, i) => ({ field: `f${i}`, value: 'a{{ text | upper }}' })) },
    record: { text: 'a'.repeat(3_000) },
  },
}
for (const [what, { element, config, record }] of Object.entries(trials))
  test(`an element that is tried on a thousand records with ${what} is stopped at its limit`, async () => {
    const body = { element, config, input: Array.from({ length: 1_000 }, () => record) }
    const answer = await attacked(() => call('POST', '/workflow_elements/action/test', body))
    assert.equal(answer.status, 422, JSON.stringify(answer.body).slice(0, 500))
    assert.match(
      answer.body.message,
      /^(This could not be done within 10 seconds and was stopped|This needed more than 800 MB of memory and was stopped|The result would be larger than 4 MB)\. Try fewer or shorter records/,
    )
    const german = await call('POST', '/workflow_elements/action/test', body, 'de')
    assert.match(
      german.body.message,
      /Versuchen Sie es mit weniger oder kürzeren Datensätzen und suchen Sie nach Mustern und Filtern/,
    )
  })

const head = 'weft: 1\nlabel: A\n'
/** Up to 2 MB, as long as a text of a workflow may be. */
const workflows: Record<string, { text: string; status: 200 | 422 }> = {
  brackets: { text: '['.repeat(600_000), status: 422 },
  keys: { text: head + many(150_000, (i) => `k${i}: 1\n`, ''), status: 422 },
  'keys in keys': { text: '? '.repeat(300_000), status: 422 },
  'anchors and references': { text: `${head}x: &a {b: 1}\ny:\n${'  - *a\n'.repeat(250_000)}`, status: 422 },
  errors: { text: '}\n'.repeat(300_000), status: 422 },
  'steps with long settings': {
    text: `${head}steps:\n${many(2_000, (i) => `  - { id: s${i}, element: text, settings: { text: ${'x'.repeat(900)} } }\n`, '')}`,
    status: 200,
  },
  'connections of one step': {
    text: `${head}steps:\n  - { id: a, element: text, settings: { text: ${'x'.repeat(90_000)} } }\nedges:\n${many(10_000, (i) => `  - { from: a.o${i}, to: b${i}.in }\n`, '')}`,
    status: 200,
  },
}
const flow = (await call('POST', '/workflows', { label: 'Hostile' })).body.data.id as string
for (const [what, { text, status }] of Object.entries(workflows))
  test(`the text of a workflow with very many ${what} is read outside of the server's process`, async () => {
    const judged = await attacked(() => call('POST', `/workflows/${flow}/validate`, { source: text }))
    assert.ok(
      judged.status === 200
        ? !judged.body.data.ok && judged.body.data.problems.length > 0
        : /^This (could not be done within|needed more than)/.test(judged.body.message),
      JSON.stringify(judged.body).slice(0, 300),
    )
    assert.equal((await attacked(() => call('PUT', `/workflows/${flow}/code`, { source: text }))).status, status)
  })

test('test data of a run that is nested too deeply or has too many fields is refused with the limit', async () => {
  const runnable = 'weft: 1\nlabel: By hand\nsteps:\n  - { id: start, element: manual }\nedges: []\n'
  await call('PUT', `/workflows/${flow}/code`, { source: runnable })
  const run = (test_data: string) => call('POST', `/workflows/${flow}/run`, { test_data })
  const deep = await run(`{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`)
  assert.deepEqual([deep.status, /100/.test(deep.body.message)], [422, true], JSON.stringify(deep.body))
  const wide = await run(`{${many(70_000, (i) => `"k${i}":1`)}}`)
  assert.deepEqual([wide.status, /20,000/.test(wide.body.message)], [422, true], JSON.stringify(wide.body))
})

test('a caller who goes away takes the work along', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const cancelled = async () =>
    Number(
      /weft_isolated_tasks_total\{task="run_mapping",outcome="task_cancelled"\} (\d+)/.exec(
        await registry.metrics(),
      )?.[1] ?? 0,
    )
  const gone = new AbortController()
  const records = Array.from({ length: 100 }, () => ({ number: 'a'.repeat(900) }))
  const body = JSON.stringify({ definition: { transformers: chain(2), connections: connections('x2') }, records })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/app/mappings/${mapping}/run`
  const waiting = Array.from({ length: 6 }, () =>
    fetch(url, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body,
      signal: gone.signal,
    }).catch(() => 'gone'),
  )
  while ((await call('GET', '/auth/me')).status !== 200);
  gone.abort()
  assert.deepEqual([...new Set(await Promise.all(waiting))], ['gone'])
  for (let tries = 0; (await cancelled()) === 0; tries++) {
    assert.ok(tries < 500, 'nothing was cancelled')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.equal((await call('POST', `/mappings/${mapping}/run`, { records: [{ number: '1' }] })).status, 200)
})
