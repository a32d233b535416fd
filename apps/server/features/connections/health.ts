import type { connectionContract } from '@weft/contracts/connections.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Language, Text } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { z } from 'zod'

type Health = z.input<(typeof connectionContract)['GET /connections/:id/health']['answers'][200]>['data']
const mostDisruptions = 50

/** How a connection was in the last days: by day, its answer times of the last day, and its disruptions, the newest first. */
export async function readHealth(trx: Scoped, id: string, days: number, language: Language): Promise<Health> {
  const from = sql`(current_date - ${days - 1}::int)`
  const byDay = await sql<Health['days'][number]>`
    select d.day::date::text as day, coalesce(k.checks, 0)::int as checks, coalesce(k.failed, 0)::int as failed,
      coalesce((select ceil(sum(extract(epoch from least(coalesce(b.ended_at, now()), d.day + interval '1 day') - greatest(b.began_at, d.day))))
        from connection_disruptions b where b.connection_id = ${id} and b.began_at < d.day + interval '1 day' and coalesce(b.ended_at, now()) > d.day), 0)::int as down_seconds
    from generate_series(${from}::timestamptz, now(), interval '1 day') as d(day)
    left join (select k.at::date as day, count(*) as checks, count(*) filter (where not k.ok) as failed
      from connection_checks k where k.connection_id = ${id} and k.at >= ${from} group by 1) k on k.day = d.day::date
    order by d.day`.execute(trx)
  const watched = await sql<{ seconds: number }>`
    select coalesce(ceil(extract(epoch from now() - greatest(min(k.at), ${from}::timestamptz))), 0)::int as seconds
    from connection_checks k where k.connection_id = ${id} and k.at >= ${from}`.execute(trx)
  const checks = await trx
    .selectFrom('connection_checks')
    .select(['at', 'ok', 'milliseconds'])
    .where('connection_id', '=', id)
    .where('at', '>=', sql<string>`now() - interval '1 day'`)
    .orderBy('at')
    .limit(1_500)
    .execute()
  const disruptions = await trx
    .selectFrom('connection_disruptions')
    .select(['id', 'began_at', 'ended_at', 'step', 'reason'])
    .select(sql<number>`ceil(extract(epoch from coalesce(ended_at, now()) - began_at))::int`.as('seconds'))
    .where('connection_id', '=', id)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', sql<string>`${from}`)]))
    .orderBy('began_at', 'desc')
    .limit(mostDisruptions)
    .execute()
  const captures = await trx
    .selectFrom('connection_captures as k')
    .leftJoin('workflows as w', 'w.id', 'k.workflow_id')
    .select(['k.id', 'k.workflow_id', 'w.label', 'k.step', 'k.source_table', 'k.reader', 'k.read_at'])
    .select([
      sql<number | null>`k.kept_bytes::float8`.as('kept_bytes'),
      sql<number>`k.most_bytes::float8`.as('most_bytes'),
    ])
    .where('k.connection_id', '=', id)
    .orderBy('k.reader')
    .execute()
  return {
    captures,
    days: byDay.rows,
    watched_seconds: watched.rows[0]!.seconds,
    checks,
    disruptions: disruptions.map((one) => ({
      ...one,
      step: one.step as Health['disruptions'][number]['step'],
      reason: (one.reason as Text)[language],
    })),
  }
}
