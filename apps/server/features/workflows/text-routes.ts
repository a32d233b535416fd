import { workflowContract } from '@weft/contracts/workflows.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { changePlanning, readPlanning } from './planning.ts'
import { publishWorkflow } from './publish.ts'
import { toWorkflowProblems } from './refuse.ts'
import { checkText, judgeWorkflow } from './read-text.ts'
import { readHead, readSource } from './rows.ts'
import { saveWorkflow } from './save.ts'

const texts = defineMessages({
  changed: { en: 'Change {label}', de: '{label} ändern' },
})

/** The text of a workflow: read, saved, checked, published, and the times its steps are planned for. */
export const workflowTextRoutes =
  (context: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, workflowContract)

    on('GET /workflows/:id/code', async (request, reply) => {
      const {
        scope,
        params: { id },
        language,
      } = request
      const { source, version, commit, published, active, label, dataset_type, updated_at } = await inScope(
        db,
        scope,
        (trx) => readSource(trx, id),
      )
      const { problems } = await judgeWorkflow(context, scope, { source, dataset_type }, isolated(request, reply))
      return {
        data: {
          id,
          source,
          version,
          commit,
          published,
          active,
          label,
          dataset_type,
          updated_at,
          problems: toWorkflowProblems(problems, language),
        },
      }
    })

    on('PUT /workflows/:id/code', async (request, reply) => {
      const {
        scope,
        params,
        body: { source: text, ...body },
        user,
        language,
      } = request
      const { label } = await inScope(db, scope, (trx) => readHead(trx, params.id))
      const checked = await checkText(context, scope, text, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        const { problems } = await saveWorkflow(trx, {
          id: params.id,
          checked,
          ...body,
          message: body.message || say(texts.changed({ label }), language),
          user,
          language,
        })
        const { source, ...row } = await readSource(trx, params.id)
        return { data: { ...row, source, problems: toWorkflowProblems(problems, language) } }
      })
    })

    on('POST /workflows/:id/validate', async (request, reply) => {
      const { scope, params, body, language } = request
      const stored = await inScope(db, scope, (trx) => readSource(trx, params.id)) // also where another text is checked: what is not there is not there
      const problems = toWorkflowProblems(
        (
          await judgeWorkflow(
            context,
            scope,
            { source: body.source ?? stored.source, dataset_type: stored.dataset_type },
            isolated(request, reply),
          )
        ).problems,
        language,
      )
      return { data: { ok: problems.every(({ level }) => level === 'warning'), problems } }
    })

    on('POST /workflows/:id/publish', async (request, reply) => ({
      data: await publishWorkflow(context, request, reply, request.params.id, request.body),
    }))

    on('GET /workflows/:id/planning', async (request, reply) => ({
      data: await readPlanning(context, request, reply, request.params.id),
    }))

    on('PUT /workflows/:id/planning', async (request, reply) => ({
      data: await changePlanning(context, request, reply, request.params.id, request.body),
    }))
  }
