import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import type { Message } from '@weft/kit/messages/messages.ts'

/** Tells what is wrong, by dotted path into the definition. */
export type Complain = (path: string, message: Message) => void

export function collectProblems(): { problems: FieldErrors; complain: Complain } {
  const problems: FieldErrors = {}
  return { problems, complain: (path, message) => void (problems[path] ??= []).push(message) }
}
