import { Batches } from '@weft/kit/define/batches.ts'
import { defineFormatBody } from '@weft/kit/define/format.ts'
import { nestingDepth, recordColumns, valueCharacters } from '@weft/kit/define/limits.ts'
import { faultIn, parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { writeBatches } from '@weft/kit/define/write-batches.server.ts'
import { decode } from '@weft/kit/encoding/decode.server.ts'
import { detectEncoding, headText } from '@weft/kit/encoding/detect.server.ts'
import { encoder } from '@weft/kit/encoding/encode.server.ts'
import { escapedInJson } from '@weft/kit/encoding/escapes.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { jsonl } from './jsonl.ts'

const texts = defineMessages({
  broken: {
    en: 'Line {line, number}, column {column, number}: this is not valid JSON.',
    de: 'Zeile {line, number}, Spalte {column, number}: Das ist kein gültiges JSON.',
  },
  noObject: {
    en: 'Line {line, number} holds no object in braces.',
    de: 'Zeile {line, number} enthält kein Objekt in geschweiften Klammern.',
  },
  tooWide: {
    en: 'Line {line, number} has more than {limit, number} fields, the most a record can have.',
    de: 'Zeile {line, number} hat mehr als {limit, number} Felder; mehr kann ein Datensatz nicht haben.',
  },
  tooDeep: {
    en: 'Line {line, number}: nested deeper than {limit} levels.',
    de: 'Zeile {line, number}: tiefer als {limit} Ebenen verschachtelt.',
  },
  tooLarge: {
    en: 'Line {line, number} is larger than {limit} MB, the most a record can hold.',
    de: 'Zeile {line, number} ist größer als {limit} MB; mehr fasst ein Datensatz nicht.',
  },
})

type Cursor = { offset: number; line: number }

export const jsonlBody = defineFormatBody(jsonl, {
  async *read(source, { encoding }, cursor) {
    const batches = new Batches('line')
    let { offset, line }: Cursor = { offset: 0, line: 1 }
    let toSkip = (cursor as Cursor | undefined)?.offset ?? 0
    let rest = ''
    const take = (text: string) => {
      offset += text.length + 1
      const found = text.trim() === '' ? undefined : parsed(text, line)
      if (found?.reason) batches.reject({ record: found.record, reason: found.reason })
      else if (found) batches.add(found.record, text.length, line)
      line++
    }
    function* lines(text: string) {
      for (let stop = text.indexOf('\n'); stop !== -1; stop = text.indexOf('\n')) {
        take(text.slice(0, stop))
        text = text.slice(stop + 1)
        if (batches.full) yield batches.take({ offset, line } satisfies Cursor)
      }
      rest = text
      if (rest.length > valueCharacters)
        throw new Invalid('JSON_TOO_LARGE', texts.tooLarge({ line, limit: valueCharacters / 1024 / 1024 }))
    }
    for await (const piece of decode(source, encoding)) {
      const skipped = Math.min(toSkip, piece.length)
      toSkip -= skipped
      offset += skipped
      if (skipped > 0) ({ line } = cursor as Cursor)
      yield* lines(rest + piece.slice(skipped))
    }
    if (rest !== '') take(rest)
    if (!batches.empty) yield batches.take({ offset, line } satisfies Cursor)
  },

  retry: (record) => (typeof record['text'] === 'string' ? parsed(record['text'], 1) : { record }),

  write(batches, { encoding }, target) {
    const bytes = encoder(encoding, escapedInJson)
    return writeBatches(batches, target, {
      batch: (records) => bytes(records.map((record) => JSON.stringify(record) + '\n').join('')),
    })
  },

  detect(head) {
    const { encoding, confidence, reason } = detectEncoding(head)
    const all = headText(head, encoding).split(/\r?\n/)
    const cut = all.pop()!
    const lines = all.slice(0, 20).filter((line) => line.trim() !== '')
    const objects = lines.filter(isObject).length
    return {
      options: { encoding },
      findings: [{ option: 'encoding', confidence, reason }],
      confidence: likelihood(objects, lines.length, cut.trim()),
    }
  },
})

/** A point would stop at U+2028, which may stand in a text as it is. */
const isObject = (line: string) => /^\s*\{[^]*\}\s*$/.test(line)

/** How much speaks for an object a line; `cut` is what follows the last line end of the sample. */
function likelihood(objects: number, lines: number, cut: string): number {
  const whole = objects + Number(isObject(cut))
  if (whole >= 2 || (whole === 1 && lines === 1 && cut.startsWith('{'))) return 0.97
  // One line alone is JSON as well; the name of the file tells.
  return (lines === 0 && cut.startsWith('{"')) || (whole === 1 && lines <= 1) ? 0.65 : 0
}

function parsed(text: string, line: number): { record: DataRecord; reason?: Message } {
  if (isTooDeep(text))
    return { record: { text: text.slice(0, 1000) }, reason: texts.tooDeep({ line, limit: nestingDepth }) }
  try {
    const record = parseJson(text)
    if (text.length > recordColumns * 5 && Object.keys(record ?? {}).length > recordColumns)
      return { record: { text: text.slice(0, 1000) }, reason: texts.tooWide({ line, limit: recordColumns }) }
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return { record: record as DataRecord }
    return { record: { value: record }, reason: texts.noObject({ line }) }
  } catch {
    return { record: { text: text.slice(0, 1000) }, reason: texts.broken({ line, column: faultIn(text) + 1 }) }
  }
}

/** Whether brackets outside of texts are nested too deeply; what has few of them need not be looked at. */
function isTooDeep(text: string): boolean {
  if (text.length <= nestingDepth * 2) return false
  let depth = 0
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > nestingDepth) return true
  }
  return false
}
