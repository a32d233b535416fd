import { jobComparisonContract } from '@weft/contracts/job-comparisons.ts'
import { compareRuns } from '@weft/engine/comparison/compare.server.ts'
import { judged, runsNeeded } from '@weft/engine/comparison/unusual.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

/** Runs beside the past of their workflow: one with all its figures, many with what is unusual about them. */
export const jobComparisonRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, jobComparisonContract)

    on('GET /jobs/:id/comparison', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        if (!(await trx.selectFrom('jobs').select('id').where('id', '=', params.id).executeTakeFirst()))
          throw notFound()
        const [found] = await compareRuns(trx, [params.id])
        return {
          data: {
            comparable: found !== undefined,
            past: found?.past ?? 0,
            needed: runsNeeded,
            figures: judged(found?.figures ?? []),
          },
        }
      }),
    )

    on('GET /job_comparisons', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const found = await compareRuns(trx, [...new Set(query.ids.split(',').map((id) => id.trim()))])
        return {
          data: found.map(({ job_id, figures }) => ({
            job_id,
            unusual: judged(figures).filter((one) => one.unusual !== null),
          })),
        }
      }),
    )
  }
