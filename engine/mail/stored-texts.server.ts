import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { givenFields, givenVariables } from '@weft/kit/text-templates/given.ts'
import type { TemplateKind, TemplateVariable } from '@weft/kit/text-templates/kinds.ts'
import type { UnreadText } from '@weft/kit/text-templates/open-stored.ts'
import { readConfiguration } from '../runtime/configuration.server.ts'

/** Stored texts by their ids, with what they may speak of: the fields of their structures, their variables, and configuration values. */
export async function readTexts(trx: Scoped, named: readonly string[]): Promise<Map<string, UnreadText>> {
  const ids = named.filter(isUuid)
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('text_templates')
    .leftJoin('data_structures', 'data_structures.id', 'text_templates.data_structure_id')
    .select([
      'text_templates.id',
      'text_templates.label',
      'text_templates.type',
      'text_templates.body',
      'text_templates.variables',
      'data_structures.fields',
    ])
    .where('text_templates.id', 'in', ids)
    .execute()
  const configuration = await readConfiguration(trx)
  return new Map(
    rows.map(({ id, label, type, body, variables, fields }) => [
      id,
      {
        label,
        kind: type as TemplateKind,
        body,
        fields: [
          ...givenFields((fields ?? []) as StructureField[]),
          ...givenVariables(variables as TemplateVariable[]),
        ],
        configuration,
      },
    ]),
  )
}
