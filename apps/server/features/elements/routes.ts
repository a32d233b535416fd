import { workflowElementContract } from '@weft/contracts/workflow-elements.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { elementGroups } from '@weft/kit/define/element.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { actions } from './actions.ts'
import { groups, item } from './item.ts'
import { findElement, offeredElements, pluginBodyOf } from './offered.ts'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { readText } from '../workflows/read-text.ts'

const texts = defineMessages({
  action: {
    en: 'The element {element} has no action {action}.',
    de: 'Das Element {element} hat keine Aktion {action}.',
  },
})

/** The catalogue of workflow elements for whoever builds workflows by API, and what can be tried with one of them. */
export const workflowElementRoutes =
  (context: AppContext<'db' | 'isolation' | 'key' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, workflowElementContract)
    const { db, isolation, sandbox } = context

    on('GET /workflow_elements/types', ({ language }) => ({
      data: elementGroups.map((key, i) => ({
        key,
        label: groups[key].label[language],
        icon: groups[key].icon,
        order: i + 1,
      })),
    }))
    on('GET /workflow_elements/all', async ({ scope, language }) => ({
      data: (await offeredElements(db, scope)).elements.map((element) => item(element, language)),
    }))
    on('GET /workflow_elements/elements/all', async ({ scope, language }) => {
      const { elements, off } = await offeredElements(db, scope)
      return { data: elements.filter((element) => !off.has(element.key)).map((element) => item(element, language)) }
    })
    on('GET /workflow_elements/offer', async ({ scope }) => {
      const { off, plugins } = await offeredElements(db, scope)
      return {
        data: {
          off: [...off].map(([key, level]) => ({ key, level })),
          plugins: plugins.map(({ manifest, enabled }) => ({ manifest, enabled })),
        },
      }
    })
    on('GET /workflow_elements/:type', async ({ params, scope, language }) => ({
      data: (await offeredElements(db, scope)).elements
        .filter((element) => element.group === params.type)
        .map((element) => item(element, language)),
    }))
    on('GET /workflow_elements/element/:key', async (request, reply) => {
      const { params, query, language, scope } = request
      return {
        data: query.workflow_id
          ? await stepOf(
              context,
              request,
              { workflow_id: query.workflow_id, hash: params.key },
              isolated(request, reply),
            )
          : item(await findElement(db, scope, params.key), language),
      }
    })
    on('POST /workflow_elements/action/:action', async (request, reply) => {
      const { params, body, language, scope, user } = request
      const element = await findElement(db, scope, body.element)
      const act = Object.hasOwn(actions, params.action) ? actions[params.action] : undefined
      const data = await act?.({
        element,
        order: body,
        language,
        scope,
        user,
        db,
        isolation,
        given: isolated(request, reply),
        sandbox,
        bodyOf: (wanted) => pluginBodyOf(context, scope, wanted),
      })
      if (!data) throw new NotFound('ACTION_NOT_FOUND', texts.action({ element: body.element, action: params.action }))
      return data
    })
  }

/** The element a step uses, with the step as it stands in the workflow. */
async function stepOf(
  { db, isolation }: AppContext<'db' | 'isolation'>,
  { scope, language }: { scope: Scope; language: Language },
  { workflow_id, hash }: { workflow_id: string; hash: string },
  given: Given,
) {
  const workflow = await inScope(db, scope, (trx) =>
    trx.selectFrom('workflows').select('source').where('id', '=', workflow_id).executeTakeFirst(),
  )
  const step =
    workflow && (await readText({ isolation }, workflow.source, given)).document?.steps.find((one) => one.id === hash)
  if (!step) throw notFound()
  const { settings, element: key, ...instance } = step
  return {
    ...item(await findElement(db, scope, key), language),
    instance: { ...instance, hash, key, config: settings },
  }
}
