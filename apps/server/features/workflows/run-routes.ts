import { workflowRunContract } from '@weft/contracts/workflow-runs.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { activateWorkflow } from './activate.ts'
import { runFigures } from './run-figures.ts'
import { startRun } from './start-run.ts'

/** Starting workflows by hand, alone and several at once, and the figures of a run for the designer. */
export const workflowRunRoutes =
  (context: AppContext<'db' | 'home' | 'isolation' | 'jobs'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, workflowRunContract)

    on('POST /workflows/:id/run', async (request, reply) =>
      reply.code(202).send({
        data: await startRun(context, request, request.params.id, request.body, isolated(request, reply)),
      }),
    )

    on('POST /workflows/bulk', async (request, reply) => {
      const { scope, body, language } = request
      const given = isolated(request, reply)
      const refused: { id: string; message: string }[] = []
      let affected = 0
      for (const id of body.ids) {
        try {
          if (body.action === 'run') await startRun(context, request, id, { parameters: {} }, given)
          else await activateWorkflow(context, scope, id, body.action === 'activate', given)
          affected += 1
        } catch (error) {
          if (!(error instanceof WeftError)) throw error
          refused.push({ id, message: say(error.say, language) })
        }
      }
      return { data: { affected, refused } }
    })

    on('GET /workflows/:id/run_figures', ({ scope, params: { id }, query: { job_id }, language }) =>
      inScope(context.db, scope, async (trx) => ({ data: await runFigures(trx, { id, job_id }, language) })),
    )
  }
