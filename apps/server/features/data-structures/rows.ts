import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { toStructure } from './structure-view.ts'

/** Throws not found. */
export async function structureRow(trx: Scoped, id: string) {
  const row = await trx.selectFrom('data_structures').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Throws not found. */
export const readStructure = async (trx: Scoped, id: string) => toStructure(await structureRow(trx, id))
