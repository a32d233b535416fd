import { reportingContract } from '@weft/contracts/reportings.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { reportOf } from '../analysis/report.ts'
import type { AppContext } from '../../context.ts'

/** What the jobs of a project came to in the last 24, 48 or 72 hours; of one workflow where it is named. */
export const reportingRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, reportingContract)

    on('GET /reportings', ({ scope, query }) =>
      inScope(db, scope, async (trx) => ({
        data: await reportOf(trx, {
          hours: Number(query.hours),
          slots: 24,
          of: 'project',
          workflow_id: query.workflow_id,
        }),
      })),
    )
  }
