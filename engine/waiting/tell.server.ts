import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { openStatuses } from '@weft/kit/define/job-status.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import { sql } from 'kysely'

/**
 * Tells a step of a run what it waits for, or will. `again`: it was told before, `over`: the run has ended or waits no longer.
 * Who waits already is woken by `releaseSignalled`, once this is committed.
 */
export async function tellStep(
  trx: Scoped,
  { job_id, step, value }: { job_id: string; step: string; value: unknown },
): Promise<'told' | 'again' | 'over'> {
  const job = await trx
    .selectFrom('jobs')
    .select(['tenant_id', 'project_id'])
    .where((eb) => eb.or([eb('id', '=', job_id), eb('origin_id', '=', job_id)]))
    .where('status', 'in', openStatuses)
    .executeTakeFirst()
  if (!job) return 'over'
  const { rows } = await sql`
    insert into job_signals (job_id, tenant_id, project_id, step, value)
    values (${job_id}, ${job.tenant_id}, ${job.project_id}, ${step}, ${storableJson(value)}::jsonb)
    on conflict (job_id, step) do nothing returning step`.execute(trx)
  if (rows.length > 0) return 'told'
  const known = await trx
    .selectFrom('job_signals')
    .select('value')
    .where('job_id', '=', job_id)
    .where('step', '=', step)
    .executeTakeFirst()
  return 'timeout' in ((known?.value ?? {}) as object) ? 'over' : 'again'
}
