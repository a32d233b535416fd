import type { CauseRow } from '@weft/contracts/rejection-causes.ts'
import { valueAt, withoutEntries } from '@weft/engine/mending/fields.ts'
import { isObject } from '@weft/kit/define/is-object.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'

type Day = CauseRow['days'][number]

type Rule = { reason: Message; value: unknown; varies: string[] }

/** The rule in words: where the reason names the value, or what differs from record to record, stand three dots. */
export function ruleInWords({ reason: { text, values }, value, varies }: Rule, language: Language): string {
  const named = typeof value === 'string' ? value : JSON.stringify(value)
  const open = new Set([...varies, ...Object.keys(values).filter((name) => values[name] === named)])
  const dotted = text[language].replaceAll(/\{(\w+)(?:, number)?\}/g, (whole, name: string) =>
    open.has(name) ? '…' : whole,
  )
  return say({ text: { ...text, [language]: dotted.replace(/…\.$/, '…') }, values }, language)
}

const recently = 2 * 24 * 3_600_000

/** New for two days; rising while the last two days brought clearly more than the two before them. */
export function badgeOf(first_seen_at: string, days: Day[], now: Date): CauseRow['badge'] {
  if (now.getTime() - Date.parse(first_seen_at) < recently) return 'new'
  const sum = (from: number, to: number) => days.slice(from, to).reduce((all, { rejected }) => all + rejected, 0)
  const [before, last] = [sum(-4, -2), sum(-2, days.length)]
  return last >= 10 && last > before * 1.5 ? 'rising' : null
}

type Sample = { record: DataRecord; field: string | null; value: unknown }

/** The paths of what stands in a record, into objects but not into lists, and the entries of lists that were rejected. */
export function fieldsOf(samples: readonly Sample[]): string[] {
  const paths = (record: DataRecord, before: string, depth: number): string[] =>
    Object.entries(record).flatMap(([name, value]) =>
      name.startsWith('_') && before === ''
        ? []
        : isObject(value) && depth < 3
          ? paths(value, `${before}${name}.`, depth + 1)
          : [`${before}${name}`],
    )
  const named = samples.flatMap((sample) => {
    const field = sample.field === null ? undefined : withoutEntries(sample.field)
    return field?.includes('[]') && valueAt(sample, field) !== undefined ? [field] : []
  })
  return [...new Set([...named, ...samples.flatMap(({ record }) => paths(record, '', 0))])].slice(0, 500)
}

/** The field of the records that is at fault: the one the rejection names, or the one that has its value, as where a file calls it otherwise. */
export function targetOf(field: string, fields: readonly string[], samples: readonly Sample[]): string | null {
  if (fields.includes(field)) return field
  const isSame = (sample: Sample, name: string) =>
    sample.value !== null && JSON.stringify(valueAt(sample, name)) === JSON.stringify(sample.value)
  const hits = fields.map((name) => ({ name, hits: samples.filter((sample) => isSame(sample, name)).length }))
  const best = hits.reduce((most, one) => (one.hits > most.hits ? one : most), { name: '', hits: 0 })
  return best.hits * 2 > samples.length ? best.name : null
}
