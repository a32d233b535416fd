import { Batches } from '@weft/kit/define/batches.ts'
import { defineFormatBody } from '@weft/kit/define/format.ts'
import { nestingDepth } from '@weft/kit/define/limits.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { writeBatches } from '@weft/kit/define/write-batches.server.ts'
import { decode } from '@weft/kit/encoding/decode.server.ts'
import { detectEncoding, headText } from '@weft/kit/encoding/detect.server.ts'
import { encoder } from '@weft/kit/encoding/encode.server.ts'
import { escapedInJson } from '@weft/kit/encoding/escapes.ts'
import { bothLanguages, defineMessages } from '@weft/kit/messages/messages.ts'
import { JsonItems, type Place } from './items.ts'
import { json } from './json.ts'

const texts = defineMessages({
  list: { en: 'The file is a list.', de: 'Die Datei ist eine Liste.' },
  inside: {
    en: 'The first list of objects in the file stands at "{path}".',
    de: 'Die erste Liste von Objekten in der Datei steht bei „{path}“.',
  },
  single: {
    en: 'The file holds one object and no list of objects.',
    de: 'Die Datei enthält ein Objekt und keine Liste von Objekten.',
  },
})

export const jsonBody = defineFormatBody(json, {
  async *read(source, { encoding, path }, cursor) {
    const items = new JsonItems(path)
    const batches = new Batches('entry')
    const from = cursor as (Place & { entries: number }) | 'end' | undefined
    if (from === 'end') return
    let waiting: Place | undefined = from
    let entries = from?.entries ?? 0
    function* drain() {
      for (let item = items.next(); item; item = items.next()) {
        batches.add(recordOf(item.value), item.characters, ++entries)
        if (batches.full) yield batches.take({ ...items.place, entries })
      }
    }
    for await (const piece of decode(source, encoding)) {
      items.feed(piece)
      if (waiting && !items.resume(waiting)) continue
      waiting = undefined
      yield* drain()
    }
    items.end()
    yield* drain()
    if (!batches.empty) yield batches.take('end')
  },

  write(batches, { encoding, path, indent }, target) {
    const bytes = encoder(encoding, escapedInJson)
    const steps = path === '' ? [] : path.split('.')
    let first = true
    const entry = (record: DataRecord) => {
      const text = (first ? '\n' : ',\n') + JSON.stringify(record, null, indent ? 2 : undefined)
      first = false
      return text
    }
    return writeBatches(batches, target, {
      start: () => bytes(`${steps.map((step) => `{${JSON.stringify(step)}:`).join('')}[`),
      batch: (records) => bytes(records.map(entry).join('')),
      end: () => bytes(`\n]${'}'.repeat(steps.length)}\n`),
    })
  },

  detect(head) {
    const { encoding, confidence, reason } = detectEncoding(head)
    const text = headText(head, encoding).trimStart()
    const path = text[0] === '{' ? pathOfList(text) : undefined
    const why = text[0] === '[' ? texts.list() : path ? texts.inside({ path }) : texts.single()
    return {
      options: { encoding, path: path ?? '' },
      findings: [
        { option: 'encoding', confidence, reason },
        { option: 'path', confidence: text[0] === '[' ? 0.99 : path ? 0.85 : 0.6, reason: bothLanguages(why) },
      ],
      confidence: /^\[\s*[[{"\d\-tfn\]]/.test(text) ? 0.95 : /^\{\s*["}]/.test(text) ? 0.9 : 0,
    }
  },
})

const recordOf = (value: unknown): DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DataRecord) : { value }

/** The path of the first list of objects that is reached through objects alone. */
function pathOfList(text: string): string | undefined {
  const token = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g
  const keys: (string | undefined)[] = []
  let key: string | undefined
  for (const match of text.matchAll(token)) {
    const [sign] = match
    if (keys.length > nestingDepth) return undefined
    if (sign === '{' || sign === '[') {
      keys.push(sign === '[' ? undefined : key)
      const above = [...keys.slice(1, -1), key]
      if (
        sign === '[' &&
        above.every((step) => step !== undefined && !step.includes('.')) &&
        /^\s*\{/.test(text.slice(match.index + 1, match.index + 100))
      )
        return above.join('.')
      key = undefined
    } else if (sign === '}' || sign === ']') keys.pop()
    else if (match[2]) key = match[1]
  }
  return undefined
}
