import assert from 'node:assert/strict'
import path from 'node:path'
import { after, test } from 'node:test'
import { bodiesOf, doorOf } from '@weft/engine/plugins/code.server.ts'
import { tryPlugin } from '@weft/engine/plugins/try.server.ts'
import { computeIn, pluginTransformers } from '@weft/engine/plugins/transformers.server.ts'
import { openArchive } from '@weft/engine/plugins/archive.server.ts'
import { openSandbox } from '@weft/engine/runtime/sandbox.server.ts'
import { aPlugin, aPublisher, anElement, packed, shippedPlugin } from '@weft/engine/testing/plugin.ts'
import type { Outcome, SourceBody, TransformBody } from '@weft/kit/define/element.ts'
import type { HttpRequest } from '@weft/kit/define/step-context.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { say, type Message } from '@weft/kit/messages/messages.ts'

const sandbox = openSandbox(path.resolve(import.meta.dirname, 'main.ts'))
after(() => sandbox.close())
const agency = aPublisher()
const opened = async (files: Map<string, Buffer>) => openArchive(await packed(files, agency), [agency])
const withCode = (code: string, more: object = {}) =>
  aPlugin(
    'evil',
    { elements: [anElement('twice', more)], permissions: { http: ['api.example.com'] } },
    { 'twice.ts': code },
  )
const codeOf = (code: string) => (error: Error & { code?: string }) => error.code === code

test('the plugin of this repository opens, and its examples hold', async () => {
  await tryPlugin(await opened(shippedPlugin('chat-notifier')), sandbox)
})

test('an example that does not hold, code that does not parse and an import from outside keep a plugin from being installed', async () => {
  await assert.rejects(
    tryPlugin(
      await opened(
        withCode('export default (r) => r', { examples: [{ takes: [{ n: 1 }], gives: { out: [{ n: 2 }] } }] }),
      ),
      sandbox,
    ),
    codeOf('PLUGIN_EXAMPLE'),
  )
  await assert.rejects(tryPlugin(await opened(withCode('export default (')), sandbox), codeOf('CODE_FAILED'))
  await assert.rejects(
    tryPlugin(await opened(withCode('import fs from "node:fs"; export default (r) => r')), sandbox),
    /Nothing can be imported here/,
  )
  await assert.rejects(
    tryPlugin(await opened(withCode('import x from "../../../etc/passwd"; export default (r) => r')), sandbox),
    /Nothing can be imported here/,
  )
})

const files = (code: string) => ({ 'main.ts': code })
const program = (
  code: string,
  more: {
    timeout_ms?: number
    memory_mb?: number
    ask?: (what: { http: unknown } | { log: unknown }) => Promise<unknown>
  } = {},
) => sandbox.openFiles({ files: files(code), entry: 'main.ts', memory_mb: 32, timeout_ms: 1_000, ...more })

test('files of a plugin import one another and nothing else', async () => {
  const { call, close } = await sandbox.openFiles({
    files: {
      'a/main.ts': 'import { twice } from "../shared/twice.ts"; export default (n: number) => twice(n)',
      'shared/twice.ts': 'export const twice = (n: number) => n * 2',
    },
    entry: 'a/main.ts',
    memory_mb: 32,
    timeout_ms: 1_000,
  })
  assert.equal(await call(21), 42)
  await close()
})

test('an endless loop, an endless wait and growing memory end that program, and the next one runs', async () => {
  await assert.rejects(
    (await program('export default () => { for (;;); }', { timeout_ms: 300 })).call(),
    codeOf('CODE_TIMEOUT'),
  )
  await assert.rejects(
    (await program('export default () => new Promise(() => {})', { timeout_ms: 300 })).call(),
    codeOf('CODE_TIMEOUT'),
  )
  await assert.rejects(
    (
      await program('export default () => { const all = []; for (;;) all.push(new Array(1e6).fill(1.5)) }', {
        timeout_ms: 20_000,
      })
    ).call(),
    codeOf('CODE_MEMORY'),
  )
  await assert.rejects(program('for (;;); export default () => 1'), codeOf('CODE_FAILED'))
  assert.equal(await (await program('export default () => 1')).call(), 1)
})

test('without permission nothing outside can be asked: no global, no import, and the door refuses', async () => {
  assert.equal(
    await (
      await program('export default () => [typeof fetch, typeof process, typeof require, typeof ask].join()')
    ).call(),
    'undefined,undefined,undefined,undefined',
  )
  await assert.rejects(
    (await program('export default (_, { http }) => http({ url: "http://169.254.169.254/" })')).call(1),
    /Nothing outside can be asked/,
  )
})

test('a plugin asks the hosts it has declared, by the guard of all requests, and no others', async () => {
  const { manifest } = await opened(withCode('export default (r) => r'))
  const asked: HttpRequest[] = []
  const http = async (request: HttpRequest) => {
    request.admit!(new URL(request.url))
    asked.push(request)
    return { status: 200, headers: {}, body: Buffer.from('hello') }
  }
  const said: string[] = []
  const door = doorOf({ manifest }, { http }, { log: (level, message) => void said.push(`${level} ${message}`) })
  const { call } = await program(
    'export default async (url, { http, log }) => { log("info", "asking " + url); return (await http({ method: "POST", url, body: "x" })).body }',
    { ask: door },
  )
  assert.equal(await call('https://api.example.com/a'), 'hello')
  for (const url of [
    'https://example.com/',
    'https://api.example.com.evil.net/',
    'https://api.example.com:8443/',
    'http://127.0.0.1/',
  ])
    await assert.rejects(call(url), /has no permission to ask/, url)
  assert.deepEqual([asked.length, asked[0]!.method, said[0]], [1, 'POST', 'info asking https://api.example.com/a'])
  await assert.rejects(call('file:///etc/passwd'), /no permission/)
  const reading = await program('export default (url, { http }) => http({ method: "POST", url })', {
    ask: doorOf({ manifest }, { http }, { only: { element: 'twice', methods: ['GET', 'HEAD'] }, log: () => {} }),
  })
  await assert.rejects(reading.call('https://api.example.com/a'), /may ask with GET/)
})

test('a redirect to a host that is not declared is refused where it is followed', async () => {
  const { manifest } = await opened(withCode('export default (r) => r'))
  const door = doorOf(
    { manifest },
    {
      http: async (request) => (
        request.admit!(new URL('https://api.example.com/')),
        request.admit!(new URL('https://inside.example.net/')),
        { status: 200, headers: {}, body: Buffer.from('') }
      ),
    },
    { log: () => {} },
  )
  await assert.rejects(
    (await program('export default (_, { http }) => http({ url: "https://api.example.com/" })', { ask: door })).call(1),
    /inside.example.net/,
  )
})

test('transformers of a plugin are computed for a batch at once, and what they refuse is told', async () => {
  const plugin = { ...(await opened(shippedPlugin('chat-notifier'))), settings: {} }
  assert.deepEqual(
    await computeIn([plugin], sandbox, [
      { key: 'chat_notifier.link', options: { service: 'slack' }, inputs: ['https://weft.example/1', 'A'] },
      { key: 'chat_notifier.link', options: { service: 'slack' }, inputs: ['ftp://weft.example/1', 'A'] },
      { key: 'chat_notifier.nothing', options: {}, inputs: [] },
    ]),
    [
      { value: '<https://weft.example/1|A>' },
      { refused: '“ftp://weft.example/1” is no web address.' },
      { refused: 'chat_notifier.nothing' },
    ],
  )
  const { transformers, around } = pluginTransformers([plugin], sandbox)
  const use = transformers[0]!.apply({ service: 'slack' }, {} as never) as (...inputs: unknown[]) => unknown
  const mapped = around({
    async run(records: Record<string, unknown>[], _moment: { now: Date; seed: string }) {
      const [out, rejected]: [Record<string, unknown>[], { record: Record<string, unknown>; reason: never }[]] = [
        [],
        [],
      ]
      for (const record of records)
        try {
          out.push({ link: use(record['url'], use('https://inner.example', 'x')) })
        } catch (error) {
          rejected.push({ record, reason: (error as { reason: never }).reason })
        }
      return { out, rejected }
    },
  })
  const { out, rejected } = await mapped.run([{ url: 'https://a.example' }, { url: 'nope' }], {
    now: new Date(),
    seed: 's',
  })
  assert.deepEqual(out, [{ link: '<https://a.example|&lt;https://inner.example|x&gt;>' }])
  assert.deepEqual([rejected.length, rejected[0]!.record], [1, { url: 'nope' }])
})

test('what the code of a plugin logs, refuses and throws is told without the secrets it was given; what it gives on is as it is', async () => {
  const { manifest, files } = await opened(
    aPlugin(
      'chatty',
      {
        elements: [anElement('twice')],
        settings: [{ key: 'token', type: 'secret', label: { en: 'Token', de: 'Token' } }],
        permissions: { http: [] },
      },
      {
        'twice.ts': `export default (records, { plugin }, { log }) => {
        log('info', 'using ' + plugin.token)
        if (records[0].n === 1) throw new Error('not with ' + plugin.token)
        return { exits: { out: [{ token: plugin.token }] }, rejected: [{ record: records[0], reason: 'refused ' + plugin.token }] }
      }`,
      },
    ),
  )
  const said: string[] = []
  const body = Object.values(bodiesOf({ manifest, files, settings: { token: 'Sea-Shell-1' } }))[0] as TransformBody<
    Record<string, unknown>
  >
  const step = {
    id: 'a',
    settings: {},
    job: { id: 'j', parameters: {} },
    now: new Date(),
    context: { sandbox },
    log: (level: string, message: Message) => said.push(`${level} ${say(message, 'en')}`),
  }
  const { batch, close } = await body.open(step as never)
  await assert.rejects(
    batch([{ n: 1 }], 0) as Promise<unknown>,
    (error: Error) => error.message.includes('not with ••••(chatty.token)') && !error.message.includes('Sea-Shell'),
  )
  const { exits, rejected } = (await batch([{ n: 2 }], 1)) as Outcome
  assert.deepEqual(
    [exits, rejected!.map(({ reason }) => say(reason, 'en'))],
    [{ out: [{ token: 'Sea-Shell-1' }] }, ['refused ••••(chatty.token)']],
  )
  assert.deepEqual(said, ['info using ••••(chatty.token)', 'info using ••••(chatty.token)'])
  await close?.()
})

const reading = (kind: 'source' | 'trigger', code: string, more: object = {}) =>
  aPlugin(
    'shop',
    { elements: [anElement('orders', { kind, group: kind === 'trigger' ? 'trigger' : 'data', ...more })] },
    { 'orders.ts': code },
  )
const readerOf = async (files: Map<string, Buffer>) => {
  const { manifest, files: code } = await opened(files)
  return bodiesOf({ manifest, files: code, settings: {} })['shop.orders'] as SourceBody<Record<string, unknown>>
}
const pages = `export default (record, { settings, cursor }) => {
  const page = cursor ?? 0
  return { records: [{ page, of: record.of, ...settings }], ...(page < 2 && { cursor: page + 1 }) }
}`

test('a source is asked page by page, and goes on behind the cursor of the last page', async () => {
  const body = await readerOf(reading('source', pages))
  const read = async (cursor?: unknown) =>
    (await Array.fromAsync(body.read(aStep({ shop: 'a' }, { sandbox }), { of: 'Kim' }, cursor))).map((batch) => [
      batch.records,
      batch.cursor,
    ])
  assert.deepEqual(await read(), [
    [[{ page: 0, of: 'Kim', shop: 'a' }], { next: 1 }],
    [[{ page: 1, of: 'Kim', shop: 'a' }], { next: 2 }],
    [[{ page: 2, of: 'Kim', shop: 'a' }], { next: null }],
  ])
  assert.deepEqual(await read({ next: 2 }), [[[{ page: 2, of: 'Kim', shop: 'a' }], { next: null }]])
  assert.deepEqual(await read({ next: null }), [])
})

test('a source that gives its cursor back, or no page, ends with a sentence; what it refuses is told', async () => {
  const all = async (code: string) =>
    (await Array.fromAsync((await readerOf(reading('source', code))).read(aStep({}, { sandbox }), {}))).map(
      ({ records, rejected }) => ({ records, rejected: rejected?.map(({ reason }) => say(reason as Message, 'en')) }),
    )
  await assert.rejects(all('export default () => ({ records: [{ a: 1 }], cursor: "same" })'), codeOf('PLUGIN_OUTCOME'))
  await assert.rejects(all('export default () => ({ rows: [] })'), codeOf('PLUGIN_OUTCOME'))
  assert.deepEqual(await all('export default () => [{ a: 1 }]'), [{ records: [{ a: 1 }], rejected: [] }])
  assert.deepEqual(await all('export default () => ({ rejected: [{ record: { a: "x" }, reason: "no number" }] })'), [
    { records: [], rejected: ['no number'] },
  ])
})

test('a trigger is told the state of the last good end, and what it gives is kept for the next', async () => {
  const body = await readerOf(
    reading(
      'trigger',
      `export default (_, { state }) => {
        const from = state ?? 0
        const fresh = [1, 2, 3].filter((n) => n > from).map((n) => ({ n }))
        return { records: fresh, state: fresh.at(-1)?.n ?? from }
      }`,
    ),
  )
  const kept: unknown[] = []
  const states = (before: unknown) => ({
    get: async () => before,
    set: async () => {},
    keepAtEnd: async (name: string, value: unknown) => void kept.push([name, value]),
  })
  const read = async (before: unknown) =>
    (await Array.fromAsync(body.read(aStep({}, { sandbox, states: states(before) }), {}))).flatMap(
      ({ records }) => records,
    )
  assert.deepEqual(await read(undefined), [{ n: 1 }, { n: 2 }, { n: 3 }])
  assert.deepEqual(await read(2), [{ n: 3 }])
  assert.deepEqual(await read(3), [])
  assert.deepEqual(kept, [
    ['step', 3],
    ['step', 3],
    ['step', 3],
  ])
})

test('triggers, and they alone, stand among the triggers, and the examples of a source hold over all its pages', async () => {
  await assert.rejects(opened(reading('trigger', pages, { group: 'data' })), codeOf('PLUGIN_INVALID'))
  await assert.rejects(opened(reading('source', pages, { group: 'trigger' })), codeOf('PLUGIN_INVALID'))
  const every = { key: 'every', type: 'text', label: { en: 'Every', de: 'Alle' } }
  await assert.rejects(opened(reading('trigger', pages, { settings: [every] })), codeOf('PLUGIN_INVALID'))
  const gives = { out: [0, 1, 2].map((page) => ({ page, of: 'Kim' })) }
  await tryPlugin(await opened(reading('source', pages, { examples: [{ takes: [{ of: 'Kim' }], gives }] })), sandbox)
})
