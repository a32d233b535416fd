import type { MappingTrace } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { bind, type Moment } from '@weft/kit/define/transformer.ts'
import { converters, isMissing, plain, refuse, Refused } from '@weft/kit/define/value.ts'
import { evaluateCondition } from '@weft/kit/define/evaluate-condition.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { wholeOf } from '../check/formulas.ts'
import { isLoop, type Block, type PlannedCall, type PlannedExpression, type Loop, type MappingPlan } from './plan.ts'
import { entriesOf, isInherited, nameOfRow, objectOf, own } from './runtime.ts'

const most = 1_000_000
const texts = defineMessages({
  large: {
    en: 'The value is larger than {most, number} characters or entries, too large for a preview.',
    de: 'Der Wert hat mehr als {most, number} Zeichen oder Einträge, zu viele für eine Vorschau.',
  },
})

export type Rows = ReadonlyMap<string, DataRecord>[]
export type Collect = (lookup: number, key: string) => void
/** By depth: what fields are read from, and the same as it came. */
type Frame = {
  objects: DataRecord[]
  entries: unknown[]
  positions: number[]
  results: Map<PlannedCall | Loop, unknown>
}
type Watch = { values: MappingTrace['values']; field?: string; value?: unknown }

/**
 * Computes a plan at once, without making code of it: for previews in the browser, whose rules forbid making code, for the
 * debug mode and to find where a record failed. A test holds it and the emitted code together.
 */
export function evaluatorFor(plan: MappingPlan, rows: Rows, moment: Moment) {
  const bound = plan.uses.map(({ transformer, options }) => bind(transformer, options, moment))

  const nameWanted = (use: number, inputs: unknown[]) => (plan.wants.get(use) ?? nameOfRow({}))(...inputs)

  const blockOf = (block: Block, frame: Frame, watch: Watch | undefined, collect: Collect | undefined): unknown => {
    for (const step of block.steps)
      frame.results.set(step, isLoop(step) ? each(step, frame, watch, collect) : resultOf(step, frame, watch, collect))
    return valueOf(block.gives, frame, watch, collect)
  }

  const valueOf = (expression: PlannedExpression, frame: Frame, watch?: Watch, collect?: Collect): unknown => {
    switch (expression.is) {
      case 'read':
        return read(frame.objects[expression.depth]!, expression.path)
      case 'entry':
        return frame.entries[expression.depth]
      case 'result':
        return frame.results.get(expression.of)
      case 'object':
        return Object.fromEntries(
          expression.fields.map(({ name, value }) => [name, valueOf(value, frame, watch, collect)]),
        )
      case 'each':
        return each(expression, frame, watch, collect)
      case 'gathered':
        return frame.results.get(expression.by)
      case 'kept':
        return (frame.results.get(expression.of) as unknown[])[frame.positions[expression.depth - 1]!]
      case 'land':
        return land(expression, valueOf(expression.value, frame, watch, collect), watch)
      case 'collect': {
        const values = expression.values.map((value) => value && valueOf(value, frame, watch, collect))
        const name = nameWanted(expression.use, values)
        if (name !== undefined) collect?.(expression.lookup, name)
        return null
      }
    }
  }

  const each = (loop: Loop, frame: Frame, watch: Watch | undefined, collect: Collect | undefined): unknown => {
    const value = valueOf(loop.list, frame, watch, collect)
    const list = blaming(watch, loop.field, value, () => entriesOf(value))
    const kept = loop.block.steps.filter((step) => !isLoop(step) && step.kept)
    for (const step of kept) frame.results.set(step, [])
    return (
      list &&
      list.map((one, i) => {
        const inner: Frame = {
          objects: [...frame.objects.slice(0, loop.block.depth), objectOf(one)],
          entries: [...frame.entries.slice(0, loop.block.depth), one],
          positions: [...frame.positions, i],
          results: new Map(frame.results),
        }
        const given = entryOf(loop.block, inner, watch, collect)
        for (const step of kept) (frame.results.get(step) as unknown[])[i] = inner.results.get(step)
        return given
      })
    )
  }

  /** While keys are gathered an entry that fails asks for nothing; when it is mapped it is rejected. */
  const entryOf = (block: Block, inner: Frame, watch: Watch | undefined, collect: Collect | undefined): unknown => {
    if (!collect) return blockOf(block, inner, watch, collect)
    try {
      return blockOf(block, inner, watch, collect)
    } catch {
      return null
    }
  }

  const resultOf = (
    call: PlannedCall,
    frame: Frame,
    watch: Watch | undefined,
    collect: Collect | undefined,
  ): unknown => {
    const use = plan.uses[call.use]!
    const inputs = call.inputs.map((input) => input && valueOf(input, frame, watch, collect))
    const entry: MappingTrace['values'][number] = {
      transformer_id: use.stored.id,
      entries: frame.positions,
      inputs: inputs.map(carried),
    }
    if (watch && use.stored.id === wholeOf(use.stored.id)) watch.values.push(entry)
    try {
      if (
        !call.tests.every(({ value, condition }) =>
          evaluateCondition({ x: plain(valueOf(value, frame, watch, collect)) }, condition),
        )
      ) {
        entry.skipped = true
        const passes = use.stored.otherwise === 'pass' && !isMissing(inputs[0])
        entry.value = passes ? plain(converters[use.gives](inputs[0])) : null
        return passes ? converters[use.gives](inputs[0]) : null
      }
      const row = plan.rowOf.get(call.use)
      const name = row === undefined ? undefined : nameWanted(call.use, inputs)
      const result = ofSize(() => bound[call.use]!(inputs, name === undefined ? undefined : rows[row!]!.get(name)))
      entry.value = plain(result)
      return result
    } catch (error) {
      if (error instanceof Refused) entry.failed = error.reason
      if (watch && watch.field === undefined) Object.assign(watch, { field: call.field, value: plain(inputs[0]) })
      throw error
    }
  }

  const start = (record: DataRecord): Frame => ({
    ...{ objects: [record], entries: [record], positions: [] },
    results: new Map(),
  })
  return {
    map: (record: DataRecord) => blockOf(plan.main, start(record), undefined, undefined) as DataRecord,
    gather: plan.rounds.map((blocks) =>
      blocks.map(
        (block) => (record: DataRecord, collect: Collect) => void blockOf(block, start(record), undefined, collect),
      ),
    ),
    trace(record: DataRecord): MappingTrace {
      const watch: Watch = { values: [] }
      try {
        return { out: blockOf(plan.main, start(record), watch, undefined) as DataRecord, values: watch.values }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const { field, value } = watch
        return {
          rejected: {
            ...(field !== undefined && { field }),
            ...(value !== undefined && { value }),
            reason: error.reason,
          },
          values: watch.values,
        }
      }
    },
  }
}

/** Texts and lists can grow tenfold from transformer to transformer; a preview stops before that fills the memory. */
function ofSize<T>(work: () => T): T {
  const value = sized(work)
  return (typeof value === 'string' || Array.isArray(value)) && value.length > most
    ? refuse(texts.large({ most }))
    : value
}

/** The platform itself refuses texts beyond half a gigabyte. */
function sized<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return refuse(texts.large({ most }))
    throw error
  }
}

const carried = (value: unknown) => (Array.isArray(value) ? value.map(plain) : plain(value))

function read(object: DataRecord, path: string[]): unknown {
  let here: unknown = object
  for (const name of path) here = isInherited(name) ? own(objectOf(here), name) : objectOf(here)[name]
  return path.length === 0 ? object : here
}

function land(
  { how, type, field }: Extract<PlannedExpression, { is: 'land' }>,
  value: unknown,
  watch: Watch | undefined,
): unknown {
  if (how === 'plain') return plain(value) ?? null
  if (how === 'as_is') return value ?? null
  if (how === 'blank_to_null') return value === '' ? null : (value ?? null)
  return isMissing(value) ? null : blaming(watch, field, value, () => plain(converters[type](value)))
}

/** Notes the first place a refusal came from. */
function blaming<T>(watch: Watch | undefined, field: string, value: unknown, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (watch && watch.field === undefined) Object.assign(watch, { field, value: plain(value) })
    throw error
  }
}
