import { accountLifeContract } from '@weft/contracts/account-life.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { markForDeletion, removalOf, restore } from '../tenants/life.ts'

/** How tenants and partners go: marked, had back while the grace lasts, and what would go with them. */
export const accountLifeRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, accountLifeContract)

    for (const { at, account } of [
      { at: '/clients', account: 'tenants' },
      { at: '/partners', account: 'partners' },
    ] as const) {
      on(`GET ${at}/:id/removal`, async ({ scope, params }) => ({
        data: await removalOf(db, scope, account, params.id),
      }))

      on(`DELETE ${at}/:id`, async ({ scope, params }, reply) => {
        await markForDeletion(db, scope, account, params.id)
        return reply.code(204).send(null)
      })

      on(`POST ${at}/:id/restore`, async ({ scope, params }, reply) => {
        await restore(db, scope, account, params.id)
        return reply.code(204).send(null)
      })
    }
  }
