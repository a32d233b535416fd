import { z } from 'zod'
import { fieldTypes, type FieldType } from './structure.ts'
import type { Text } from '../messages/messages.ts'
import { snakeName } from './snake-name.ts'

export const modelTypes = ['csv', 'xml', 'json', 'jsonl', 'xlsx'] as const
export type ModelType = (typeof modelTypes)[number]

/** In which order day, month and year stand in a date. */
const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** One column, tag or key of a file: what it becomes and how its values are read. */
export type ModelField = {
  name: string
  /** What the file calls it. */
  original_name: string
  type: FieldType
  /** Left out of the records where false. */
  include: boolean
  nullable: boolean
  unique: boolean
  length?: number | undefined
  precision?: number | undefined
  scale?: number | undefined
  decimal_comma?: boolean | undefined
  date_order?: DateOrder | undefined
  true_words?: string[] | undefined
  false_words?: string[] | undefined
  /** How sure the analysis is, and why. Absent where a person has decided. */
  confidence?: number | undefined
  reason?: Text | undefined
  /** Inside an object, or of each entry of a list. */
  fields?: ModelField[] | undefined
}

const text: z.ZodType<Text> = z.strictObject({ en: z.string(), de: z.string() })
const fieldName = snakeName(63)

export const modelField: z.ZodType<ModelField, unknown> = z
  .lazy(() =>
    z.strictObject({
      name: fieldName,
      original_name: z.string().max(500),
      type: z.enum(fieldTypes),
      include: z.boolean().default(true),
      nullable: z.boolean().default(true),
      unique: z.boolean().default(false),
      length: z.int().min(1).max(65_535).optional(),
      precision: z.int().min(1).max(65).optional(),
      scale: z.int().min(0).max(30).optional(),
      decimal_comma: z.boolean().optional(),
      date_order: z.enum(dateOrders).optional(),
      true_words: z.array(z.string().max(50)).max(20).optional(),
      false_words: z.array(z.string().max(50)).max(20).optional(),
      confidence: z.number().min(0).max(1).optional(),
      reason: text.optional(),
      fields: z.array(modelField).max(1000).optional(),
    }),
  )
  .meta({ id: 'ModelField' })

/** A field made of others: their values, joined by `glue`; or the number of the line, row or entry in the file. */
export const dynamicField = z
  .strictObject({
    name: fieldName,
    glue: z.string().max(10).default('-'),
    values: z.array(fieldName).max(20).default([]),
    row_number: z.boolean().optional(),
  })
  .refine(({ values, row_number }) => row_number === true || values.length > 0, { path: ['values'] })
export type DynamicField = z.output<typeof dynamicField>

/** What reading a file by a model needs. */
export type Model = {
  type: string
  options: Record<string, unknown>
  fields: ModelField[]
  dynamic_fields: DynamicField[]
  max_depth: number
}
