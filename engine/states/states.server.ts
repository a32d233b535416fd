import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { StateScope, StepContext } from '@weft/kit/define/step-context.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import { sql } from 'kysely'

/** Whose states: what a run keeps becomes its workflow's when the run, or one that goes on with it, has ended well. */
type Keeper = { id: string; origin_id: string; workflow_id: string }

/** What runs keep for those after them. The journal takes over what `keepAtEnd` has put aside, together with the end of the job. */
export function openStates(db: Database, scope: ProjectScope, job: Keeper): StepContext['states'] {
  const { tenant_id, project_id } = scope
  const ownerOf = (of: StateScope) => (of === 'workflow' ? job.workflow_id : null)
  return {
    get: (of, name) =>
      inScope(db, scope, async (trx) => {
        const row = await trx
          .selectFrom('states')
          .select('value')
          .where('project_id', '=', project_id)
          .where('workflow_id', 'is not distinct from', ownerOf(of))
          .where('name', '=', name)
          .executeTakeFirst()
        return row?.value
      }),
    set: (of, name, value) =>
      inScope(db, scope, async (trx) => {
        await sql`
          insert into states (tenant_id, project_id, workflow_id, name, value, job_id)
          values (${tenant_id}, ${project_id}, ${ownerOf(of)}, ${name}, ${storableJson(value)}::jsonb, ${job.id})
          on conflict (project_id, workflow_id, name)
          do update set value = excluded.value, job_id = excluded.job_id, updated_at = clock_timestamp()`.execute(trx)
      }),
    keepAtEnd: (name, value) =>
      inScope(db, scope, async (trx) => {
        await sql`
          insert into job_states (job_id, tenant_id, project_id, name, value)
          values (${job.origin_id}, ${tenant_id}, ${project_id}, ${name}, ${storableJson(value)}::jsonb)
          on conflict (job_id, name) do update set value = excluded.value`.execute(trx)
      }),
  }
}
