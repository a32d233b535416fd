import type { Text } from '@weft/kit/messages/messages.ts'

/** How long a task may take from its beginning, the resident memory of its process, and the size of its answer. */
export type TaskLimits = { seconds: number; memory_mb: number; answer_mb: number }

/** `addons` may load libraries in machine code, `outbound` connects to the hosts that whoever gives the task has cleared. */
export type ProcessKind = 'plain' | 'addons' | 'outbound'

type Declaration = {
  name: string
  limits: TaskLimits
  /** What somebody can do whose input was too much; ends the sentence that names the limit. */
  advice: Text
  /** What its process has beside its code and its folder; `plain` unless said. */
  process?: ProcessKind
}

/** Work that touches what a tenant has written or sent, and is therefore done in a process of its own. */
export type Task<Options, Value> = Declaration & { readonly types?: (options: Options) => Value }
export const defineTask = <Options, Value>(declaration: Declaration): Task<Options, Value> => declaration

/** For looking at files, mappings and texts: what takes longer or grows larger is no preview any more. */
export const previewLimits: TaskLimits = { seconds: 20, memory_mb: 1_280, answer_mb: 8 }
