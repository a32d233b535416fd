import type { Condition } from '@weft/kit/define/condition.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import type { InsightSource } from './insight-source.server.ts'

/** So many rows are kept for all who ask the same; more are read batch by batch by each. */
const mostKept = 20_000

/** Rows somebody is going to read. */
export type WantedRows = () => AsyncIterable<DataRecord[]>

/**
 * Asks a question of several graphs once. Everything is wanted before anything is read, so that the question is for all columns
 * together; each graph then goes through the same rows.
 */
export function sharedRows() {
  type Question = { columns: Set<string>; rows?: Promise<DataRecord[]> }
  const questions = new Map<string, Question>()
  const limited = createSemaphore({ at_once: 3 })

  return function want(
    source: InsightSource,
    conditions: readonly Condition[],
    columns: readonly string[],
  ): WantedRows {
    const key = JSON.stringify([source.key, conditions])
    const question: Question = questions.get(key) ?? { columns: new Set() }
    questions.set(key, question)
    for (const column of columns) question.columns.add(column)
    return async function* () {
      const wanted = [...question.columns]
      question.rows ??= limited(() => source.ask(conditions, { columns: wanted, limit: mostKept + 1 }))
      const rows = await question.rows
      if (rows.length <= mostKept) yield rows
      else yield* source.all(conditions, columns)
    }
  }
}
