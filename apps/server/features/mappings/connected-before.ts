import { fieldPaths } from '@weft/engine/mapping/check/fields.ts'
import { parseMapping } from '@weft/engine/mapping/parse/parse.ts'
import { structureFrom } from '@weft/engine/records/structures.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'

/** So many mappings are looked at, the newest first. */
const most = 50

/** Which fields other mappings of the project connect with which, by their names: whoever did it once means it again. */
export async function connectedBefore(trx: Scoped, but: string): Promise<{ source: string; target: string }[]> {
  const mappings = await trx
    .selectFrom('mappings')
    .select(['definition', 'source_structure_id', 'target_structure_id'])
    .where('id', '<>', but)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute()
  const ids = [...new Set(mappings.flatMap((one) => [one.source_structure_id ?? [], one.target_structure_id].flat()))]
  if (ids.length === 0) return []
  const structures = await trx.selectFrom('data_structures').selectAll().where('id', 'in', ids).execute()
  const names = new Map(structures.map((row) => [row.id, fieldPaths(structureFrom(row))]))
  return mappings.flatMap(({ definition, source_structure_id, target_structure_id }) => {
    const parsed = parseMapping(definition)
    const connections = 'definition' in parsed ? parsed.definition.connections : []
    return connections.flatMap(({ source_field_id, target_field_id }) => {
      const source = names.get(source_structure_id ?? '')?.get(source_field_id)?.full_name
      const target = names.get(target_structure_id)?.get(target_field_id)?.full_name
      return source && target ? [{ source, target }] : []
    })
  })
}
