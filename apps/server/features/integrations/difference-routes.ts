import { integrationContract } from '@weft/contracts/integrations.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { applyDifferences } from './apply.ts'
import { compareIntegration } from './compare.ts'

/** What has changed at the source of an integration, and taking it over. */
export const integrationDifferenceRoutes =
  (context: AppContext<'databases' | 'db' | 'isolation' | 'key' | 'ways' | 'files'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, integrationContract)

    on('POST /integrations/:id/compare', async (request, reply) => {
      const { tables: _, ...data } = await compareIntegration(context, request, reply, request.params.id)
      return { data }
    })

    on('POST /integrations/:id/apply', async (request, reply) => ({
      data: { done: await applyDifferences(context, request, reply, request.params.id, request.body.decisions) },
    }))
  }
