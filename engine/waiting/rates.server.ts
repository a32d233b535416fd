import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { sql } from 'kysely'

/**
 * How many records pass in a span of time, over all runs of the project that use the same name. What has passed is kept for as long as the
 * span is, so in no span of that length do more pass, however the runs and machines that share it are spread.
 */
export function openRates(db: Database, scope: ProjectScope): StepContext['rates'] {
  const { tenant_id, project_id } = scope
  return {
    claim: ({ name, count, most, per_ms }) =>
      inScope(db, scope, async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`rate ${project_id} ${name}`}, 0))`.execute(trx)
        await sql`
          delete from rate_slots
          where project_id = ${project_id} and name = ${name} and expires_at < clock_timestamp()`.execute(trx)
        const span = sql`make_interval(secs => ${per_ms / 1_000})`
        const { rows } = await sql<{ wait_ms: number | null }>`
          with passed as (
            select at, sum(count) over (order by at desc, id desc) as since from rate_slots
            where project_id = ${project_id} and name = ${name} and at > clock_timestamp() - ${span}
          ), due as (
            select max(at) + ${span} as at from passed where since + ${count}::int > ${most}::int
          ), claimed as (
            insert into rate_slots (tenant_id, project_id, name, at, count, expires_at)
            select ${tenant_id}, ${project_id}, ${name}, clock_timestamp(), ${count}, clock_timestamp() + ${span}
            from due where due.at is null
          )
          select ceil(extract(epoch from at - clock_timestamp()) * 1000)::int as wait_ms from due`.execute(trx)
        const wait = rows[0]?.wait_ms ?? undefined
        return wait === undefined ? 0 : Math.max(1, wait)
      }),
  }
}
