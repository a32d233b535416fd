import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { xmlBody } from './xml.server.ts'
import { xml } from './xml.ts'

type Given = Parameters<typeof xml.options.parse>[0]

async function read(text: string | Buffer, options: Given = {}, size = 65_536, cursor?: unknown) {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  const records: DataRecord[] = []
  const cursors: unknown[] = []
  for await (const batch of xmlBody.read(Readable.from(pieces), xml.options.parse(options), cursor)) {
    records.push(...batch.records)
    cursors.push(batch.cursor)
  }
  return { records, cursors }
}

async function refusal(text: string, options: Given = {}) {
  try {
    await read(text, options)
  } catch (error) {
    if (error instanceof WeftError) return [error.code, say(error.say, 'en'), say(error.say, 'de')]
    throw error
  }
  return ['accepted']
}

const orders = `<?xml version="1.0"?>
<shop xmlns="http://example.com/shop"><name>Hanse</name>
  <orders>
    <order no="1"><customer>Müller &amp; Söhne</customer><line><sku>a</sku></line><note/></order>
    <order no="2"><customer><![CDATA[<b>]]></customer><line qty="2">x</line><line>y</line></order>
  </orders>
</shop>`

test('each target tag is a record with attributes, nested tags and lists', async () => {
  for (const size of [1, 7, 65_536]) {
    assert.deepEqual((await read(orders, { target_tag: 'order', force_array: ['line'] }, size)).records, [
      { '@no': '1', customer: 'Müller & Söhne', line: [{ sku: 'a' }], note: null },
      { '@no': '2', customer: '<b>', line: [{ '@qty': '2', '#text': 'x' }, 'y'] },
    ])
  }
  assert.deepEqual((await read(orders, { target_tag: 'order' })).records[0]!['line'], { sku: 'a' })
  assert.deepEqual((await read('<a><b>1</b><c><d>2</d></c></a>')).records, [{ '#text': '1' }, { d: '2' }])
})

test('an XML bomb, an external entity and an unknown entity are refused', async () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><lolz><x>&lol2;</x></lolz>`
  assert.deepEqual((await refusal(bomb)).slice(0, 2), [
    'XML_ENTITIES',
    'The file declares entities of its own. That is how XML bombs are built, so it is refused; remove the DOCTYPE.',
  ])
  assert.equal(
    (await refusal('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><b>&x;</b></a>'))[0],
    'XML_ENTITIES',
  )
  assert.match((await refusal('<a><b>&nbsp;</b></a>'))[1]!, /^Line 1: an entity is used/)
  assert.deepEqual((await read('<!DOCTYPE a SYSTEM "http://127.0.0.1:1/never"><a><b>1</b></a>')).records, [
    { '#text': '1' },
  ])
})

test('depth and size are limited', async () => {
  assert.equal((await refusal(`<a>${'<b>'.repeat(200)}${'</b>'.repeat(200)}</a>`))[0], 'XML_TOO_DEEP')
  assert.equal((await refusal(`<a><b>${'x'.repeat(10_000_000)}</b></a>`))[0], 'XML_TOO_LARGE')
  assert.equal((await refusal(`<a><b c="${'x'.repeat(10_000_000)}"/></a>`))[0], 'XML_TOO_LARGE')
})

test('broken XML is named with line and column', async () => {
  assert.match((await refusal('<a>\n<b>1</c>\n</a>'))[2]!, /^Zeile 2, Spalte \d+: Das ist kein wohlgeformtes XML/)
  assert.equal((await refusal('<a><b>1</b>'))[0], 'XML_INVALID')
  assert.equal((await refusal('<a/>', { target_tag: 'z' }))[1], 'The file has no tag "z".')
})

test('reading goes on behind the batch a cursor came with', async () => {
  const text = `<r>${Array.from({ length: 2500 }, (_, i) => `<o><i>${i}</i></o>`).join('\n')}</r>`
  const { records, cursors } = await read(text)
  assert.equal(records.length, 2500)
  for (const [i, cursor] of cursors.entries())
    assert.deepEqual((await read(text, {}, 1000, cursor)).records, records.slice((i + 1) * 1000))
})

test('what is written is read back', async () => {
  const records = [
    { '@id': '1 "x"', name: 'A & B <c>\r\n', 'unit price': '3', lines: [{ sku: 'a' }, { sku: 'b' }], empty: null },
  ]
  const target = new PassThrough()
  const written = textOf(target)
  await xmlBody.write(
    (async function* () {
      yield records
    })(),
    xml.options.parse({ target_tag: 'order' }),
    target,
  )
  assert.deepEqual((await read(await written)).records, [
    { '@id': '1 "x"', name: 'A & B <c>\r\n', unit_price: '3', lines: [{ sku: 'a' }, { sku: 'b' }], empty: null },
  ])
})

test('target tag and encoding are found', async () => {
  assert.deepEqual(xmlBody.detect(Buffer.from(orders)).options, { encoding: 'utf-8', target_tag: 'order' })
  const latin = iconv.encode('<?xml version="1.0" encoding="ISO-8859-1"?><a><b>ü</b><b>ö</b></a>', 'windows-1252')
  assert.deepEqual(xmlBody.detect(latin).options, { encoding: 'windows-1252', target_tag: 'b' })
  assert.deepEqual((await read(latin, { encoding: 'windows-1252' })).records, [{ '#text': 'ü' }, { '#text': 'ö' }])
})
