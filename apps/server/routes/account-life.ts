import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { markForDeletion, removalOf, restore } from '../tenants/life.ts'

const params = z.object({ id: z.uuid() })

/** How tenants and partners go: marked, had back while the grace lasts, and what would go with them. */
export const accountLifeRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    for (const { at, account, one } of [
      { at: '/clients', account: 'tenants', one: 'tenant' },
      { at: '/partners', account: 'partners', one: 'partner' },
    ] as const) {
      const about = (summary: string) => ({ tags: [at.slice(1)], summary, params })
      const config = { scope: 'branch', may: [account, 'delete'] } as const

      app.get(
        `${at}/:id/removal`,
        {
          schema: about(`What deleting a ${one} takes with it, and when`),
          config: { scope: 'branch', may: [account, 'view'] },
        },
        async ({ scope, params }) => ({ data: await removalOf(db, scope, account, params.id) }),
      )

      app.delete(
        `${at}/:id`,
        { schema: about(`Mark a ${one} for deletion`), config },
        async ({ scope, params }, reply) => {
          await markForDeletion(db, scope, account, params.id)
          return reply.code(204).send()
        },
      )

      app.post(
        `${at}/:id/restore`,
        { schema: about(`Take back that a ${one} is to be deleted`), config },
        async ({ scope, params }, reply) => {
          await restore(db, scope, account, params.id)
          return reply.code(204).send()
        },
      )
    }
  }
