import type { UndoneStructure } from '@weft/engine/undo/undo.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'

/** How far taking back a run has come. */
export async function readUndo(trx: Scoped, id: string, language: Language) {
  const found = await trx
    .selectFrom('job_undos as o')
    .leftJoin('users as u', 'u.id', 'o.asked_by')
    .select(['o.id', 'o.state', 'o.total', 'o.structures', 'o.error', 'o.created_at', 'o.finished_at'])
    .select(sql<string | null>`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`.as('asked_by_name'))
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  const { error, structures, ...undo } = found
  return {
    ...undo,
    state: undo.state as 'running' | 'done' | 'failed',
    structures: structures as UndoneStructure[],
    error: error ? say((error as { message: Message }).message, language) : null,
  }
}
