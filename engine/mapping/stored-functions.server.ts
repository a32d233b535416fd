import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { MappingFunction } from '@weft/kit/define/mapping-function.ts'
import { parseMapping } from './parse/parse.ts'

/** The project's own functions. One whose body cannot be read is as if it were empty, and so of no use to any mapping. */
export async function functionsIn(trx: Scoped): Promise<MappingFunction[]> {
  const rows = await trx
    .selectFrom('functions')
    .select(['name', 'label', 'description', 'parameters', 'gives', 'definition', 'tests'])
    .orderBy('name')
    .execute()
  return rows.map((row) => {
    const parsed = parseMapping(row.definition)
    const definition = 'definition' in parsed ? parsed.definition : { connections: [], transformers: [] }
    return { ...row, definition } as unknown as MappingFunction
  })
}
