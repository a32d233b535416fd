import type { Selectable } from 'kysely'
import type { Tables } from '@weft/kit/database/tables.ts'
import { structureField } from '@weft/kit/define/structure.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import type { StructurePlan, StructureDraft } from '@weft/engine/records/structures.server.ts'
import { z } from 'zod'

type StoredRow = Selectable<Tables['data_structures']>

/** A structure as the API shows it. */
export const structureRow = dataStructure.row.extend({
  fields: z.array(structureField),
  version: z.int(),
  locked: z.boolean(),
  /** Where it was taken over from, and in which version. */ taken_from: z.uuid().nullable(),
  taken_version: z.int().nullable(),
})

const { fields: _fields, queries: _queries, ...baseFields } = dataStructure.fields
/** All of a structure but its fields and its queries. */
export const baseData = baseFields

const findings = z.array(
  z.object({ field: z.string(), count: z.int(), samples: z.array(z.string()), text: z.string() }),
)
/** What a change would do, in the caller's language. */
export const planView = z.object({
  rows: z.int(),
  changes: z.array(
    z.object({
      kind: z.string(),
      field: z.string().nullable(),
      statement: z.string(),
      rows: z.int(),
      text: z.string(),
    }),
  ),
  losses: findings,
  obstacles: findings,
  dependents: z.array(z.object({ kind: z.string(), id: z.uuid(), label: z.string() })),
})

export function toldPlan(
  { rows, changes, losses, obstacles, dependents }: StructurePlan,
  language: Language,
): z.output<typeof planView> {
  const told = (found: StructurePlan['losses']) =>
    found.map(({ text, ...rest }) => ({ ...rest, text: say(text, language) }))
  return {
    rows,
    changes: changes.map(({ text, field, ...change }) => ({
      ...change,
      field: field ?? null,
      text: say(text, language),
    })),
    losses: told(losses),
    obstacles: told(obstacles),
    dependents,
  }
}

/** A stored row with some of it changed: what the engine is asked for. */
export function draftOf(row: StoredRow, changes: Partial<StructureDraft> = {}): StructureDraft {
  const {
    class_name,
    table_name,
    label,
    description,
    published,
    data_versioning,
    structural_versioning,
    structure_check,
    content_identifier,
  } = row
  return {
    class_name,
    table_name,
    label,
    description,
    published,
    data_versioning,
    structural_versioning,
    structure_check,
    content_identifier,
    on_empty_import: row.on_empty_import as StructureDraft['on_empty_import'],
    fields: row.fields as StructureDraft['fields'],
    ...changes,
  }
}
