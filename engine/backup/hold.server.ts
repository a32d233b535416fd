import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { ignore, ignoring } from '@weft/kit/log/ignore.server.ts'
import { sql } from 'kysely'

/** True as long as what was restored waits for somebody to release it. For any statement on the control database. */
export const isHeldInSql = 'exists (select from restorations where released_at is null)'

/**
 * Waits until this installation is not held, asking every second; false where it was told to stop before. `held` hears of it once, when
 * there is something to wait for.
 */
export async function whenReleased(
  db: Database,
  { signal, held }: { signal: AbortSignal; held?(): void },
): Promise<boolean> {
  for (let asked = 0; !signal.aborted; asked++) {
    if (
      !(await inScope(db, systemScope, isHeld).catch(ignoring('the database is away: what is held stays held', true)))
    )
      return true
    if (asked === 0) held?.()
    await sleep(1_000, undefined, { signal }).catch(ignore('the wait for the release of a restored installation ended'))
  }
  return false
}

/** Whether this installation is held. Asked across all tenants. */
export const isHeld = async (trx: Scoped): Promise<boolean> =>
  (await sql<{ held: boolean }>`select ${sql.raw(isHeldInSql)} as held`.execute(trx)).rows[0]!.held

export type Restoration = {
  made_at: string
  restored_at: string
  /** Runs that were under way at that moment, at most a hundred, and how many they are in all. What they do outside of Weft may be done twice. */
  under_way: { id: string; workflow: string; tenant: string; since: string; records_out: number }[]
  under_way_count: number
  /** Jobs that waited for their turn at that moment, and those that have come since it was restored. */
  queued: number
  arrived: number
  /** Schedules whose time has come since: each starts once, unless it skips what it has missed. */
  schedules_due: number
}

/** What is held and what it may lose or repeat; nothing where nothing is held. Asked across all tenants. */
export async function readHeld(trx: Scoped): Promise<Restoration | null> {
  const held = await trx
    .selectFrom('restorations')
    .select(['made_at', 'restored_at'])
    .where('released_at', 'is', null)
    .executeTakeFirst()
  if (!held) return null
  const { rows: under_way } = await sql<Restoration['under_way'][number] & { count: number }>`
    select j.id, w.label as workflow, t.name as tenant, coalesce(j.started_at, j.created_at) as since, j.records_out::int as records_out, count(*) over ()::int as count
    from jobs j join workflows w on w.id = j.workflow_id join tenants t on t.id = j.tenant_id
    where j.status in ${sql.raw(openInSql)} and j.started_at is not null order by since limit 100`.execute(trx)
  const { rows } = await sql<Pick<Restoration, 'queued' | 'arrived' | 'schedules_due'>>`
    select count(*) filter (where j.created_at < ${held.restored_at})::int as queued, count(*) filter (where j.created_at >= ${held.restored_at})::int as arrived,
      (select count(*)::int from schedules s join workflows w on w.id = s.workflow_id join tenants t on t.id = s.tenant_id where s.next_at <= now() and w.active and t.active) as schedules_due
    from jobs j where j.status in ${sql.raw(openInSql)} and j.started_at is null`.execute(trx)
  return {
    ...held,
    under_way: under_way.map(({ count: _, ...run }) => run),
    under_way_count: under_way[0]?.count ?? 0,
    ...rows[0]!,
  }
}

/** Lets everything go on. Answers whether anything was held. */
export async function release(trx: Scoped, user_id: string | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('restorations')
    .set({ released_at: sql<string>`now()`, released_by: user_id })
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
