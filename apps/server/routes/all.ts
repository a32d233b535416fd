import { resources } from '@weft/catalogue/resources/all.ts'
import { resourceRoutes, type Verb } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { House } from '../house.ts'
import { authRoutes } from './auth.ts'
import { notificationRoutes } from './notifications.ts'
import { searchRoutes } from './search.ts'
import { workflowRoutes } from './workflows.ts'

/** Verbs that need more than a row: their route stands in the file of its subject. */
const byHand: Partial<Record<(typeof resources)[number]['path'], Verb[]>> = {
  workflows: ['list', 'get', 'create', 'update', 'delete'],
}

/** Everything below one of the two base paths: what the resources derive, then the routes written by hand. */
export const routes = (house: House, host: 'admin' | 'app'): FastifyPluginAsyncZod => async (app) => {
  for (const resource of resources) await app.register(resourceRoutes(resource, house.db, { without: byHand[resource.path] ?? [] }))
  await app.register(authRoutes(house, host))
  await app.register(notificationRoutes(house))
  await app.register(searchRoutes(house))
  await app.register(workflowRoutes(house))
}
