import iconv from 'iconv-lite'
import { encodings, type Encoding } from '@weft/kit/encoding/encodings.ts'
import { dateFormats, numberFormats, tableOf, words, type Cell, type StrangeFile, type Table } from './truth.ts'
import { workbooks } from './workbooks.ts'

/** What nobody can tell from a few lines: too close to an encoding that is more usual. */
const needsChoice = new Set<Encoding>([
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-10',
  'iso-8859-14',
  'windows-1258',
  'iso-8859-16',
])

const encoded = (text: string, encoding: Encoding) =>
  encoding === 'utf-8-bom' ? Buffer.from(`\ufeff${text}`) : iconv.encode(text, encoding, { addBOM: false })
const plainText = (cell: Cell) => (cell === null ? '' : String(cell))

type Csv = {
  delimiter?: string
  newline?: string
  header?: boolean
  final?: boolean
  quoteAll?: boolean
  number?: (text: string) => string
  date?: (text: string) => string
  yes?: [string, string]
  names?: string[]
  before?: string
}

function csvText({ names, kinds, rows }: Table, how: Csv = {}): string {
  const {
    delimiter = ',',
    newline = '\n',
    header = true,
    final = true,
    quoteAll = false,
    number = plainText,
    date = plainText,
    yes = ['true', 'false'],
    before = '',
  } = how
  const quoted = (text: string) =>
    quoteAll || /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  const line = (row: Cell[]) =>
    row
      .map((cell, i) =>
        cell === null
          ? ''
          : quoted(
              kinds[i] === 'decimal'
                ? number(String(cell))
                : kinds[i] === 'date'
                  ? date(String(cell))
                  : kinds[i] === 'boolean'
                    ? yes[cell ? 0 : 1]
                    : String(cell),
            ),
      )
      .join(delimiter)
  const lines = [...(header ? [(how.names ?? names).map(quoted).join(delimiter)] : []), ...rows.map(line)]
  return before + lines.join(newline) + (final ? newline : '')
}

export function* strangeFiles(): Generator<StrangeFile> {
  yield* csvFiles()
  yield* jsonFiles()
  yield* xmlFiles()
  yield* workbooks()
}

const german = tableOf(words['utf-8'])
const odd = tableOf(['a, b', 'say "x"', 'two\nlines', 'tab\there', ' spaced ', 'semi;colon', "it's", 'x'.repeat(5000)])

function* csvFiles(): Generator<StrangeFile> {
  const delimiters = [',', ';', '\t', '|']
  const newlines = ['\n', '\r\n', '\r']
  for (const [i, encoding] of encodings.entries()) {
    const table = tableOf(words[encoding])
    const options = needsChoice.has(encoding) ? { encoding } : undefined
    for (const newline of newlines)
      for (const quoteAll of [false, true])
        yield {
          what: `csv ${encoding} ${JSON.stringify(newline)} ${quoteAll ? 'quoted' : 'bare'}`,
          name: 'x.csv',
          bytes: encoded(csvText(table, { delimiter: delimiters[i % 4]!, newline, quoteAll }), encoding),
          table,
          ...(options && { options }),
        }
    if (encoding.startsWith('utf-'))
      yield {
        what: `csv ${encoding} with a mark`,
        name: 'x.csv',
        bytes: encoded(encoding === 'utf-8-bom' ? csvText(table) : `\ufeff${csvText(table)}`, encoding),
        table,
      }
  }
  for (const delimiter of delimiters)
    for (const [n, number] of Object.entries(numberFormats))
      for (const [d, date] of Object.entries(dateFormats))
        yield {
          what: `csv ${n} numbers, ${d} dates, ${JSON.stringify(delimiter)}`,
          name: 'x.csv',
          bytes: Buffer.from(csvText(german, { delimiter, number, date })),
          table: german,
        }
  for (const yes of [
    ['ja', 'nein'],
    ['yes', 'no'],
    ['wahr', 'falsch'],
    ['TRUE', 'FALSE'],
    ['t', 'f'],
    ['on', 'off'],
  ] as [string, string][])
    yield { what: `csv ${yes.join('/')}`, name: 'x.csv', bytes: Buffer.from(csvText(german, { yes })), table: german }
  for (const delimiter of delimiters)
    for (const newline of ['\n', '\r\n'])
      for (const final of [true, false]) {
        const at = (what: string, how: Csv, table = odd, more: Partial<StrangeFile> = {}): StrangeFile => ({
          what: `csv ${what} ${JSON.stringify(delimiter + newline)} ${final ? '' : 'no final line end'}`,
          name: 'x.csv',
          bytes: Buffer.from(csvText(table, { delimiter, newline, final, ...how })),
          table,
          ...more,
        })
        yield at('quotes and line ends inside values', {})
        yield at('without a header', { header: false }, german)
        yield at('sep= line', { before: `sep=${delimiter}${newline}` })
        yield at('titles above', { before: `Report${newline}${newline}as of today${newline}` }, german)
        yield at(
          'empty and repeated names',
          { names: ['id', 'name', '', 'name', 'amount', 'day', 'active', ''] },
          german,
        )
        yield at('mark and titles', { before: `\ufeffReport${newline}` }, german)
        yield at('blank lines at the end', { before: '' }, german, {
          bytes: Buffer.from(csvText(german, { delimiter, newline }) + newline + newline),
        })
        const ragged =
          csvText(german, { delimiter, newline }) +
          [`9${delimiter}short`, `10${delimiter.repeat(9)}long`].join(newline) +
          newline
        yield at('ragged rows', {}, german, { bytes: Buffer.from(ragged), rejected: 2 })
      }
  yield {
    what: 'csv mixed line ends',
    name: 'x.csv',
    bytes: Buffer.from(csvText(german).replace(/\n/g, (_, at: number) => (at % 2 ? '\n' : '\r\n'))),
    table: german,
  }
  const nul: Table = { ...german, rows: german.rows.slice(0, 7) }
  yield {
    what: 'csv with NUL in a value',
    name: 'x.csv',
    bytes: Buffer.from(csvText(nul) + '9,a\0b,01,+4930123456,1.50,2026-01-01,true,\n'),
    table: nul,
    rejected: 1,
  }
  const long = tableOf(Array.from({ length: 8 }, (_, i) => String(i).repeat(150_000)))
  yield { what: 'csv with lines of 150 kB', name: 'x.csv', bytes: Buffer.from(csvText(long)), table: long }
}

function* jsonFiles(): Generator<StrangeFile> {
  const records = ({ names, kinds, rows }: Table, asText: boolean) =>
    rows.map(
      (row) =>
        `{${names.map((name, i) => `"${name}":${row[i] === null ? 'null' : kinds[i] === 'decimal' && !asText ? row[i] : JSON.stringify(row[i])}`).join(',')}}`,
    )
  const escaped = (text: string) =>
    text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  for (const encoding of encodings) {
    const table = tableOf(words[encoding])
    const options = needsChoice.has(encoding) ? { encoding } : undefined
    for (const asText of [false, true]) {
      const lines = records(table, asText)
      const shapes = {
        'x.json': `[${lines.join(',\n')}]`,
        'path.json': `{"meta":{"n":1},"data":{"items":[${lines.join(',')}]},"more":[]}`,
        'x.jsonl': `${lines.join('\n')}\n`,
        'blank.jsonl': `\n${lines.join('\r\n\r\n')}`,
      }
      for (const [name, text] of Object.entries(shapes))
        yield {
          what: `${name} ${encoding} ${asText ? 'decimals as text' : 'decimals as numbers'}`,
          name,
          bytes: encoded(text, encoding),
          table,
          ...(options && { options }),
        }
    }
  }
  for (const [name, text] of [
    ['x.json', `[${records(odd, false).join(',')}]`],
    ['x.jsonl', records(odd, false).join('\n')],
  ] as const) {
    yield { what: `${name} with quotes and line ends`, name, bytes: Buffer.from(text), table: odd }
    yield { what: `${name} all escaped`, name, bytes: Buffer.from(escaped(text)), table: odd }
  }
  yield {
    what: 'json pretty printed',
    name: 'x.json',
    bytes: Buffer.from(
      JSON.stringify(
        records(odd, true).map((line) => JSON.parse(line) as unknown),
        null,
        '\t',
      ),
    ),
    table: odd,
  }
  const long = tableOf(Array.from({ length: 8 }, (_, i) => String(i).repeat(200_000)))
  yield {
    what: 'jsonl with lines of 400 kB',
    name: 'x.jsonl',
    bytes: Buffer.from(records(long, true).join('\n')),
    table: long,
  }
  yield {
    what: 'jsonl with NUL in a value',
    name: 'x.jsonl',
    bytes: Buffer.from([...records(german, true), records(german, true)[0]!.replace('Müller', '\\u0000')].join('\n')),
    table: german,
    rejected: 1,
  }
  const doubled: Table = {
    names: ['id', 'a'],
    kinds: ['integer', 'text'],
    rows: [
      [1, 'last'],
      [2, 'last'],
    ],
  }
  yield {
    what: 'json with a key twice: the last counts',
    name: 'x.json',
    bytes: Buffer.from('[{"id":1,"a":"first","a":"last"},{"id":2,"a":"first","a":"last"}]'),
    table: doubled,
  }
  const big: Table = {
    names: ['id', 'a', 'b'],
    kinds: ['integer', 'text', 'decimal'],
    rows: [
      [1, '12345678901234567890', '1.2345678901234567890123456789'],
      [2, '-9223372036854775808', '0.00000000000000000001'],
      [3, '9223372036854775807', '-1.5'],
    ],
  }
  yield {
    what: 'json with numbers no double holds',
    name: 'x.json',
    bytes: Buffer.from(`[${big.rows.map(([id, a, b]) => `{"id":${id},"a":${a},"b":${b}}`).join(',')}]`),
    table: big,
  }
}

function* xmlFiles(): Generator<StrangeFile> {
  const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const references = (text: string) =>
    text.replace(/[^\x00-\x7f]/gu, (character) => `&#x${character.codePointAt(0)!.toString(16)};`)
  const shapes: Record<string, (table: Table) => string> = {
    elements: ({ names, rows }) =>
      rows
        .map(
          (row) =>
            `<row>${row.map((cell, i) => (cell === null ? '' : `<${names[i]}>${safe(String(cell))}</${names[i]}>`)).join('\n  ')}</row>`,
        )
        .join('\n'),
    empty: ({ names, rows }) =>
      rows
        .map(
          (row) =>
            `<row>${row.map((cell, i) => (cell === null ? `<${names[i]}/>` : `<${names[i]}>${safe(String(cell))}</${names[i]}>`)).join('')}</row>`,
        )
        .join(''),
    nil: ({ names, rows }) =>
      rows
        .map(
          (row) =>
            `<row>${row.map((cell, i) => (cell === null ? `<${names[i]} xsi:nil="true"/>` : `<${names[i]}>${safe(String(cell))}</${names[i]}>`)).join('')}</row>`,
        )
        .join(''),
    attributes: ({ names, rows }) =>
      rows
        .map(
          (row) =>
            `<row ${row.map((cell, i) => (cell === null ? '' : `${names[i]}="${safe(String(cell))}"`)).join(' ')}/>`,
        )
        .join(''),
    cdata: ({ names, rows }) =>
      rows
        .map(
          (row) =>
            `<row>${row.map((cell, i) => (cell === null ? '' : `<${names[i]}><![CDATA[${String(cell)}]]></${names[i]}>`)).join('<!-- x -->')}</row>`,
        )
        .join(''),
    references: ({ names, rows }) =>
      rows
        .map(
          (row) =>
            `<row>${row.map((cell, i) => (cell === null ? '' : `<${names[i]}>${references(safe(String(cell)))}</${names[i]}>`)).join('')}</row>`,
        )
        .join(''),
    prefixed: ({ names, rows }) =>
      rows
        .map(
          (row) =>
            `<n:row>${row.map((cell, i) => (cell === null ? '' : `<n:${names[i]}>${safe(String(cell))}</n:${names[i]}>`)).join('')}</n:row>`,
        )
        .join(''),
  }
  for (const encoding of encodings)
    for (const [shape, write] of Object.entries(shapes)) {
      const table = tableOf(words[encoding].map((word) => word.trim()))
      const declared = encoding.startsWith('utf-') ? encoding.replace('-bom', '').replace(/(\d)[bl]e$/, '$1') : encoding
      const text = `<?xml version="1.0" encoding="${declared}"?>\n<rows xmlns:n="urn:n" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${write(table)}</rows>`
      yield { what: `xml ${encoding} ${shape}`, name: 'x.xml', bytes: encoded(text, encoding), table }
    }
}
