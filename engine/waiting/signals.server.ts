import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import { sql } from 'kysely'

/** What steps that wait were told from outside: the first word counts. */
export function openSignals(
  db: Database,
  scope: ProjectScope,
  { origin_id: job_id }: { origin_id: string },
): StepContext['signals'] {
  const { tenant_id, project_id } = scope
  const heard = (step: string) =>
    inScope(db, scope, async (trx) => {
      const row = await trx
        .updateTable('job_signals')
        .set({ heard: true })
        .where('job_id', '=', job_id)
        .where('step', '=', step)
        .returning('value')
        .executeTakeFirst()
      return row?.value
    })
  return {
    get: heard,
    async settle(step, value) {
      await inScope(db, scope, (trx) =>
        sql`
          insert into job_signals (job_id, tenant_id, project_id, step, value)
          values (${job_id}, ${tenant_id}, ${project_id}, ${step}, ${storableJson(value)}::jsonb)
          on conflict (job_id, step) do nothing`.execute(trx),
      )
      return heard(step)
    },
  }
}
