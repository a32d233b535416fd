import { z } from 'zod'
import { mappingDefinition } from './mapping.ts'
import { inWords } from '../messages/patterns.ts'
import { snakeName } from './snake-name.ts'
import type { FieldType, StructureField } from './structure.ts'
import { plainField } from './structure.ts'
import { valueTypes, type ValueType } from './value.ts'

/** How many transformers a function may be made of, those of the functions it uses among them. */
export const mostInFunction = 1_000

const parameter = z.strictObject({ id: z.uuid(), name: snakeName(63), type: z.enum(valueTypes) })
export type FunctionParameter = z.output<typeof parameter>

/** Values for the parameters, and what must come of them: a value, or that they are refused. */
const functionTest = z.strictObject({
  takes: z.array(z.unknown()).max(10),
  gives: z.unknown().optional(),
  refused: z.boolean().default(false),
})
export type FunctionTest = z.output<typeof functionTest>

/** What a function is made of. Its body is a mapping from its parameters to one field, its result. */
export const functionFields = {
  /** How formulas and mappings call it. It is given once, and stays when the label is changed. */
  name: z.string().regex(
    inWords(/^[a-z][a-z0-9_]{0,39}$/, {
      en: 'Please use small letters, digits and underscores, with a letter first: at most 40 characters.',
      de: 'Bitte Kleinbuchstaben, Ziffern und Unterstriche verwenden, mit einem Buchstaben am Anfang: höchstens 40 Zeichen.',
    }),
  ),
  parameters: z.array(parameter).max(10).default([]),
  gives: z.enum(valueTypes).default('any'),
  definition: mappingDefinition.omit({ sources: true }).default({ connections: [], transformers: [] }),
  tests: z.array(functionTest).max(200).default([]),
}

export type MappingFunction = {
  name: string
  label: string
  description: string
} & { [K in 'parameters' | 'gives' | 'definition' | 'tests']: z.output<(typeof functionFields)[K]> }

/** The field every function fills. */
export const resultField = '00000000-0000-4000-8000-000000000001'

const fieldTypes: Record<ValueType, FieldType> = {
  text: 'long_text',
  integer: 'big_integer',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  date_time: 'date_time',
  list: 'list',
  object: 'object',
  any: 'json',
}

/** The structures the body of a function maps between. */
export function structuresOf({ parameters, gives, label }: Pick<MappingFunction, 'parameters' | 'gives' | 'label'>) {
  const field = (id: string, called: string, type: ValueType): StructureField => ({
    ...{ id, name: called, type: fieldTypes[type] },
    ...plainField,
  })
  return {
    source: {
      id: 'parameters',
      label,
      fields: parameters.map(({ id, name, type }) => field(id, name, type)),
    },
    target: { id: 'result', label, fields: [field(resultField, 'result', gives)] },
  }
}

/** The values of a test as the record the body takes. */
export const recordOf = ({ parameters }: Pick<MappingFunction, 'parameters'>, takes: readonly unknown[]) =>
  Object.fromEntries(parameters.map(({ name }, i) => [name, takes[i] ?? null]))
