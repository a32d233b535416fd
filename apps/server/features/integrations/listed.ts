import type { ListedIntegration } from '@weft/contracts/integrations.ts'
import { finalInSql, openInSql } from '@weft/kit/define/job-status.ts'
import { rhythms } from '@weft/kit/integrations/draft.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { schedule } from '@weft/catalogue/elements/schedule/schedule.ts'
import { triggerText } from '../workflows/triggers.ts'

const run = sql`json_build_object('job_id', j.id, 'status', j.status, 'created_at', to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'finished_at', to_char(j.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'duration_ms', case when j.started_at is not null then round(extract(epoch from coalesce(j.finished_at, clock_timestamp()) - j.started_at) * 1000) end,
  'records', greatest(j.records_in, j.records_out), 'rejected', j.records_rejected)`

/** The fields a table has at the source, as a comparison or a run has seen them last. */
const currentShape = sql`case when t.found is not null and (s.updated_at is null or i.compared_at > s.updated_at) then t.found else coalesce(s.value, t.shape) end`

/** How many fields are gone or of another type, and new ones where the integration does not ignore them. */
const differences = sql`(
  select coalesce(sum((select count(*) from jsonb_array_elements(t.shape) b where not exists (
      select from jsonb_array_elements(c.shape) a where a ->> 'name' = b ->> 'name' and a ->> 'native' = b ->> 'native')))
    + sum(case when i.new_fields = 'ignore' then 0 else (select count(*) from jsonb_array_elements(c.shape) a where not exists (
      select from jsonb_array_elements(t.shape) b where a ->> 'name' = b ->> 'name')) end), 0)::int
  from integration_tables t
  left join states s on s.workflow_id = i.workflow_id and s.name = 'read_' || t.step || '.shape'
  cross join lateral (select ${currentShape} as shape) c
  where t.integration_id = i.id and c.shape <> t.shape)`

const held = sql`exists (select from states s where s.workflow_id = i.workflow_id and s.name like 'gone\\_%.held' and s.value <> 'null')`

/** Refused records of the last month that nobody has dealt with. */
const refused = sql`(
  select count(*)::int from jobs j join record_errors e on e.job_id = j.id
  where j.workflow_id = i.workflow_id and j.records_rejected > 0 and j.created_at > now() - interval '30 days' and e.state = 'open')`

/** Each integration with what it takes to say how it is. */
const facts = sql`
  select i.*, w.active and w.published as active, w.triggers, c.label as connection_label, c.connector, c.active as connection_active,
    coalesce(h.state, 'untested') as connection_state, ${differences} as differences, ${held} as held, ${refused} as refused,
    last.status as last_status, exists (select from jobs j where j.workflow_id = i.workflow_id and j.status in ${sql.raw(openInSql)}) as running
  from integrations i
  join workflows w on w.id = i.workflow_id
  left join connections c on c.id = i.connection_id
  left join connection_health h on h.connection_id = c.id
  left join lateral (
    select j.status from jobs j where j.workflow_id = i.workflow_id and j.test is null and j.status in ${sql.raw(finalInSql)} order by j.created_at desc limit 1
  ) last on true`

export const judged = sql`
  select f.*, case
      when not f.active then 'paused' when f.reason is not null then 'needs_you' when f.running then 'running'
      when f.last_status is null then 'new' else 'healthy' end as state,
    case f.reason when 'refused' then f.refused when 'changed' then f.differences else 0 end as count
  from (
    select f.*, case
      when f.connection_id is null or not f.connection_active or f.connection_state = 'broken' then 'connection'
      when f.held then 'held' when f.differences > 0 then 'changed' when f.last_status = 'error' and not f.running then 'failed'
      when f.refused > 0 then 'refused' end as reason
    from (${facts}) f
  ) f`

/** What of them a page needs, in the order of `page`. */
export const columns = sql`
  p.id, p.label, p.workflow_id, p.state, p.reason, p.count, p.created_at, p.triggers,
  case when p.connection_id is not null then json_build_object('id', p.connection_id, 'label', p.connection_label, 'connector', p.connector, 'state', p.connection_state) end as connection,
  (select count(*)::int from integration_tables t where t.integration_id = p.id) as tables,
  coalesce(runs.recent, '[]') as recent_runs, runs.last as last_run,
  (select coalesce(sum(greatest(j.records_in, j.records_out)), 0)::bigint from jobs j where j.workflow_id = p.workflow_id and j.test is null and j.created_at >= current_date) as rows_today,
  (select json_agg(coalesce(d.rows, 0) order by d.day) from (
    select day, (select sum(greatest(j.records_in, j.records_out)) from jobs j where j.workflow_id = p.workflow_id and j.test is null and j.created_at >= day and j.created_at < day + interval '1 day') as rows
    from generate_series(current_date - 6, current_date, interval '1 day') as day) d) as days,
  (select max(j.finished_at) from jobs j where j.workflow_id = p.workflow_id and j.test is null and j.status in ('stopped', 'warning', 'info')) as fresh_at,
  (select min(s.next_at) from schedules s where s.workflow_id = p.workflow_id) as next_at`

export const withRuns = sql`left join lateral (
    select json_agg(r.run order by r.created_at) as recent, (array_agg(r.run order by r.created_at desc))[1] as last
    from (select ${run} as run, j.created_at from jobs j where j.workflow_id = p.workflow_id and j.test is null order by j.created_at desc limit 14) r
  ) runs on true`

/** What needs somebody comes first. */
export const urgency = sql`p.state <> 'needs_you', p.label, p.id`

const clocks = new Map([[schedule.key, schedule]])

type Trigger = { element: string; settings: Record<string, unknown> }
export type ListedRow = Omit<ListedIntegration, 'rhythm' | 'rhythm_key'> & { triggers: Trigger[] }

/** In the words of whoever reads it. */
export function listedIn<R extends ListedRow>({ triggers, ...row }: R, language: Language) {
  const clock = triggers.find(({ element }) => element === schedule.key)
  return { ...row, rhythm: clock ? triggerText(clock, language, clocks) : '', rhythm_key: rhythmOf(clock) }
}

function rhythmOf(clock: Trigger | undefined) {
  if (!clock) return 'none'
  const { option, weekday = '1' } = clock.settings
  const found = rhythms.find((rhythm) => rhythm === option)
  return found === undefined || (found === 'weekly' && weekday !== '1') ? null : found
}
