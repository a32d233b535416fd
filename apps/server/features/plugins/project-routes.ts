import { pluginContract } from '@weft/contracts/plugins.ts'
import { commonSecrets, projectSecrets } from '@weft/engine/plugins/installed.server.ts'
import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { subscribeProject } from './install.ts'
import { installedIn } from './rows.ts'
import { sealSettings } from './settings.ts'
import { refuseUsed, usesOfPlugin } from './uses.ts'
import { projectPluginView } from './view.ts'

const texts = defineMessages({
  notInstalled: { en: 'The plugin is not installed.', de: 'Das Plugin ist nicht installiert.' },
})

/** Which plugins a project uses, and what is set for them there. */
export const projectPluginRoutes =
  ({ db, key }: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, pluginContract)

    on('GET /project_plugins', ({ scope, language }) =>
      inScope(db, scope, async (trx) => ({
        data: (await installedIn(trx, scope)).map((row) => projectPluginView(row, language)),
      })),
    )

    on('PUT /project_plugins/:id', async ({ scope, params, body, language }) => {
      await inScope(db, scope, (trx) => setForProject(trx, key, scope, params.id, body))
      return {
        data: projectPluginView(
          (await inScope(db, scope, (trx) => installedIn(trx, scope))).find(({ id }) => id === params.id)!,
          language,
        ),
      }
    })
  }

async function setForProject(
  trx: Scoped,
  key: Keyring,
  scope: ProjectScope,
  id: string,
  { enabled, settings }: { enabled?: boolean | undefined; settings?: Record<string, unknown> | undefined },
) {
  const found = (await installedIn(trx, scope)).find((row) => row.id === id)
  if (!found) throw new Conflict('PLUGIN_NOT_INSTALLED', texts.notInstalled())
  const { manifest, own, common } = found
  const wanted = enabled ?? found.enabled
  if (found.enabled && !wanted)
    refuseUsed(
      (await usesOfPlugin(trx, { id, key: found.key, manifest })).filter(
        ({ tenant_id }) => tenant_id === scope.tenant_id,
      ),
    )
  const place = projectSecrets(id, { tenant_id: scope.tenant_id, project_id: scope.project_id })
  const before = {
    manifest,
    settings: { ...common, ...own },
    placeOf: (name: string) => (Object.hasOwn(own, name) ? place : commonSecrets(id))(name),
  }
  const sealed = settings || wanted ? sealSettings(key, before, { given: settings ?? {}, place }) : own
  const kept = JSON.stringify(settings ? sealed : own)
  await trx
    .insertInto('project_plugins')
    .values({ plugin_id: id, enabled: wanted, settings: kept })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'plugin_id']).doUpdateSet({ enabled: wanted, settings: kept }),
    )
    .execute()
  await trx
    .deleteFrom('plugin_subscriptions')
    .where('plugin_id', '=', id)
    .where('project_id', '=', scope.project_id)
    .execute()
  if (wanted)
    await subscribeProject(
      trx,
      { plugin_id: id, tenant_id: scope.tenant_id, project_id: scope.project_id },
      manifest.subscribers,
    )
}
