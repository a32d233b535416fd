import { crossReferenceContract } from '@weft/contracts/cross-references.ts'
import { referenceNames } from '@weft/engine/references/references.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

export const crossReferenceRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, crossReferenceContract)
    on('GET /cross_references/names', async ({ scope }) => ({ data: await referenceNames(db, scope) }))
  }
