import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { MappingFunction } from '@weft/kit/define/mapping-function.ts'
import { parseMapping } from './parse/parse.ts'

/**
 * The functions mappings of the project may use: its own, and those of all projects. One whose body cannot be read is as if it were
 * empty, and so of no use to any mapping.
 */
export async function functionsIn(trx: Scoped): Promise<(MappingFunction & { is_everywhere: boolean })[]> {
  const rows = await trx
    .selectFrom('functions')
    .select(['project_id', 'name', 'label', 'description', 'parameters', 'gives', 'definition', 'tests'])
    .orderBy('name')
    .execute()
  return rows.map(({ project_id, ...row }) => {
    const parsed = parseMapping(row.definition)
    const definition = 'definition' in parsed ? parsed.definition : { connections: [], transformers: [] }
    return { ...row, definition, is_everywhere: project_id === null } as unknown as MappingFunction & {
      is_everywhere: boolean
    }
  })
}
