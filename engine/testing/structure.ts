import { randomUUID } from 'node:crypto'
import { type FieldType, plainField, type StructureField } from '@weft/kit/define/structure.ts'
import type { ProjectScope } from '@weft/kit/database/connect.server.ts'
import { createStructure, type Ground, type StructureDraft } from '../records/structures.server.ts'

/** A field with everything a test does not speak of left at its default. */
export const aField = (name: string, type: FieldType = 'text', more: Partial<StructureField> = {}): StructureField => ({
  id: randomUUID(),
  name,
  type,
  ...plainField,
  ...more,
})

export const aDraft = (
  class_name: string,
  fields: StructureField[],
  more: Partial<StructureDraft> = {},
): StructureDraft => ({
  class_name,
  table_name: class_name.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase(),
  label: class_name,
  data_versioning: false,
  run_changes_days: null,
  structural_versioning: true,
  structure_check: true,
  on_empty_import: 'keep',
  fields,
  ...more,
})

/** A data structure with its table. */
export const aStructure = (
  ground: Ground,
  scope: ProjectScope,
  class_name: string,
  fields: StructureField[],
  more: Partial<StructureDraft> = {},
) => createStructure(ground, scope, aDraft(class_name, fields, more))
