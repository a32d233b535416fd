import {
  originOf,
  type DataSetColumn,
  type DataSetDefinition,
  type DataSetSourceDefinition,
} from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { postgresDialect } from '../records/postgres/dialect.ts'
import { SqlParameters, type Dialect } from '../records/sql/dialect.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import type { Structure } from '../records/structure.ts'
import { computedAt, isZone } from './columns.ts'
import { parameterValues } from './conditions.ts'
import type { ComputedLater } from './formulas/computed-later.ts'
import { collectProblems, type Complain } from './problems.ts'
import { askQuestion, type AskedQuestion } from './question.ts'
import type { Origin } from './sources.ts'
import { texts } from './texts.ts'

/** What a definition speaks of, as far as it exists: structures, and other data sets with what those speak of. */
export type KnownSources = {
  structures: ReadonlyMap<string, Structure>
  data_sets: ReadonlyMap<string, { name: string; definition: DataSetDefinition }>
}

export type Compiled = {
  text: string
  values: unknown[]
  columns: DataSetColumn[]
  /** How the values of each column look. */
  fields: Map<string, StructureField>
  /** Columns that no SQL computes: rows are put through these before anybody sees them. */
  later: ComputedLater[]
  /** The structure whose records the rows are made from, and the question for their ids; none where they come from another question. */
  base: Structure | undefined
  base_ids: string
  base_values: unknown[]
}

/** What is wrong with a definition, by dotted path. Empty when it compiles. */
export const problemsOfDataSet = (definition: DataSetDefinition, known: KnownSources, id?: string): FieldErrors =>
  build(definition, known, {}, { strict: false, dialect: postgresDialect, trail: id === undefined ? [] : [id] })
    .problems

/**
 * Compiles a data set into one parameterised SELECT, its stages and the data sets it reads as common table expressions. Identifiers are quoted and
 * come only from the structures' own names; every value is a parameter, or written as the dialect writes literals. Throws nothing: problems
 * are told by their place, which are the same in every dialect.
 */
export const compileDataSet = (
  definition: DataSetDefinition,
  known: KnownSources,
  given: Record<string, unknown> = {},
  dialect: Dialect = postgresDialect,
): { compiled: Compiled; problems: FieldErrors } =>
  build(definition, known, given, { strict: true, dialect, trail: [] })

type How = { strict: boolean; dialect: Dialect; /** The data sets that are being read. */ trail: readonly string[] }
/** What is shared by everything that becomes one statement. */
type Statement = { known: KnownSources; parameters: SqlParameters; tables: { name: string; text: string }[] }

function build(
  definition: DataSetDefinition,
  known: KnownSources,
  given: Record<string, unknown>,
  how: How,
): { compiled: Compiled; problems: FieldErrors } {
  const { problems, complain } = collectProblems()
  const statement: Statement = { known, parameters: new SqlParameters(), tables: [] }
  const { text, base, base_values, selected, later } = ask(definition, given, statement, { ...how, complain })
  const [first] = definition.structures
  const { tables, parameters } = statement
  const before =
    tables.length > 0 ? `with ${tables.map((table) => `${table.name} as (${table.text})`).join(', ')} ` : ''
  return {
    compiled: {
      text: before + text,
      values: parameters.values,
      columns: selected.map(({ column }) => column),
      fields: new Map(selected.map(({ column, field }) => [column.name, field])),
      later,
      base: known.structures.get(first?.structure_id ?? ''),
      base_ids: `${before}select ${quoteIdentifier(first?.as ?? '')}._id from ${base}`,
      base_values: parameters.values.slice(0, base_values),
    },
    problems,
  }
}

/** The question of a definition; what it is asked of is put before it. */
function ask(
  definition: DataSetDefinition,
  given: Record<string, unknown>,
  statement: Statement,
  { strict, dialect, trail, complain }: How & { complain: Complain },
): AskedQuestion {
  const { stages = [], parameters: declared, zone } = definition
  const valueOf = parameterValues(definition, given, { strict, complain })
  const { parameters, tables, known } = statement
  const answered = new Map<string, Origin>()

  const originIn =
    (complain: Complain) =>
    (source: DataSetSourceDefinition, path: string): Origin | undefined => {
      const at = `${path}.${originOf(source)}`
      if (source.parent_id !== undefined)
        return answered.get(source.parent_id) ?? void complain(at, texts.unknownStage({ name: source.parent_id }))
      if (source.data_set_id !== undefined) return dataSetAt(source.data_set_id, at, complain)
      const structure = known.structures.get(source.structure_id ?? '')
      if (!structure) return void complain(at, texts.unknownStructure())
      return { sql: dialect.table(structure), fields: structure.fields }
    }

  function dataSetAt(id: string, path: string, complain: Complain): Origin | undefined {
    const found = known.data_sets.get(id)
    if (!found) return void complain(path, texts.unknownDataSet())
    const { name, definition: inner } = found
    if (trail.includes(id)) return void complain(path, texts.circle({ name }))
    const isHandedOn = (parameter: string) => declared.some((one) => one.name === parameter)
    const needed = inner.parameters.find((one) => one.required && !one.default && !isHandedOn(one.name))
    if (needed) return void complain(path, texts.neededParameter({ name, parameter: needed.name }))
    const handed = inner.parameters.filter((one) => isHandedOn(one.name)).map((one) => [one.name, valueOf(one.name)])
    const collected = collectProblems()
    const asked = ask(inner, Object.fromEntries(handed) as Record<string, unknown>, statement, {
      ...{ strict, dialect, trail: [...trail, id], complain: collected.complain },
    })
    // The value somebody gave is told where they gave it.
    const wrong = Object.entries(collected.problems).filter(([at]) => !at.startsWith('parameters.'))
    for (const [at, messages] of Object.entries(collected.problems))
      if (at.startsWith('parameters.')) for (const message of messages) complain(at, message)
    if (wrong.length > 0) return void complain(path, texts.wrongDataSet({ name }))
    return originOfAsked(asked)
  }

  function originOfAsked({ text, selected }: AskedQuestion): Origin {
    const name = quoteIdentifier(`stage_${tables.length + 1}`)
    tables.push({ name, text })
    const inSql = selected.filter((one) => 'sql' in one)
    return {
      sql: name,
      fields: inSql.map(({ column, field }) => ({ ...field, name: column.name, label: column.label })),
      asked: true,
    }
  }

  const how = { dialect, parameters, strict, declared, valueOf, zone }
  for (const [i, { id, ...stage }] of stages.entries()) {
    const told: Complain = (path, message) =>
      complain(path.startsWith('parameters.') ? path : `stages.${i}.${path}`, message)
    if (answered.has(id)) told('id', texts.nameTwice())
    const asked = askQuestion(stage, originIn(told), { ...how, zone: isZone(zone) ? zone : 'UTC', complain: told })
    for (const one of asked.selected)
      if ('later' in one) {
        const n = stage.fields.findIndex(({ name }) => name === one.column.name)
        told(`fields.${n}.${computedAt(stage.fields[n]!)}`, texts.laterStage({ key: one.key }))
      }
    answered.set(id, originOfAsked(asked))
  }
  return askQuestion(definition, originIn(complain), { ...how, complain })
}
