import { Exact } from '@weft/kit/define/compare.ts'
import type { Model } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Fusion } from '@weft/kit/define/step-context.ts'
import { SmallDecimal, smallOf } from '@weft/kit/define/small-decimal.ts'
import { converters, plain } from '@weft/kit/define/value.ts'
import { convertOf, Misfit } from '../models/convert.ts'
import { handed, handedValues } from '../mapping/emit/handed.ts'
import { isInherited } from '../mapping/emit/runtime.ts'
import { writeFields } from '../mapping/emit/source.ts'
import type { MappingRun } from '../mapping/runner.ts'
import type { FusingWriter, LineLayout } from '../records/writing/lines.ts'
import type { FusedBatch } from './fused-batch.ts'
import type { FusingMapping } from './fusing-mapping.ts'
import { isPlainText } from './plain-text.ts'
import { handedForLines, variableOf, writeLineCode } from './write-code.ts'

export type FusedCode = Pick<FusedBatch, 'mapping' | 'layout' | 'absent'> & {
  isKeyed: boolean
  /** Puts the line of a record, as it came from the file, and what tells it apart behind the others; false where it has to go the usual way. */
  add(raw: DataRecord, lines: FusedBatch['lines'], keys: FusedBatch['keys']): boolean
}

/** The part of a model that says what becomes of its records. */
type Read = Pick<Model, 'fields' | 'dynamic_fields'>

const made = new WeakMap<Fusion, { read: string; code: FusedCode | undefined }>()

/** The code for a straight line, as soon as all of its steps are open; undefined before that and where they cannot be fused. It is made once for all files that are read alike. */
export function openFusion({ fields, dynamic_fields }: Read, steps: Fusion): () => FusedCode | undefined {
  const read = JSON.stringify([fields, dynamic_fields])
  return () => {
    const known = made.get(steps)
    if (known?.read === read) return known.code
    const mapping = (steps.mapping as MappingRun | undefined)?.fusing
    const layout = (steps.writer as Partial<FusingWriter> | undefined)?.layout
    if (!steps.mapping || !steps.writer || mapping?.isReady === false) return undefined
    const code = mapping && layout && fuse({ fields, dynamic_fields }, mapping, layout)
    made.set(steps, { read, code })
    return code
  }
}

/** Makes one function of reading by a model, a mapping and writing into a structure. */
function fuse(model: Read, mapping: FusingMapping, layout: LineLayout): FusedCode | undefined {
  const { plan, moment } = mapping
  const { gives } = plan.main
  if (model.dynamic_fields.length > 0 || gives.is !== 'object' || layout.structure.references?.own.length)
    return undefined
  const read = model.fields.filter(({ include }) => include)
  const variables = new Map(read.map(({ name }, i) => [name, variableOf(i)]))
  const fields = writeFields(plan, variables)
  const left = layout.columns.filter(({ field }) => !gives.fields.some(({ name }) => name === field.name))
  if (!fields || left.some(({ field, missing }) => isInherited(field.name) || typeof missing() === 'object'))
    return undefined
  const values: Record<string, unknown> = {
    ...handedValues(plan, { rows: [], moment, tests: fields.tests, collect: () => undefined }),
    ...smallDecimals(plan),
    converts: read.map(convertOf),
    Misfit,
    isPlainText,
    texts: layout.columns.map(({ text }) => text),
    missing: layout.columns.map(({ missing }) => missing),
    nothing: layout.nothing,
    keyIn: layout.keyOf,
    fields: layout.structure.fields,
  }
  const names = [...handed, ...handedForLines]
  const code = writeLineCode({ read, mapping: fields, gives: gives.fields, layout })
  // As of a mapping alone: of a tenant's words only quoted texts stand in it.
  const line = new Function(...names, code)(...names.map((name) => values[name])) as FusedCode['add']
  const isLeft = ({ field, missing }: LineLayout['columns'][number]) =>
    left.some((one) => one.field === field) && missing() === undefined
  return {
    ...{ mapping, layout, isKeyed: layout.keyed.length > 0 },
    absent: layout.columns.map((column) => (isLeft(column) ? '1' : '0')).join(''),
    add(raw, lines, keys) {
      try {
        return line(raw, lines, keys)
      } catch {
        // The usual way fails the same and says why.
        return false
      }
    },
  }
}

/** What code that computes with small decimals is handed: wherever anything else takes one, it is a decimal. */
function smallDecimals({ uses }: FusingMapping['plan']) {
  const exact = (value: unknown) => (value instanceof SmallDecimal ? new Exact(value.toFixed()) : value)
  return {
    smallOf,
    small: uses.map(({ transformer, options }) => transformer.small?.(options)),
    plain: (value: unknown) => (value instanceof SmallDecimal ? value.toFixed() : plain(value)),
    to: Object.fromEntries(
      Object.entries(converters).map(([type, convert]) => [type, (value: unknown) => convert(exact(value))]),
    ),
  }
}
