import type { Requeue } from '@weft/engine/queue/requeue.server.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict, WeftError } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { isUnderWay } from './list.ts'
import { addToTrail } from './trail.ts'

const texts = defineMessages({
  underWay: {
    en: 'The runs of this cause are already being started again. Please wait until that is done.',
    de: 'Die Läufe dieser Ursache werden bereits erneut gestartet. Bitte warten Sie, bis das erledigt ist.',
  },
})

/** So many runs are started again by one call. */
const most = 500
/** What is accepted together shares a commit. */
const atOnce = 8

type Asked = Pick<Requeue, 'mode' | 'version'> & { cause: string; before?: string | undefined }

/** Runs the failed runs of a cause again that were not repeated yet, by the rules of each. Those that cannot stay open, and are told with the reason. */
export async function requeueCause(
  { db, jobs }: AppContext<'db' | 'jobs'>,
  { scope, user, language }: { scope: Scope; user: Caller; language: Language },
  { cause, mode, version, before }: Asked,
) {
  await inScope(db, scope, (trx) => claim(trx, cause))
  const started: string[] = []
  const refused = new Map<string, number>()
  const start = async (id: string) => {
    try {
      started.push((await jobs.requeue(scope, id, { mode, version, by: user.id })).id)
    } catch (error) {
      if (!(error instanceof WeftError)) throw error
      const message = say(error.say, language)
      refused.set(message, (refused.get(message) ?? 0) + 1)
    }
  }
  try {
    const found = await inScope(db, scope, (trx) => toRequeue(trx, cause, before))
    const toStart = found.slice(0, most).toReversed()
    for (let i = 0; i < toStart.length; i += atOnce) {
      const outcomes = await Promise.allSettled(toStart.slice(i, i + atOnce).map(({ id }) => start(id)))
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (failed) throw (failed as PromiseRejectedResult).reason
    }
    return {
      requeued: started.length,
      jobs: started,
      refused: [...refused].map(([message, count]) => ({ message, count })),
      before: found.length > most ? found[most - 1]!.id : null,
    }
  } finally {
    await inScope(db, scope, async (trx) => {
      await sql`update failure_causes set requeue_began_at = null where id = ${cause}`.execute(trx)
      const counts = { requeued: started.length, refused: [...refused.values()].reduce((sum, one) => sum + one, 0) }
      if (counts.requeued + counts.refused > 0)
        await addToTrail(trx, { causes: [cause], user, kind: 'requeued', ...counts })
    })
  }
}

/** One call at a time; one whose process died is not waited for any more. */
async function claim(trx: Scoped, cause: string) {
  const { rows } = await sql<{ claimed: boolean }>`
    update failure_causes c set requeue_began_at = clock_timestamp() from (select id, requeue_began_at from failure_causes where id = ${cause} for update) b
    where c.id = b.id and (b.requeue_began_at is null or b.requeue_began_at < clock_timestamp() - interval '10 minutes') returning true as claimed`.execute(
    trx,
  )
  if (rows[0]) return
  const { rows: known } = await sql`select from failure_causes where id = ${cause}`.execute(trx)
  if (known.length === 0) throw notFound()
  throw new Conflict('REQUEUE_UNDER_WAY', texts.underWay())
}

/** The newest first, so that what fails again meanwhile is not met by the call that goes on. */
async function toRequeue(trx: Scoped, cause: string, before: string | undefined): Promise<{ id: string }[]> {
  const older = before
    ? sql`and (j.created_at, j.id) < (select b.created_at, b.id from jobs b where b.id = ${before})`
    : sql``
  const { rows } = await sql<{ id: string }>`
    select j.id from jobs j where j.failure_cause_id = ${cause} and j.failure_open and not ${isUnderWay} ${older}
    order by j.created_at desc, j.id desc limit ${most + 1}`.execute(trx)
  return rows
}
