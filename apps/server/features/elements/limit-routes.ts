import { elements } from '@weft/catalogue/elements/all.ts'
import { workflowElementContract } from '@weft/contracts/workflow-elements.ts'
import { elementAvailability } from '@weft/engine/workflow-model/element-availability.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { item } from './item.ts'
import { limitsOf, setLimit, takenAbove, usesByElement, elementUses } from './limits.ts'
import { findElement } from './offered.ts'

/** Who may use which workflow element, and which workflows do. */
export const elementLimitRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, workflowElementContract)

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
      await findElement(db, scope, params.key)
      return inScope(db, scope, async (trx) => {
        const limit = {
          state: body.state,
          allowed: body.allowed ?? (await limitsOf(trx, scope)).get(params.key)?.allowed ?? [],
        }
        await setLimit(trx, scope, params.key, limit)
        return { data: limit }
      })
    })
  }
