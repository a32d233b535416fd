import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { PersonalKind } from '@weft/kit/define/personal.ts'
import type { TableShape } from '@weft/kit/define/table-shape.ts'
import type { DraftField } from '@weft/kit/integrations/draft.ts'

/** A field of a table as it was decided, with what it was found to tell of people. */
export type KeptField = DraftField & { personal: PersonalKind | null }

/** An integration with its tables as they are kept; throws not found. */
export async function keptIntegration(trx: Scoped, id: string) {
  const integration = await trx.selectFrom('integrations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!integration) throw notFound()
  const tables = await trx
    .selectFrom('integration_tables')
    .selectAll()
    .where('integration_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    integration,
    tables: tables.map(({ shape, found, fields, ...table }) => ({
      ...table,
      shape: shape as TableShape,
      found: found as TableShape | null,
      fields: fields as KeptField[],
    })),
  }
}
export type KeptTable = Awaited<ReturnType<typeof keptIntegration>>['tables'][number]
