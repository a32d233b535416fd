import type { Selectable } from 'kysely'
import { validateStructure, structureTexts } from '@weft/engine/records/structure-rules.ts'
import type { StructureDraft } from '@weft/engine/records/structures.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  locked: { en: 'The data structure is locked.', de: 'Die Datenstruktur ist gesperrt.' },
  moved: {
    en: 'The data structure has been changed in the meantime (version {version}).',
    de: 'Die Datenstruktur wurde inzwischen geändert (Version {version}).',
  },
})

export type LibraryRow = Selectable<Tables['library_structures']>

export async function findInLibrary(trx: Scoped, id: string): Promise<LibraryRow> {
  const row = await trx.selectFrom('library_structures').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Everything that is wrong with a definition of the library, names that are taken there included. */
export async function checkInLibrary(
  trx: Scoped,
  wanted: Pick<StructureDraft, 'class_name' | 'table_name' | 'label' | 'fields'>,
  id?: string,
) {
  const problems: FieldErrors = validateStructure(wanted)
  const others = await trx
    .selectFrom('library_structures')
    .select(['id', 'class_name', 'table_name'])
    .where((eb) => eb.or([eb('class_name', '=', wanted.class_name), eb('table_name', '=', wanted.table_name)]))
    .execute()
  for (const other of others.filter((found) => found.id !== id)) {
    if (other.class_name === wanted.class_name) (problems['class_name'] ??= []).push(structureTexts.classTaken())
    if (other.table_name === wanted.table_name) (problems['table_name'] ??= []).push(structureTexts.tableTaken())
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

/** Changes a definition nobody has locked or changed since; it is one version further then. */
export async function changeInLibrary(
  trx: Scoped,
  id: string,
  changes: Partial<StructureDraft & { queries: unknown[] }>,
  version: number | undefined,
): Promise<LibraryRow> {
  const before = await trx
    .selectFrom('library_structures')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound()
  if (before.locked) throw new Conflict('LOCKED', texts.locked(), { locked: true })
  if (version !== undefined && version !== before.version)
    throw new Conflict('VERSION', texts.moved({ version: before.version }))
  await checkInLibrary(trx, { ...(before as unknown as StructureDraft), ...changes }, id)
  const { fields, queries, ...columns } = changes
  return trx
    .updateTable('library_structures')
    .set({
      ...columns,
      ...(fields && { fields: JSON.stringify(fields) }),
      ...(queries && { queries: JSON.stringify(queries) }),
      version: before.version + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The definition a project begins with: fields of its own, which refer to no structure elsewhere. */
export function takenOver(
  row: LibraryRow,
  names: Partial<Pick<StructureDraft, 'class_name' | 'table_name' | 'label'>>,
): StructureDraft {
  const {
    class_name,
    table_name,
    label,
    description,
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
    published: true,
    data_versioning,
    run_changes_days,
    structural_versioning,
    structure_check,
    content_identifier,
    ...names,
    on_empty_import: row.on_empty_import as StructureDraft['on_empty_import'],
    fields: ownFields(row.fields as StructureField[]),
  }
}

const ownFields = (fields: StructureField[]): StructureField[] =>
  fields.map(({ related_structure_id: _, must_exist: __, fields: inside, ...field }) => ({
    ...field,
    id: crypto.randomUUID(),
    ...(inside && { fields: ownFields(inside) }),
  }))
