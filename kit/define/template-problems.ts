import type { Message } from '../messages/messages.ts'
import { templateNames, parseTemplate, TemplateError, unknownNames } from './template.ts'

/** A value that nobody gives, or a text that cannot be read; `at` is where, counted from 0. */
export type TemplateProblem = { at: number; message: Message }

/** What is wrong with a text that is given values of these names. */
export function templateProblems(text: string, known: ReadonlySet<string>): TemplateProblem[] {
  try {
    return parseTemplate(text).parts.flatMap((part) => {
      if (typeof part === 'string') return []
      const one = { source: text, parts: [part] }
      return templateNames(one).some((name) => !known.has(name))
        ? unknownNames(one, known).map((message) => ({ at: part.at, message }))
        : []
    })
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return [{ at: error.at, message: error.say }]
  }
}
