import { parseDocument } from 'yaml'
import { definitionKinds, kindOf, type DefinitionKind } from './kinds.ts'
import { yamlOf } from './yaml-text.ts'

export type Definition = { kind: DefinitionKind; key: string; values: Record<string, unknown> }

const behind = '\n---\n'

/**
 * A thing as the text it is kept as: its kind, its key, the columns in their order, empty ones left out; where it is a text of its own,
 * that text behind them, letter for letter.
 */
export function textOf({ kind, key, values }: Definition): string {
  const { columns, text } = kindOf(kind)
  const said = Object.fromEntries(
    columns
      .filter((column) => values[column] !== null && values[column] !== undefined)
      .map((column) => [saidAs(column), values[column]]),
  )
  const head = yamlOf({ kind, key, ...said })
  return text === undefined ? head : `${head}---\n${String(values[text])}`
}

/** A kept text as the thing it is; what was kept before there was a form is the text of a workflow alone. */
export function definitionOf(kept: string): Definition | undefined {
  const end = kept.indexOf(behind)
  const head = parseDocument(end < 0 ? kept : kept.slice(0, end + 1), { schema: 'core' })
  if (head.errors.length > 0) return undefined
  const said = head.toJS({ maxAliasCount: 0 }) as Record<string, unknown> | null
  const kind = said?.['kind'] as DefinitionKind
  if (!said || !definitionKinds.includes(kind)) return undefined
  const { columns, text } = kindOf(kind)
  const values: Record<string, unknown> = Object.fromEntries(
    columns.map((column) => [column, said[saidAs(column)] ?? null]),
  )
  if (text !== undefined) values[text] = sourceIn(kept)
  return { kind, key: String(said['key']), values }
}

/** The text of a workflow as a version kept it: behind its columns, or alone, as it was before these were kept. */
export function sourceIn(kept: string): string {
  const end = kept.indexOf(behind)
  return kept.startsWith('kind: workflow\n') && end >= 0 ? kept.slice(end + behind.length) : kept
}

/** The same columns before another text. */
export function withSource(kept: string, source: string): string {
  const end = kept.indexOf(behind)
  return kept.startsWith('kind: workflow\n') && end >= 0 ? kept.slice(0, end + behind.length) + source : source
}

const saidAs = (column: string) => column.replace(/_id$/, '')
