import type { DataRecord } from '@weft/kit/define/record.ts'
import { bind, type Moment, type Transformer } from '@weft/kit/define/transformer.ts'
import { plain, Refused } from '@weft/kit/define/value.ts'
import { isHidden, type ComputedLater } from './computed-later.ts'

/** Puts the fields that no SQL computes into rows. What a transformer refuses is nothing to those that follow. */
export function computeFields(
  fields: readonly ComputedLater[],
  rows: readonly DataRecord[],
  { transformers, now }: { transformers: ReadonlyMap<string, Transformer>; now: Date },
): DataRecord[] {
  const moment = momentAt(now)
  const bound = fields.map(({ name, parts, inputs }) => ({
    name,
    inputs,
    parts: parts.map((part) => ({ ...part, apply: bind(transformers.get(part.key)!, part.options, moment) })),
  }))
  return rows.map((row) => {
    const next = Object.fromEntries(Object.entries(row).filter(([name]) => !isHidden(name)))
    for (const { name, parts, inputs } of bound) {
      const values = new Map<string, unknown>(Object.entries(inputs).map(([origin, column]) => [origin, row[column]]))
      next[name] = valueOf(parts, values)
    }
    return next
  })
}

type Bound = ComputedLater['parts'][number] & { apply: ReturnType<typeof bind> }

function valueOf(parts: readonly Bound[], values: Map<string, unknown>): unknown {
  let last: unknown = null
  for (const { inputs, output, apply } of parts) {
    last = unlessRefused(() => apply(inputs.map((origin) => (origin === null ? null : values.get(origin)))))
    values.set(output, last)
  }
  return plain(last) ?? null
}

function unlessRefused(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Nothing that a data set may not use: it has no numbers of a range and no configuration. */
const momentAt = (now: Date): Moment => ({
  now,
  configuration: new Map(),
  unique: () => '',
  number: () => '',
})
