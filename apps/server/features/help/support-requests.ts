import type { Message } from '@weft/contracts/support-requests.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { sql } from 'kysely'

/** Adds what somebody says; a request is answered when the provider has the last word, and open otherwise. */
export async function addMessage(trx: Scoped, id: string, user: Caller, { by, text }: Pick<Message, 'by' | 'text'>) {
  const { first_name, last_name } = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const message: Message = { by, name: `${first_name} ${last_name}`.trim(), text, at: new Date().toISOString() }
  await trx
    .updateTable('support_requests')
    .set({
      messages: sql`messages || ${JSON.stringify([message])}::jsonb`,
      status: by === 'asker' ? 'open' : 'answered',
    })
    .where('id', '=', id)
    .execute()
}

/** Whose request, when row-level security lets more be seen than one's own. */
export async function readOwnRequest(trx: Scoped, id: string, user: Caller) {
  const found = await trx
    .selectFrom('support_requests')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

const withAsker = (trx: Scoped) =>
  trx
    .selectFrom('support_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .selectAll('r')
    .select(['u.email', 'u.first_name', 'u.last_name', 'u.workspace'])

export async function readRequest(trx: Scoped, id: string) {
  const found = await withAsker(trx).where('r.id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

export async function listRequests(trx: Scoped, query: ListQuery, user_id?: string) {
  const { limit, offset } = toLimitOffset(query)
  const { status, kind } = filtersOf(query)
  let all = withAsker(trx)
  if (user_id) all = all.where('r.user_id', '=', user_id)
  if (status) all = all.where('r.status', '=', status)
  if (kind) all = all.where('r.kind', '=', kind)
  if (query.searchTerm)
    all = all.where((eb) =>
      eb.or(
        (['r.subject', 'r.comment', 'u.email'] as const).map((column) =>
          eb(column, 'ilike', `%${escapeLike(query.searchTerm!)}%`),
        ),
      ),
    )
  const data = await all.orderBy('r.created_at', 'desc').limit(limit).offset(offset).execute()
  const { total } = await all
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data, meta: metaOf(query, Number(total)) }
}
