import { mappingContract } from '@weft/contracts/mappings.ts'
import type { RemoteCall } from '@weft/engine/mapping/elsewhere.ts'
import { pluginsIn, runningPlugins } from '@weft/engine/plugins/installed.server.ts'
import { computeIn } from '@weft/engine/plugins/transformers.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { knownIn, transformerView } from './view.ts'

/** The transformers a mapping may use, those of plugins among them, which are computed here for the browser. */
export const mappingTransformerRoutes =
  ({ db, sandbox }: AppContext<'db' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, mappingContract)

    on('GET /mapping_transformers', async ({ scope, language }) => ({
      data: [...(await inScope(db, scope, knownIn)).values()].map((one) => transformerView(one, language)),
    }))
    on('POST /mapping_transformers/compute', async ({ scope, body }) => {
      const used = (await inScope(db, scope, pluginsIn)).filter(({ enabled }) => enabled)
      return {
        data: await computeIn(await runningPlugins(db, scope, undefined, used), sandbox, body.calls as RemoteCall[]),
      }
    })
    on('GET /mapping_transformers/:key', async ({ params, scope, language }) => {
      const found = (await inScope(db, scope, knownIn)).get(params.key)
      if (!found) throw notFound()
      return { data: transformerView(found, language) }
    })
  }
