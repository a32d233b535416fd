import type { DataStructureAnswer, PlanAnswer } from '@weft/contracts/data-structures.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '@weft/kit/database/tables.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import type { StructurePlan, StructureDraft } from '@weft/engine/records/structures.server.ts'

type StoredRow = Selectable<Tables['data_structures']>

/** A structure as the API shows it; what is stored as JSON or as one of a few texts was checked when it was written. */
export const toStructure = (row: StoredRow): DataStructureAnswer => ({
  ...row,
  on_empty_import: row.on_empty_import as DataStructureAnswer['on_empty_import'],
  fields: row.fields as DataStructureAnswer['fields'],
  queries: row.queries as DataStructureAnswer['queries'],
})

export function toldPlan(
  { rows, changes, losses, obstacles, dependents }: StructurePlan,
  language: Language,
): PlanAnswer {
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
    run_changes_days,
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
    run_changes_days,
    structural_versioning,
    structure_check,
    content_identifier,
    on_empty_import: row.on_empty_import as StructureDraft['on_empty_import'],
    fields: row.fields as StructureDraft['fields'],
    ...changes,
  }
}
