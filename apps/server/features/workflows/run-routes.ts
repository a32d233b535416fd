import { elements } from '@weft/catalogue/elements/all.ts'
import { workflowRunContract, type runOrder } from '@weft/contracts/workflow-runs.ts'
import { payloadOf } from '@weft/engine/queue/payload.server.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import type { StepProblem } from '@weft/engine/runtime/failure.ts'
import { settledState } from '@weft/engine/runtime/job.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { parametersOf, testRecord } from './parameters.ts'
import { checkText, judgeText } from './read-text.ts'
import { refuseWorkflow, refuseText } from './refuse.ts'
import { setActive } from './save.ts'

const texts = defineMessages({
  noTrigger: {
    en: 'This workflow has no trigger of this name.',
    de: 'Dieser Workflow hat keinen Auslöser dieses Namens.',
  },
})

const kinds = new Map(elements.map((element) => [element.key as string, element.kind]))

/** Starting workflows by hand, alone and several at once, and the figures of a run for the designer. */
export const workflowRunRoutes =
  (context: AppContext<'db' | 'home' | 'isolation' | 'jobs'>): FastifyPluginAsync =>
  async (app) => {
    const { db, jobs } = context
    const on = implementRoutes(app, workflowRunContract)

    on('POST /workflows/:id/run', async (request, reply) =>
      reply.code(202).send({
        data: await start(request.scope, request.params.id, request.body, request.user, isolated(request, reply)),
      }),
    )

    on('POST /workflows/bulk', async (request, reply) => {
      const { scope, body, user, language } = request
      const given = isolated(request, reply)
      const refused: { id: string; message: string }[] = []
      let affected = 0
      for (const id of body.ids) {
        try {
          if (body.action === 'run') await start(scope, id, { parameters: {} }, user, given)
          else await activate(scope, id, body.action === 'activate', given)
          affected += 1
        } catch (error) {
          if (!(error instanceof WeftError)) throw error
          refused.push({ id, message: say(error.say, language) })
        }
      }
      return { data: { affected, refused } }
    })

    on('GET /workflows/:id/run_figures', ({ scope, params, query, language }) =>
      inScope(db, scope, async (trx) => {
        await trx.selectFrom('workflows').select('id').where('id', '=', params.id).executeTakeFirstOrThrow(notFound)
        const job = await trx
          .selectFrom('jobs')
          .select([
            'id',
            'status',
            'version',
            'created_at',
            'started_at',
            'finished_at',
            'records_in',
            'records_out',
            'records_rejected',
          ])
          .where('workflow_id', '=', params.id)
          .$if(query.job_id !== undefined, (jobs) => jobs.where('id', '=', query.job_id!))
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (!job) return { data: null }
        const steps = await trx
          .selectFrom('job_steps')
          .select(['step', 'state', 'records_in', 'exits', 'busy_ms', 'error', 'started_at', 'finished_at'])
          .where('job_id', '=', job.id)
          .execute()
        return {
          data: {
            ...job,
            steps: steps.map((step) => ({
              ...step,
              state: settledState(step.state, job.status),
              error: step.error && say((step.error as StepProblem).message, language),
            })),
          },
        }
      }),
    )

    /** Checked as publishing is; accepted for good when this answers. */
    async function start(scope: Scope, id: string, asked: z.output<typeof runOrder>, user: Caller, given: Given) {
      const payload = testRecord(asked.test_data)
      const workflow = await inScope(db, scope, (trx) =>
        trx
          .selectFrom('workflows')
          .select(['id', 'source', 'version', 'tenant_id', 'project_id'])
          .where('id', '=', id)
          .executeTakeFirst(),
      )
      if (!workflow) throw notFound()
      const { document, problems } = await checkText(context, scope, workflow.source, given)
      refuseWorkflow(problems)
      const parameters = parametersOf(document.parameters, asked.parameters as DataRecord)
      const { id: job_id, status } = await jobs.enqueue({
        tenant_id: scope.tenant_id!,
        project_id: workflow.project_id,
        workflow_id: id,
        started_by: 'hand',
        started_by_user: user.id,
        trigger_step: triggerOf(document, asked.trigger_step),
        parameters,
        source: workflow.source,
        version: workflow.version,
        ...(payload && (await payloadOf(context.home, payload))),
      })
      return { job_id, status }
    }

    async function activate(scope: Scope, id: string, active: boolean, given: Given) {
      const before = await inScope(db, scope, (trx) =>
        trx.selectFrom('workflows').select(['source', 'published']).where('id', '=', id).executeTakeFirst(),
      )
      if (!before) throw notFound()
      const { document, problems } = await judgeText(context, scope, before.source, given)
      if (active && before.published) {
        if (!document) refuseText(problems)
        refuseWorkflow(problems)
      }
      await inScope(db, scope, (trx) => setActive(trx, { id, active, document, ...before }))
    }
  }

/** The trigger a run by hand begins at: the one asked for, else the manual one, else the first. */
function triggerOf(document: WorkflowDocument, wanted: string | undefined): string {
  const triggers = document.steps.filter((step) => !step.disabled && kinds.get(step.element) === 'trigger')
  const found = wanted
    ? triggers.find((step) => step.id === wanted)
    : (triggers.find((step) => step.element === 'manual') ?? triggers[0])
  if (!found) throw invalidField('trigger_step', texts.noTrigger())
  return found.id
}
