import type { PluginManifest } from '@weft/kit/define/plugin.ts'
import type { LimitLevel } from '@weft/kit/define/element.ts'
import { defineTask } from '../isolation/task.ts'
import type { Parsed, WorkflowProblem, WorkflowDocument } from './document.ts'

const limits = { seconds: 20, memory_mb: 1_280, answer_mb: 6 }
const advice = { en: 'Divide the workflow into several.', de: 'Teilen Sie den Workflow in mehrere auf.' }

/** What may be changed of a text as a whole. */
export type TextChanges = {
  head?: { label?: string; description?: string }
  /** By the id of the step. */
  steps?: Record<string, { planned?: string; wait?: string; disabled?: boolean }>
  /** What steps are configured with from now on, by their ids. */
  settings?: Record<string, Record<string, unknown>>
}
export type CheckedText =
  { document: WorkflowDocument; problems: WorkflowProblem[] } | { document?: undefined; problems: WorkflowProblem[] }

/** Reading long texts of workflows. */
export const readWorkflow = defineTask<{ source: string }, Parsed>({ name: 'read_workflow', limits, advice })
/** It may ask `exist`, for what steps point to. `plugins` are those whose elements may be used; `off` is what the project may not use. */
export const checkWorkflowText = defineTask<
  { source: string; plugins: PluginManifest[]; off: [string, LimitLevel][] },
  CheckedText
>({ name: 'check_workflow', limits, advice })
export const changeWorkflowText = defineTask<{ source: string; changes: TextChanges }, { source: string }>({
  name: 'change_workflow',
  limits,
  advice,
})
