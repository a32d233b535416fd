import type { Message } from '@weft/kit/messages/messages.ts'

/** Something to look at in a document, as the engine's check tells it. */
export type StepProblemView = {
  message: Message
  /** Dotted; within a step where there is one, as in `settings.path`. */
  place: string
  step?: string | undefined
  line?: number | undefined
  column?: number | undefined
  level?: 'error' | 'warning' | undefined
}

export const isHint = (problem: StepProblemView) => problem.level === 'warning'

/** Problems of one step by setting, for marking its fields. */
export function fieldProblems(problems: readonly StepProblemView[], step: string): Record<string, Message[]> {
  const fields: Record<string, Message[]> = {}
  for (const { message, place, step: of } of problems) {
    const key = /(?:^|\.)settings\.(.+)$/.exec(place)?.[1]
    if (of === step && key) (fields[key] ??= []).push(message)
  }
  return fields
}
