import type { Failure } from './failure.ts'

/** What a file may hold that is handed over in one go; a larger input comes as several. */
export const pieceBytes = 1024 * 1024
/** Above this, options and answers travel as a file. */
export const inlineBytes = 64 * 1024

type Handed = { options: unknown } | { /** Written by `v8.serialize`, in the child's folder. */ options_file: string }
/** `turn` tells one task of a process from the others: what it leaves running must not speak for the next one. */
export type ToChild =
  | ({ task: string; turn: number; answer_bytes: number } & Handed)
  | { answered: number; value?: unknown; failure?: Failure }
export type FromChild =
  | { ready: true }
  | { turn: number; question: number; of: string; value: unknown }
  | { turn: number; done: { text: string } | { file: string }; /** Files beside the answer. */ bytes: string[] }
  | { turn: number; failure: Failure }
  | { turn: number; too_large: true }
