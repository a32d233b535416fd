import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

type Rows = AsyncIterable<DataRecord[]>
type Written = { options: object; cells: (rows: Rows) => Rows }

/**
 * How a CSV file is written so that a spreadsheet program of a language opens it rightly: its separator, numbers and dates, with a mark at
 * the beginning by which such programs know UTF-8. Without a language it is as other programs read it.
 */
export function writtenIn(language: Language | undefined, fields: readonly StructureField[]): Written {
  if (language === undefined) return { options: {}, cells: (rows) => rows }
  const encoding = 'utf-8-bom'
  if (language === 'en') return { options: { encoding }, cells: (rows) => rows }
  const told = fields.flatMap(({ name, type }) => {
    const write = german[type]
    return write ? [{ name, write }] : []
  })
  return {
    options: { encoding, delimiter: ';' },
    async *cells(rows) {
      for await (const batch of rows)
        yield batch.map((row) => {
          const own = { ...row }
          for (const { name, write } of told) if (typeof own[name] === 'string') own[name] = write(own[name])
          return own
        })
    },
  }
}

const german: Partial<Record<StructureField['type'], (value: string) => string>> = {
  decimal: (value) => value.replace('.', ','),
  date: (value) => dayOf(value),
  date_time: (value) => {
    const [date = '', time = ''] = value.split('T')
    return `${dayOf(date)} ${time.replace('Z', '').replace(/\.0+$/, '')}`
  },
}

const dayOf = (date: string) => date.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')
