import { CompiledQuery } from 'kysely'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { cancelFamilies } from './cancel-families.ts'
import { releaseParentsOf } from './wake.server.ts'
import type { JobDeps } from './deps.server.ts'

const texts = defineMessages({
  notCancellable: {
    en: 'Job {id} cannot be cancelled because its status is {status}.',
    de: 'Der Job {id} kann nicht abgebrochen werden, weil sein Status {status} ist.',
  },
})

export type CancelResult = { affected: { id: string; status: string }[]; refused: { id: string; status: string }[] }

/**
 * Cancels jobs, and their children unless told otherwise. What does not run is aborted at once; what runs ends at its next batch
 * boundary. Final jobs are refused, those the caller may not see are left out.
 */
export async function cancelJobs(
  { db, pool }: Pick<JobDeps, 'db' | 'pool'>,
  scope: Scope,
  ids: string[],
  { children = true } = {},
): Promise<CancelResult> {
  const { rows, known } = await inScope(db, scope, async (trx) => {
    const { rows } = await trx.executeQuery<{ id: string; status: string }>(
      CompiledQuery.raw(cancelFamilies('select id from jobs where id = any($1::uuid[])', '$2'), [ids, children]),
    )
    const known = await trx
      .selectFrom('jobs')
      .select(['id', 'status'])
      .where('id', 'in', ids.length > 0 ? ids : ['00000000-0000-0000-0000-000000000000'])
      .execute()
    return { rows: rows.map(({ id, status }) => ({ id, status })), known }
  })
  const aborted = rows.filter((row) => row.status === 'aborted').map((row) => row.id)
  if (aborted.length > 0) await releaseParentsOf(pool, aborted)
  const touched = new Set(rows.map((row) => row.id))
  return {
    affected: rows.filter((row) => ids.includes(row.id)),
    refused: known.filter((row) => !touched.has(row.id)) as CancelResult['refused'],
  }
}

/** One job: refusing is an error then. */
export async function cancelJob(
  jobs: { cancel(scope: Scope, ids: string[], options?: { children?: boolean }): Promise<CancelResult> },
  scope: Scope,
  id: string,
  options?: { children?: boolean },
) {
  const { affected, refused } = await jobs.cancel(scope, [id], options)
  if (refused[0]) throw new Conflict('JOB_NOT_CANCELLABLE', texts.notCancellable(refused[0]))
  if (!affected[0]) throw notFound()
  return affected[0]
}
