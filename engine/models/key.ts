import type { DynamicField, ModelField } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { bothLanguages, defineMessages, type Text } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  unique: {
    en: 'Every entry of the sample has a value here, and no two the same.',
    de: 'Jeder Eintrag der Stichprobe hat hier einen Wert, und keine zwei denselben.',
  },
  only: {
    en: 'The sample has one entry only; the name of this field speaks for it.',
    de: 'Die Stichprobe hat nur einen Eintrag; für dieses Feld spricht sein Name.',
  },
  row: {
    en: 'No column is unique, but the number of the entry in the file can be the key. Choose it only where each file replaces the one before: the next begins at the same number.',
    de: 'Keine Spalte ist eindeutig, aber die Nummer des Eintrags in der Datei kann der Schlüssel sein. Wählen Sie sie nur, wo jede Datei die vorige ersetzt: Die nächste beginnt bei derselben Nummer.',
  },
  together: {
    en: 'No column alone is unique, but {names} together are.',
    de: 'Keine Spalte allein ist eindeutig, aber {names} zusammen sind es.',
  },
})

export type KeyFinding = { name: string; confidence: number; reason: Text }

/** Which field, or which fields joined, can tell the entries apart; the likeliest first. */
export function recordKey(
  fields: readonly ModelField[],
  records: readonly DataRecord[],
): { candidates: KeyFinding[]; best: string | undefined; dynamic: DynamicField | undefined } {
  const usable = fields
    .map((field, i) => ({ field, i }))
    .filter(
      ({ field }) =>
        field.include &&
        !field.nullable &&
        ['text', 'integer', 'big_integer', 'uuid', 'date', 'date_time'].includes(field.type) &&
        (field.length ?? 0) <= 255,
    )
  const candidates = usable
    .filter(({ field }) => field.unique || (records.length === 1 && named.test(field.name)))
    .map(({ field, i }) => ({
      name: field.name,
      confidence: Math.min(
        0.99,
        (named.test(field.name) ? 0.75 : 0.45) +
          (i === 0 ? 0.2 : 0) +
          Math.min(records.length, 100) / 1000 -
          (field.type.startsWith('date') ? 0.2 : 0),
      ),
      reason: bothLanguages(field.unique ? texts.unique() : texts.only()),
    }))
    .toSorted((a, b) => b.confidence - a.confidence)
  if (candidates[0]) return { candidates, best: candidates[0].name, dynamic: undefined }
  const pair = pairOf(
    usable
      .map(({ field }) => field)
      .filter((field) => !field.type.startsWith('date'))
      .toSorted((a, b) => Number(named.test(b.name)) - Number(named.test(a.name)))
      .slice(0, 8),
    records,
  )
  const free = (wished: string, other: string) => (fields.some((field) => field.name === wished) ? other : wished)
  if (!pair) {
    const name = free('row_number', 'row_number_in_file')
    return {
      candidates: [{ name, confidence: 0.4, reason: bothLanguages(texts.row()) }],
      best: undefined,
      dynamic: { name, glue: '-', values: [], row_number: true },
    }
  }
  const name = free('id', 'entry_key')
  const found = {
    name,
    confidence: pair.every((field) => named.test(field.name)) ? 0.85 : 0.6,
    reason: bothLanguages(texts.together({ names: pair.map((field) => field.original_name).join(' + ') })),
  }
  return { candidates: [found], best: name, dynamic: { name, glue: '-', values: pair.map((field) => field.name) } }
}

const named = /(^|_)(id|key|code|no|nr|nummer|number|sku|ean|gtin|uuid|guid|iso\w*)(_|$)/

function pairOf(fields: ModelField[], records: readonly DataRecord[]): [ModelField, ModelField] | undefined {
  if (records.length < 2) return undefined
  for (const [i, first] of fields.entries())
    for (const second of fields.slice(i + 1)) {
      const seen = new Set<string>()
      if (
        records.every(
          (record) =>
            seen.size <
            seen.add(`${String(record[first.original_name])}\u0000${String(record[second.original_name])}`).size,
        )
      )
        return [first, second]
    }
  return undefined
}
