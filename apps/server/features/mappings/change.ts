import type { mapping } from '@weft/catalogue/resources/mapping/mapping.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { etagOf } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import { readMapping, refuseWrong } from './view.ts'

const texts = defineMessages({
  moved: {
    en: 'Somebody else has changed this mapping in the meantime. Please load it again.',
    de: 'Jemand anderes hat dieses Mapping inzwischen geändert. Bitte laden Sie es neu.',
  },
})

type MadeOn = { version?: number | undefined; ifMatch?: string | undefined }

/** Refuses what was changed meanwhile and what would not hold together. */
export async function changeMapping(
  trx: Scoped,
  id: string,
  changes: Partial<z.output<typeof mapping.draft>>,
  { version, ifMatch }: MadeOn = {},
): Promise<void> {
  await trx.selectFrom('mappings').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const { row, definition } = await readMapping(trx, id)
  if ((version !== undefined && version !== row.version) || (ifMatch && ifMatch !== '*' && ifMatch !== etagOf(row)))
    throw new Conflict('VERSION_CONFLICT', texts.moved())
  await refuseWrong(trx, {
    definition,
    source_structure_id: row.source_structure_id,
    source_data_set_id: row.source_data_set_id,
    target_structure_id: row.target_structure_id,
    ...changes,
  })
  const { definition: changed, ...columns } = changes
  await trx
    .updateTable('mappings')
    .set({ ...columns, ...(changed && { definition: JSON.stringify(changed) }), version: row.version + 1 })
    .where('id', '=', id)
    .execute()
}
