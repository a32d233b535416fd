import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { StoredText } from '@weft/kit/define/step-context.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { TemplateKind, TemplateVariable } from '@weft/kit/text-templates/kinds.ts'
import { parseTextTemplate } from '@weft/kit/text-templates/text-template.ts'

/** Stored texts by their ids, with the fields of their structures and their variables as the names they may speak of. */
export async function readTexts(trx: Scoped, ids: readonly string[]): Promise<Map<string, StoredText>> {
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
  return new Map(
    rows.map(({ id, label, type, body, variables, fields }) => [
      id,
      {
        label,
        kind: type as TemplateKind,
        open: () => parseTextTemplate(type as TemplateKind, body),
        fields: [...((fields ?? []) as StructureField[]), ...(variables as TemplateVariable[])].map(({ name }) => name),
      },
    ]),
  )
}
