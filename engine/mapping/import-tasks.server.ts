import type { DateOrder, ModelField } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { implement, type Implementation } from '../isolation/serve.server.ts'
import { analyse } from '../models/analyse.server.ts'
import type { KnownFormats } from '../models/formats.ts'
import { readByModel } from '../models/read.server.ts'
import { parseMoment } from '../models/shapes.ts'
import { lookAtImport, readImport, type ReadImport } from './import-tasks.ts'
import { proposeImport } from './propose-import.ts'

const shownSamples = 4

/** Looking at files that are to be imported into a data structure, as isolated tasks. */
export const importTasks = (formats: KnownFormats): Implementation[] => [
  implement(lookAtImport, async ({ name, structure, earlier }, { open }) => {
    const { type, options, fields, entries, complete, preview } = await analyse(
      formats,
      { name, open },
      { preview_rows: 200 },
    )
    const found = withNotation(fields, preview.raw, options)
    const { columns, ...proposed } = proposeImport({ found, samples: preview.raw, structure, earlier })
    return {
      ...{ type, options, entries, complete, ...proposed },
      columns: columns.map((column) => ({
        ...column,
        samples: preview.raw.slice(0, shownSamples).map((row) => shown(row[column.found.original_name])),
      })),
    }
  }),

  implement(readImport, async ({ model, most, language }, { open }) => {
    const records: DataRecord[] = []
    const refused: ReadImport['refused'] = []
    for await (const batch of readByModel(formats, model, await open())) {
      for (const { field, value, reason } of batch.rejected ?? [])
        refused.push({ field, value: shown(value), reason: say(reason, language) })
      records.push(...batch.records)
      if (records.length + refused.length >= most)
        return { records: records.slice(0, most), refused: refused.slice(0, most), complete: false }
    }
    return { records, refused, complete: true }
  }),
]

const shown = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 100)

/**
 * How numbers and dates are written, also in columns that were taken for text because of a few odd values: as in the rest of the file, or as
 * most of their values say.
 */
function withNotation(
  fields: readonly ModelField[],
  rows: readonly DataRecord[],
  options: Record<string, unknown>,
): ModelField[] {
  const points = fields.some(({ type, decimal_comma }) => type === 'decimal' && !decimal_comma)
  const comma = fields.some(({ decimal_comma }) => decimal_comma) || (options['delimiter'] === ';' && !points)
  return fields.map((field) => {
    if (field.type !== 'text' && field.type !== 'long_text') return field
    const order = orderOf(rows.map((row) => row[field.original_name]))
    return { ...field, ...(comma && { decimal_comma: true }), ...(order && { date_order: order }) }
  })
}

function orderOf(values: readonly unknown[]): DateOrder | undefined {
  const texts = values.filter((value) => typeof value === 'string')
  const votes = (['ymd', 'dmy', 'mdy'] as const).map((order) => ({
    order,
    count: texts.filter((text) => parseMoment(text.trim(), order)).length,
  }))
  const [best] = votes.toSorted((a, b) => b.count - a.count)
  return best && best.count > 0 ? best.order : undefined
}
