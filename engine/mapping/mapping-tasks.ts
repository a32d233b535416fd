import type { MappingDefinition, MappingProblem, MappingTrace } from '@weft/kit/define/mapping.ts'
import type { MappingFunction } from '@weft/kit/define/mapping-function.ts'
import type { PluginManifest } from '@weft/kit/define/plugin.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { defineTask, previewLimits } from '../isolation/task.ts'
import type { MappedStructure } from './check/fields.ts'
import type { Others } from './check/further.ts'
import type { Hints, Suggestion } from './suggest.ts'

const advice = {
  en: 'Try fewer records, and look for steps that make a text many times as long.',
  de: 'Versuchen Sie es mit weniger Datensätzen und suchen Sie nach Schritten, die einen Text um ein Vielfaches verlängern.',
}
const structures = { en: 'Connect some of the fields by hand.', de: 'Verbinden Sie einige der Felder von Hand.' }

type Parts = {
  definition: MappingDefinition
  source: MappedStructure
  target: MappedStructure
  /** What further sources read, by the id of the structure or data set. */
  others: Others
}
export type MappingTrial = Parts & {
  /** The plugins whose transformers may be used; their code runs in the sandbox. */
  plugins: PluginManifest[]
  /** The project's own. */
  functions: MappingFunction[]
  records: DataRecord[]
  moment: { now: Date; seed: string }
  language: Language
}
type ToldRejected = { record: DataRecord; field?: string; value?: unknown; reason: string }
type ToldTrace = Omit<MappingTrace, 'rejected' | 'values'> & {
  rejected?: { field?: string; value?: unknown; reason: string }
  values: (Omit<MappingTrace['values'][number], 'failed'> & { failed?: string })[]
}
type ToldProblem = Omit<MappingProblem, 'message' | 'at'> & { message: string; at: Record<string, unknown> }
type Told = { problems: ToldProblem[]; runnable: boolean }

/** They may ask `lookup`, `references`, `data_set`, `partners`, `numbers`, `configuration`, `text` and `compute`, for what plugins give. */
export const runMapping = defineTask<MappingTrial, Told & { out: DataRecord[]; rejected: ToldRejected[] }>({
  name: 'run_mapping',
  limits: previewLimits,
  advice,
})
export const traceMapping = defineTask<MappingTrial, Told & { traces: ToldTrace[] }>({
  name: 'trace_mapping',
  limits: previewLimits,
  advice,
})
export const writeMapping = defineTask<Parts & Pick<MappingTrial, 'plugins' | 'functions'>, { code: string }>({
  name: 'write_mapping',
  limits: previewLimits,
  advice: structures,
})
export const suggestMapping = defineTask<Parts & { hints: Hints }, Suggestion[]>({
  name: 'suggest_mapping',
  limits: previewLimits,
  advice: structures,
})
