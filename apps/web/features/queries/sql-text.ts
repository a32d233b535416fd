import type { FieldType } from '@weft/kit/define/structure.ts'

/** A structure as a query knows it: its table and its fields. */
export type QueryTable = {
  id: string
  name: string
  label: string
  fields: QueryField[]
}
export type QueryField = {
  name: string
  label: string
  type: FieldType
  isKey: boolean
  /** The table its values are keys of. */
  relation?: string | undefined
  values?: readonly string[] | undefined
}

const skipped = /'(?:[^'\\]|''|\\[\s\S])*'?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$\$[\s\S]*?(?:\$\$|$)/g
/** The same text with blanks where texts and comments stand, so that places stay what they are. */
const readable = (sql: string) => sql.replaceAll(skipped, (part) => part.replaceAll(/[^\n]/g, ' '))

export type Part = { from: number; to: number; text: string }

/** The statement around a caret; a semicolon ends one. */
export function statementAt(sql: string, caret: number): Part {
  const text = readable(sql)
  let from = 0
  let to = text.length
  for (const { index } of text.matchAll(/;/g)) {
    if (index < caret && text.slice(index + 1).trim() !== '') from = index + 1
    else if (index >= caret) {
      to = index + 1
      break
    }
  }
  from += /^\s*/.exec(sql.slice(from, to))![0].length
  to = from + sql.slice(from, to).trimEnd().length
  return { from, to, text: sql.slice(from, to) }
}

const name = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|[\p{L}_][\p{L}\p{N}_$]*)`
const plain = (text: string) => (/^["\x60]/.test(text) ? text.slice(1, -1) : text.toLowerCase())
const noAlias = new Set(
  'where,on,using,join,left,right,inner,full,cross,outer,natural,group,order,limit,offset,having,union,intersect,except,window,fetch,for,as,set,lateral,straight_join'.split(
    ',',
  ),
)

/** The tables of a statement and what they are called in it. */
export function tablesIn(sql: string): { table: string; alias: string }[] {
  const text = readable(sql)
  const found: { table: string; alias: string }[] = []
  const begins = new RegExp(String.raw`(?:\bfrom|\bjoin)\s+((?:${name}\.)?${name})(?:\s+(?:as\s+)?(${name}))?`, 'giu')
  const next = new RegExp(String.raw`\s*,\s*((?:${name}\.)?${name})(?:\s+(?:as\s+)?(${name}))?`, 'iuy')
  for (const match of text.matchAll(begins)) {
    let [whole, table, alias] = match as unknown as [string, string, string | undefined]
    let end = match.index + whole.length
    for (;;) {
      const own = plain(table.split('.').at(-1)!)
      const isAlias = alias !== undefined && !noAlias.has(alias.toLowerCase())
      found.push({ table: own, alias: isAlias ? plain(alias!) : own })
      if (alias !== undefined && !isAlias) break
      next.lastIndex = end
      const more = next.exec(text)
      if (!more) break
      ;[whole, table, alias] = more as unknown as [string, string, string | undefined]
      end += whole.length
    }
  }
  return found
}

/** The fields a statement knows, those of one alias or all of them, in the order of its tables. */
export function fieldsIn(
  sql: string,
  tables: readonly QueryTable[],
  alias?: string,
): { table: QueryTable; field: QueryField }[] {
  const used = tablesIn(sql).filter((one) => alias === undefined || one.alias === alias.toLowerCase())
  return used.flatMap((one) => {
    const table = tables.find((known) => known.name === one.table)
    return table ? table.fields.map((field) => ({ table, field })) : []
  })
}

type ParameterKind = 'text' | 'number' | 'date' | 'date_time' | 'boolean' | 'choice'
export type QueryParameter = { name: string; kind: ParameterKind; isList: boolean; values: readonly string[] }

const kinds: Partial<Record<FieldType, ParameterKind>> = {
  integer: 'number',
  big_integer: 'number',
  decimal: 'number',
  date: 'date',
  date_time: 'date_time',
  boolean: 'boolean',
  choice: 'choice',
}
const casts: Record<string, ParameterKind> = {
  int: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  decimal: 'number',
  date: 'date',
  timestamp: 'date_time',
  timestamptz: 'date_time',
  boolean: 'boolean',
}

/** The parameters of a query in the order they first stand in it, each with the type of what it is compared with. */
export function parametersIn(sql: string, tables: readonly QueryTable[]): QueryParameter[] {
  const text = readable(sql).replaceAll(/"[^"]*"/g, (part) => part.replaceAll(':', ' '))
  const found = new Map<string, QueryParameter>()
  for (const { index, 0: whole, 1: key = '' } of text.matchAll(/(?<![\w:]):([a-z_]\w*)/gi)) {
    const { field, isList } = comparedWith(text, { from: index, to: index + whole.length }, tables)
    const cast = /^::(\w+)/.exec(text.slice(index + whole.length))?.[1]?.toLowerCase()
    const kind = casts[cast ?? ''] ?? (field && kinds[field.type]) ?? 'text'
    const before = found.get(key)
    if (before && before.kind !== 'text') continue
    found.set(key, { name: key, kind, isList: isList || before?.isList === true, values: field?.values ?? [] })
  }
  return [...found.values()]
}

const reference = String.raw`((?:${name}\.)?${name})`
const operator = String.raw`(?:=|<>|!=|<=?|>=?|\blike|\bilike)`
const ahead = new RegExp(
  String.raw`${reference}\s*(?:${operator}\s*|\bbetween\s+(?:\S+\s+and\s+)?|(?:not\s+)?\bin\s*\(\s*|${operator}\s*(?:any|all|some)\s*\(\s*)$`,
  'iu',
)
const behind = new RegExp(String.raw`^(?:::\w+)?\s*${operator}\s*${reference}`, 'iu')

/** The field a place of a query is compared with, and whether several values may stand there. */
function comparedWith(text: string, { from, to }: { from: number; to: number }, tables: readonly QueryTable[]) {
  const before = text.slice(0, from)
  const isList = /\b(?:in|any|all|some)\s*\(\s*$/i.test(before)
  const compared = ahead.exec(before)?.[1] ?? behind.exec(text.slice(to))?.[1]
  if (compared === undefined) return { field: undefined, isList }
  const parts = compared.split('.').map(plain)
  const field = fieldsIn(statementAt(text, from).text, tables, parts.length > 1 ? parts.at(-2) : undefined).find(
    (one) => one.field.name === parts.at(-1),
  )?.field
  return { field, isList }
}

/** The names most like a wrong one, the likeliest first: at most four, and none that has little to do with it. */
export function nearest(wrong: string, candidates: readonly string[]): string[] {
  const word = wrong.toLowerCase()
  return [...new Set(candidates)]
    .map((one) => ({ one, far: distance(word, one.toLowerCase()), begins: one.toLowerCase().startsWith(word) }))
    .filter(({ far, begins }) => begins || far <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((a, b) => Number(b.begins) - Number(a.begins) || a.far - b.far || a.one.localeCompare(b.one))
    .slice(0, 4)
    .map(({ one }) => one)
}

/** How many letters have to be added, taken away, changed or swapped with the next. */
function distance(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length]!
}
