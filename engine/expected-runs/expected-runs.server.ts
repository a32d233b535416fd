import type pg from 'pg'
import { durationOf } from '@weft/kit/define/duration.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'
import { tellPeople, type TellDeps, type ToldOf, type Words } from './tell-people.server.ts'
import { lookForUnusualRuns } from './unusual-runs.server.ts'

const texts = defineMessages({
  missing: { en: 'An expected run of “{workflow}” is missing', de: 'Ein erwarteter Lauf von „{workflow}“ fehlt' },
  missingText: {
    en: 'No run has ended well within the last {every}.',
    de: 'In den letzten {every} ist kein Lauf gut zu Ende gegangen.',
  },
  few: { en: '“{workflow}” has brought too little', de: '„{workflow}“ hat zu wenig gebracht' },
  fewText: {
    en: '{records, number} of at least {expected, number} records within the last {every}.',
    de: '{records, number} von mindestens {expected, number} Datensätzen in den letzten {every}.',
  },
  again: { en: '“{workflow}” does what is expected again', de: '„{workflow}“ leistet wieder, was erwartet wird' },
  againText: {
    en: 'It was missing since {since}.',
    de: 'Es fehlte seit {since}.',
  },
})

/** Looks every minute whether workflows have run, brought what is expected of them, and as usual; one machine looks at a time. */
export const startExpectedRuns = (deps: TellDeps, { every_ms = 60_000 } = {}) =>
  runExclusiveInterval(deps.pool, 'expected runs', every_ms, async () => {
    const now = new Date()
    await lookForMissingRuns(deps, now)
    await lookForUnusualRuns(deps, now)
  })

type Watched = ToldOf & {
  every: string
  watched_since: string
  missed_since: string | null
  expected_records: number
}
type Brought = { runs: number; records: number }

/** One look: who has been watched for as long as their runs may be apart is told of what is missing, once, and once when it is there again. */
export async function lookForMissingRuns(deps: TellDeps, now: Date): Promise<void> {
  const { pool } = deps
  await watch(pool, now)
  const { rows } = await pool.query<Watched>(
    `select e.*, w.label, w.expected_records, w.email_recipient, t.language
     from expected_runs e join workflows w on w.id = e.workflow_id join tenants t on t.id = e.tenant_id`,
  )
  const due = rows.filter(({ every, watched_since }) => now.getTime() - Date.parse(watched_since) >= durationOf(every)!)
  const brought = await broughtBy(pool, due, now)
  for (const [i, one] of due.entries()) {
    const { runs, records } = brought[i]!
    const isMissing = runs === 0 || records < one.expected_records
    if (isMissing === (one.missed_since !== null)) continue
    // Told before it is written down: who is killed in between tells it again, under the same key, so that it arrives once.
    const words = isMissing ? missing(one, { runs, records }) : again(one)
    const change = one.missed_since ?? one.watched_since
    await tellPeople(deps, one, { ...words, key: `expected run ${one.workflow_id} ${words.level} ${change}` })
    await pool.query(
      `update expected_runs set missed_since = case when $3 then $2::timestamptz end, records = case when $3 then $4::bigint end,
         watched_since = case when $3 then watched_since else $2::timestamptz end where workflow_id = $1`,
      [one.workflow_id, now.toISOString(), isMissing, records],
    )
  }
}

/** Begins with those that are expected to run from now on, and with those whose expectation was changed anew. */
async function watch(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `with wanted as (
       select w.id, w.tenant_id, w.project_id, w.expected_every from workflows w join tenants t on t.id = w.tenant_id
       where w.expected_every <> '' and w.active and w.published and t.active
     ), gone as (
       delete from expected_runs e where not exists (select from wanted w where w.id = e.workflow_id)
     )
     insert into expected_runs as e (workflow_id, tenant_id, project_id, every, watched_since)
     select id, tenant_id, project_id, expected_every, $1 from wanted
     on conflict (workflow_id) do update set every = excluded.every, watched_since = excluded.watched_since, missed_since = null, records = null
       where e.every <> excluded.every`,
    [now.toISOString()],
  )
}

/** A look for something new that found nothing is no run, nor is a test; a run may have begun a day before it ended. */
async function broughtBy(pool: pg.Pool, watched: readonly Watched[], now: Date): Promise<Brought[]> {
  const { rows } = await pool.query<Brought>(
    `select coalesce(b.runs, 0)::int as runs, coalesce(b.records, 0)::float8 as records
     from unnest($1::uuid[], $2::timestamptz[]) with ordinality as x (id, since, place)
     left join lateral (
       select sum(e.runs) as runs, sum(e.records) as records from (
         select count(*) as runs, sum(j.records_out) as records from jobs j
         where j.workflow_id = x.id and j.created_at > x.since - interval '1 day' and j.finished_at > x.since and j.test is null and j.status in ('stopped', 'warning')
         union all select count(*), sum(r.records_out) from removed_jobs r
         where r.workflow_id = x.id and r.created_at > x.since - interval '1 day' and r.finished_at > x.since and not r.is_test and r.status in ('stopped', 'warning')
         union all select sum(d.runs), sum(d.records_out) from run_days d
         where d.workflow_id = x.id and d.day >= x.since::date and d.status in ('stopped', 'warning')
       ) e
     ) b on true order by x.place`,
    [
      watched.map(({ workflow_id }) => workflow_id),
      watched.map(({ every }) => new Date(now.getTime() - durationOf(every)!).toISOString()),
    ],
  )
  return rows
}

function missing({ label: workflow, every, expected_records: expected }: Watched, { runs, records }: Brought): Words {
  return runs === 0
    ? { level: 'warning', title: texts.missing({ workflow }), text: [texts.missingText({ every })] }
    : { level: 'warning', title: texts.few({ workflow }), text: [texts.fewText({ records, expected, every })] }
}

const again = ({ label: workflow, missed_since }: Watched): Words => ({
  level: 'success',
  title: texts.again({ workflow }),
  text: [texts.againText({ since: `${new Date(missed_since!).toISOString().slice(0, 16).replace('T', ' ')} UTC` })],
})
