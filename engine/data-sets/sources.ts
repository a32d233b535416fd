import type { DataSetQuestion, DataSetSourceDefinition } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { operandOf } from '../records/sql/condition-sql.ts'
import type { Dialect, SqlOperand } from '../records/sql/dialect.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import { isNested } from '../records/structure.ts'
import type { Names } from './formulas/parts.ts'
import { plainText } from './plain-field.ts'
import type { Complain } from './problems.ts'
import { texts } from './texts.ts'

/** Where fields come from: a structure or a question under its short name, or a list unfolded. */
type Source = {
  alias: string
  fields: StructureField[]
  /** A list's entries live in a JSON value. */
  list?: true
  /** What a question answers has no columns of the system. */
  asked?: true
}
type Operand = (of: string, field: string, path: string) => SqlOperand | undefined
/** What stands behind `from` for a source, and its fields. */
export type Origin = { sql: string; fields: StructureField[]; asked?: true }

/** Everything a question asks, joined and unfolded in its order: the text behind `from`, and how a field of it is written. */
export function joinSources(
  { structures, lists }: Pick<DataSetQuestion, 'structures' | 'lists'>,
  originAt: (source: DataSetSourceDefinition, path: string) => Origin | undefined,
  { dialect, complain }: { dialect: Dialect; complain: Complain },
): { from: string; operand: Operand; names: Names } {
  const sources = new Map<string, Source>()
  const from: string[] = []
  const found = (of: string, field: string): SqlOperand | undefined => {
    const source = sources.get(of)
    if (!source) return undefined
    try {
      return operandIn(dialect, source, field)
    } catch {
      return undefined
    }
  }
  const operand: Operand = (of, field, path) => {
    if (!sources.has(of)) return void complain(`${path}.of`, texts.unknownSource({ name: of }))
    return found(of, field) ?? void complain(`${path}.field`, texts.unknownField({ field }))
  }

  for (const [i, source] of structures.entries()) {
    const { as, join } = source
    const path = `structures.${i}`
    const origin = originAt(source, path)
    if (sources.has(as)) complain(`${path}.as`, texts.nameTwice())
    if (i > 0 && !join) complain(`${path}.join`, texts.joinMissing())
    if (i === 0 && join) complain(`${path}.join`, texts.joinOnBase())
    if (!origin) continue
    const own: Source = { alias: quoteIdentifier(as), fields: origin.fields, ...(origin.asked && { asked: true }) }
    const on = (join?.on ?? []).map((pair, n) =>
      joinCondition(pair, own, `${path}.join.on.${n}`, { dialect, complain, operand }),
    )
    sources.set(as, own)
    const table = `${origin.sql} as ${own.alias}`
    const kind = join?.kind === 'inner' ? 'join' : 'left join'
    from.push(i === 0 ? table : `${kind} ${table} on ${on.length > 0 ? on.join(' and ') : 'true'}`)
  }

  for (const [i, { as, of, field, keep_empty }] of lists.entries()) {
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
  return { from: from.join(' '), operand, names: namesIn(sources, found) }
}

/** What formulas call fields: by source and path, or by the path alone where only one source has it. */
function namesIn(sources: ReadonlyMap<string, Source>, found: (of: string, field: string) => unknown): Names {
  return {
    find(name) {
      const at = name.indexOf('.')
      const [of, rest] = [name.slice(0, at), name.slice(at + 1)]
      if (at > 0 && sources.has(of) && found(of, rest)) return `${of}/${rest}`
      const having = [...sources.keys()].filter((as) => found(as, name))
      return having.length > 1 ? 'several' : having[0] && `${having[0]}/${name}`
    },
    known: () =>
      [...sources].flatMap(([as, { fields }]) =>
        fields.flatMap(({ name }) => (sources.size === 1 ? [name] : [`${as}.${name}`])),
      ),
  }
}

function operandIn(dialect: Dialect, source: Source, field: string): SqlOperand {
  if (source.list) return entryOperand(dialect, source, field)
  const isKnown = source.fields.some(({ name }) => name === field.split('.', 1)[0])
  if (source.asked && !isKnown) throw new Error('unknown')
  return operandOf(dialect, field, source.fields, source.alias)
}

type JoinPair = NonNullable<DataSetSourceDefinition['join']>['on'][number]

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
    return operandIn(dialect, source, field)
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
