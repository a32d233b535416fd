import { planMapping } from './emit/plan.ts'
import type { MakeFunction } from './functions.ts'
import type { MakeEngine } from './runner.ts'

/** Own functions, computed as the mappings that use them are. */
export const computedBy =
  (make: MakeEngine): MakeFunction =>
  (checked, moment) => {
    const { map } = make(planMapping(checked), [], moment)
    return (record) => map(record)['result'] ?? null
  }
