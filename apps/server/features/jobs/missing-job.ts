import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  removed: {
    en: 'Job {number} was removed on {day}. Finished jobs are kept for some days only, and go with their workflow.',
    de: 'Der Job {number} wurde am {day} entfernt. Beendete Jobs werden nur einige Tage aufbewahrt und verschwinden mit ihrem Workflow.',
  },
})

/** Why there is no such job: it was removed, which is known for some time, or there is none that the scope sees. */
export async function missingJob(trx: Scoped, id: string): Promise<NotFound> {
  const removed = await trx
    .selectFrom('removed_jobs')
    .select(['number', 'removed_at'])
    .where('job_id', '=', id)
    .executeTakeFirst()
  if (!removed) return notFound()
  const number = removed.number ?? id.slice(0, 8)
  const day = new Date(removed.removed_at).toISOString().slice(0, 10)
  return new NotFound('JOB_REMOVED', texts.removed({ number, day }))
}
