import type { FailureChange } from '@weft/contracts/failure-causes.ts'
import type { DefinitionKind } from '@weft/engine/history/kinds.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Permitted } from '@weft/kit/define/permissions.ts'
import { sql } from 'kysely'
import { mayWith } from '../definitions/subjects.ts'

type Began = { workflow_id: string; began_job_id: string; began_at: string }
type LastGood = { id: string; number: string; version: number; finished_at: string; created_at: string }
const most = 50

/**
 * What was changed of a workflow, and of what it uses, between its last run that went well and the first that failed of a cause; the
 * newest first. Nothing where none ever went well: then all of it may be why.
 */
export async function whatChanged(trx: Scoped, { workflow_id, began_job_id, began_at }: Began, user: Permitted) {
  const { rows } = await sql<LastGood>`
    select j.id, coalesce(j.number, left(j.id::text, 8)) as number, j.version, j.finished_at, j.created_at from jobs j
    where j.workflow_id = ${workflow_id} and j.status in ('stopped', 'warning') and j.test is null
      and j.created_at <= ${began_at} and j.finished_at <= ${began_at} and j.id <> ${began_job_id}
    order by j.created_at desc limit 1`.execute(trx)
  if (!rows[0]) return { last_good: null, versions: [], more: false }
  const { created_at, ...last_good } = rows[0]
  const { rows: versions } = await sql<FailureChange & { kind: DefinitionKind }>`
    with recursive used (id, depth) as (
      select ${workflow_id}::uuid, 0 union select u.uses_id, s.depth + 1 from used s join definition_uses u on u.definition_id = s.id where s.depth < 4
    )
    select g.commit, g.version, g.name, g.message, g.author_name, g.created_at, d.id as definition_id, d.kind, d.name as definition_name
    from (select distinct id from used) s join definitions d on d.id = s.id join git_changes g on g.definition_id = d.id
    where g.created_at > ${created_at} and g.created_at <= ${began_at} order by g.id desc limit ${most + 1}`.execute(
    trx,
  )
  return {
    last_good,
    versions: versions.slice(0, most).filter(({ kind }) => mayWith(user, kind, 'view')),
    more: versions.length > most,
  }
}
