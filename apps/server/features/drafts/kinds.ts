import { draftContents, type DraftKind } from '@weft/contracts/drafts.ts'
import { draftableDataSet } from '../data-sets/draftable.ts'
import { draftableStructure } from '../data-structures/draftable.ts'
import { draftableModel } from '../dynamic-models/draftable.ts'
import { draftableMapping } from '../mappings/draftable.ts'
import { draftableWorkflow } from '../workflows/draftable.ts'
import type { defineDraftable } from './draftable.ts'

/** Of what there are drafts. */
export const draftables: Record<DraftKind, ReturnType<typeof defineDraftable>> = {
  workflow: draftableWorkflow,
  mapping: draftableMapping,
  data_set: draftableDataSet,
  dynamic_model: draftableModel,
  data_structure: draftableStructure,
}

export const isDraftKind = (kind: string): kind is DraftKind => Object.hasOwn(draftContents, kind)
