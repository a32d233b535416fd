import { z } from 'zod'
import { snakeName } from './snake-name.ts'

export const fieldTypes = [
  'text',
  'long_text',
  'integer',
  'big_integer',
  'decimal',
  'boolean',
  'date',
  'date_time',
  'time',
  'uuid',
  'choice',
  'json',
  'object',
  'list',
] as const
export type FieldType = (typeof fieldTypes)[number]

export type StructureField = {
  id: string
  /** The column, snake case, at most 63 characters. */
  name: string
  alias?: string | undefined
  label?: string | undefined
  type: FieldType
  /** Decimals only: digits in all, and behind the point. */
  precision?: number | undefined
  scale?: number | undefined
  length?: number | undefined
  default?: string | null | undefined
  nullable: boolean
  unsigned: boolean
  unique: boolean
  index: boolean
  required: boolean
  primary_key: boolean
  /** Choices only. */
  values?: string[] | undefined
  min?: number | undefined
  max?: number | undefined
  related_structure_id?: string | undefined
  /** A value has to be the key of a record of the related structure, which cannot be deleted as long as it is. */
  must_exist?: boolean | undefined
  show_in_view: boolean
  skip_on_delta: boolean
  /** What the column was called in the file it came from. */
  original_name?: string | undefined
  /** The shape inside an object, or of each entry of a list. */
  fields?: StructureField[] | undefined
}

/** What a field is where nothing else is said. */
export const plainField: Pick<
  StructureField,
  'nullable' | 'unsigned' | 'unique' | 'index' | 'required' | 'primary_key' | 'show_in_view' | 'skip_on_delta'
> = {
  nullable: true,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: false,
  show_in_view: true,
  skip_on_delta: false,
}

export const structureField: z.ZodType<StructureField, unknown> = z
  .lazy(() =>
    z.strictObject({
      id: z.uuid(),
      name: snakeName(63),
      alias: z.string().max(191).optional(),
      label: z.string().max(191).optional(),
      type: z.enum(fieldTypes),
      precision: z.int().min(1).max(65).optional(),
      scale: z.int().min(0).max(30).optional(),
      length: z.int().min(1).max(65_535).optional(),
      default: z.string().nullish(),
      nullable: z.boolean().default(true),
      unsigned: z.boolean().default(false),
      unique: z.boolean().default(false),
      index: z.boolean().default(false),
      required: z.boolean().default(false),
      primary_key: z.boolean().default(false),
      values: z.array(z.string()).optional(),
      min: z.number().optional(),
      max: z.number().optional(),
      related_structure_id: z.uuid().optional(),
      must_exist: z.boolean().optional(),
      show_in_view: z.boolean().default(true),
      skip_on_delta: z.boolean().default(false),
      original_name: z.string().optional(),
      fields: z.array(structureField).optional(),
    }),
  )
  .meta({ id: 'StructureField' })

/** The columns every table of records has beside its fields. */
export const systemColumns = ['_id', '_dirty', '_hash', '_version', '_job_id', '_created_at', '_updated_at'] as const
