import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { operandOf } from '../records/sql/condition-sql.ts'
import type { Dialect, SqlOperand } from '../records/sql/dialect.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import { isNested, type Structure } from '../records/structure.ts'
import { plainText } from './plain-field.ts'
import type { Complain } from './problems.ts'
import { texts } from './texts.ts'

/** Where fields come from: a structure under its short name, or a list unfolded. */
type Source = { alias: string; fields: StructureField[]; /** A list's entries live in a JSON value. */ list?: true }
type Operand = (of: string, field: string, path: string) => SqlOperand | undefined

/** Everything a data set asks, joined and unfolded in its order: the text behind `from`, and how a field of it is written. */
export function joinSources(
  definition: DataSetDefinition,
  structures: ReadonlyMap<string, Structure>,
  { dialect, complain }: { dialect: Dialect; complain: Complain },
): { from: string; operand: Operand } {
  const sources = new Map<string, Source>()
  const from: string[] = []
  const operand: Operand = (of, field, path) => {
    const source = sources.get(of)
    if (!source) return void complain(`${path}.of`, texts.unknownSource({ name: of }))
    try {
      return source.list ? entryOperand(dialect, source, field) : operandOf(dialect, field, source.fields, source.alias)
    } catch {
      return void complain(`${path}.field`, texts.unknownField({ field }))
    }
  }

  for (const [i, { as, structure_id, join }] of definition.structures.entries()) {
    const path = `structures.${i}`
    const structure = structures.get(structure_id)
    if (!structure) complain(`${path}.structure_id`, texts.unknownStructure())
    if (sources.has(as)) complain(`${path}.as`, texts.nameTwice())
    if (i > 0 && !join) complain(`${path}.join`, texts.joinMissing())
    if (i === 0 && join) complain(`${path}.join`, texts.joinOnBase())
    if (!structure) continue
    const own: Source = { alias: quoteIdentifier(as), fields: structure.fields }
    const on = (join?.on ?? []).map((pair, n) =>
      joinCondition(pair, own, `${path}.join.on.${n}`, { dialect, complain, operand }),
    )
    sources.set(as, own)
    const table = `${dialect.table(structure)} as ${own.alias}`
    const kind = join?.kind === 'inner' ? 'join' : 'left join'
    from.push(i === 0 ? table : `${kind} ${table} on ${on.length > 0 ? on.join(' and ') : 'true'}`)
  }

  for (const [i, { as, of, field, keep_empty }] of definition.lists.entries()) {
    const path = `lists.${i}`
    if (sources.has(as)) complain(`${path}.as`, texts.nameTwice())
    const list = operand(of, field, path)
    if (!list) continue
    if (list.json === undefined) {
      complain(`${path}.field`, texts.notList())
      continue
    }
    const alias = quoteIdentifier(as)
    from.push(dialect.entries(list.json, alias, keep_empty))
    sources.set(as, { alias, fields: list.field.fields ?? [], list: true })
  }
  return { from: from.join(' '), operand }
}

type JoinPair = NonNullable<DataSetDefinition['structures'][number]['join']>['on'][number]

/** A field of an earlier source equals one of the structure that is joined. */
function joinCondition(
  { of, local_field, foreign_field }: JoinPair,
  own: Source,
  path: string,
  { dialect, complain, operand }: { dialect: Dialect; complain: Complain; operand: Operand },
): string {
  const local = operand(of, local_field, path)
  const foreign = foreignOperand(dialect, own, foreign_field, () =>
    complain(`${path}.foreign_field`, texts.unknownField({ field: foreign_field })),
  )
  if (!local || !foreign) return 'true'
  if (family(local.field) !== family(foreign.field))
    complain(path, texts.joinTypes({ local: local.field.type, foreign: foreign.field.type }))
  return `${local.sql} = ${foreign.sql}`
}

function foreignOperand(dialect: Dialect, source: Source, field: string, missing: () => void): SqlOperand | undefined {
  try {
    return operandOf(dialect, field, source.fields, source.alias)
  } catch {
    return void missing()
  }
}

/** A field of a list's entry; an entry that is no object is `value`. */
function entryOperand(dialect: Dialect, { alias, fields }: Source, path: string): SqlOperand {
  const parts = path.split('.')
  let declared: StructureField | undefined
  let among: StructureField[] | undefined = fields
  for (const part of parts) {
    declared = among?.find((field) => field.name === part)
    among = declared?.fields
  }
  if (fields.length > 0 && !fields.some((field) => field.name === parts[0])) throw new Error('unknown')
  const field = declared ?? { ...plainText, name: path.slice(path.lastIndexOf('.') + 1) }
  const way = fields.length === 0 && path === 'value' ? [] : parts
  const entry = `${alias}.entry`
  return {
    sql: dialect.inside(entry, way, field),
    field,
    ...((!declared || isNested(declared)) && { json: dialect.json(entry, way) }),
  }
}

/** Types that can be compared with one another without a cast. */
function family({ type }: StructureField): string {
  if (['integer', 'big_integer', 'decimal'].includes(type)) return 'number'
  if (['text', 'long_text', 'choice'].includes(type)) return 'text'
  if (['json', 'object', 'list'].includes(type)) return 'nested'
  return type
}
