import { z } from 'zod'
import { directly, way } from '../connections/way.ts'
import { treatments } from '../define/personal.ts'
import { snakeName } from '../define/snake-name.ts'
import { fieldTypes } from '../define/structure.ts'

/** What happens here with what is deleted there, and how it is told. */
const deletionRules = ['keep', 'mark', 'remove'] as const
/** What happens with a field that comes up at the source later. */
export const newFieldRules = ['ask', 'take', 'ignore'] as const

export const sizedType = z.strictObject({
  type: z.enum(fieldTypes),
  length: z.int().min(1).max(65_535).optional(),
  precision: z.int().min(1).max(65).optional(),
  scale: z.int().min(0).max(30).optional(),
})

const name = z.string().min(1).max(191)

const draftField = z.strictObject({
  /** As the source calls it. */
  name,
  stored_as: snakeName(63),
  type: sizedType,
  treatment: z.enum(treatments).default('keep'),
  /** Why what tells of a person is kept in the clear. */
  purpose: z.string().trim().max(500).default(''),
})
export type DraftField = z.output<typeof draftField>

const draftTable = z.strictObject({
  name: z.string().min(1).max(500),
  rows: z.number().nullable().default(null),
  stored_as: snakeName(63),
  read: z.enum(['all', 'changed']).default('all'),
  cursor_field: name.nullable().default(null),
  deletions: z.enum(deletionRules).default('keep'),
  /** A field at the source that says which records are deleted; without one the keys are compared. */
  deleted_field: name.nullable().default(null),
  /** Empty until the table was looked through. */
  fields: z.array(draftField).max(500).default([]),
})
export type DraftTable = z.output<typeof draftTable>

/** When it runs by itself; `none`: only by hand. Named as the schedule of a workflow names them. */
export const rhythms = [
  'none',
  'every_5_minutes',
  'every_15_minutes',
  'every_30_minutes',
  'hourly',
  'daily',
  'weekly',
] as const

export const integrationDraft = z.strictObject({
  /** What was typed of a new connection, without its secrets. */
  sign_in: z
    .strictObject({
      label: z.string().max(191),
      settings: z.record(z.string(), z.unknown()),
      way: way.default(directly),
    })
    .nullable()
    .default(null),
  label: z.string().trim().max(191).default(''),
  tables: z.array(draftTable).max(100).default([]),
  rhythm: z.enum(rhythms).default('hourly'),
  /** Local time of the first run of a day, for daily and weekly ones. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('02:30'),
  new_fields: z.enum(newFieldRules).default('ask'),
})
export type IntegrationDraft = z.output<typeof integrationDraft>

/** The pages behind the choice of a connector, in their order. */
export const draftSteps = ['loginDetails', 'selectData', 'analyzeData', 'basicConfig', 'tableConfig', 'save'] as const
export type DraftStep = (typeof draftSteps)[number]
