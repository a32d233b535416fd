import type { DataSetQuestion, DataSetSourceDefinition } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import { computedAt, isZone, selectColumns, splitOrigin, type SelectedColumn } from './columns.ts'
import { conditionsSql, type Conditions } from './conditions.ts'
import { hiddenName, type ComputedLater } from './formulas/computed-later.ts'
import type { Complain } from './problems.ts'
import { joinSources, type Origin } from './sources.ts'
import { texts } from './texts.ts'

/** One question as SQL, without what its sources stand for. */
export type AskedQuestion = {
  text: string
  /** What stands behind `from` and `where`, and how many parameters it speaks of. */
  base: string
  base_values: number
  selected: SelectedColumn[]
  later: ComputedLater[]
}

/** Compiles a question. Conditions come first: what asks only for the records speaks of no later parameter. */
export function askQuestion(
  question: DataSetQuestion,
  originAt: (source: DataSetSourceDefinition, path: string) => Origin | undefined,
  { zone, ...how }: Conditions & { zone: string },
): AskedQuestion {
  const { dialect, parameters } = how
  // What is wrong with fields is told before what is wrong with conditions.
  const late: Parameters<Complain>[] = []
  let isLate = false
  const complain: Complain = (...problem) => (isLate ? void late.push(problem) : how.complain(...problem))
  const joined = joinSources(question, originAt, { dialect, complain })
  isLate = true
  const where = conditionsSql(question.filters, 'filters', ({ of, field }, path) => joined.operand(of, field, path), {
    ...how,
    complain,
  })
  isLate = false
  if (!isZone(zone)) complain('zone', texts.unknownZone())
  const base = `${joined.from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  const base_values = parameters.values.length
  const selected = selectColumns(question, joined, { dialect, complain, parameters, zone: isZone(zone) ? zone : 'UTC' })
  for (const problem of late) complain(...problem)
  const isGrouped = question.fields.some((field) => field.function)
  if (isGrouped)
    for (const one of selected)
      if ('later' in one) {
        const i = question.fields.findIndex(({ name }) => name === one.column.name)
        const field = question.fields[i]!
        if (!field.function && !field.truncate)
          complain(`fields.${i}.${computedAt(field)}`, texts.laterGroup({ key: one.key }))
      }

  const output = (field: string, path: string) => {
    const found = selected.find(({ column }) => column.name === field)
    if (!found) return void complain(`${path}.field`, texts.unknownField({ field }))
    if ('later' in found) return void complain(`${path}.field`, texts.laterCondition({ field }))
    return { sql: `answer.${quoteIdentifier(field)}`, field: found.field }
  }
  const having = conditionsSql(question.having, 'having', ({ field }, path) => output(field, path), how)
  const order = question.sort.flatMap(({ field, descending }, i) => {
    const found = output(field, `sort.${i}`)
    return found ? [dialect.emptyLast(found.sql, descending)] : []
  })

  const { hidden, later } = inputsOf(selected, (origin) => joined.operand(...splitOrigin(origin), 'fields')!)
  const columns = [
    ...selected.flatMap((one) => ('sql' in one ? [{ sql: one.sql, name: one.column.name }] : [])),
    ...hidden,
  ]
  const groups = selected.flatMap((one, i) => (one.column.aggregated ? [] : [String(i + 1)]))
  const isKeyed = isGrouped && groups.length > 0
  const isOfAnswers = question.structures.some(({ structure_id }) => structure_id === undefined)
  const columnsSql = columns.map(({ sql, name }) => `${sql} as ${quoteIdentifier(name)}`).join(', ')
  const inner = [
    `select ${isKeyed && isOfAnswers ? dialect.groupingAnswers : ''}${columnsSql}`,
    `from ${base}`,
    ...(isKeyed ? [`group by ${groups.join(', ')}`] : []),
  ].join(' ')
  const ended = [
    ...(having.length > 0 ? [`where ${having.join(' and ')}`] : []),
    ...(order.length > 0 ? [`order by ${order.join(', ')}`] : []),
    ...(question.limit === undefined ? [] : [`limit ${question.limit}`]),
  ]
  const text = ended.length > 0 ? `select * from (${inner}) as answer ${ended.join(' ')}` : inner
  return { text, base, base_values, selected, later }
}

/** The columns that what is computed later is computed from, under names no output can have. */
function inputsOf(
  selected: readonly SelectedColumn[],
  operand: (origin: string) => { sql: string; field: StructureField },
) {
  const hidden = new Map<string, { sql: string; name: string; field: StructureField }>()
  const later = selected.flatMap((one): ComputedLater[] => {
    if (!('later' in one)) return []
    const made = new Set(one.later.map(({ output }) => output))
    const origins = one.later.flatMap(({ inputs }) => inputs.filter((origin) => origin !== null && !made.has(origin)))
    const inputs = [...new Set(origins as string[])].map((origin) => {
      const known = hidden.get(origin) ?? { ...operand(origin), name: hiddenName(hidden.size + 1) }
      hidden.set(origin, known)
      return [origin, known.name] as const
    })
    return [{ name: one.column.name, parts: one.later, inputs: Object.fromEntries(inputs) }]
  })
  // A question is asked for something, even where all that is wanted is computed from nothing.
  const isBare = later.length === selected.length && hidden.size === 0
  return { hidden: isBare ? [{ sql: '1', name: hiddenName(0) }] : [...hidden.values()], later }
}
