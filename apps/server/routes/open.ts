import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { version } from '../version.ts'
import type { House } from '../house.ts'

/** What anybody may ask: the version, which workspace is the provider's, and in demo mode the demo's sign-ins. */
export const openRoutes = (house: House): FastifyPluginAsyncZod => async (app) => {
  for (const host of ['admin', 'app']) {
    app.get(`/api/${host}/`, { schema: { tags: ['open'], summary: 'Name and version' }, config: { scope: 'public' } }, () => ({
      data: { name: 'Weft', version, admin_workspace: house.admin_workspace, demo: house.demo ? house.demo_sign_ins : [] },
    }))
  }
}
