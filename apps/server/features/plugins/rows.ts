import type { ProjectScope, Scoped } from '@weft/kit/database/connect.server.ts'
import type { PluginManifest } from '@weft/kit/define/plugin.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { sql } from 'kysely'

/** Plugins, each with what is installed of it and the newest there is. */
export const pluginsIn = (trx: Scoped) =>
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

export type PluginRow = Awaited<ReturnType<ReturnType<typeof pluginsIn>['executeTakeFirstOrThrow']>>

/** Throws not found. */
export async function readPlugin(trx: Scoped, id: string) {
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

/** The installed plugins as a project sees them: what it has set itself, and what is set for all. */
export async function installedIn(trx: Scoped, { project_id }: ProjectScope) {
  const rows = await trx
    .selectFrom('plugins as p')
    .innerJoin('plugin_archives as a', 'a.id', 'p.installed_id')
    .leftJoin('project_plugins as u', (join) =>
      join.onRef('u.plugin_id', '=', 'p.id').on('u.project_id', '=', project_id),
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

export type PluginInProject = Awaited<ReturnType<typeof installedIn>>[number]
