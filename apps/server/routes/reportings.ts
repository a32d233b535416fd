import { inScope } from '@weft/kit/database/connect.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { report, reportOf } from '../analysis/report.ts'
import type { AppContext } from '../context.ts'

/** What the jobs of a project came to in the last 24, 48 or 72 hours; of one workflow where it is named. */
export const reportingRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const querystring = z.object({ hours: z.enum(['24', '48', '72']).default('24'), workflow_id: z.uuid().optional() })
    app.get(
      '/reportings',
      {
        schema: {
          tags: ['jobs'],
          summary: 'Jobs of a project by status, time and workflow',
          querystring,
          response: { 200: z.object({ data: report }) },
        },
        config: { scope: 'project', may: ['jobs', 'view'] },
      },
      ({ scope, query }) =>
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
