import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { SourceBody } from '@weft/kit/define/element.ts'
import type { DataRecord, FileReference, Rejected } from '@weft/kit/define/record.ts'
import type { SourceBatch, StepContext } from '@weft/kit/define/step-context.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { httpRequest } from './http-request/http-request.ts'
import { httpRequestBody } from './http-request/http-request.server.ts'
import { linkNext } from '@weft/kit/web-tables/link-next.ts'
import { parseFile } from './parse-file/parse-file.ts'
import { readDataSet } from './read-data-set/read-data-set.ts'
import { readFile } from './read-file/read-file.ts'
import { readFileBody } from './read-file/read-file.server.ts'
import { readRecords } from './read-records/read-records.ts'

const routes: Record<string, (url: URL, response: ServerResponse, request: IncomingMessage) => unknown> = {
  page: ({ searchParams }, response) =>
    response.end(JSON.stringify({ data: { items: range((Number(searchParams.get('page')) - 1) * 2, 5, 2) } })),
  offset: ({ searchParams }, response) =>
    response.end(JSON.stringify(range(Number(searchParams.get('from')), 5, Number(searchParams.get('size'))))),
  cursor: ({ searchParams }, response) => {
    const at = Number(searchParams.get('after') ?? 0)
    response.end(JSON.stringify({ items: range(at, 5, 2), next: at + 2 < 5 ? at + 2 : null }))
  },
  link: ({ searchParams }, response) => {
    const at = Number(searchParams.get('at') ?? 0)
    response.setHeader(
      'link',
      at + 2 < 5
        ? `<https://example.test/first>; rel="first", </link?at=${at + 2}>; rel="next"`
        : '</link>; rel="first"',
    )
    response.end(JSON.stringify(range(at, 5, 2)))
  },
  foreign: (_, response) => response.setHeader('link', '<http://evil.test/steal>; rel=next').end('[{"id":1}]'),
  same: (_, response) => response.end('[{"id":1}]'),
  circle: ({ searchParams }, response) =>
    response.end(
      JSON.stringify({
        items: [{ at: searchParams.get('after') }],
        next: searchParams.get('after') === 'a' ? 'b' : 'a',
      }),
    ),
  echo: async (url, response, request) =>
    response.end(
      JSON.stringify({
        method: request.method,
        url: url.pathname + url.search,
        body: (await request.toArray()).join(''),
        auth: request.headers.authorization,
        type: request.headers['content-type'],
      }),
    ),
  broken: (_, response) => response.end('{"a":'),
  missing: (_, response) => response.writeHead(404).end('no such order'),
  csv: (_, response) => response.end('id;name\n1;Ä'),
}
const range = (from: number, to: number, size: number) =>
  Array.from({ length: Math.max(0, Math.min(size, to - from)) }, (_, i) => ({ id: from + i }))
const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://x')
  void routes[url.pathname.split('/')[1]!]!(url, response, request)
})
let origin = ''
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const formats: StepContext['formats'] = {
  retry: () => ({ records: [], rejected: [] }),
  async *read(format, _options, source, cursor) {
    const lines = Buffer.concat((await source.toArray()) as Buffer[])
      .toString()
      .split('\n')
      .slice(1)
    for (const [i, line] of lines.entries())
      if (i >= Number(cursor ?? 0))
        yield line === 'bad'
          ? {
              records: [],
              rejected: [{ record: {}, reason: { text: { en: 'bad', de: 'schlecht' }, values: {} } }],
              cursor: i + 1,
            }
          : { records: [{ [format]: line }], cursor: i + 1 }
  },
  write: async () => ({ records: 0 }),
}
const context: Partial<StepContext> = {
  formats,
  configuration: async (name) => ({ shop_key: 's3cret' })[name],
  async http({ method, url, query = {}, headers = {}, body }) {
    const address = new URL(url)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const answer = await fetch(address, { method, headers, ...(body !== undefined && { body: body as string }) })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    }
  },
}

async function all(batches: AsyncIterable<SourceBatch>) {
  const [records, rejected, cursors]: [DataRecord[], Rejected[], unknown[]] = [[], [], []]
  for await (const batch of batches) {
    records.push(...batch.records)
    rejected.push(...(batch.rejected ?? []))
    cursors.push(batch.cursor)
  }
  return { records, rejected, cursors }
}
const ask = (path: string, more: object = {}, input: DataRecord = {}) =>
  all(
    (httpRequestBody as SourceBody<unknown>).read(
      aStep(httpRequest.settings.parse({ url: `${origin}/${path}`, ...more }), context),
      input,
    ),
  )
const five = range(0, 5, 5)

test('pages by number, offset, cursor and link give every record once', async () => {
  assert.deepEqual((await ask('page', { pagination: 'page', items: 'data.items' })).records, five)
  assert.deepEqual(
    (await ask('offset', { pagination: 'offset', page_parameter: 'from', size_parameter: 'size', page_size: 2 }))
      .records,
    five,
  )
  assert.deepEqual(
    (await ask('cursor', { pagination: 'cursor', page_parameter: 'after', items: 'items', cursor_path: 'next' }))
      .records,
    five,
  )
  assert.deepEqual((await ask('link', { pagination: 'link' })).records, five)
})

test('pages that repeat, never end or lead elsewhere are stopped', async () => {
  await assert.rejects(ask('same', { pagination: 'page' }), { code: 'PAGES_REPEAT' })
  await assert.rejects(
    ask('circle', { pagination: 'cursor', page_parameter: 'after', items: 'items', cursor_path: 'next' }),
    { code: 'PAGES_REPEAT' },
  )
  await assert.rejects(ask('offset?size=1', { pagination: 'offset', page_parameter: 'from', max_pages: 3 }), {
    code: 'TOO_MANY_PAGES',
  })
  await assert.rejects(ask('foreign', { pagination: 'link' }), { code: 'PAGE_ELSEWHERE' })
})

test('the next link is found among others', () => {
  assert.equal(linkNext('<a>; rel=prev, <b>; title="x, y"; rel="last next"'), 'b')
  assert.equal(linkNext('<a>; rel="nextish"'), undefined)
  assert.equal(linkNext(`<${'a'.repeat(50_000)}`), undefined)
})

test('address, parameters, headers and body take values of the record; the secret comes from the configuration', async () => {
  const { records } = await ask(
    'echo/{{ sku | url }}',
    {
      method: 'POST',
      query: [{ name: 'q', value: '{{ text }}' }],
      body: '{"name":{{ text | json }}}',
      auth: 'bearer',
      auth_value: 'shop_key',
      keep_input: 'asked',
    },
    { sku: 'A/1', text: 'Ä "x"' },
  )
  assert.deepEqual(records, [
    {
      method: 'POST',
      url: '/echo/A%2F1?q=%C3%84+%22x%22',
      body: '{"name":"Ä \\"x\\""}',
      auth: 'Bearer s3cret',
      type: 'application/json',
      asked: { sku: 'A/1', text: 'Ä "x"' },
    },
  ])
  const basic = await ask('echo', { auth: 'basic', auth_name: 'ada', auth_value: 'shop_key' })
  assert.equal(basic.records[0]!['auth'], `Basic ${Buffer.from('ada:s3cret').toString('base64')}`)
  await assert.rejects(ask('echo', { auth: 'bearer', auth_value: 'nothing' }), { code: 'SECRET_MISSING' })
})

test('an answer that cannot be used fails the step, or rejects the record that asked', async () => {
  await assert.rejects(ask('broken'), { code: 'ANSWER_INVALID' })
  await assert.rejects(ask('same', { items: 'data' }), { code: 'ANSWER_INVALID' })
  const { records, rejected } = await ask('missing', { on_failure: 'reject' }, { id: 7 })
  assert.deepEqual(
    [records, rejected[0]!.record, say(rejected[0]!.reason, 'en')],
    [[], { id: 7 }, `${origin}/missing answered 404: no such order`],
  )
  assert.deepEqual((await ask('missing', { answer: 'whole' })).records[0]!['status'], 404)
})

test('CSV and XML answers are read by their format', async () => {
  assert.deepEqual(await ask('csv', { answer: 'csv' }), {
    records: [{ csv: '1;Ä' }],
    rejected: [],
    cursors: [undefined],
  })
})

const stored: Record<string, string> = { 'in/a.csv': 'h\n1\n2', 'in/b.csv': 'h\n3\nbad\n4' }
const reference = (path: string): FileReference => ({
  path,
  size: stored[path]!.length,
  modified_at: '2026-01-01T00:00:00Z',
})
const storage: Partial<StepContext> = {
  ...context,
  files: {
    list: async (pattern: string) =>
      Object.keys(stored)
        .filter((path) => path.startsWith(pattern.replace(/\*.*/, '')))
        .map(reference),
    read: async (path: string) => Readable.from([Buffer.from(stored[path]!)]),
  } as unknown as StepContext['files'],
}
const read = (settings: object, cursor?: unknown) =>
  all(
    (readFileBody as SourceBody<unknown>).read(
      aStep(readFile.settings.parse({ format: 'csv', ...settings }), storage, { parameters: { folder: 'in' } }),
      {},
      cursor,
    ),
  )

test('read_file reads all files of a pattern and says where each record came from', async () => {
  const { records, rejected } = await read({ path: '{{ job.parameters.folder }}/*.csv', path_field: 'file' })
  assert.deepEqual(records, [
    { csv: '1', file: 'in/a.csv' },
    { csv: '2', file: 'in/a.csv' },
    { csv: '3', file: 'in/b.csv' },
    { csv: '4', file: 'in/b.csv' },
  ])
  assert.equal(rejected.length, 1)
})

test('read_file goes on behind any of its cursors', async () => {
  const whole = await read({ path: 'in/*' })
  for (const [i, cursor] of whole.cursors.entries()) {
    const rest = await read({ path: 'in/*' }, JSON.parse(JSON.stringify(cursor)))
    assert.equal(rest.cursors.length, whole.cursors.length - i - 1)
    assert.deepEqual(rest.records, whole.records.slice(whole.records.length - rest.records.length))
  }
  await assert.rejects(read({ path: 'in/*' }, { path: 'in/gone.csv', within: 1 }), { code: 'FILE_GONE' })
})

test('read_file without a file is an error or nothing to do', async () => {
  await assert.rejects(read({ path: 'out/*' }), {
    code: 'FILE_MISSING',
    status: 404,
    message: 'Cannot read files from the path out/*: the storage has none there.',
  })
  assert.deepEqual((await read({ path: 'out/*', missing: 'nothing' })).records, [])
  assert.equal(readFile.settings.safeParse({ path: 'x' }).error?.issues[0]?.path[0], 'model_id')
})

test('parse_file takes a path or a file from the record and rejects a record without', async () => {
  const parse = (input: DataRecord) =>
    all(
      (parseFile.body as SourceBody<unknown>).read(
        aStep(parseFile.settings.parse({ file: 'file', format: 'csv' }), storage),
        input,
      ),
    )
  assert.deepEqual((await parse({ file: 'in/a.csv' })).records, [{ csv: '1' }, { csv: '2' }])
  assert.deepEqual((await parse({ file: reference('in/a.csv') })).records.length, 2)
  assert.equal((await parse({ other: 1 })).rejected[0]!.field, 'file')
})

test('read_records and read_data_set put values of the job and the record into their question', async () => {
  const asked: unknown[] = []
  const answers = async function* (...question: unknown[]) {
    asked.push(...question)
    yield { records: [{ id: 1 }], cursor: 9 }
  }
  const id = '0b9d3f52-6d0c-4f39-8f3a-1f3f4c1f0a11'
  const context = { records: { read: answers }, data_sets: { read: answers } } as unknown as StepContext
  const records = aStep(
    readRecords.settings.parse({
      structure_id: id,
      filter: [{ field: 'day', operator: 'equals', value: '{{ job.parameters.day }}' }],
      only_dirty: true,
    }),
    context,
    { parameters: { day: '2026-11-21' } },
  )
  assert.deepEqual((await all(readRecords.body.read(records, {}, 5))).cursors, [9])
  await all(
    readDataSet.body.read(
      aStep(
        readDataSet.settings.parse({ data_set_id: id, parameters: { country: '{{ country }}', top: '5' } }),
        context,
      ),
      { country: 'DE' },
    ),
  )
  assert.deepEqual(asked, [
    { structure_id: id, filter: [{ field: 'day', operator: 'equals', value: '2026-11-21' }], only_dirty: true },
    5,
    id,
    { country: 'DE', top: '5' },
    undefined,
  ])
})
