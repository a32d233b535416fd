import type { Failure } from './failure.ts'

/** What a file may hold that is handed over in one go; a larger input comes as several. */
export const pieceBytes = 1024 * 1024
/** Above this, options and answers travel as a file. */
export const inlineBytes = 64 * 1024

type Handed = { options: unknown } | { /** Written by `v8.serialize`, in the child's folder. */ options_file: string }
export type ToChild = ({ task: string; answer_bytes: number } & Handed) | { answered: number; value?: unknown; failure?: Failure }
export type FromChild =
  | { ready: true }
  | { question: number; of: string; value: unknown }
  | { done: { text: string } | { file: string }; /** Files beside the answer. */ bytes: string[] }
  | { failure: Failure }
  | { too_large: true }
