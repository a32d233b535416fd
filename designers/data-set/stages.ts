import { originOf, type DataSetDefinition, type DataSetQuestion, type DataSetStage } from '@weft/kit/define/data-set.ts'
import { columnsOfQuestion, dataSetSources, fieldsOfAnswer, freshName, type KnownStructure } from './sources.ts'
import type { StageAnswer } from './stage-answer.ts'

/** The last stage has no name: it is what the data set answers. */
export type Question = DataSetQuestion & { id?: string }

/** All questions of a definition in their order, the last one being its own. */
export const questionsOf = ({ stages = [], ...own }: DataSetDefinition): Question[] => [...stages, questionIn(own)]

const questionIn = ({ structures, lists, fields, filters, having, sort, limit }: DataSetQuestion): DataSetQuestion => ({
  structures,
  lists,
  fields,
  filters,
  having,
  sort,
  limit,
})

/** The same definition with other questions, each with a name but the last. */
export function withQuestions(definition: DataSetDefinition, questions: readonly Question[]): DataSetDefinition {
  const { parameters, zone } = definition
  const stages = questions.slice(0, -1) as DataSetStage[]
  const { id: _, limit = 10_000, ...last } = questions.at(-1)!
  return { ...last, limit, parameters, zone, ...(stages.length > 0 && { stages }) }
}

/** One question more behind the n-th, which it reads whole; those behind it that read the n-th read the new one. */
export function withStageBehind(
  definition: DataSetDefinition,
  n: number,
  columns: { name: string; label: string }[],
): DataSetDefinition {
  const questions = questionsOf(definition)
  const taken = questions.flatMap(({ id }) => id ?? [])
  const before = questions[n]!
  const isLast = n === questions.length - 1
  const id = before.id ?? freshName('stage', taken)
  const added = isLast ? undefined : freshName('stage', [...taken, id])
  const next: Question = {
    ...(added !== undefined && { id: added }),
    structures: [{ as: id, parent_id: id }],
    lists: [],
    fields: columns.map(({ name, label }) => ({ name, of: id, field: name, ...(label !== name && { label }) })),
    filters: [],
    having: [],
    sort: isLast ? before.sort : [],
    ...(isLast && before.limit !== undefined && { limit: before.limit }),
  }
  const { limit: _, ...whole } = before
  const first = isLast ? { ...whole, id, sort: [] } : before
  const behind = questions.slice(n + 1).map((one) => (added === undefined ? one : reading(one, id, added)))
  return withQuestions(definition, [...questions.slice(0, n), first, next, ...behind])
}

/** The question with another stage where it read one; its short name stays, so what speaks of it does. */
const reading = (question: Question, from: string, to: string): Question => ({
  ...question,
  structures: question.structures.map((source) => (source.parent_id === from ? { ...source, parent_id: to } : source)),
})

/** Without the n-th: who read it reads what it read. */
export function withoutStage(definition: DataSetDefinition, n: number): DataSetDefinition {
  const questions = questionsOf(definition)
  const { id: gone, structures } = questions[n]!
  const [{ as: _as, join: _join, ...origin }] = structures as [DataSetQuestion['structures'][number]]
  const left = questions.toSpliced(n, 1)
  if (gone === undefined) {
    const { id: _, ...last } = left.at(-1)!
    return withQuestions(definition, [...left.slice(0, -1), last])
  }
  return withQuestions(
    definition,
    left.map((one) => ({
      ...one,
      structures: one.structures.map((source) => {
        if (source.parent_id !== gone) return source
        const { as, join } = source
        return { as, ...origin, ...(join && { join }) }
      }),
    })),
  )
}

/** The n-th and the one behind it in the other order: each reads what the other read. */
export function withStagesSwapped(definition: DataSetDefinition, n: number): DataSetDefinition {
  const questions = questionsOf(definition)
  const [first, second] = [questions[n]!, questions[n + 1]!]
  const [own] = first.structures
  const firstId = first.id!
  const secondId =
    second.id ??
    freshName(
      'stage',
      questions.flatMap(({ id }) => id ?? []),
    )
  const now: Question = {
    ...second,
    id: secondId,
    structures: second.structures.map((source) => {
      if (source.parent_id !== firstId) return source
      const { as, join } = source
      return { as, [originOf(own!)]: own![originOf(own!)], ...(join && { join }) }
    }),
  }
  const [{ as, join }, ...others] = first.structures as [DataSetQuestion['structures'][number]]
  const moved: Question = { ...first, structures: [{ as, parent_id: secondId, ...(join && { join }) }, ...others] }
  const behind = questions.slice(n + 2).map((one) => reading(one, secondId, firstId))
  if (second.id === undefined) {
    const { id: _, ...last } = moved
    const { limit, ...whole } = now
    return withQuestions(definition, [
      ...questions.slice(0, n),
      whole,
      { ...last, ...(limit !== undefined && { limit }) },
    ])
  }
  return withQuestions(definition, [...questions.slice(0, n), now, moved, ...behind])
}

/** Renames a stage everywhere it is read. */
export function renameStage(definition: DataSetDefinition, n: number, id: string): DataSetDefinition {
  const questions = questionsOf(definition)
  const before = questions[n]!.id!
  return withQuestions(
    definition,
    questions.map((one, i) => (i === n ? { ...one, id } : reading(one, before, id))),
  )
}

/** What the n-th question can read: structures, data sets, and the stages before it with what they answer. */
export function knownAt(
  definition: DataSetDefinition,
  n: number,
  known: KnownStructure[],
  answers: ReadonlyMap<string, StageAnswer>,
): KnownStructure[] {
  return questionsOf(definition)
    .slice(0, n)
    .reduce<KnownStructure[]>((all, question) => {
      const { id = '' } = question
      const answered = answers.get(id)?.columns
      const columns = columnsOfQuestion(question, dataSetSources(question, all)).map(
        (column) => answered?.find(({ name }) => name === column.name) ?? column,
      )
      return [...all, { id, label: id, table_name: id, fields: fieldsOfAnswer(columns), origin: 'parent_id' }]
    }, known)
}
