import { pluginContract } from '@weft/contracts/plugins.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { Readable } from 'node:stream'
import { pluginSettings } from '@weft/catalogue/resources/setting/plugins.ts'
import { unpackArchive } from '@weft/engine/plugins/archive-tasks.ts'
import { archiveLimits, openArchive } from '@weft/engine/plugins/archive.server.ts'
import { commonSecrets, projectSecrets } from '@weft/engine/plugins/installed.server.ts'
import { inScope, systemScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { isNewer, partKey, type PluginManifest } from '@weft/kit/define/plugin.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { installPlugin, subscribeProject, uninstallPlugin } from './install.ts'
import { sealSettings, maskedPluginSettings } from './settings.ts'
import { refuseUsed, usesOfPlugin } from './uses.ts'
import { onlyFile } from '../../http/uploads.ts'

const texts = defineMessages({
  older: {
    en: 'Version {version} is not newer than {known}, which is here already.',
    de: 'Version {version} ist nicht neuer als {known}, die bereits hier ist.',
  },
  installed: {
    en: 'The plugin is installed. Please uninstall it first.',
    de: 'Das Plugin ist installiert. Bitte deinstallieren Sie es zuerst.',
  },
  notInstalled: { en: 'The plugin is not installed.', de: 'Das Plugin ist nicht installiert.' },
})

/** Plugins of the installation, and which of them a project uses. */
export const pluginRoutes =
  (context: AppContext<'db' | 'isolation' | 'key' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, pluginContract)
    const { db, key } = context

    on('GET /plugins', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => {
        const term = `%${escapeLike(query.searchTerm ?? query.title ?? '')}%`
        const found = rowsIn(trx).where((eb) => eb.or([eb('p.label', 'ilike', term), eb('p.key', 'ilike', term)]))
        const { limit, offset } = toLimitOffset(query)
        const rows = await found.orderBy('p.label').limit(limit).offset(offset).execute()
        const { total } = await found
          .clearSelect()
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
        return { data: rows.map((row) => item(row, language)), meta: metaOf(query, Number(total)) }
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
        keep(trx, archive, { file_name: filename.slice(0, 191), uploaded_by: request.user.email }),
      )
      return reply.code(201).send({ data: await one(request.scope, id, request.language) })
    })

    on('GET /plugins/:id', async ({ scope, params, language }) => ({ data: await one(scope, params.id, language) }))

    on('POST /plugins/:id/install', async ({ scope, params, user, language }) => {
      await installPlugin(context, scope, params.id, user.email)
      return { data: await one(scope, params.id, language) }
    })
    on('POST /plugins/:id/uninstall', async ({ scope, params, language }) => {
      await uninstallPlugin(context, scope, params.id)
      return { data: await one(scope, params.id, language) }
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
      return { data: await one(scope, params.id, language) }
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

    const log = (scope: Scope, plugin_id: string, query: ListQuery, language: Language) =>
      inScope(db, scope, async (trx) => {
        const found = trx.selectFrom('plugin_deliveries').where('plugin_id', '=', plugin_id)
        const { limit, offset } = toLimitOffset(query)
        const rows = await found
          .select([
            'id',
            'subscriber',
            'event',
            'status',
            'tries',
            'error',
            'log',
            'created_at',
            'delivered_at',
            'next_at',
          ])
          .orderBy('created_at', 'desc')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return {
          data: rows.map((row) => ({
            ...row,
            error: row.error ? say(row.error as Message, language) : null,
            log: row.log as { level: string; message: string }[],
          })),
          meta: metaOf(query, Number(total)),
        }
      })
    const again = (scope: Scope, id: string) =>
      inScope(db, scope, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('plugin_deliveries')
          .set({ status: 'pending', tries: 0, next_at: sql`now()` })
          .where('id', '=', id)
          .where('status', '=', 'failed')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw notFound()
        return { data: { id, status: 'pending' } }
      })
    on('GET /plugins/:id/deliveries', ({ scope, params, query, language }) => log(scope, params.id, query, language))
    on('POST /plugins/deliveries/:id/again', ({ scope, params }) => again(scope, params.id))

    on('GET /project_plugins', ({ scope, language }) =>
      inScope(db, scope, async (trx) => ({
        data: (await installedIn(trx, scope)).map((row) => projectItem(row, language)),
      })),
    )

    on('PUT /project_plugins/:id', async ({ scope, params, body, language }) => {
      await inScope(db, scope, (trx) => setForProject(trx, scope, params.id, body))
      return {
        data: projectItem(
          (await inScope(db, scope, (trx) => installedIn(trx, scope))).find(({ id }) => id === params.id)!,
          language,
        ),
      }
    })
    on('GET /project_plugins/:id/deliveries', async ({ scope, params, query, language }) => {
      const used = await inScope(db, scope, (trx) =>
        trx.selectFrom('project_plugins').select('plugin_id').where('plugin_id', '=', params.id).executeTakeFirst(),
      )
      if (!used) throw notFound()
      return log(scope, params.id, query, language)
    })
    on('POST /project_plugins/deliveries/:id/again', ({ scope, params }) => again(scope, params.id))

    async function setForProject(
      trx: Scoped,
      scope: Scope,
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
      const place = projectSecrets(id, { tenant_id: scope.tenant_id!, project_id: scope.project_id! })
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
        .where('project_id', '=', scope.project_id!)
        .execute()
      if (wanted)
        await subscribeProject(
          trx,
          { plugin_id: id, tenant_id: scope.tenant_id!, project_id: scope.project_id! },
          manifest.subscribers,
        )
    }

    async function one(scope: Scope, id: string, language: Language) {
      const { count } = await inScope(db, systemScope, (trx) =>
        trx
          .selectFrom('project_plugins')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('plugin_id', '=', id)
          .where('enabled', '=', true)
          .executeTakeFirstOrThrow(),
      )
      return inScope(db, scope, async (trx) => {
        const row = await rowsIn(trx).where('p.id', '=', id).executeTakeFirst()
        if (!row) throw notFound()
        const manifest = (row.installed ?? row.newest) as PluginManifest
        const versions = await trx
          .selectFrom('plugin_archives')
          .select(['version', 'publisher', 'sha256', 'file_name', 'uploaded_by', 'created_at'])
          .where('plugin_id', '=', id)
          .orderBy('created_at', 'desc')
          .execute()
        return {
          ...item(row, language),
          ...manifestParts(manifest, language),
          settings: maskedPluginSettings(manifest, row.settings as Record<string, unknown>),
          setting_fields: manifest.settings,
          versions,
          projects: Number(count),
        }
      })
    }
  }

const rowsIn = (trx: Scoped) =>
  trx
    .selectFrom('plugins as p')
    .leftJoin('plugin_archives as i', 'i.id', 'p.installed_id')
    .innerJoin('plugin_archives as n', 'n.id', 'p.newest_id')
    .select([
      'p.id',
      'p.key',
      'p.status',
      'p.error',
      'p.settings',
      'p.installed_by',
      'p.installed_at',
      'p.created_at',
      'p.updated_at',
      'i.manifest as installed',
      'n.manifest as newest',
      'n.publisher',
      'n.file_name',
    ])

async function readPlugin(trx: Scoped, id: string) {
  const row = await trx
    .selectFrom('plugins as p')
    .innerJoin('plugin_archives as a', (join) =>
      join.on('a.id', '=', sql<string>`coalesce(p.installed_id, p.newest_id)`),
    )
    .select(['p.id', 'p.key', 'p.installed_id', 'p.settings', 'a.manifest'])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, manifest: row.manifest as PluginManifest }
}

/** Keeps an archive that was found in order, as the newest of its plugin. */
async function keep(
  trx: Scoped,
  { manifest, files, publisher, sha256 }: Awaited<ReturnType<typeof openArchive>>,
  more: { file_name: string; uploaded_by: string },
): Promise<string> {
  const { key, label, version } = manifest
  const { id } = await trx
    .insertInto('plugins')
    .values({ key, label: label.en })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const known = await trx
    .selectFrom('plugins as p')
    .leftJoin('plugin_archives as n', 'n.id', 'p.newest_id')
    .select(['p.installed_id', 'p.newest_id', 'n.version'])
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirstOrThrow()
  const { installed_id } = known
  // What nobody has installed may be brought again, as while it is being written.
  const replaces = known.version !== null && known.newest_id !== installed_id && !isNewer(known.version, version)
  if (known.version !== null && !replaces && !isNewer(version, known.version))
    throw new Conflict('PLUGIN_NOT_NEWER', texts.older({ version, known: known.version }))
  const values = {
    manifest: JSON.stringify(manifest),
    files: JSON.stringify(files),
    sha256,
    publisher: publisher.name,
    publisher_key: publisher.key,
    ...more,
  }
  const archive = await trx
    .insertInto('plugin_archives')
    .values({ plugin_id: id, version, ...values })
    .onConflict((conflict) => conflict.columns(['plugin_id', 'version']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('plugins')
    .set({
      newest_id: archive.id,
      status: installed_id ? 'update_available' : 'available',
      error: null,
      ...(!installed_id && { label: label.en }),
    })
    .where('id', '=', id)
    .execute()
  return id
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsIn>['executeTakeFirstOrThrow']>>

function item({ installed, newest, error, settings: _, file_name, ...row }: Row, language: Language) {
  const manifest = (installed ?? newest) as PluginManifest
  return {
    ...row,
    label: manifest.label[language],
    description: manifest.description[language],
    version: (installed as PluginManifest | null)?.version ?? null,
    newest_version: (newest as PluginManifest).version,
    installer: file_name,
    error: error ? say(error as Message, language) : null,
    permissions: manifest.permissions,
    counts: {
      elements: manifest.elements.length,
      transformers: manifest.transformers.length,
      connectors: manifest.connectors.length,
      subscribers: manifest.subscribers.length,
    },
  }
}

function manifestParts({ key, elements, transformers, connectors, subscribers }: PluginManifest, language: Language) {
  const part = (one: {
    key: string
    label: { en: string; de: string }
    help: { en: string; de: string }
    icon: string
  }) => ({ key: partKey(key, one.key), title: one.label[language], description: one.help[language], icon: one.icon })
  return {
    workflow_elements: elements.map((one) => ({
      ...part(one),
      type: one.group,
      kind: one.kind,
      deprecated: one.deprecated ?? false,
    })),
    transformers: transformers.map((one) => ({ ...part(one), type: one.group })),
    connectors: connectors.map(part),
    event_subscribers: subscribers.map((one) => ({ key: one.key, title: one.label[language], events: one.events })),
  }
}

/** The installed plugins as a project sees them: what it has set itself, and what is set for all. */
async function installedIn(trx: Scoped, { project_id }: Scope) {
  const rows = await trx
    .selectFrom('plugins as p')
    .innerJoin('plugin_archives as a', 'a.id', 'p.installed_id')
    .leftJoin('project_plugins as u', (join) =>
      join.onRef('u.plugin_id', '=', 'p.id').on('u.project_id', '=', project_id!),
    )
    .select(['p.id', 'p.key', 'a.manifest', 'p.settings as common', 'u.settings as own', 'u.enabled', 'u.updated_at'])
    .orderBy('p.label')
    .execute()
  return rows.map((row) => ({
    ...row,
    manifest: row.manifest as PluginManifest,
    enabled: row.enabled ?? false,
    own: (row.own ?? {}) as Record<string, unknown>,
    common: row.common as Record<string, unknown>,
  }))
}

const projectItem = (
  { id, key, manifest, common, own, enabled, updated_at }: Awaited<ReturnType<typeof installedIn>>[number],
  language: Language,
) => ({
  id,
  key,
  label: manifest.label[language],
  description: manifest.description[language],
  version: manifest.version,
  publisher: manifest.publisher,
  permissions: manifest.permissions,
  enabled,
  updated_at,
  settings: maskedPluginSettings(manifest, { ...common, ...own }),
  setting_fields: manifest.settings,
  ...manifestParts(manifest, language),
})
