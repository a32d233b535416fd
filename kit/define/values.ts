import { evaluateCondition } from './evaluate-condition.ts'
import type { Step } from './element.ts'
import type { DataRecord } from './record.ts'
import { renderText, renderValue } from './render.ts'
import { parseTemplate, withConfiguration, type Template, type Values } from './template.ts'
import type { Condition } from './condition.ts'

export type Moment = Pick<Step<unknown>, 'job' | 'now' | 'configuration' | 'callbacks'>

const read = (step: Moment, source: string): Template =>
  withConfiguration(parseTemplate(source), step.configuration ?? new Map<string, string>())

/** What a template in a step may name: the record's own fields, `record`, `job.parameters`, `job.id`, `job.callback` and `now`; and `config.` with the name of a configuration value. */
export const valuesFor = ({ job, now, callbacks = {} }: Moment, record: DataRecord): Values => ({
  ...record,
  record,
  job: { id: job.id, workflow_id: job.workflow_id, parameters: job.parameters, callback: callbacks },
  now,
})

/** A template read once and then put to each record. */
export function texter(step: Moment, source: string): (record: DataRecord) => string {
  const template = read(step, source)
  return template.parts.every((part) => typeof part === 'string')
    ? () => source
    : (record) => renderText(template, valuesFor(step, record))
}

/** As `texter`; a template that is a single expression gives the value itself. */
export function valuer(step: Moment, source: string): (record: DataRecord) => unknown {
  const template = read(step, source)
  return template.parts.every((part) => typeof part === 'string')
    ? () => source
    : (record) => renderValue(template, valuesFor(step, record))
}

/** Comparisons whose values may be templates, such as `{{ other_field }}`. */
export function tester(
  step: Moment,
  list: readonly Condition[],
  match: 'all' | 'any',
): (record: DataRecord) => boolean {
  const tests = list.map((condition) => {
    if (typeof condition.value !== 'string' || !condition.value.includes('{{'))
      return (record: DataRecord) => evaluateCondition(record, condition)
    const value = valuer(step, condition.value)
    return (record: DataRecord) => evaluateCondition(record, { ...condition, value: value(record) })
  })
  return match === 'all' || tests.length === 0
    ? (record) => tests.every((test) => test(record))
    : (record) => tests.some((test) => test(record))
}

/** Comparisons as they stand for one record: templates in their values are put in. */
export const resolveConditions = (step: Moment, list: readonly Condition[], record: DataRecord): Condition[] =>
  list.map((condition) =>
    typeof condition.value === 'string' ? { ...condition, value: valuer(step, condition.value)(record) } : condition,
  )
