import { failureCauseContract, type FailureRow } from '@weft/contracts/failure-causes.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { readText } from '../workflows/read-text.ts'
import { whatChanged } from './changes.ts'
import {
  choices,
  countsByState,
  daysOf,
  findFailure,
  jobNumbers,
  listFailures,
  newestRuns,
  openRuns,
  type FoundFailure,
} from './list.ts'
import { trailOf } from './trail.ts'
import { badgeOf, messagesInWords } from './view.ts'

/** Failed runs by cause: what there is, and one of them. */
export const failureCauseRoutes =
  (context: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, failureCauseContract)

    on('GET /failure_causes', async (request, reply) => {
      const { scope, query, user, language } = request
      const { rows, meta, days, messages } = await inScope(db, scope, async (trx) => {
        const { rows, meta } = await listFailures(trx, query, user.id)
        return {
          rows,
          meta: { ...meta, states: await countsByState(trx, user.id), ...(await choices(trx)) },
          days: await daysOf(
            trx,
            rows.map(({ id }) => id),
          ),
          messages: await messagesInWords(
            trx,
            rows.map(({ sample }) => sample),
            language,
          ),
        }
      })
      const labels = new Map<string, ReadonlyMap<string, string>>()
      for (const { source } of rows)
        if (!labels.has(source)) labels.set(source, await stepLabels(source, isolated(request, reply)))
      return {
        data: rows.map((row, i) =>
          viewOf(row, {
            days: days.get(row.id) ?? [],
            message: messages[i]!,
            step_label: labels.get(row.source)?.get(row.step) || row.step,
          }),
        ),
        meta,
      }
    })

    on('GET /failure_causes/:id', async (request, reply) => {
      const { scope, params, user, language } = request
      const { row, days, messages, runs, number, ...found } = await inScope(db, scope, async (trx) => {
        const row = await findFailure(trx, params.id)
        if (!row) throw notFound()
        return {
          row,
          days: (await daysOf(trx, [row.id])).get(row.id) ?? [],
          messages: await messagesInWords(trx, [row.sample], language),
          runs: await newestRuns(trx, row.id),
          number: await jobNumbers(trx, [row.last_job_id, row.began_job_id]),
          changes: await whatChanged(trx, row, user),
          comments: await trailOf(trx, row.id),
          ...(await openRuns(trx, row.id)),
        }
      })
      const labels = await stepLabels(row.source, isolated(request, reply))
      return {
        data: {
          ...viewOf(row, { days, message: messages[0]!, step_label: labels.get(row.step) || row.step }),
          ...found,
          sample: say(row.sample, language),
          last_job_number: number(row.last_job_id),
          began_job_number: number(row.began_job_id),
          newest: runs.map(({ error, ...run }) => ({ ...run, message: say(error.message, language) })),
        },
      }
    })

    /** What the steps of a workflow are called. */
    async function stepLabels(
      source: string,
      given: ReturnType<typeof isolated>,
    ): Promise<ReadonlyMap<string, string>> {
      const { document } = await readText(context, source, given)
      return new Map((document?.steps ?? []).map(({ id, label }) => [id, label]))
    }
  }

const viewOf = (
  { source: _, sample: __, ...row }: FoundFailure,
  more: Pick<FailureRow, 'days' | 'message' | 'step_label'>,
): FailureRow => ({ ...row, ...more, badge: badgeOf(row.first_seen_at, more.days, new Date()) })
