import { inScope, type Database, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { FieldMarks, SyncedPair, SyncedSide } from '@weft/kit/define/synced.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { sql } from 'kysely'

/** Whose reading it is: a run and those that go on with it are one; `started_at` by the clock of the database. */
type Reader = { origin_id: string; retry_of: string | null; retry_mode: string | null; started_at: string }

/** What two systems that are kept the same are known to agree on. */
export function openSynced(db: Database, scope: ProjectScope, job: Reader): StepContext['synced'] {
  const { project_id } = scope
  const isRetry = job.retry_mode === 'failed_records'
  // Both directions run at once and touch the same pairs from either side: what writes goes one behind the other, or they block each other.
  const lock = (trx: Scoped, { name }: SyncedSide) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`synced ${project_id} ${name}`}, 0))`.execute(trx)
  const of = ({ name, side }: SyncedSide) =>
    sql<boolean>`s.project_id = ${project_id} and s.name = ${name} and s.side = ${side}`

  /**
   * Both directions have written at once, each what the other has not touched: what the later one has brought is agreed on as well, or the
   * next run takes it for a change of the side that it was brought to, and sets it against a newer one.
   */
  async function agreeBeside(trx: Scoped, side: SyncedSide, late: readonly SyncedPair[]) {
    const { rows: own } = await sql<{ id: string }>`
      update synced_records s set seen = coalesce(s.seen, '{}') || s.overtaken, overtaken = null
      from ${listed(late)} where ${of(side)} and s.record_id = x.id and s.overtaken_job = ${job.origin_id}
        and s.overtaken is not null
      returning s.record_id as id`.execute(trx)
    await sql`
      update synced_records s
      set seen = coalesce(s.seen, '{}') || x.written, replaced = coalesce(s.replaced, '{}') || ${replaced}
      from ${listed(among(late, own))} where ${of(otherOf(side))} and s.record_id = x.other`.execute(trx)
  }

  return {
    isRetry,
    note: (side, records) =>
      inScope(db, scope, async (trx) => {
        await lock(trx, side)
        const given = sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as x(id text, marks jsonb)`
        // What this run has let through already it lets through again: a repeated batch is the same. What it has read before the other
        // direction wrote, and brings only now, is no change: it would be brought back there. As it was written since it is read again.
        const { rows } = await sql<{ id: string }>`
          insert into synced_records as s (name, side, record_id, read, read_job, noted)
          select ${side.name}, ${side.side}, x.id, x.marks, ${job.origin_id}, 1 from ${given}
          on conflict (project_id, name, side, record_id) do update
          set read = case when s.read_job = excluded.read_job and s.read is null and s.seen @> excluded.read
            then null else excluded.read end, read_job = excluded.read_job, noted = s.noted + 1, overtaken = null
          where (s.read_job = excluded.read_job and coalesce(s.read = excluded.read, s.seen @> excluded.read)
              or not coalesce(s.seen @> excluded.read, false) and not coalesce(s.held @> excluded.read, false))
            and not exists (select from jsonb_each(s.replaced) f
              where excluded.read -> f.key = f.value -> 'mark' and (f.value ->> 'at')::timestamptz > ${job.started_at})
          returning s.record_id as id`.execute(trx)
        return new Set(rows.map(({ id }) => id))
      }),
    known: (side, ids) =>
      inScope(db, scope, async (trx) => {
        // What somebody tries again is read by nobody else: it is this run's now.
        if (isRetry) {
          await lock(trx, side)
          await sql`
            update synced_records s set read_job = ${job.origin_id}
            where ${of(side)} and s.record_id = any(${[...ids]}::text[])
              and s.read_job = (select coalesce(j.origin_id, j.id) from jobs j where j.id = ${job.retry_of})`.execute(
            trx,
          )
        }
        const { rows } = await sql<{
          id: string
          seen: FieldMarks | null
          held: FieldMarks | null
          own: boolean
          noted: number
        }>`
          select s.record_id as id, s.seen, s.held, s.read_job is not distinct from ${job.origin_id} as own, s.noted
          from synced_records s where ${of(side)} and s.record_id = any(${[...ids]}::text[])`.execute(trx)
        return new Map(
          rows.map(({ id, seen, held, own, noted }) => [
            id,
            { seen: seen ?? undefined, held: held ?? undefined, own, noted },
          ]),
        )
      }),
    agree: (side, settled) =>
      inScope(db, scope, async (trx) => {
        await lock(trx, side)
        const other = otherOf(side).side
        const { rows: own } = await sql<{ id: string }>`
          update synced_records s
          set seen = coalesce(s.seen, '{}') || coalesce(s.read, '{}'), read = null, held = null, overtaken = null
          from ${listed(settled)} where ${of(side)} and s.record_id = x.id and s.read_job = ${job.origin_id}
          returning s.record_id as id`.execute(trx)
        // What was read of the other side before this was written is not how it is any more; what was read since may be.
        const isBefore = sql`(s.noted = excluded.noted or exists (select from jsonb_each(excluded.replaced) f
          where s.read -> f.key = f.value -> 'mark'))`
        await sql`
          insert into synced_records as s (name, side, record_id, seen, noted, replaced)
          select ${side.name}, ${other}, x.other, x.marks, coalesce(x.noted, 0), ${replaced}
          from ${listed(among(settled, own))} where x.other is not null
          on conflict (project_id, name, side, record_id) do update
          set seen = excluded.seen, held = null, replaced = coalesce(s.replaced, '{}') || excluded.replaced,
            overtaken = case when ${isBefore} then ${untouched} end, overtaken_job = s.read_job,
            read = case when ${isBefore} then null else s.read end,
            read_job = case when ${isBefore} then null else s.read_job end`.execute(trx)
        const agreed = new Set(own.map(({ id }) => id))
        const late = settled.filter(({ id, written }) => written && !agreed.has(id))
        if (late.length > 0) await agreeBeside(trx, side, late)
      }),
    hold: (side, asked) =>
      inScope(db, scope, async (trx) => {
        await lock(trx, side)
        const other = otherOf(side).side
        const { rows: own } = await sql<{ id: string }>`
          update synced_records s set held = s.read
          from ${listed(asked)} where ${of(side)} and s.record_id = x.id and s.read_job = ${job.origin_id}
          returning s.record_id as id`.execute(trx)
        await sql`
          insert into synced_records as s (name, side, record_id, held)
          select ${side.name}, ${other}, x.other, x.marks from ${listed(among(asked, own))} where x.other is not null
          on conflict (project_id, name, side, record_id) do update set held = excluded.held`.execute(trx)
      }),
  }
}

const otherOf = ({ name, side }: SyncedSide): SyncedSide => ({ name, side: side === 'left' ? 'right' : 'left' })

const listed = (pairs: readonly SyncedPair[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x(id text, other text, marks jsonb, noted int, written jsonb, replaced jsonb)`

const replaced = sql`coalesce((
  select jsonb_object_agg(f.key, jsonb_build_object('mark', f.value, 'at', clock_timestamp())) from jsonb_each(x.replaced) f), '{}')`

/** What had changed of a record that was read and not yet written, unless what is agreed on now changes any of it. */
const untouched = sql`(
  select case when not bool_or(excluded.seen -> f.key is distinct from s.seen -> f.key) then jsonb_object_agg(f.key, f.value) end
  from jsonb_each(s.read) f where s.seen -> f.key is distinct from f.value)`

/** Whose record was meanwhile read or written anew has agreed on nothing on either side: it is looked at again. */
function among(pairs: readonly SyncedPair[], own: readonly { id: string }[]): SyncedPair[] {
  const ids = new Set(own.map(({ id }) => id))
  return pairs.filter(({ id }) => ids.has(id))
}
