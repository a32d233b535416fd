import { CsvRows } from '@weft/kit/csv/rows.ts'
import { pathOf, valueAt } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { HttpAnswer } from '@weft/kit/define/step-context.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { jsonIn, textIn, xmlIn } from '@weft/kit/web-tables/answer.server.ts'
import { xmlValue } from '@weft/kit/xml/xml-tree.ts'
import type { Resource } from './resource.ts'

const texts = defineMessages({
  items: {
    en: 'The answer of {url} has no records at {path}.',
    de: 'Die Antwort von {url} enthält bei {path} keine Datensätze.',
  },
  uneven: {
    en: 'The answer of {url} cannot be read: line {line, number} has {found} cells, its first line {expected}.',
    de: 'Die Antwort von {url} ist nicht lesbar: Zeile {line, number} hat {found} Zellen, die erste Zeile {expected}.',
  },
})

/** An answer as a value, and the records in it. */
export type Parsed = { body: unknown; records: DataRecord[] }

/** Reads an answer of a resource. Throws Invalid with the place where it cannot be read. */
export function recordsIn(
  resource: Pick<Resource, 'format' | 'items' | 'separator'>,
  url: string,
  answer: HttpAnswer,
): Parsed {
  if (resource.format === 'csv') {
    const records = csvRecords(textIn(answer), resource.separator, url)
    return { body: records, records }
  }
  const body = valueOf(resource.format, url, answer)
  return { body, records: listAt(body, resource.items, url).map(asRecord) }
}

/** The one record an answer holds; undefined where it holds none. */
export function oneIn({ format, one_item }: Pick<Resource, 'format' | 'one_item'>, url: string, answer: HttpAnswer) {
  const body = valueOf(format === 'xml' ? 'xml' : 'json', url, answer)
  const found = one_item === '' ? body : valueAt(body, pathOf(one_item) ?? [])
  const one: unknown = Array.isArray(found) ? found[0] : found
  return typeof one === 'object' && one !== null ? (one as DataRecord) : undefined
}

function valueOf(format: 'json' | 'xml', url: string, answer: HttpAnswer): unknown {
  if (format === 'json') return jsonIn(url, answer)
  return answer.body.length === 0 ? undefined : xmlValue(xmlIn(url, answer))
}

function listAt(body: unknown, path: string, url: string): unknown[] {
  const found = path === '' ? body : valueAt(body, pathOf(path) ?? [])
  if (found === undefined && path !== '' && body !== undefined && !isEmptyAt(body, path))
    throw new Invalid('ANSWER_INVALID', texts.items({ url, path }))
  return Array.isArray(found) ? found : found === undefined || found === null ? [] : [found]
}

/** XML has no empty list: `<orders/>` is where the orders would be. */
const isEmptyAt = (body: unknown, path: string) => {
  const keys = pathOf(path) ?? []
  return body === null || (keys.length > 1 && valueAt(body, keys.slice(0, -1)) === null)
}

const asRecord = (item: unknown): DataRecord =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as DataRecord) : { value: item }

function csvRecords(text: string, delimiter: string, url: string): DataRecord[] {
  const rows = new CsvRows({ delimiter, enclosure: '"', null_text: 'NULL', empty_as_null: false, stray_quotes: 'text' })
  rows.feed(text.replace(/^\uFEFF/, ''))
  rows.end()
  const names = rows.next()?.map((name, i) => (name === '__proto__' || !name ? `column_${i + 1}` : name))
  if (!names) return []
  const records: DataRecord[] = []
  for (let cells = rows.next(); cells; cells = rows.next()) {
    if (cells.length !== names.length) {
      const told = { url, line: rows.begunOn, found: cells.length, expected: names.length }
      throw new Invalid('ANSWER_INVALID', texts.uneven(told))
    }
    records.push(Object.fromEntries(names.map((name, i) => [name, cells[i]])))
  }
  return records
}
