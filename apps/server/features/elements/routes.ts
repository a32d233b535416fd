import { elements } from '@weft/catalogue/elements/all.ts'
import { workflowElementContract } from '@weft/contracts/workflow-elements.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { bodiesOf } from '@weft/engine/plugins/code.server.ts'
import { runningPlugins } from '@weft/engine/plugins/installed.server.ts'
import { elementAvailability } from '@weft/engine/workflow-model/element-availability.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { elementGroups, type Body, type Element } from '@weft/kit/define/element.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { actions } from './actions.ts'
import { groups, item } from './item.ts'
import { limitsOf, setLimit, takenAbove, usesByElement, elementUses } from './limits.ts'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { readText } from '../workflows/read-text.ts'

const texts = defineMessages({
  action: {
    en: 'The element {element} has no action {action}.',
    de: 'Das Element {element} hat keine Aktion {action}.',
  },
  element: { en: 'There is no element called {element}.', de: 'Es gibt kein Element namens {element}.' },
})

/** The catalogue of workflow elements for whoever builds workflows by API, what can be tried with one of them, and who may use which. */
export const workflowElementRoutes =
  ({ db, key: secret, sandbox, isolation }: AppContext<'db' | 'isolation' | 'key' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, workflowElementContract)
    const offered = (scope: Scope) => inScope(db, scope, (trx) => elementAvailability(trx, elements))
    const known = async (scope: Scope, wanted: string): Promise<Element> => {
      const found = (await offered(scope)).elements.find((element) => element.key === wanted)
      if (!found) throw new NotFound('ELEMENT_NOT_FOUND', texts.element({ element: wanted }))
      return found
    }

    const bodyOf = async (scope: Scope, { key, plugin }: Element) => {
      const used = (await offered(scope)).plugins.filter((one) => one.enabled && one.key === plugin?.key)
      return Object.assign({}, ...(await runningPlugins(db, scope, secret, used)).map(bodiesOf))[key] as
        Body | undefined
    }

    on('GET /workflow_elements/types', ({ language }) => ({
      data: elementGroups.map((key, i) => ({
        key,
        label: groups[key].label[language],
        icon: groups[key].icon,
        order: i + 1,
      })),
    }))
    on('GET /workflow_elements/all', async ({ scope, language }) => ({
      data: (await offered(scope)).elements.map((element) => item(element, language)),
    }))
    on('GET /workflow_elements/elements/all', async ({ scope, language }) => {
      const { elements, off } = await offered(scope)
      return { data: elements.filter((element) => !off.has(element.key)).map((element) => item(element, language)) }
    })
    on('GET /workflow_elements/offer', async ({ scope }) => {
      const { off, plugins } = await offered(scope)
      return {
        data: {
          off: [...off].map(([key, level]) => ({ key, level })),
          plugins: plugins.map(({ manifest, enabled }) => ({ manifest, enabled })),
        },
      }
    })
    on('GET /workflow_elements/:type', async ({ params, scope, language }) => ({
      data: (await offered(scope)).elements
        .filter((element) => element.group === params.type)
        .map((element) => item(element, language)),
    }))
    on('GET /workflow_elements/element/:key', async (request, reply) => {
      const { params, query, language, scope } = request
      return {
        data: query.workflow_id
          ? await stepOf(scope, query.workflow_id, params.key, language, isolated(request, reply))
          : item(await known(scope, params.key), language),
      }
    })
    on('POST /workflow_elements/action/:action', async (request, reply) => {
      const { params, body, language, scope, user } = request
      const element = await known(scope, body.element)
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
        bodyOf: (wanted) => bodyOf(scope, wanted),
      })
      if (!data) throw new NotFound('ACTION_NOT_FOUND', texts.action({ element: body.element, action: params.action }))
      return data
    })

    on('GET /workflow_elements/limits', ({ scope, language }) =>
      inScope(db, scope, async (trx) => {
        const [{ elements: all }, limits, above, uses] = [
          await elementAvailability(trx, elements),
          await limitsOf(trx, scope),
          await takenAbove(trx, scope),
          await usesByElement(trx),
        ]
        return {
          data: all.map((element) => ({
            ...item(element, language),
            ...(limits.get(element.key) ?? { state: 'on', allowed: [] }),
            above: above.get(element.key) ?? null,
            workflows: uses.get(element.key) ?? 0,
          })),
        }
      }),
    )
    on('GET /workflow_elements/limits/:key/uses', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: await elementUses(trx, [params.key]) })),
    )
    on('PUT /workflow_elements/limits/:key', async ({ scope, params, body }) => {
      await known(scope, params.key)
      return inScope(db, scope, async (trx) => {
        const limit = {
          state: body.state,
          allowed: body.allowed ?? (await limitsOf(trx, scope)).get(params.key)?.allowed ?? [],
        }
        await setLimit(trx, scope, params.key, limit)
        return { data: limit }
      })
    })

    /** The element a step uses, with the step as it stands in the workflow. */
    async function stepOf(scope: Scope, workflow_id: string, hash: string, language: Language, given: Given) {
      const workflow = await inScope(db, scope, (trx) =>
        trx.selectFrom('workflows').select('source').where('id', '=', workflow_id).executeTakeFirst(),
      )
      const step =
        workflow &&
        (await readText({ isolation }, workflow.source, given)).document?.steps.find((one) => one.id === hash)
      if (!step) throw notFound()
      const { settings, element: key, ...instance } = step
      return { ...item(await known(scope, key), language), instance: { ...instance, hash, key, config: settings } }
    }
  }
