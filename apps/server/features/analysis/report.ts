import type { JobReport } from '@weft/contracts/job-report.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'

/** Which jobs: those of the scope's project or of all the scope sees, and of one workflow where it is named. */
type Wanted = { hours: number; slots: number; of: 'project' | 'tenant'; workflow_id?: string | undefined }

/** Jobs by status and time, and the hundred workflows with most of them. */
export async function reportOf(trx: Scoped, { hours, slots, of, workflow_id }: Wanted): Promise<JobReport> {
  const project =
    of === 'project' ? sql`(weft_project())` : sql`(select id from projects where tenant_id = weft_tenant())`
  const one = workflow_id ? sql`workflow_id = ${workflow_id}::uuid` : sql`true`
  const width = (hours * 3_600) / slots
  const { rows: cells } = await sql<{ status: string; slot: number; n: number; records: number }>`
    select status, least(${slots - 1}, floor(extract(epoch from now() - created_at) / ${width}))::int as slot, count(*)::int as n, sum(greatest(records_in, records_out))::float8 as records
    from jobs where project_id in ${project} and test is null and created_at > now() - make_interval(hours => ${hours}) and ${one} group by 1, 2`.execute(
    trx,
  )
  const { rows: workflows } = await sql<JobReport['workflows'][number]>`
    select w.id, w.label, w.logo, p.name as project_name, j.*, d.average_ms from workflows w join projects p on p.id = w.project_id
    cross join lateral (
      select count(*)::int as jobs, count(*) filter (where status in ('stopped', 'info'))::int as good, count(*) filter (where status = 'warning')::int as warning, count(*) filter (where status = 'error')::int as error,
        coalesce(sum(greatest(records_in, records_out)), 0)::float8 as records, coalesce(sum(records_rejected), 0)::float8 as rejected, to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at
      from jobs where workflow_id = w.id and test is null and created_at > now() - make_interval(hours => ${hours})
    ) j
    -- The average duration is always that of the last seven days, so that a quiet day does not leave it empty.
    cross join lateral (
      select (avg(extract(epoch from finished_at - started_at)) * 1000)::float8 as average_ms from jobs where workflow_id = w.id and test is null and finished_at > now() - interval '7 days' and started_at is not null and status in ('stopped', 'warning')
    ) d
    where w.project_id in ${project} and ${workflow_id ? sql`w.id = ${workflow_id}::uuid` : sql`true`} order by j.jobs desc, w.label limit 100`.execute(
    trx,
  )
  const { rows: errors } = await sql<{ n: number }>`
    select count(*)::int as n from record_errors e join jobs j on j.id = e.job_id where e.project_id in ${project} and e.state = 'open' and e.retried_by is null and ${workflow_id ? sql`j.workflow_id = ${workflow_id}::uuid` : sql`true`}`.execute(
    trx,
  )

  const by_status: Record<string, number> = {}
  for (const { status, n } of cells) by_status[status] = (by_status[status] ?? 0) + n
  const now = Date.now()
  const parts = Array.from({ length: slots }, (_, at) => {
    const inSlot = cells.filter(({ slot }) => slot === slots - 1 - at)
    const sum = (statuses: string[]) =>
      inSlot.filter(({ status }) => statuses.includes(status)).reduce((total, { n }) => total + n, 0)
    const good = sum(['stopped', 'info'])
    const warning = sum(['warning'])
    const error = sum(['error'])
    const all = inSlot.reduce((total, { n }) => total + n, 0)
    return {
      from: new Date(now - (slots - at) * width * 1_000).toISOString(),
      good,
      warning,
      error,
      other: all - good - warning - error,
      records: inSlot.reduce((total, { records }) => total + records, 0),
    }
  })
  return { hours, by_status, open_errors: errors[0]?.n ?? 0, slots: parts, workflows }
}
