import { workflowRunContract } from '@weft/contracts/workflow-runs.ts'
import { openPins } from '@weft/engine/test-runs/pins.server.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { activateWorkflow } from './activate.ts'
import { sampleRecords } from './parameters.ts'
import { runFigures } from './run-figures.ts'
import { startRun, startTestRun } from './start-run.ts'

/** Starting workflows by hand, alone and several at once, and the figures of a run for the designer. */
export const workflowRunRoutes =
  (context: AppContext<'databases' | 'db' | 'fileStore' | 'isolation' | 'jobs'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, workflowRunContract)

    on('POST /workflows/:id/run', async (request, reply) =>
      reply.code(202).send({
        data: await startRun(context, request, request.params.id, request.body, isolated(request, reply)),
      }),
    )

    on('POST /workflows/:id/test_run', async (request, reply) =>
      reply.code(202).send({
        data: await startTestRun(context, request, request.params.id, request.body, isolated(request, reply)),
      }),
    )

    const pins = openPins(context.databases)
    async function whosePins({ scope, user, params }: { scope: ProjectScope; user: Caller; params: { id: string } }) {
      const { id, tenant_id, project_id } = await inScope(context.db, scope, (trx) =>
        trx
          .selectFrom('workflows')
          .select(['id', 'tenant_id', 'project_id'])
          .where('id', '=', params.id)
          .executeTakeFirstOrThrow(notFound),
      )
      return { tenant_id, project_id, workflow_id: id, user_id: user.id }
    }

    on('GET /workflows/:id/pins', async (request) => ({ data: await pins.list(await whosePins(request)) }))

    on('POST /workflows/:id/pins', async (request) => {
      const { step, exit, records } = request.body
      const pin = { step, exit, records: sampleRecords(records, 'records') }
      await pins.set(await whosePins(request), pin)
      return { data: pin }
    })

    on('DELETE /workflows/:id/pins/:step', async (request, reply) => {
      await pins.remove(await whosePins(request), request.params.step)
      return reply.code(204).send(null)
    })

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
