import { workflowContract } from '@weft/contracts/workflows.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { durationOf, durationWrong } from '@weft/kit/define/duration.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { refuseText, toWorkflowProblems } from './refuse.ts'
import { changedText, checkText, judgeText, readText } from './read-text.ts'
import { readHead, readSource } from './rows.ts'
import { saveWorkflow } from './save.ts'

const texts = defineMessages({
  changed: { en: 'Change {label}', de: '{label} ändern' },
  published: { en: 'Publish {label}', de: '{label} veröffentlichen' },
  planned: { en: 'Plan {label}', de: '{label} planen' },
})

/** The text of a workflow: read, saved, checked, published, and the times its steps are planned for. */
export const workflowTextRoutes =
  (context: AppContext<'db' | 'history' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db, history } = context
    const on = implementRoutes(app, workflowContract)

    on('GET /workflows/:id/code', async (request, reply) => {
      const {
        scope,
        params: { id },
        language,
      } = request
      const { source, version, commit, published, active, label, updated_at } = await inScope(db, scope, (trx) =>
        readSource(trx, id),
      )
      const { problems } = await judgeText(context, scope, source, isolated(request, reply))
      return {
        data: {
          id,
          source,
          version,
          commit,
          published,
          active,
          label,
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
        const { problems } = await saveWorkflow(trx, history, {
          id: params.id,
          checked,
          ...body,
          message: body.message || say(texts.changed({ label }), language),
          user,
        })
        const { source, ...row } = await readSource(trx, params.id)
        return { data: { ...row, source, problems: toWorkflowProblems(problems, language) } }
      })
    })

    on('POST /workflows/:id/validate', async (request, reply) => {
      const { scope, params, body, language } = request
      const stored = await inScope(db, scope, (trx) => readSource(trx, params.id)) // also where another text is checked: what is not there is not there
      const problems = toWorkflowProblems(
        (await judgeText(context, scope, body.source ?? stored.source, isolated(request, reply))).problems,
        language,
      )
      return { data: { ok: problems.every(({ level }) => level === 'warning'), problems } }
    })

    on('POST /workflows/:id/publish', async (request, reply) => {
      const {
        scope,
        params: { id },
        body,
        user,
        language,
      } = request
      const { source, label } = await inScope(db, scope, (trx) => readSource(trx, id))
      const checked = await checkText(context, scope, source, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        if (body.active !== undefined)
          await trx.updateTable('workflows').set({ active: body.active }).where('id', '=', id).execute()
        await saveWorkflow(trx, history, {
          id,
          checked,
          basedOn: source,
          message: say(texts.published({ label }), language),
          user,
          published: body.published,
        })
        return { data: await readHead(trx, id) }
      })
    })

    on('GET /workflows/:id/planning', async (request, reply) => {
      const { source, version } = await inScope(db, request.scope, (trx) => readSource(trx, request.params.id))
      const { document } = await readText(context, source, isolated(request, reply))
      return {
        data: {
          version,
          steps: (document?.steps ?? []).map(({ id, element, label, planned, wait }) => ({
            id,
            element,
            label,
            planned: planned ?? '',
            wait: wait ?? '',
          })),
        },
      }
    })

    on('PUT /workflows/:id/planning', async (request, reply) => {
      const {
        scope,
        params: { id },
        body,
        user,
        language,
      } = request
      for (const [step, times] of Object.entries(body.steps))
        for (const [key, time] of Object.entries(times))
          if (time && durationOf(time) === undefined) throw invalidField(`steps.${step}.${key}`, durationWrong())
      const { source, label } = await inScope(db, scope, (trx) => readSource(trx, id))
      const given = isolated(request, reply)
      const { document, problems } = await readText(context, source, given)
      if (!document) refuseText(problems)
      const steps = Object.fromEntries(
        Object.entries(body.steps).map(([step, { planned, wait }]) => [
          step,
          { ...(planned !== undefined && { planned }), ...(wait !== undefined && { wait }) },
        ]),
      )
      const checked = await checkText(context, scope, await changedText(context, source, { steps }, given), given)
      return inScope(db, scope, async (trx) => {
        await saveWorkflow(trx, history, {
          id,
          checked,
          basedOn: source,
          message: say(texts.planned({ label }), language),
          user,
          version: body.version,
        })
        return { data: await readHead(trx, id) }
      })
    })
  }
