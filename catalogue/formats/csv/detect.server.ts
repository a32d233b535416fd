import type { z } from 'zod'
import { headerOf, rowsAbove } from '@weft/kit/define/header-row.ts'
import { detectEncoding, headText } from '@weft/kit/encoding/detect.server.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { bothLanguages, defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { csv } from './csv.ts'
import { mended } from './mend.ts'
import { CsvRows, separatorLine, type Cells, type Dialect } from '@weft/kit/csv/rows.ts'

const texts = defineMessages({
  separator: {
    en: '{share, number, percent} of {rows, plural, one {# row} other {# rows}} have {cells, plural, one {# cell} other {# cells}} this way.',
    de: '{share, number, percent} von {rows, plural, one {# Zeile} other {# Zeilen}} haben so {cells, plural, one {# Zelle} other {# Zellen}}.',
  },
  quoted: {
    en: '{count, plural, one {# value is} other {# values are}} enclosed in it.',
    de: '{count, plural, one {# Wert ist} other {# Werte sind}} davon umschlossen.',
  },
  unquoted: {
    en: 'No value in the sample is quoted; this is the usual character.',
    de: 'In der Stichprobe ist kein Wert umschlossen; dies ist das übliche Zeichen.',
  },
  titles: {
    en: 'The table begins in line {line, number}; what stands above has other cells.',
    de: 'Die Tabelle beginnt in Zeile {line, number}; was darüber steht, hat andere Zellen.',
  },
  told: { en: 'The first line of the file says so (sep=).', de: 'Die erste Zeile der Datei sagt es (sep=).' },
  nulls: {
    en: '{count, plural, one {# cell holds} other {# cells hold}} exactly this text.',
    de: '{count, plural, one {# Zelle enthält} other {# Zellen enthalten}} genau diesen Text.',
  },
  mend: {
    en: '{count, plural, one {# row has} other {# rows have}} too many cells; joined at a separator that is followed by a space, all of them fit.',
    de: '{count, plural, one {# Zeile hat} other {# Zeilen haben}} zu viele Zellen; an einem Trennzeichen mit folgendem Leerzeichen verbunden, passen sie alle.',
  },
  stray: {
    en: 'Quotes stand inside values that are not quoted.',
    de: 'Anführungszeichen stehen in nicht umschlossenen Werten.',
  },
})

type Options = z.output<typeof csv.options>
type Finding = { option: keyof Options & string; confidence: number; reason: Text }

/** Finds encoding, separator, quote, header, text for "no value" and what uneven rows mean from the first bytes. */
export function detectCsv(head: Uint8Array): { options: Partial<Options>; findings: Finding[]; confidence: number } {
  const { encoding, confidence: sure, reason } = detectEncoding(head)
  const text = wholeLines(headText(head, encoding))
  const told = separatorLine.exec(text)
  const best = bestDialect(told ? text.slice(told[0].length) : text, told?.[1])
  const findings: Finding[] = [{ option: 'encoding', confidence: sure, reason }]
  const options: Partial<Options> = {
    encoding,
    delimiter: best.dialect.delimiter === '\t' ? '\\t' : best.dialect.delimiter,
    enclosure: best.dialect.enclosure,
  }
  const found = <K extends keyof Options & string>(option: K, value: Options[K], confidence: number, why: Text) => {
    options[option] = value
    findings.push({ option, confidence, reason: why })
  }
  const certain = best.width > 1 ? Math.min(0.99, best.share * (best.rows.length > 3 ? 0.99 : 0.8)) : 0.3
  found(
    'delimiter',
    options.delimiter!,
    told ? 0.99 : certain,
    bothLanguages(
      told ? texts.told() : texts.separator({ share: best.share, rows: best.rows.length, cells: best.width }),
    ),
  )
  found(
    'enclosure',
    best.dialect.enclosure,
    best.quoted > 0 ? 0.98 : 0.6,
    bothLanguages(best.quoted > 0 ? texts.quoted({ count: best.quoted }) : texts.unquoted()),
  )
  if (best.stray) found('stray_quotes', 'text', 0.7, bothLanguages(texts.stray()))
  const above = rowsAbove(best.rows)
  if (above > 0) {
    const line = best.lines[above]! + (told ? 1 : 0)
    found('skip_lines', line - 1, 0.85, bothLanguages(texts.titles({ line })))
  }
  const table = best.rows.slice(above)
  const header = headerOf(table)
  found('header', header.yes, header.confidence, header.reason)
  const nulls = nullText(table)
  if (nulls) found('null_text', nulls.text, 0.9, bothLanguages(texts.nulls({ count: nulls.count })))
  const uneven = table.filter((row) => row.length > table[0]!.length)
  if (uneven.length > 0 && uneven.every((row) => mended(row, table[0]!.length, best.dialect.delimiter)))
    found(
      'uneven_rows',
      'mend',
      Math.min(0.97, 0.7 + uneven.length / 50),
      bothLanguages(texts.mend({ count: uneven.length })),
    )
  const markup = /^\s*[<{[]/.test(text)
  return { options, findings, confidence: best.width === 1 ? (markup ? 0.05 : 0.3) : (markup ? 0.3 : 0.9) * best.share }
}

/** Cuts off the line the sample ends within. */
function wholeLines(text: string) {
  const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return text.length > 1000 && last > 0 ? text.slice(0, last + 1) : text
}

type Read = {
  dialect: Dialect
  rows: Cells[]
  lines: number[]
  width: number
  share: number
  quoted: number
  stray: boolean
}

function bestDialect(text: string, told: string | undefined): Read {
  const quotes =
    (text.match(/(^|[,;\t|\r\n])'[^'\r\n]*'(?=[,;\t|\r\n]|$)/g)?.length ?? 0) > (text.match(/"/g)?.length ?? 0) + 2
      ? ["'"]
      : ['"']
  const reads = quotes.flatMap((enclosure) =>
    (told ? [told] : [',', ';', '\t', '|']).map((delimiter) => readAs(text, delimiter, enclosure)),
  )
  // More cells in step with each other win; a single column is the last resort.
  const score = (read: Read) => (read.width < 2 ? 0 : read.share ** 2 * (1 + Math.log2(read.width) / 4))
  return reads.reduce((best, read) => (score(read) > score(best) ? read : best))
}

function readAs(text: string, delimiter: string, enclosure: string): Read {
  const dialect: Dialect = { delimiter, enclosure, null_text: '', empty_as_null: true, stray_quotes: 'text' }
  const quoted = text.split(delimiter + enclosure).length - 1 + text.split('\n' + enclosure).length - 1
  const rows: Cells[] = []
  const lines: number[] = []
  const reader = new CsvRows(dialect)
  const drain = () => {
    for (let row = reader.next(); row && rows.length < 2000; row = reader.next()) {
      rows.push(row)
      lines.push(reader.begunOn)
    }
  }
  reader.feed(text)
  try {
    drain()
    reader.end()
    drain()
  } catch (error) {
    // The sample may end inside a quoted value, and another dialect than the file's breaks somewhere: what was read so far counts.
    if (!(error instanceof Invalid)) throw error
  }
  const widths = new Map<number, number>()
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1)
  const [width, count] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [1, 0]
  const stray =
    enclosure !== '' &&
    rows.some((row) => row.some((cell) => cell?.includes(enclosure))) &&
    strayIn(text, delimiter, enclosure)
  return { dialect, rows, lines, width, share: rows.length === 0 ? 0 : count / rows.length, quoted, stray }
}

function strayIn(text: string, delimiter: string, enclosure: string): boolean {
  const reader = new CsvRows({ delimiter, enclosure, null_text: '', empty_as_null: true, stray_quotes: 'refuse' })
  reader.feed(text)
  try {
    while (reader.next()) continue
    return false
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return error.code === 'CSV_STRAY_QUOTE'
  }
}

function nullText(rows: Cells[]): { text: string; count: number } | undefined {
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const cell of row)
      if (cell !== null && /^(NULL|null|\\N|#N\/A|N\/A|NaN|None)$/.test(cell))
        counts.set(cell, (counts.get(cell) ?? 0) + 1)
  const [text, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? []
  return text === undefined ? undefined : { text, count: count! }
}
