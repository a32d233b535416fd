import type { Model } from '@weft/kit/define/model.ts'
import type { DataRecord, Rejected, Retried } from '@weft/kit/define/record.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { converterOf, Misfit } from './convert.ts'
import { formatOf, type KnownFormats } from './formats.ts'

type Reading = { format: string; options: Record<string, unknown>; model?: Model }

/** Reads a record once more that reading has refused: by the format where that refused it, and then by the model. */
export function retryRead(
  known: KnownFormats,
  { format: key, options, model }: Reading,
  refused: Retried,
): { records: DataRecord[]; rejected: Rejected[] } {
  const { format, body } = formatOf(known, key)
  const place = placeOf(refused)
  const again = (why: Omit<Rejected, 'record'>) => ({
    records: [],
    rejected: [{ ...why, record: refused.record, reason: placedAt(why.reason, place) }],
  })
  const raw = rawOf(refused, (record) => body.retry?.(record, format.options.parse(options)) ?? { record })
  if (raw.reason) return again({ reason: raw.reason })
  const isNumbered = model?.dynamic_fields.some((field) => field.row_number) ?? false
  if (isNumbered && place === undefined) return again({ reason: refused.reason })
  const record = model ? converterOf(model)(raw.record, place ?? 0) : raw.record
  return record instanceof Misfit
    ? again({ field: record.field, value: record.value, reason: record.reason })
    : { records: [record], rejected: [] }
}

/** Where the record stood in its file, as its refusal said. */
function placeOf({ reason: { values } }: Retried): number | undefined {
  const place = Number(values['place'] ?? values['row'] ?? values['line'])
  return Number.isInteger(place) ? place : undefined
}

/** Read by itself a record is the first of its file: its reason names the place it had there, for whoever reads it and for the next try. */
function placedAt(reason: Message, place: number | undefined): Message {
  if (place === undefined) return reason
  const named = ['row', 'line'].filter((name) => name in reason.values).map((name) => [name, place])
  return { ...reason, values: { ...reason.values, ...Object.fromEntries(named), place } }
}

/** It is the model that speaks of a field. A format refuses an entry whole, and by itself that becomes no better. */
function rawOf(
  { record, field, reason, corrected }: Retried,
  read: (record: DataRecord) => Pick<Rejected, 'record'> & Partial<Rejected>,
) {
  if (field !== undefined) return { record }
  return corrected ? read(record) : { record, reason }
}
