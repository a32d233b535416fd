import { begin, type UndoHistory } from '@weft/designers/mapping/history.ts'
import { mappingDefinition, type MappingDefinition } from '@weft/kit/define/mapping.ts'
import {
  resultField,
  structuresOf,
  type FunctionTest,
  type MappingFunction,
} from '@weft/kit/define/mapping-function.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { isFormula } from '@weft/kit/formula/transformer.ts'

/** A function that is being written; its body can be undone step by step. */
export type FunctionDraft = Omit<MappingFunction, 'definition'> & {
  /** The project it is of; none: all projects of the tenant. */
  project_id: string | null
  body: UndoHistory<MappingDefinition>
}

export type StoredFunction = Omit<FunctionDraft, 'body'> & { definition: unknown }

export function draftOf(row: StoredFunction): FunctionDraft {
  const { label, name, description, project_id, parameters, gives, tests, definition } = row
  const body = begin(mappingDefinition.parse(definition))
  return { label, name, description, project_id, parameters, gives, tests, body }
}

/** Begins as a formula of one value. */
export const blankFunction = (project_id: string): FunctionDraft =>
  draftOf({
    project_id,
    ...{ label: '', name: '', description: '', gives: 'text', tests: [{ takes: [null], refused: false }] },
    parameters: [{ id: crypto.randomUUID(), name: 'value', type: 'text' }],
    definition: { connections: [], transformers: [] },
  })

/** What is sent: rows of tests that say nothing are left out. */
export const sentOf = ({ body, tests, ...draft }: FunctionDraft) => ({
  ...draft,
  definition: body.now,
  tests: tests.filter((one) => !saysNothing(one)),
})
const saysNothing = ({ takes, gives, refused }: FunctionTest) =>
  !refused && [...takes, gives].every((value) => value === null || value === undefined || value === '')

/** The structures the designer of mappings draws the body between. */
export function drawnStructures(
  draft: Pick<FunctionDraft, 'parameters' | 'gives' | 'name'>,
  titles: { source: string; target: string },
) {
  const { source, target } = structuresOf({ ...draft, label: draft.name })
  const drawn = ({ id, label, fields }: typeof source, title: string) => ({
    ...{ id, label: title },
    ...{ table_name: label, tree: fields },
  })
  return { source: drawn(source, titles.source), target: drawn(target, titles.target) }
}

/** A body that is boxes, and no formula alone. */
export const isOfBoxes = ({ transformers, connections }: MappingDefinition) =>
  transformers.some((box) => !isFormula(box)) ||
  transformers.length > 1 ||
  connections.some(({ target_field_id }) => target_field_id !== resultField)

/** A value of a test as it is typed, and back; lists, objects and whatever else is no text as JSON. */
export const typedText = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

export function typedValue(text: string, type: ValueType): unknown {
  if (text === '') return null
  if (type !== 'list' && type !== 'object' && type !== 'any') return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** A name for machines from one for people. */
export const callable = (label: string) =>
  label
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 40)
