import { z } from 'zod'
import type { Text } from '../messages/messages.ts'
import { changesOf } from './changes.ts'
import type { Subject } from './permissions.ts'

/** Whose rows a table holds; `branch` is everything below whoever asks. Row-level security and the routes follow from it. */
type ResourceScope = 'provider' | 'branch' | 'partner' | 'tenant' | 'project'

type Fields = Record<string, z.ZodType>
/** What a form writes beside an input: its name, and where needed a sentence and the names of its choices. */
export type FieldLabel = Text | { label: Text; help?: Text; options?: Record<string, Text> }

type Declaration<Path extends string, F extends Fields> = {
  /** The table in the control database; its columns are the fields plus `ownFields` and the scope's ids. */
  table: string
  /** The path below `/api/admin` and `/api/app`, and the name of the resource in code that speaks of it. */
  path: Path
  scope: ResourceScope
  fields: F
  list: { columns: (keyof F & string)[]; search: (keyof F & string)[]; sort: (keyof F & string) | 'created_at' }
  /** Sections of the form, each a list of rows, each row its fields side by side. */
  form: (keyof F & string)[][]
  may: Subject
  labels: { one: Text; many: Text; fields: Record<keyof F & string, FieldLabel> }
}

/** Every row carries these; no declaration repeats them. Times are ISO 8601 with zone. */
const ownFields = {
  id: z.uuid(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
}

/**
 * Declares an entity once: table, routes, forms, lists, OpenAPI and tests read it. Adds three schemas and nothing else:
 * `draft` (create; unknown keys are refused), `changes` (update) and `row` (draft plus `ownFields`).
 */
export function defineResource<const Path extends string, F extends Fields>(declaration: Declaration<Path, F>) {
  const draft = z.strictObject(declaration.fields)
  return {
    ...declaration,
    draft,
    changes: changesOf(declaration.fields),
    row: z.object({ ...declaration.fields, ...ownFields }),
  }
}

export type Resource = ReturnType<typeof defineResource<string, Fields>>
export type Row<R extends { row: z.ZodType }> = z.output<R['row']>
