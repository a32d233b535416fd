import type { Readable } from 'node:stream'
import type { Model } from '@weft/kit/define/model.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { Fusion, Places, SourceBatch } from '@weft/kit/define/step-context.ts'
import { defineMessages, inserted, type Message } from '@weft/kit/messages/messages.ts'
import { openFusion, type FusedCode } from '../fusion/fuse.ts'
import { fusedRecords, type FusedBatch } from '../fusion/fused-batch.ts'
import { converterOf, Misfit } from './convert.ts'
import { formatOf, type KnownFormats } from './formats.ts'

const texts = defineMessages({
  line: { en: 'Line {place, number}: {reason}', de: 'Zeile {place, number}: {reason}' },
  row: { en: 'Row {place, number}: {reason}', de: 'Zeile {place, number}: {reason}' },
  entry: { en: 'Entry {place, number}: {reason}', de: 'Eintrag {place, number}: {reason}' },
})

/**
 * Reads a file by a model: records with the model's field names and types. Dates come as ISO 8601, decimals as text digit by
 * digit. A record with a value that does not fit is rejected with its place and the reason; the others go on. With the steps behind it,
 * as soon as they are open, the records are fused with them.
 */
export async function* readByModel(
  known: KnownFormats,
  model: Model,
  source: Readable,
  cursor?: unknown,
  steps?: Fusion,
): AsyncGenerator<SourceBatch> {
  const { format, body } = formatOf(known, model.type)
  const convert = converterOf(model)
  const fused = steps && openFusion(model, steps)
  for await (const batch of body.read(source, format.options.parse(model.options), cursor)) {
    const { records, numbers, rejected } = readBatch(batch, convert, fused?.())
    yield {
      records,
      cursor: batch.cursor,
      ...(batch.places && { places: { unit: batch.places.unit, numbers } }),
      ...(rejected.length > 0 && { rejected }),
    }
  }
}

function readBatch(batch: SourceBatch, convert: ReturnType<typeof converterOf>, code: FusedCode | undefined) {
  const indexes: number[] = []
  const records: (DataRecord | undefined)[] = []
  const lines: FusedBatch['lines'] = []
  const keys: FusedBatch['keys'] = []
  const numbers: number[] = []
  const rejected: Rejected[] = [...(batch.rejected ?? [])]
  for (let i = 0; i < batch.records.length; i++) {
    const raw = batch.records[i]!
    const place = batch.places?.numbers[i] ?? i + 1
    if (code?.add(raw, lines, keys)) records.push(undefined)
    else {
      const record = convert(raw, place)
      if (record instanceof Misfit) {
        rejected.push({
          record: raw,
          field: record.field,
          value: record.value,
          reason: placed(record.reason, batch.places?.unit ?? 'entry', place),
        })
        continue
      }
      records.push(record)
      lines.push(undefined)
      if (code?.isKeyed) keys.push(undefined)
    }
    indexes.push(i)
    numbers.push(place)
  }
  if (!code || !records.includes(undefined)) return { records: records as DataRecord[], numbers, rejected }
  const rawAt = batch.again ?? heldIn(batch.records)
  const recordAt = (i: number) => records[i] ?? (convert(rawAt(indexes[i]!), numbers[i]!) as DataRecord)
  return { records: fusedRecords({ ...code, lines, keys }, recordAt), numbers, rejected }
}

const heldIn = (records: DataRecord[]) => (index: number) => records[index]!

/** A reason with the place in front, in each language. */
const placed = (reason: Message, unit: Places['unit'], place: number): Message =>
  inserted(texts[unit]({ place, reason: '' }), 'reason', reason)
