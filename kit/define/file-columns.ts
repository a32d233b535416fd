import { z } from 'zod'
import { modelField, type ModelField } from './model.ts'

/** What becomes of records that are there already, by the key, and of those that are not. */
export const importModes = ['insert', 'update', 'upsert'] as const
export type ImportMode = (typeof importModes)[number]

/** A column as it was found in a file, and the field its values go into; null: none. */
export type FileColumn = { found: ModelField; field: string | null }

export const fileColumn: z.ZodType<FileColumn, unknown> = z.strictObject({
  found: modelField,
  field: z.string().max(63).nullable(),
})
