import type { RouteContract } from '@weft/kit/contracts/route.ts'
import { companySections, type CompanySection } from '@weft/kit/define/company.ts'
import { implementRoutes, type Handler } from '@weft/kit/http/implement.server.ts'
import { etagOf } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Request = FastifyRequest<{ Params: { id: string } }>
type Company = {
  /** The path the parts lie below: `/clients/:id`. */
  at: string
  read: (request: Request) => Promise<Record<string, unknown> & { updated_at: string }>
  /** Changes a part, or refuses whoever may not. */
  change: (request: Request, section: CompanySection, body: Record<string, unknown>) => Promise<void>
}

/** Reading and changing each part of a company by itself. Of all there is to it, the contract leaves a part its own. */
export function companySectionRoutes(
  app: FastifyInstance,
  contract: Record<string, RouteContract>,
  { at, read, change }: Company,
) {
  const on = implementRoutes(app, contract) as (key: string, handler: Handler<string, RouteContract>) => void
  for (const section of Object.keys(companySections) as CompanySection[]) {
    on(`GET ${at}/${section}`, async (request, reply) => {
      const data = await read(request as Request)
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })
    on(`PUT ${at}/${section}`, async (request, reply) => {
      await change(request as Request, section, request.body as Record<string, unknown>)
      const data = await read(request as Request)
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })
  }
}
