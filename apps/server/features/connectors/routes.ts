import { connectorContract } from '@weft/contracts/connectors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { connectors } from '@weft/catalogue/connectors/all.ts'
import { rest } from '@weft/catalogue/connectors/rest/rest.ts'
import { checkConnection } from '@weft/engine/connectors/check.server.ts'
import { pluginsIn, type InstalledPlugin } from '@weft/engine/plugins/installed.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import { connectorDefaults, partKey } from '@weft/kit/define/plugin.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { connectorFor } from '../connections/connector-of.ts'
import { isOtherWay, leavingBy } from '../connections/leaving.ts'
import { tokenFor } from '../connections/reached.ts'
import { checkIn } from '../connections/routes.ts'
import { settingsFrom } from '../connections/settings.ts'

const all: readonly Connector[] = connectors

/** The kinds of systems that can be connected, and whether one answers with given settings. */
export const connectorRoutes =
  ({
    db,
    key,
    isolation,
    ways,
    files,
  }: AppContext<'db' | 'key' | 'isolation' | 'ways' | 'files'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, connectorContract)

    on('GET /connectors', async ({ scope, language }) => {
      const plugins = await inScope(db, scope, pluginsIn)
      return {
        data: [
          ...all.map((connector) => ({ ...item(connector, language), plugin_id: null })),
          ...plugins.flatMap((plugin) => itemsOf(plugin, language)),
        ],
      }
    })

    on('POST /connectors/:key/test', async (request, reply) => {
      const { scope, user, params, query, body, language } = request
      const { connector, settings, stored, leaving } = await inScope(db, scope, async (trx) => {
        const connector = await connectorFor(trx, params.key)
        if (!connector) throw notFound()
        const stored = query.connection_id
          ? await trx
              .selectFrom('connections')
              .selectAll()
              .where('id', '=', query.connection_id)
              .where('connector', '=', params.key)
              .executeTakeFirst()
          : undefined
        const { reach, agent_id = null, tunnel_connection_id = null } = query
        const leaving = await leavingBy(trx, { connector, leaving: { reach, agent_id, tunnel_connection_id } })
        const isRerouted = !stored || isOtherWay(stored, leaving)
        const settings = settingsFrom(connector, body, { key, user, stored, isRerouted })
        return { connector, settings, stored, leaving }
      })
      const out = ways.of({ tenant_id: scope.tenant_id, ...leaving })
      const token = tokenFor({ db, key }, out, { connector, settings, stored })
      const check = await checkConnection(
        { isolation, out },
        { connector, settings, token, files: files(scope.tenant_id) },
        isolated(request, reply),
      )
      return { data: checkIn(check, language) }
    })
  }

/** Kinds of plugins are kinds of connections over HTTP. */
const itemsOf = ({ key, manifest }: InstalledPlugin, language: Language) =>
  manifest.connectors.map((one) => ({
    ...item(rest, language),
    key: partKey(key, one.key),
    icon: one.icon,
    label: one.label,
    title: one.label[language],
    description: one.help[language],
    plugin_id: key,
    defaults: connectorDefaults(one),
  }))

const item = (
  { key, icon, category, labels, settings, secrets, destination, checks }: Connector,
  language: Language,
) => ({
  key,
  icon,
  category,
  label: labels.title,
  title: labels.title[language],
  description: labels.help[language],
  secrets: [...secrets],
  destination: [...destination],
  checks: [...checks],
  config_schema: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
})
