import { mappingLimits } from '@weft/kit/define/mapping.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { isMissing, plain } from '@weft/kit/define/value.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { mostPartners, type Join } from './check/further.ts'
import { keyOf, objectOf, own } from './emit/runtime.ts'

const texts = defineMessages({
  missing: {
    en: 'Nothing in “{label}” belongs to this record.',
    de: 'Zu diesem Datensatz gehört nichts in „{label}“.',
  },
  several: {
    en: 'More than one record of “{label}” belongs to this one, and only one may.',
    de: 'Zu diesem Datensatz gehört mehr als ein Datensatz in „{label}“; es darf nur einer sein.',
  },
  many: {
    en: 'More than {most, number} records of “{label}” belong to this one.',
    de: 'Zu diesem Datensatz gehören mehr als {most, number} Datensätze in „{label}“.',
  },
  batch: {
    en: 'More records of “{label}” belong to the records of this batch than can be held at once. Compare more fields, or take a data set that sums them up.',
    de: 'Zu den Datensätzen dieses Stapels gehören mehr Datensätze in „{label}“, als auf einmal gehalten werden können. Vergleichen Sie weitere Felder oder nehmen Sie ein Datenset, das sie zusammenfasst.',
  },
})

type Refusal = Omit<Rejected, 'record'>
/** Records with what their further sources have for them; those that may not go on, by their place, are as they came. */
export type Joined = { records: DataRecord[]; refused: ReadonlyMap<number, Refusal> }

/** Asks each further source once for all records of a batch, by the keys they have. */
export async function joinFurther(
  joins: readonly Join[],
  records: DataRecord[],
  partners: StepContext['data_sets']['partners'],
): Promise<Joined> {
  const refused = new Map<number, Refusal>()
  let joined = records
  for (const join of joins) {
    const keys = joined.map((record, i) => (refused.has(i) ? undefined : keyIn(record, join)))
    const found = await ask(join, keys, partners)
    joined = joined.map((record, i) => {
      if (refused.has(i)) return record
      const key = keys[i]
      const rows = (key && found?.get(JSON.stringify(key))) ?? []
      const reason = key && !found ? texts.batch({ label: join.label }) : reasonAgainst(join, rows.length)
      if (reason) {
        const { path, full_name } = join.on[0]!
        refused.set(i, { field: full_name, value: valueAt(record, path), reason })
        return records[i]!
      }
      return { ...record, [join.name]: join.take === 'all' ? rows : (rows[0] ?? null) }
    })
  }
  return { records: joined, refused }
}

async function ask(
  { of, on, fields, order, take }: Join,
  keys: readonly (string[] | undefined)[],
  partners: StepContext['data_sets']['partners'],
) {
  const unique = new Map(keys.flatMap((key) => (key ? [[JSON.stringify(key), key] as const] : [])))
  if (unique.size === 0) return new Map<string, DataRecord[]>()
  return partners({
    ...{ of, fields, order, most: mostPartners[take] },
    on: on.map(({ field }) => field),
    keys: [...unique.values()],
  })
}

function reasonAgainst({ take, on_missing, label }: Join, count: number): Message | undefined {
  if (count === 0) return on_missing === 'reject' ? texts.missing({ label }) : undefined
  if (take === 'only' && count > 1) return texts.several({ label })
  return count > mappingLimits.partners ? texts.many({ label, most: mappingLimits.partners }) : undefined
}

/** The values a record is joined by; none where one of them is missing. */
function keyIn(record: DataRecord, { on }: Join): string[] | undefined {
  const values = on.map(({ path }) => plain(valueAt(record, path)))
  return values.some(isMissing) ? undefined : values.map(keyOf)
}

function valueAt(record: DataRecord, path: readonly string[]): unknown {
  let here: unknown = record
  for (const name of path) here = own(objectOf(here), name)
  return here
}
