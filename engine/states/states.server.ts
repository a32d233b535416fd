import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { StateScope, StepContext } from '@weft/kit/define/step-context.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import { sql } from 'kysely'

/** Whose states: what a run keeps becomes its workflow's when the run, or one that goes on with it, has ended well. */
type Keeper = { id: string; origin_id: string; workflow_id: string }

/** Told by the engine: a step reads on where an earlier attempt was, and so what that one began to read. */
export type GoesOn = { goesOn(step: string): void }

/**
 * What runs keep for those after them. The journal takes over what `keepAtEnd` has put aside, together with the end of the job, unless
 * the state is from a reading that began later: a run that goes on after newer ones does not set them back. A reading begins where a
 * step asks for its state, or with the run that it goes on with.
 */
export function openStates(db: Database, scope: ProjectScope, job: Keeper): StepContext['states'] & GoesOn {
  const { tenant_id, project_id } = scope
  const ownerOf = (of: StateScope) => (of === 'workflow' ? job.workflow_id : null)
  const goingOn = new Set<string>()
  const begun = new Map<string, string>()
  const beginOf = (name: string) =>
    goingOn.has(name)
      ? sql`(select started_at from jobs where id = ${job.origin_id})`
      : sql`${begun.get(name) ?? null}::timestamptz`
  return {
    goesOn: (step) => void goingOn.add(step),
    get: (of, name) =>
      inScope(db, scope, async (trx) => {
        const { rows } = await sql<{ at: string; known: boolean; value: unknown }>`
          select clock_timestamp()::text as at, s.id is not null as known, s.value
          from (select) as one left join states s
            on s.project_id = ${project_id} and s.workflow_id is not distinct from ${ownerOf(of)} and s.name = ${name}`.execute(
          trx,
        )
        const { at, known, value } = rows[0]!
        if (of === 'workflow' && !begun.has(name)) begun.set(name, at)
        return known ? value : undefined
      }),
    set: (of, name, value) =>
      inScope(db, scope, async (trx) => {
        await sql`
          insert into states (tenant_id, project_id, workflow_id, name, value, job_id)
          values (${tenant_id}, ${project_id}, ${ownerOf(of)}, ${name}, ${storableJson(value)}::jsonb, ${job.id})
          on conflict (project_id, workflow_id, name)
          do update set value = excluded.value, job_id = excluded.job_id, began_at = null, updated_at = clock_timestamp()`.execute(
          trx,
        )
      }),
    keepAtEnd: (name, value) =>
      inScope(db, scope, async (trx) => {
        await sql`
          insert into job_states (job_id, tenant_id, project_id, name, value, began_at)
          values (${job.origin_id}, ${tenant_id}, ${project_id}, ${name}, ${storableJson(value)}::jsonb, coalesce(${beginOf(name)}, clock_timestamp()))
          on conflict (job_id, name) do update set value = excluded.value, began_at = excluded.began_at`.execute(trx)
      }),
  }
}
