import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import {
  paramsSchema,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type RouteContract,
  type RouteScope,
} from '../contracts/route.ts'
import type { PartnerScope, ProjectScope, ProviderScope, Scope, TenantScope } from '../database/connect.server.ts'

type Answers<C extends RouteContract> = {
  [Status in keyof C['answers']]: C['answers'][Status] extends z.ZodType ? z.input<C['answers'][Status]> : never
}
/** Which scope the guard gives a request (apps/server/auth/guard.ts) of a route that works on these data. */
type Scopes = { provider: ProviderScope; partner: PartnerScope; tenant: TenantScope; project: ProjectScope }
type ScopeOf<Wanted extends RouteScope> = Wanted extends keyof Scopes ? Scopes[Wanted] : Scope
type Request<Key extends string, C extends RouteContract> = FastifyRequest<{
  Params: ParamsOf<Key, C>
  Querystring: QueryOf<C>
  Body: BodyOf<C>
}> & { scope: ScopeOf<C['scope']> }
type Reply<C extends RouteContract> = FastifyReply<{ Reply: Answers<C> }>
// What a handler returns itself has status 200; every other status is sent through the reply.
type Returned<C extends RouteContract> = Answers<C> extends { 200: infer A } ? A : never
type Sent = { readonly sent: boolean }

export type Handler<Key extends string, C extends RouteContract> = (
  request: Request<Key, C>,
  reply: Reply<C>,
) => Returned<C> | Sent | Promise<Returned<C> | Sent>

type Extra = Pick<RouteOptions, 'bodyLimit' | 'prefixTrailingSlash'> & { rateLimit?: object | false }

/**
 * Registers calls of a contract: `implementRoutes(app, jobContract)` answers `on`, and
 * `on('GET /jobs/:id', ({ params }) => …)` gives a call its handler.
 */
export function implementRoutes<R extends Readonly<Record<string, RouteContract>>>(app: FastifyInstance, routes: R) {
  return <Key extends keyof R & string>(
    key: Key,
    handler: Handler<Key, R[Key]>,
    { bodyLimit, prefixTrailingSlash, rateLimit }: Extra = {},
  ): void => {
    const route: RouteContract = routes[key]!
    const [method, url] = key.split(' ') as [string, string]
    const {
      operationId,
      summary,
      scope,
      may,
      unaudited,
      peopleOnly,
      labels,
      query,
      body,
      answers,
      consumes,
      produces,
    } = route
    app.route({
      method: method as 'GET',
      url,
      ...(bodyLimit && { bodyLimit }),
      ...(prefixTrailingSlash && { prefixTrailingSlash }),
      schema: {
        tags: [url.split('/')[1] || 'open'],
        operationId,
        summary,
        ...(url.includes(':') && { params: paramsSchema(url, route.params) }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(consumes && { consumes: [...consumes] }),
        ...(produces && { produces: [...produces] }),
        response: answers,
      },
      config: {
        scope,
        ...(may && { may }),
        ...(unaudited && { unaudited }),
        ...(peopleOnly && { peopleOnly }),
        ...(labels && { labels }),
        ...(rateLimit !== undefined && { rateLimit }),
      },
      handler: handler as never,
    })
  }
}
