import { type Scoped } from '@weft/kit/database/connect.server.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'

/** What a job has said, in the reader's language. */
export async function readLogs(
  trx: Scoped,
  id: string,
  query: ListQuery & { after?: number | undefined },
  language: Language,
) {
  const { level, step } = filtersOf(query)
  const matching = trx
    .selectFrom('job_logs')
    .where('job_id', '=', id)
    .$if(query.after !== undefined, (q) => q.where('id', '>', query.after!))
    .$if(level !== undefined, (q) => q.where('level', 'in', level!.split(',')))
    .$if(step !== undefined, (q) => q.where('step', '=', step!))
  const { limit, offset } = toLimitOffset(query)
  const rows = await matching
    .select([
      'id',
      sql<string>`weft_number('process_logs', id)`.as('number'),
      'attempt',
      'step',
      'level',
      'message',
      'parameters',
      'created_at',
    ])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  // A line never changes: it was last changed when it was written.
  return {
    data: rows.map((row) => ({
      ...row,
      type: row.level,
      message: say(row.message as Message, language),
      updated_at: row.created_at,
    })),
    meta: metaOf(query, Number(total)),
  }
}
