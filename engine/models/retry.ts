import type { Model } from '@weft/kit/define/model.ts'
import type { DataRecord, Rejected, Retried } from '@weft/kit/define/record.ts'
import { converterOf, Misfit } from './convert.ts'
import { formatOf, type KnownFormats } from './formats.ts'

type Reading = { format: string; options: Record<string, unknown>; model?: Model }

/** Reads a record once more that reading has refused: by the format where that refused it, and then by the model. */
export function retryRead(known: KnownFormats, { format: key, options, model }: Reading, refused: Retried): { records: DataRecord[]; rejected: Rejected[] } {
  const { format, body } = formatOf(known, key)
  const raw = rawOf(refused, (record) => body.retry?.(record, format.options.parse(options)) ?? { record })
  if (raw.reason) return { records: [], rejected: [{ record: refused.record, reason: raw.reason }] }
  const place = placeOf(refused)
  const isNumbered = model?.dynamic_fields.some((field) => field.row_number) ?? false
  if (isNumbered && place === undefined) return { records: [], rejected: [{ record: refused.record, reason: refused.reason }] }
  const record = model ? converterOf(model)(raw.record, place ?? 0) : raw.record
  return record instanceof Misfit ? { records: [], rejected: [{ record: refused.record, field: record.field, value: record.value, reason: record.reason }] } : { records: [record], rejected: [] }
}

/** Where the record stood in its file, as its refusal said. */
function placeOf({ reason: { values } }: Retried): number | undefined {
  const place = Number(values['place'] ?? values['row'] ?? values['line'])
  return Number.isInteger(place) ? place : undefined
}

/** It is the model that speaks of a field. A format refuses an entry whole, and by itself that becomes no better. */
function rawOf({ record, field, reason, corrected }: Retried, read: (record: DataRecord) => Pick<Rejected, 'record'> & Partial<Rejected>) {
  if (field !== undefined) return { record }
  return corrected ? read(record) : { record, reason }
}
