import { pluginContract } from '@weft/contracts/plugins.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { Readable } from 'node:stream'
import { pluginSettings } from '@weft/catalogue/resources/setting/plugins.ts'
import { unpackArchive } from '@weft/engine/plugins/archive-tasks.ts'
import { archiveLimits, openArchive } from '@weft/engine/plugins/archive.server.ts'
import { commonSecrets } from '@weft/engine/plugins/installed.server.ts'
import { inScope, systemScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { type PluginManifest } from '@weft/kit/define/plugin.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { installPlugin, uninstallPlugin } from './install.ts'
import { keepArchive } from './keep-archive.ts'
import { pluginsIn, readPlugin } from './rows.ts'
import { sealSettings, maskedPluginSettings } from './settings.ts'
import { usesOfPlugin } from './uses.ts'
import { manifestParts, pluginView } from './view.ts'
import { onlyFile } from '../../http/uploads.ts'

const texts = defineMessages({
  installed: {
    en: 'The plugin is installed. Please uninstall it first.',
    de: 'Das Plugin ist installiert. Bitte deinstallieren Sie es zuerst.',
  },
})

/** Plugins of the installation: brought, installed, set up, taken away. */
export const pluginRoutes =
  (context: AppContext<'db' | 'isolation' | 'key' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, pluginContract)
    const { db, key } = context

    on('GET /plugins', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => {
        const term = `%${escapeLike(query.searchTerm ?? query.title ?? '')}%`
        const found = pluginsIn(trx).where((eb) => eb.or([eb('p.label', 'ilike', term), eb('p.key', 'ilike', term)]))
        const { limit, offset } = toLimitOffset(query)
        const rows = await found.orderBy('p.label').limit(limit).offset(offset).execute()
        const { total } = await found
          .clearSelect()
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
        return { data: rows.map((row) => pluginView(row, language)), meta: metaOf(query, Number(total)) }
      }),
    )

    on('POST /plugins', async (request, reply) => {
      const { filename, data: packed } = await onlyFile(request, archiveLimits.packed)
      const { publishers } = await inScope(db, request.scope, (trx) => readSettings(trx, pluginSettings))
      const archive = await openArchive(packed, publishers, async (packed) => {
        const { value, bytes } = await context.isolation.run(
          unpackArchive,
          {},
          { ...isolated(request, reply), input: async () => Readable.from([packed]) },
        )
        return new Map(value.names.map((name, i) => [name, bytes[i]!]))
      })
      const id = await inScope(db, request.scope, (trx) =>
        keepArchive(trx, archive, { file_name: filename.slice(0, 191), uploaded_by: request.user.email }),
      )
      return reply.code(201).send({ data: await readOne(db, request.scope, id, request.language) })
    })

    on('GET /plugins/:id', async ({ scope, params, language }) => ({
      data: await readOne(db, scope, params.id, language),
    }))

    on('POST /plugins/:id/install', async ({ scope, params, user, language }) => {
      await installPlugin(context, scope, params.id, user.email)
      return { data: await readOne(db, scope, params.id, language) }
    })
    on('POST /plugins/:id/uninstall', async ({ scope, params, language }) => {
      await uninstallPlugin(context, scope, params.id)
      return { data: await readOne(db, scope, params.id, language) }
    })

    on('PUT /plugins/:id/settings', async ({ scope, params, body, language }) => {
      await inScope(db, scope, async (trx) => {
        const { manifest, settings } = await readPlugin(trx, params.id)
        const place = commonSecrets(params.id)
        await trx
          .updateTable('plugins')
          .set({
            settings: JSON.stringify(
              sealSettings(
                key,
                { manifest, settings: settings as Record<string, unknown>, placeOf: place },
                { given: body.settings, place },
              ),
            ),
          })
          .where('id', '=', params.id)
          .execute()
      })
      return { data: await readOne(db, scope, params.id, language) }
    })

    on('GET /plugins/:id/uses', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: await usesOfPlugin(trx, await readPlugin(trx, params.id)) })),
    )

    on('DELETE /plugins/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        const { installed_id } = await readPlugin(trx, params.id)
        if (installed_id) throw new Conflict('PLUGIN_INSTALLED', texts.installed())
        await trx.deleteFrom('plugins').where('id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })
  }

/** A plugin with its versions, and in how many projects it is used; throws not found. */
async function readOne(db: Database, scope: Scope, id: string, language: Language) {
  const { count } = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('project_plugins')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('plugin_id', '=', id)
      .where('enabled', '=', true)
      .executeTakeFirstOrThrow(),
  )
  return inScope(db, scope, async (trx) => {
    const row = await pluginsIn(trx).where('p.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    const manifest = (row.installed ?? row.newest) as PluginManifest
    const versions = await trx
      .selectFrom('plugin_archives')
      .select(['version', 'publisher', 'sha256', 'file_name', 'uploaded_by', 'created_at'])
      .where('plugin_id', '=', id)
      .orderBy('created_at', 'desc')
      .execute()
    return {
      ...pluginView(row, language),
      ...manifestParts(manifest, language),
      settings: maskedPluginSettings(manifest, row.settings as Record<string, unknown>),
      setting_fields: manifest.settings,
      versions,
      projects: Number(count),
    }
  })
}
