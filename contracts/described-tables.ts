import { oneOf } from '@weft/kit/contracts/answers.ts'
import { fieldTypes } from '@weft/kit/define/structure.ts'
import { z } from 'zod'

/** What another system holds, as the sessions of connectors tell it. */
export const foundField = z.object({
  name: z.string(),
  type: oneOf(fieldTypes),
  native: z.string(),
  nullable: z.boolean(),
  length: z.number().optional(),
  precision: z.number().optional(),
  scale: z.number().optional(),
  unsigned: z.boolean().optional(),
  values: z.array(z.string()).optional(),
  generated: z.enum(['default', 'always']).optional(),
})

export const foundTable = z.object({
  name: z.string(),
  kind: oneOf(['table', 'view', 'collection', 'resource']),
  /** Estimates; null where the system does not say. */
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
})

export const describedTable = foundTable.extend({
  fields: z.array(foundField),
  key: z.array(z.string()),
  cursors: z.array(z.string()),
  references: z.array(z.object({ fields: z.array(z.string()), table: z.string(), to: z.array(z.string()) })),
})
