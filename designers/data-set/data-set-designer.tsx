import type { DataSetDefinition, DataSetQuestion } from '@weft/kit/define/data-set.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import s from './data-set.module.css'
import { Fields } from './sections/fields.tsx'
import { Filters } from './sections/filters.tsx'
import { Lists } from './sections/lists.tsx'
import { Parameters } from './sections/parameters.tsx'
import type { Parts } from './sections/parts.tsx'
import { Sorting } from './sections/sorting.tsx'
import { Structures } from './sections/structures.tsx'
import { dataSetSources, type KnownStructure } from './sources.ts'
import type { StageAnswer } from './stage-answer.ts'
import { StageChain } from './stage-chain.tsx'
import { knownAt, questionsOf, withQuestions } from './stages.ts'

type Props = {
  definition: DataSetDefinition
  onChange: (definition: DataSetDefinition) => void
  /** What can be read: structures and other data sets. */
  structures: KnownStructure[]
  /** What formulas and chains are made of. */
  transformers: readonly Transformer[]
  /** The first rows of the stages by their names. */
  answers: ReadonlyMap<string, StageAnswer>
  errors: Record<string, string[]>
  readOnly?: boolean
}

/** What a data set asks, stage by stage: sources and joins, lists, fields, filters, sort; and its parameters. */
export function DataSetDesigner({
  definition,
  onChange,
  structures,
  transformers,
  answers,
  errors,
  readOnly = false,
}: Props) {
  const told = (path: string) => errors[path]?.[0] ?? errors[`definition.${path}`]?.[0]
  const questions = questionsOf(definition)
  const sections = (n: number) => {
    const question = questions[n]!
    const isStage = n < questions.length - 1
    const known = knownAt(definition, n, structures, answers)
    const change = (next: DataSetQuestion) =>
      onChange(withQuestions(definition, questions.with(n, { ...question, ...next })))
    const parts: Parts = {
      definition: question,
      set: (some) => change({ ...question, ...some }),
      onChange: change,
      structures: known,
      sources: dataSetSources(question, known),
      parameters: definition.parameters,
      transformers,
      readOnly,
      error: (path) => told(isStage ? `stages.${n}.${path}` : path),
    }
    return (
      <>
        <Structures {...parts} />
        <Lists {...parts} />
        <Fields {...parts} />
        <Filters {...parts} />
        <Sorting
          {...parts}
          isStage={isStage}
          zone={definition.zone}
          onZone={(zone) => onChange({ ...definition, zone })}
        />
      </>
    )
  }
  return (
    <fieldset className={s['designer']} disabled={readOnly}>
      <StageChain
        definition={definition}
        onChange={onChange}
        structures={structures}
        answers={answers}
        hasError={(n) => hasErrorAt(errors, n, questions.length)}
        error={told}
        readOnly={readOnly}
      >
        {sections}
      </StageChain>
      <Parameters definition={definition} set={(change) => onChange({ ...definition, ...change })} error={told} />
    </fieldset>
  )
}

/** Whether anything in the n-th question is complained of. */
function hasErrorAt(errors: Record<string, string[]>, n: number, count: number): boolean {
  const paths = Object.keys(errors).map((path) => path.replace(/^definition\./, ''))
  if (n < count - 1) return paths.some((path) => path.startsWith(`stages.${n}.`))
  return paths.some((path) => /^(structures|lists|fields|filters|having|sort|limit)(\.|$)/.test(path))
}
