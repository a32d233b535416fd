import type { Condition } from '@weft/kit/define/condition.ts'
import { evaluateCondition } from '@weft/kit/define/evaluate-condition.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Moment } from '@weft/kit/define/transformer.ts'
import { converters, plain } from '@weft/kit/define/value.ts'
import type { Collect } from './evaluate.ts'
import type { MappingPlan } from './plan.ts'
import { entriesOf, keyOf, objectOf, own } from './runtime.ts'

/** The names the code is handed, in the order of its parameters. */
export const handed = [
  'apply',
  'rows',
  'tests',
  'collect',
  'to',
  'evaluateCondition',
  'plain',
  'objectOf',
  'own',
  'entriesOf',
  'keyOf',
  'wants',
] as const

type Behind = { rows: Map<string, DataRecord>[]; moment: Moment; tests: Condition[]; collect: Collect }

/** What stands behind those names. */
export const handedValues = (
  plan: MappingPlan,
  { moment, ...behind }: Behind,
): Record<(typeof handed)[number], unknown> => ({
  apply: plan.uses.map(({ transformer, options }) => transformer.apply(options, moment)),
  ...behind,
  to: converters,
  evaluateCondition,
  plain,
  objectOf,
  own,
  entriesOf,
  keyOf,
  wants: plan.wants,
})
