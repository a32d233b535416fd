import { jobsQuery, queuedQuery } from '@weft/contracts/jobs.ts'
import type { BulkOptions, BulkVerb } from '@weft/engine/queue/bulk.server.ts'
import type { Scope, Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { asQuery, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import { jobConditions } from './list.ts'
import { queuedConditions } from './queued.ts'

/** Which jobs are meant: those named, or all that a list finds under a filter and a search. */
export type Chosen = {
  ids?: string[] | undefined
  filter?: Record<string, string> | undefined
  searchTerm?: string | undefined
  list: 'jobs' | 'queued_jobs'
}

/** Writes down which jobs are meant; from then on it is done in the background. Answers the action with how many there are. */
export async function beginBulk(
  trx: Scoped,
  scope: Scope,
  { action, options, chosen }: { action: BulkVerb; options: BulkOptions; chosen: Chosen },
) {
  const { id } = await trx
    .insertInto('bulk_actions')
    .values({ action, options: JSON.stringify(options), asked_by: scope.user_id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const from = sql`from jobs j join workflows w on w.id = j.workflow_id join queues q on q.id = j.queue_id join tenants t on t.id = j.tenant_id`
  await sql`insert into bulk_action_jobs (bulk_action_id, position, job_id, tenant_id) select ${id}, row_number() over (order by j.created_at, j.id), j.id, j.tenant_id ${from} where ${sql.join(await conditionsOf(trx, chosen), sql` and `)}`.execute(
    trx,
  )
  await sql`update bulk_actions set total = (select count(*) from bulk_action_jobs where bulk_action_id = ${id}) where id = ${id}`.execute(
    trx,
  )
  return readBulk(trx, id)
}

async function conditionsOf(trx: Scoped, { ids, list, ...asked }: Chosen): Promise<RawBuilder<unknown>[]> {
  if (ids) return [sql`j.id = any(${ids}::uuid[])`]
  const query = (list === 'queued_jobs' ? queuedQuery : jobsQuery).parse(asQuery(asked))
  const conditions = list === 'queued_jobs' ? queuedConditions(query) : await jobConditions(trx, query)
  return conditions.length > 0 ? conditions : [sql`true`]
}

export async function readBulk(trx: Scoped, id: string) {
  const found = await trx
    .selectFrom('bulk_actions')
    .select(['id', 'action', 'options', 'state', 'total', 'affected', 'refused', 'created_at', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** The jobs that were refused, with what they were and why. */
export async function listRefused(trx: Scoped, id: string, query: ListQuery, language: Language) {
  const { refused } = await readBulk(trx, id)
  const { limit, offset } = toLimitOffset(query)
  const rows = await trx
    .selectFrom('bulk_action_jobs')
    .select(['job_id', 'tenant_id', 'status', 'message'])
    .where('bulk_action_id', '=', id)
    .where('outcome', '=', 'refused')
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    data: rows.map(({ job_id, tenant_id, status, message }) => ({
      id: job_id,
      tenant_id,
      status,
      message: message ? say(message as Message, language) : null,
    })),
    meta: metaOf(query, refused),
  }
}

/** Nothing further is done; what is done stays. */
export async function stopBulk(trx: Scoped, id: string) {
  await trx
    .updateTable('bulk_actions')
    .set({ state: 'stopped', finished_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
  return readBulk(trx, id)
}
