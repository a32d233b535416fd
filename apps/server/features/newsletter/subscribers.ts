import { subscriberSorts, type newsletterSubscriberContract } from '@weft/contracts/newsletter-subscribers.ts'
import type { QueryOf } from '@weft/kit/contracts/route.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { filtersOf, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'

/** Who gets the newsletter, the newest first. */
export async function listSubscribers(
  trx: Scoped,
  query: QueryOf<(typeof newsletterSubscriberContract)['GET /newsletter_subscribers']>,
) {
  const { limit, offset } = toLimitOffset(query)
  const { status } = filtersOf(query)
  const all = trx
    .selectFrom('newsletter_subscribers')
    .$if(Boolean(status), (rows) => rows.where('status', '=', status!))
    .$if(Boolean(query.searchTerm), (rows) =>
      rows.where((eb) =>
        eb.or((['email', 'name'] as const).map((column) => eb(column, 'ilike', `%${escapeLike(query.searchTerm!)}%`))),
      ),
    )
  const wanted = subscriberSorts.find((column) => column === query.sort?.replace(/^-/, '')) ?? 'created_at'
  const data = await all
    .selectAll()
    .orderBy(wanted, query.sort && !query.sort.startsWith('-') ? 'asc' : 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data, meta: metaOf(query, Number(total)) }
}
