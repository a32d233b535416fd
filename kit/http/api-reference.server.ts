import { setImmediate as afterOthers } from 'node:timers/promises'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { describeRoute, withoutEnd, type descriptionOf } from './api-description.server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The URLs of all routes the reference has, as they are declared: `/api/app/notes/:id`. */
    routeUrls(): string[]
  }
}

type Described = ReturnType<typeof describeRoute>
const documents = {
  '/api/docs/json': 'application/json; charset=utf-8',
  '/api/docs/yaml': 'application/x-yaml',
} as const
type Address = keyof typeof documents

/**
 * The OpenAPI document as text, made when somebody first asks for it and kept. Describing 1,300 routes takes 2.5 s of a slow core: they are
 * described one by one, with the calls of others between. Writing it down takes 0.15 s, so it is done once.
 */
export function openReference(openapiObject: ReturnType<typeof descriptionOf>) {
  const routes: RouteOptions[] = []
  const described = new Map<RouteOptions, Described>()
  const texts: Partial<Record<Address, Promise<string>>> = {}

  async function written(app: FastifyInstance, address: Address) {
    try {
      return await write(app, address)
    } catch (error) {
      delete texts[address]
      throw error
    }
  }

  async function write(app: FastifyInstance, address: Address) {
    for (const route of routes) {
      if (route.schema && !described.has(route))
        described.set(route, describeRoute({ schema: route.schema, url: route.url, route, openapiObject } as never))
      await afterOthers()
    }
    const text = address === '/api/docs/yaml' ? app.swagger({ yaml: true }) : JSON.stringify(app.swagger())
    described.clear()
    return text
  }

  return {
    /** Hears of every route there is. */
    hear: (route: RouteOptions) => void routes.push(route),
    urls: () => [...new Set(routes.flatMap(({ url, schema }) => (schema && !schema.hide ? [withoutEnd(url)] : [])))],
    describe: ((given) => described.get(given.route) ?? describeRoute(given)) satisfies typeof describeRoute,
    /** The document at an address, with its type; nothing where there is none. */
    at(app: FastifyInstance, address: string): { type: string; text: Promise<string> } | undefined {
      if (!(address in documents)) return undefined
      const known = address as Address
      return { type: documents[known], text: (texts[known] ??= written(app, known)) }
    },
  }
}
