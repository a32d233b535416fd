import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { jsonBody } from './json.server.ts'
import { json } from './json.ts'

async function read(text: string, path = '', size = 65_536, cursor?: unknown) {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  const records: DataRecord[] = []
  const cursors: unknown[] = []
  for await (const batch of jsonBody.read(Readable.from(pieces), json.options.parse({ path }), cursor)) {
    records.push(...batch.records)
    cursors.push(batch.cursor)
  }
  return { records, cursors }
}

async function refusal(text: string, path = '') {
  try {
    await read(text, path, 7)
  } catch (error) {
    if (error instanceof WeftError) return `${error.code} ${say(error.say, 'en')}`
    throw error
  }
  return 'accepted'
}

test('a list is read entry by entry, nested lists and objects included', async () => {
  const { records } = await read('[ {"id": 1, "lines": [{"sku": "a]b\\""}]} , {"id": 2, "lines": []} ]\n', '', 3)
  assert.deepEqual(records, [
    { id: 1, lines: [{ sku: 'a]b"' }] },
    { id: 2, lines: [] },
  ])
})

test('a list at a path is found behind other values, and what follows it is passed over', async () => {
  const text =
    '{"meta": {"orders": [9], "n": 3.5}, "skip": [[{"x": "}"}]], "result": {"orders": [{"id": 1}, {"id": 2}], "more": false}, "z": null}'
  for (const size of [1, 5, 1000])
    assert.deepEqual((await read(text, 'result.orders', size)).records, [{ id: 1 }, { id: 2 }])
  assert.deepEqual((await read('{"id": 7, "a": {"b": 1}}')).records, [{ id: 7, a: { b: 1 } }])
})

test('numbers a double cannot hold come as text, digit by digit', async () => {
  assert.deepEqual(
    (await read('[{"a": 12345678901234567890, "b": 0.1, "c": 1.2345678901234567890, "d": "12345678901234567890"}]'))
      .records,
    [{ a: '12345678901234567890', b: 0.1, c: '1.2345678901234567890', d: '12345678901234567890' }],
  )
})

test('broken JSON is named with line and column', async () => {
  assert.equal(
    await refusal('[\n  {"id": 1},\n  {"id": x}\n]'),
    'JSON_INVALID Line 3, column 10: this is not valid JSON. Correct the file there; nothing behind it was read.',
  )
  assert.match(await refusal('[{"id": 1} {"id": 2}]'), /^JSON_INVALID Line 1, column 12/)
  assert.match(await refusal('[{"id": 1},]'), /^JSON_INVALID Line 1, column 12/)
  assert.match(await refusal('[{"id": 1}'), /^JSON_INVALID The file ends in line 1/)
  assert.match(await refusal('[1] 2'), /^JSON_INVALID Line 1, column 5/)
  assert.match(await refusal('[{"a": [1, }]'), /^JSON_INVALID Line 1, column 12/)
  assert.match(await refusal('{"a": {"b": 1}}', 'a.c'), /^JSON_NO_LIST The file has no list at the path "a\.c"/)
  assert.match(await refusal(`[${'['.repeat(200)}${']'.repeat(200)}]`), /^JSON_TOO_DEEP/)
  assert.match(await refusal(''), /^JSON_INVALID The file ends/)
})

test('an entry above 4 MB is refused with its line', async () => {
  await assert.rejects(read(`[\n{"a": "${'x'.repeat(5_000_000)}"}]`), {
    code: 'JSON_TOO_LARGE',
    message: /^Line 2: the entry that begins here is larger than 4 MB/,
  })
})

test('reading goes on behind the batch a cursor came with', async () => {
  const text = `{"data": [\n${Array.from({ length: 2500 }, (_, i) => JSON.stringify({ i, t: 'ü\n]' })).join(',\n')}]}`
  const { records, cursors } = await read(text, 'data')
  assert.equal(records.length, 2500)
  for (const [i, cursor] of cursors.entries())
    assert.deepEqual(
      (await read(text, 'data', 1000, JSON.parse(JSON.stringify(cursor)))).records,
      records.slice((i + 1) * 1000),
    )
})

test('any list of any values is read as JSON.parse reads it, in pieces of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.object({ withNullPrototype: false })),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(undefined, 2),
      async (list, size, indent) => {
        const text = JSON.stringify({ a: '"[', b: { c: list } }, null, indent)
        assert.deepEqual((await read(text, 'b.c', size)).records, JSON.parse(text).b.c)
      },
    ),
    { numRuns: 300 },
  )
})

test('entries that have a line to themselves are read as those that have none, numbers digit by digit', async () => {
  const number = fc.oneof(fc.constantFrom('12345678901234567890', '1.5e400', '0.1'), fc.integer().map(String))
  const entry = fc
    .tuple(fc.stringMatching(/^[^"\\]{0,40}$/), number, fc.constantFrom('', ' ', ',"list":[{"a":[]}]', ',\n"b":1'))
    .map(([text, value, more]) => `{"text":${JSON.stringify(text)},"value":${value}${more}}`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n', ' \n'),
      fc.integer({ min: 1, max: 200 }),
      async (entries, broken, size) => {
        const onLines = await read(`[${broken}${entries.join(`,${broken}`)}${broken}]`, '', size)
        assert.deepEqual(onLines.records, (await read(`[${entries.join(',').replaceAll('\n', '')}]`)).records)
        assert.deepEqual(onLines.records, parseJson(`[${entries.join(',')}]`))
      },
    ),
    { numRuns: 500 },
  )
  assert.match(await refusal(`[\n${'['.repeat(200)}${']'.repeat(200)}\n]`), /^JSON_TOO_DEEP Line 2/)
})

test('text with a character too many or too few is never read as something else', async () => {
  const text = '{"b":[{"x":[1,"a\\"b"],"y":{"z":null}},{"x":-1.5e3}]}'
  await fc.assert(
    fc.asyncProperty(
      fc.nat(text.length),
      fc.constantFrom('', '"', ',', ']', '}', '{', '[', ':', '1', 'x', '\\'),
      async (at, put) => {
        const changed = text.slice(0, at) + put + text.slice(at + (put === '' ? 1 : 0))
        let expected: unknown
        try {
          expected = JSON.parse(changed).b
        } catch {
          expected = undefined
        }
        const found = await read(changed, 'b', 9).then(
          ({ records }) => records,
          () => undefined,
        )
        if (Array.isArray(expected))
          assert.deepEqual(
            found,
            expected.map((value) => (typeof value === 'object' && value && !Array.isArray(value) ? value : { value })),
          )
        else if (found && expected === undefined) assert.ok(at >= text.lastIndexOf(']'), changed)
      },
    ),
    { numRuns: 500 },
  )
})

test('what is written is read back', async () => {
  const target = new PassThrough()
  const written = textOf(target)
  await jsonBody.write(
    (async function* () {
      yield [{ a: 1 }]
      yield [{ a: 'ü' }]
    })(),
    json.options.parse({ path: 'x.y' }),
    target,
  )
  assert.equal(await written, '{"x":{"y":[\n{"a":1},\n{"a":"ü"}\n]}}\n')
})

test('the list in a file is found', () => {
  assert.equal(
    jsonBody.detect(Buffer.from('{"n": 2, "tags": ["a"], "result": {"orders": [ {"id": 1}')).options.path,
    'result.orders',
  )
  assert.equal(jsonBody.detect(Buffer.from('[{"id": 1}')).confidence, 0.95)
  assert.equal(jsonBody.detect(Buffer.from('a;b')).confidence, 0)
})

test('a number that a double would round stays whole, wherever the text is cut into pieces', async () => {
  const text =
    '[{"a":1234567890123456789,"b":"1234567890123456789"},{"a":1.5e400},{"a":0.1234567890123456789},{"a":12.5,"b":"1e400"},12345678901234567890]'
  const records = [
    { a: '1234567890123456789', b: '1234567890123456789' },
    { a: '1.5e400' },
    { a: '0.1234567890123456789' },
    { a: 12.5, b: '1e400' },
    { value: '12345678901234567890' },
  ]
  for (const size of [1, 7, 20, 1_000]) {
    const pieces = text.match(new RegExp(`.{1,${size}}`, 'g'))!.map((piece) => Buffer.from(piece))
    const batches = await Array.fromAsync(jsonBody.read(Readable.from(pieces), json.options.parse({})))
    assert.deepEqual(
      batches.flatMap((batch) => batch.records),
      records,
    )
  }
})
