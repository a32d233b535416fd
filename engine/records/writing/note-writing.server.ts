import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { WriteMode } from '@weft/kit/define/step-context.ts'

export type Writing = { job_id: string; step: string; mode: WriteMode | 'remove' }

/** Whether the kept versions of a structure's records know by whom they were replaced. */
export const isTraced = async (trx: Scoped, structure_id: string) =>
  (await trx
    .selectFrom('traced_structures')
    .select('structure_id')
    .where('structure_id', '=', structure_id)
    .executeTakeFirst()) !== undefined

/** They do so from now on, where versions are kept at all. */
export const noteTraced = (trx: Scoped, structure_id: string) =>
  sql`insert into traced_structures (structure_id, tenant_id, project_id)
    select id, tenant_id, project_id from data_structures where id = ${structure_id} and (data_versioning or run_changes_days is not null) on conflict do nothing`.execute(
    trx,
  )

/** Which step of which job writes into a structure; what tries something out is no job. */
export const noteWriting = (trx: Scoped, structure_id: string, { job_id, step, mode }: Writing) =>
  sql`insert into job_structures (job_id, structure_id, step, mode, tenant_id, project_id)
    select id, ${structure_id}, ${step}, ${mode}, tenant_id, project_id from jobs where id = ${job_id} on conflict do nothing`.execute(
    trx,
  )
