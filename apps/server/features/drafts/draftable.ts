import type { DraftContent, DraftProblem } from '@weft/contracts/drafts.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import type { ProjectScope, Scoped } from '@weft/kit/database/connect.server.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'

/** Who asks, and what checks and publishes with. */
export type Asked = {
  context: AppContext<'databases' | 'db' | 'formats' | 'isolation'>
  scope: ProjectScope
  user: Caller
  language: Language
  given: Given
}
/** What the version is called, what its commit says, and whether values may be lost. */
export type Publishing = { name: string; message: string; accept_losses: boolean }
/** Makes a draft what is live, in the transaction that ends the draft. */
export type Publish = (trx: Scoped, publishing: Publishing) => Promise<unknown>

type Draftable<Values> = {
  /** What it says once it is finished. */
  schema: z.ZodType<Values>
  /** What is wrong with it, beyond that. */
  problems(asked: Asked, id: string, values: Values): Promise<DraftProblem[]>
  /** Checks what cannot be checked inside a transaction, and answers how it is published; with all the checks of a live save. */
  publish(asked: Asked, id: string, values: Values): Promise<Publish>
}

/** How things of a kind are drafted: unfinished ones are told what is missing, and published only when nothing is. */
export function defineDraftable<Values>({ schema, problems, publish }: Draftable<Values>) {
  return {
    /** The same with what it leaves out; nothing where it is unfinished. */
    finished: (values: object): object | undefined => {
      const parsed = schema.safeParse(values)
      return parsed.success ? (parsed.data as object) : undefined
    },
    async problems(asked: Asked, id: string, values: object): Promise<DraftProblem[]> {
      const parsed = schema.safeParse(values)
      if (parsed.success) return problems(asked, id, parsed.data)
      return problemsOfIssues(parsed.error.issues, asked.language)
    },
    publish: (asked: Asked, id: string, values: object): Promise<Publish> => publish(asked, id, schema.parse(values)),
  }
}

export const problemAt = (
  place: string,
  message: Message,
  language: Language,
  level: DraftProblem['level'] = 'error',
): DraftProblem => ({ place, message: say(message, language), level, step: null, line: null, column: null })

export const problemsFrom = (fields: FieldErrors, language: Language): DraftProblem[] =>
  Object.entries(fields).flatMap(([place, messages]) => messages.map((message) => problemAt(place, message, language)))

export const problemsOfIssues = (issues: readonly z.core.$ZodIssue[], language: Language): DraftProblem[] =>
  issuePaths(issues).map(({ place, message }) => problemAt(place, message, language))

export const valuesIn = ({ kind: _, ...values }: DraftContent) => values
