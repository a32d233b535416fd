import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { jsonlBody } from './jsonl.server.ts'

async function read(text: string, size = 65_536, cursor?: unknown) {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  const all = { records: [] as DataRecord[], reasons: [] as string[], cursors: [] as unknown[] }
  for await (const batch of jsonlBody.read(Readable.from(pieces), { encoding: 'utf-8' }, cursor)) {
    all.records.push(...batch.records)
    all.reasons.push(...(batch.rejected ?? []).map(({ reason }) => say(reason, 'de')))
    all.cursors.push(batch.cursor)
  }
  return all
}

test('each line is a record, and a broken line is rejected alone with line and column', async () => {
  const { records, reasons } = await read('{"id": 1}\r\n\n{"id": }\n[3]\n{"id": 12345678901234567890}', 4)
  assert.deepEqual(records, [{ id: 1 }, { id: '12345678901234567890' }])
  assert.deepEqual(reasons, [
    'Zeile 3, Spalte 8: Das ist kein gültiges JSON.',
    'Zeile 4 enthält kein Objekt in geschweiften Klammern.',
  ])
})

test('a line that separates lines elsewhere may stand in a text as it is, and the file is still known', () => {
  const bytes = Buffer.from('{"p": {}, "q": [["\u2028"]]}\n{"p": 0}\n')
  assert.equal(jsonlBody.detect(bytes).confidence, 0.97)
})

test('reading goes on behind the batch a cursor came with', async () => {
  const text = Array.from({ length: 2500 }, (_, i) => JSON.stringify({ i, t: 'ü' }) + '\n').join('')
  const { records, cursors } = await read(text)
  for (const [i, cursor] of cursors.entries())
    assert.deepEqual((await read(text, 1000, cursor)).records, records.slice((i + 1) * 1000))
})
