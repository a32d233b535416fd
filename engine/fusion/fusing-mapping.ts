import type { Moment } from '@weft/kit/define/transformer.ts'
import type { MappingPlan } from '../mapping/emit/plan.ts'

/** What a mapping computes, for whoever does it together with other work on a record. */
export type FusingMapping = {
  plan: MappingPlan
  /** As for a record on its way through the mapping, but nothing may be asked for that depends on its place in the batch: that throws. */
  moment: Moment
  /** What it needs of the project, such as configuration values, is there, and so is the time of the run: a batch has been mapped. */
  isReady: boolean
}
