import { companySections, type CompanySection } from '@weft/kit/define/company.ts'
import type { Subject } from '@weft/kit/define/permissions.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import type { RouteScope } from '@weft/kit/contracts/route.ts'
import { etagOf } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

type Company = {
  /** The path the parts lie below: `/clients/:id`. */
  at: string
  /** What the documentation calls it: `tenant`. */
  one: string
  params?: z.ZodObject
  scope: RouteScope
  /** Whose right it takes to see a part; changing it is for `change` to refuse. */
  subject: (section: CompanySection) => Subject
  read: (request: FastifyRequest) => Promise<Record<string, unknown> & { updated_at: string }>
  change: (request: FastifyRequest, section: CompanySection, body: Record<string, unknown>) => Promise<void>
}

/** Reading and changing each part of what the product knows of a company by itself. */
export function companySectionRoutes(app: FastifyInstance, { at, one, params, scope, subject, read, change }: Company) {
  for (const [name, { schema }] of Object.entries(companySections) as [CompanySection, { schema: z.ZodObject }][]) {
    const keys = Object.keys(schema.shape)
    const config = { scope, may: [subject(name), 'view'] } as const
    const about = (verb: string) => ({
      tags: [at.split('/')[1]!],
      summary: `${verb} of a ${one}: ${name}`,
      ...(params && { params }),
    })
    const answer = async (request: FastifyRequest) => {
      const row = await read(request)
      return { etag: etagOf(row), data: Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key))) }
    }
    app.get(`${at}/${name}`, { schema: about('Read a section'), config }, async (request, reply) => {
      const { etag, data } = await answer(request)
      return reply.header('etag', etag).send({ data })
    })
    app.put(
      `${at}/${name}`,
      { schema: { ...about('Change a section'), body: changesOf(schema.shape) }, config },
      async (request, reply) => {
        await change(request, name, request.body as Record<string, unknown>)
        const { etag, data } = await answer(request)
        return reply.header('etag', etag).send({ data })
      },
    )
  }
}
