import type { Text } from '@weft/kit/messages/messages.ts'

/** How long a task may take from its beginning, the resident memory of its process, and the size of its answer. */
export type TaskLimits = { seconds: number; memory_mb: number; answer_mb: number }

type Declaration = {
  name: string
  limits: TaskLimits
  /** What somebody can do whose input was too much; ends the sentence that names the limit. */
  advice: Text
  /** Whether it needs libraries in machine code, which its process otherwise cannot load. */
  addons?: boolean
}

/** Work that touches what a tenant has written or sent, and is therefore done in a process of its own. */
export type Task<Options, Value> = Declaration & { readonly types?: (options: Options) => Value }
export const defineTask = <Options, Value>(declaration: Declaration): Task<Options, Value> => declaration

/** For looking at files, mappings and texts: what takes longer or grows larger is no preview any more. */
export const previewLimits: TaskLimits = { seconds: 20, memory_mb: 1_280, answer_mb: 8 }
