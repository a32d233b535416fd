import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { aField } from '@weft/engine/testing/structure.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { Exact } from '@weft/kit/define/compare.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { aServer } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const received = new Map<string, string>()
const answers = new Map<string, string>()
const keys: string[] = []
const outside = createServer(async (request, response) => {
  received.set(request.url!, await textOf(request))
  if (request.url === '/once') keys.push(String(request.headers['idempotency-key']))
  response.setHeader('content-type', 'application/json')
  if (request.url === '/latin')
    return void response
      .setHeader('content-type', 'application/json; charset=iso-8859-1')
      .setHeader('content-encoding', 'gzip')
      .end(gzipSync(Buffer.from('{"rows":[{"key":"latin-größe"}]}', 'latin1')))
  if (request.url === '/once' && keys.length === 1) return void response.writeHead(503).end()
  response.end(answers.get(request.url!) ?? '{}')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => outside.once('listening', resolve))
const { port } = outside.address() as AddressInfo
after(() => outside.close())

const opened = await aServer()
await inScope(opened.context.db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({ key: 'egress', value: JSON.stringify({ allow: [{ host: '127.0.0.1', port }] }) })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet({ value: JSON.stringify({ allow: [{ host: '127.0.0.1', port }] }) }),
    )
    .execute(),
)
const { app, context, tenant, api, aStructure, aWorkflow, start, run, ended } = await aServerWithJobs(opened)

const amounts = await aStructure('Amount', [
  aField('key', 'text', { primary_key: true, nullable: false }),
  aField('amount', 'decimal'),
  aField('extra', 'json'),
])
const url = `http://127.0.0.1:${port}`

/** What comes behind the step `in`, whose record holds a list called `rows`: each way out of the house. */
const out = (from: string, name: string) => ({
  steps: `  - { id: rows, element: split_list, settings: { list: rows } }
  - { id: keep, element: write_records, settings: { structure_id: ${amounts.id} } }
  - { id: file, element: build_file, settings: { path: ${name}.json, format: json } }
  - { id: all, element: collect_list, settings: { into: rows } }
  - { id: send, element: http_request, settings: { method: POST, url: "${url}/${name}-sent", body: "{{ rows | json }}", answer: whole, keep_input: sent } }
  - { id: both, element: merge, settings: { mode: append } }
  - { id: end, element: finish, settings: { return_values: { rows: "{{ sent.rows }}" } } }`,
  edges: `{ from: ${from}, to: rows.in }, { from: rows.out, to: keep.in }, { from: keep.written, to: file.in }, { from: rows.out, to: all.in }, { from: all.out, to: send.in }, { from: send.out, to: both.in1 }, { from: file.out, to: both.in2 }, { from: both.out, to: end.in }`,
})
async function aRun(name: string, work: string, more: object = {}) {
  const { steps, edges } = out(work ? 'work.out' : 'go.out', name)
  return start(
    await aWorkflow(
      `steps:\n  - { id: go, element: manual }\n${work}${steps}\nedges: [${work ? '{ from: go.out, to: work.in }, ' : ''}${edges}]`,
    ),
    more,
  )
}
const asStep = (element: string, settings: object) =>
  `  - { id: work, element: ${element}, settings: ${JSON.stringify(settings)} }\n`

/** Each way in: rows as JSON text, and the job they come to. */
const ways: Record<string, (rows: string, name: string) => Promise<string>> = {
  async webhook(rows, name) {
    const { steps, edges } = out('go.out', name)
    const workflow_id = await aWorkflow(`steps:\n  - { id: go, element: webhook }\n${steps}\nedges: [${edges}]`)
    const token = await api('POST', '/workflow_tokens', { workflow_id, name })
    const answer = await app.inject({
      method: 'POST',
      url: `/hooks/${token.data.token}`,
      headers: { 'content-type': 'application/json' },
      payload: `{"rows":${rows}}`,
    })
    assert.equal(answer.statusCode, 202, answer.body)
    return answer.json().data.id
  },
  async 'test data'(rows, name) {
    const { steps, edges } = out('go.out', name)
    const workflow_id = await aWorkflow(`steps:\n  - { id: go, element: manual }\n${steps}\nedges: [${edges}]`)
    const answer = await api('POST', `/workflows/${workflow_id}/run`, { test_data: `{"rows":${rows}}` })
    assert.equal(answer.status, 202, answer.message)
    return answer.data.job_id
  },
  async 'a corrected record'(rows, name) {
    const { steps, edges } = out('work.valid', name)
    const id = await aWorkflow(
      `steps:\n  - { id: go, element: manual }\n  - { id: work, element: validate_records, settings: { rules: [{ field: rows, operator: not_empty }] } }\n${steps}\nedges: [{ from: go.out, to: work.in }, ${edges}]`,
    )
    const job = await run(id, { payload: { record: { rows: null } } })
    const [error] = (await api('GET', `/record_errors?filter[job_id]=${job.id}`)).data
    return (await api('POST', `/record_errors/${error.id}/retry`, `{"record":{"rows":${rows}}}`)).data.id
  },
  async 'http request'(rows, name) {
    answers.set(`/${name}`, `{"rows":${rows}}`)
    return aRun(name, asStep('http_request', { url: `${url}/${name}` }))
  },
  'set fields': (rows, name) =>
    aRun(name, asStep('set_fields', { fields: [{ field: 'rows', value: '{{ text }}', type: 'json' }] }), {
      payload: { record: { text: rows } },
    }),
  'text of the workflow': (rows, name) =>
    aRun(name, asStep('set_fields', { fields: [{ field: 'rows', value: rows, type: 'json' }] })),
  code: (rows, name) =>
    aRun(name, asStep('code', { code: 'export default (records) => records' }), {
      payload: { record: parseJson(`{"rows":${rows}}`) as object },
    }),
  async 'parse JSON of a mapping'(rows, name) {
    const id = (of: { fields: { id: string; name: string }[] }, field: string) =>
      of.fields.find((one) => one.name === field)!.id
    const reader = {
      id: randomUUID(),
      key: 'parse_json',
      inputs: [id(raw, 'text')],
      options: {},
      output: 'read',
      position: { x: 0, y: 0 },
    }
    const mapping = await api('POST', '/mappings', {
      label: name,
      source_structure_id: raw.id,
      target_structure_id: listed.id,
      definition: {
        transformers: [reader],
        connections: [
          { id: randomUUID(), source_field_id: id(raw, 'key'), target_field_id: id(listed, 'key') },
          { id: randomUUID(), source_field_id: 'read', target_field_id: id(listed, 'rows') },
        ],
      },
    })
    assert.equal(mapping.status, 201, JSON.stringify(mapping))
    return aRun(name, asStep('mapping', { mapping_id: mapping.data.id }), {
      payload: { record: { key: name, text: rows } },
    })
  },
}
const raw = await aStructure('RawText', [
  aField('key', 'text', { primary_key: true, nullable: false }),
  aField('text', 'long_text'),
])
const listed = await aStructure('Listed', [
  aField('key', 'text', { primary_key: true, nullable: false }),
  aField('rows', 'json'),
])

/** Numbers as anybody may write them in JSON. */
const literal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String)),
    fc.stringMatching(/^(\.\d{1,25})?$/),
    fc.stringMatching(/^([eE][+-]?\d{1,2})?$/),
  )
  .map((parts) => parts.join(''))
const same = (value: unknown, text: string) =>
  (typeof value === 'number' || typeof value === 'string') && new Exact(value).eq(new Exact(text))

/** The records whose key begins so, as the API answers them; `more` are conditions as text. */
const stored = async (prefix: string, more = ''): Promise<any[]> =>
  (
    await api(
      'GET',
      `/data_structures/${amounts.id}/records?perPage=500&sort=_id&conditions=${encodeURIComponent(`[{"field":"key","operator":"starts_with","value":"${prefix}"}${more}]`)}`,
    )
  ).data

let count = 0
for (const [way, begin] of Object.entries(ways))
  test(`by ${way}, every number comes in and goes out again as it was written`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(literal, { minLength: 20, maxLength: 20 }), async (written) => {
        const literals = ['9007199254740993', '12345678901234567890.1234567891', '0.10000000000000000001', ...written]
        const name = `n${count++}`
        const job = await ended(
          await begin(
            `[${literals.map((one, i) => `{"key":"${name}-${i}","amount":${one},"extra":{"a":[${one}]}}`).join(',')}]`,
            name,
          ),
        )
        assert.equal(
          job.status,
          'stopped',
          JSON.stringify(job.error ?? (await api('GET', `/record_errors?filter[job_id]=${job.id}`)).data[0]),
        )
        const check = (rows: any[], where: string) => {
          assert.equal(rows.length, literals.length, where)
          for (const row of rows) {
            const one = literals[Number(row.key.split('-')[1])]!
            assert.ok(
              same(row.amount, one) && same(row.extra.a[0], one),
              `${where}: ${one} became ${JSON.stringify(row)}`,
            )
          }
        }
        check(await stored(`${name}-`), 'stored')
        check(parseJson(await textOf(await context.files(tenant.tenant_id).read(`${name}.json`))) as any[], 'file')
        check(parseJson(received.get(`/${name}-sent`)!) as any[], 'sent')
        check(job.return_values.rows, 'returned')
      }),
      { numRuns: 3 },
    )
  })

test('a text with a zero byte or half a character rejects its record and no other, and is kept as it was until somebody corrects it', async () => {
  const workflow_id = await aWorkflow(
    `steps:\n  - { id: go, element: webhook }\n  - { id: rows, element: split_list, settings: { list: rows } }\n  - { id: keep, element: write_records, settings: { structure_id: ${amounts.id} } }\nedges: [{ from: go.out, to: rows.in }, { from: rows.out, to: keep.in }]`,
  )
  const token = await api('POST', '/workflow_tokens', { workflow_id, name: 'Zero bytes' })
  const answer = await app.inject({
    method: 'POST',
    url: `/hooks/${token.data.token}`,
    headers: { 'content-type': 'application/json' },
    payload:
      '{"rows":[{"key":"zero-1","extra":"\\"good\\""},{"key":"zero-\\u0000"},{"key":"zero-3","extra":{"a":"\\ud83d"}},{"key":"zero-4"}]}',
  })
  const job = await ended(answer.json().data.id)
  assert.deepEqual([job.status, job.records_rejected], ['warning', 2])
  const keys = async () => (await stored('zero')).map((row) => row.key)
  assert.deepEqual(await keys(), ['zero-1', 'zero-4'])
  const errors = (await api('GET', `/record_errors?filter[job_id]=${job.id}`)).data
  assert.deepEqual(
    errors.map((one: any) => [one.field, one.record.key, one.reason]),
    [
      ['key', 'zero-\ufffd', 'The text contains a character that cannot be stored (NUL or half of a character).'],
      ['extra', 'zero-3', 'The text contains a character that cannot be stored (NUL or half of a character).'],
    ],
  )
  // As it was: refused for the same reason, not written with another character.
  const same = await api('POST', '/record_errors/retry', { ids: [errors[0].id] })
  assert.equal((await ended(same.data.jobs[0])).error.code, 'NOTHING_WRITTEN')
  const fixed = await api('POST', `/record_errors/${errors[1].id}/retry`, {
    record: { ...errors[1].record, extra: { a: 'whole' } },
  })
  assert.equal((await ended(fixed.data.id)).status, 'stopped')
  assert.deepEqual(await keys(), ['zero-1', 'zero-4', 'zero-3'])
})

test('records of the API take numbers with all their digits, and so do conditions on them', async () => {
  const one = await api(
    'POST',
    `/data_structures/${amounts.id}/records`,
    '{"key":"api","amount":12345678901234567890.1234567891,"extra":{"a":9007199254740993}}',
  )
  assert.deepEqual(
    [one.status, one.data.amount, one.data.extra],
    [201, '12345678901234567890.1234567891', { a: '9007199254740993' }],
  )
  const found = async (value: string) =>
    (await stored('api', `,{"field":"amount","operator":"equals","value":${value}}`)).length
  assert.deepEqual(
    [await found('12345678901234567890.1234567891'), await found('12345678901234567890.1234567892')],
    [1, 0],
  )
})

test('two records that are the same are two requests with keys of their own, and a request sent again keeps its key', async () => {
  const id = await aWorkflow(
    `steps:\n  - { id: go, element: manual }\n  - { id: rows, element: split_list, settings: { list: rows, keep: none } }\n  - { id: send, element: http_request, settings: { method: POST, url: "${url}/once", body: "{{ a }}", tries: 3 } }\nedges: [{ from: go.out, to: rows.in }, { from: rows.out, to: send.in }]`,
  )
  assert.equal((await run(id, { payload: { record: { rows: [{ a: 1 }, { a: 1 }, { a: 1 }] } } })).status, 'stopped')
  assert.deepEqual([keys.length, new Set(keys).size, keys[0]], [4, 3, keys[1]])
})

test('what calls in or answers in another encoding is read by what it declares, or by how it looks', async () => {
  const workflow_id = await aWorkflow(
    `steps:\n  - { id: go, element: webhook }\n  - { id: end, element: finish, settings: { return_values: { name: "{{ name }}", raw: "{{ _request.raw }}", bytes: "{{ _request.raw_base64 }}" } } }\nedges: [{ from: go.out, to: end.in }]`,
  )
  const token = await api('POST', '/workflow_tokens', { workflow_id, name: 'Latin' })
  const call = (type: string, payload: Buffer) =>
    app.inject({ method: 'POST', url: `/hooks/${token.data.token}`, headers: { 'content-type': type }, payload })
  const latin = Buffer.from('{"name":"Größe"}', 'latin1')
  for (const [type, payload] of [
    ['application/json; charset=iso-8859-1', latin],
    ['application/json', latin],
    ['application/json; charset=utf-16le', Buffer.from('{"name":"Größe"}', 'utf16le')],
    ['application/json', Buffer.from('\ufeff{"name":"Größe"}')],
    ['application/x-www-form-urlencoded; charset=windows-1252', Buffer.from('name=Gr%F6%DFe')],
  ] as const) {
    const answer = await call(type, payload)
    assert.equal(answer.statusCode, 202, answer.body)
    assert.equal((await ended(answer.json().data.id)).return_values.name, 'Größe', type)
  }
  const { return_values } = await ended((await call('application/json; charset=iso-8859-1', latin)).json().data.id)
  assert.deepEqual(return_values, { name: 'Größe', raw: '{"name":"Größe"}', bytes: latin.toString('base64') })
  assert.deepEqual(
    [
      (await call('application/json; charset=klingon', latin)).statusCode,
      (await call('application/json; charset=klingon', latin)).json().code,
    ],
    [422, 'CHARSET_UNKNOWN'],
  )

  const id = await aWorkflow(
    `steps:\n  - { id: go, element: manual }\n  - { id: ask, element: http_request, settings: { url: "${url}/latin", items: rows } }\n  - { id: keep, element: write_records, settings: { structure_id: ${amounts.id} } }\nedges: [{ from: go.out, to: ask.in }, { from: ask.out, to: keep.in }]`,
  )
  assert.equal((await run(id)).status, 'stopped')
  assert.equal((await stored('latin')).length, 1)
  assert.equal((await stored('latin'))[0].key, 'latin-größe')
})
