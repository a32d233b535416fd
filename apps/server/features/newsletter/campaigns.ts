import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  begun: {
    en: 'This newsletter has begun to go out and cannot be changed any more.',
    de: 'Dieser Newsletter geht bereits hinaus und lässt sich nicht mehr ändern.',
  },
})

/** Throws not found. */
export async function findCampaign(trx: Scoped, id: string) {
  const found = await trx.selectFrom('newsletter_campaigns').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** How many mails of each newsletter are in which state. */
export async function deliveryCounts(trx: Scoped, ids: string[]): Promise<Map<string, Record<string, number>>> {
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('newsletter_deliveries')
          .select(['campaign_id', 'status'])
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('campaign_id', 'in', ids)
          .groupBy(['campaign_id', 'status'])
          .execute()
  const counts = new Map<string, Record<string, number>>()
  for (const { campaign_id, status, count } of rows)
    counts.set(campaign_id, { ...counts.get(campaign_id), [status]: Number(count) })
  return counts
}

export function refuseBegun(): never {
  throw new Conflict('NEWSLETTER_BEGUN', texts.begun())
}
