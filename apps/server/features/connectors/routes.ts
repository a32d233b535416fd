import { connectorContract } from '@weft/contracts/connectors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { connectorBodies } from '@weft/catalogue/connectors/all.server.ts'
import { connectors } from '@weft/catalogue/connectors/all.ts'
import { rest } from '@weft/catalogue/connectors/rest/rest.ts'
import { allowList, openEgress } from '@weft/engine/connections/egress.server.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { pluginsIn, type InstalledPlugin } from '@weft/engine/plugins/installed.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { Connector, ConnectorBody } from '@weft/kit/define/connector.ts'
import { connectorDefaults, partKey } from '@weft/kit/define/plugin.ts'
import { invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  failed: { en: 'The authentication test failed: {message}', de: 'Der Anmeldetest ist fehlgeschlagen: {message}' },
})

const all: readonly Connector[] = connectors

/** The kinds of systems that can be connected, and whether one answers with given settings. */
export const connectorRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, connectorContract)
    const egress = openEgress(allowList(db))
    app.addHook('onClose', () => egress.close())
    const reach = { resolve: egress.resolve, http: openHttp({ egress }) }

    async function find(scope: Scope, key: string): Promise<Connector | undefined> {
      const own = all.find((one) => one.key === key)
      if (own || !key.includes('.')) return own
      const used = (await inScope(db, scope, pluginsIn)).filter(({ enabled }) => enabled)
      return used.some((plugin) => plugin.manifest.connectors.some((one) => partKey(plugin.key, one.key) === key))
        ? rest
        : undefined
    }

    on('GET /connectors', async ({ scope, language }) => {
      const plugins = await inScope(db, scope, pluginsIn)
      return {
        data: [
          ...all.map((connector) => ({ ...item(connector, language), plugin_id: null })),
          ...plugins.flatMap((plugin) => itemsOf(plugin, language)),
        ],
      }
    })

    on('POST /connectors/:key/test', async ({ params, body, scope, language }) => {
      const connector = await find(scope, params.key)
      if (!connector) throw notFound()
      const settings = connector.settings.safeParse(body, { reportInput: true })
      if (!settings.success)
        throw invalidFields(
          Object.fromEntries(issuePaths(settings.error.issues).map(({ place, message }) => [place, [message]])),
        )
      const began = performance.now()
      const answer = await (connectorBodies[connector.key as keyof typeof connectorBodies] as ConnectorBody<unknown>)
        .test(settings.data, reach)
        .then(
          ({ answered }) => ({ ok: true, answered, message: null }),
          (error: Error) => {
            if (!(error instanceof WeftError)) throw error
            return {
              ok: false,
              answered: null,
              message: say(texts.failed({ message: say(error.say, language) }), language),
            }
          },
        )
      return { data: { ...answer, milliseconds: Math.round(performance.now() - began) } }
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

const item = ({ key, icon, labels, settings, secrets, abilities }: Connector, language: Language) => ({
  key,
  icon,
  label: labels.title,
  title: labels.title[language],
  description: labels.help[language],
  abilities: [...abilities],
  secrets: [...secrets],
  config_schema: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
})
