import { sql } from 'kysely'
import { inScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { elementsOf, secretKeys, type PluginManifest } from '@weft/kit/define/plugin.ts'
import { unsealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns, type SecretPlace } from '@weft/kit/secrets/sealed-columns.ts'
import type { RunningPlugin } from './code.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

/** An installed plugin as the scope that asks sees it. */
export type InstalledPlugin = {
  id: string
  archive_id: string
  key: string
  manifest: PluginManifest
  /** Whether the project uses it; without a project nobody does. */
  enabled: boolean
  /** Whether code of plugins may run at all, in the installation and in the project. */
  allowed: boolean
  /** As they are stored: what is set for the project over what is set for the installation, secrets encrypted. */
  settings: Record<string, unknown>
  /** Where the secret of that name lies: with the project where it is set there, with the installation otherwise. */
  placeOf: PlaceOfSecret
}

export type PlaceOfSecret = (name: string) => SecretPlace

export const commonSecrets =
  (plugin_id: string): PlaceOfSecret =>
  (name) =>
    placeIn(sealedColumns.plugin_settings, { id: plugin_id }, [name])
export const projectSecrets =
  (plugin_id: string, { tenant_id, project_id }: { tenant_id: string; project_id: string }): PlaceOfSecret =>
  (name) =>
    placeIn(sealedColumns.project_plugin_settings, { tenant_id, project_id, plugin_id }, [name])

/** Every installed plugin, by key. */
export async function pluginsIn(trx: Scoped): Promise<InstalledPlugin[]> {
  const rows = await trx
    .selectFrom('plugins as p')
    .innerJoin('plugin_archives as a', 'a.id', 'p.installed_id')
    .leftJoin('project_plugins as u', (join) =>
      join.onRef('u.plugin_id', '=', 'p.id').on('u.project_id', '=', sql<string>`weft_project()`),
    )
    .select([
      'p.id',
      'a.id as archive_id',
      'p.key',
      'a.manifest',
      'p.settings',
      'u.enabled',
      'u.settings as own',
      'u.tenant_id',
      'u.project_id',
      sql<boolean>`weft_extension('plugins')`.as('allowed'),
    ])
    .where('p.status', 'in', ['installed', 'update_available', 'installing', 'uninstalling', 'failed'])
    .orderBy('p.key')
    .execute()
  return rows.map(({ own, settings, enabled, manifest, tenant_id, project_id, ...row }) => {
    const ofProject = tenant_id && project_id ? projectSecrets(row.id, { tenant_id, project_id }) : undefined
    return {
      ...row,
      manifest: manifest as PluginManifest,
      enabled: (enabled ?? false) && row.allowed,
      settings: { ...(settings as object), ...(own as object | null) },
      placeOf: (name) => (ofProject && Object.hasOwn(own as object, name) ? ofProject : commonSecrets(row.id))(name),
    }
  })
}

const made = new Map<string, Element[]>()

/** The elements of a plugin; made once for each version of it. */
export function elementsIn({ archive_id, manifest }: Pick<InstalledPlugin, 'archive_id' | 'manifest'>): Element[] {
  const known = made.get(archive_id)
  if (known) return known
  if (made.size > 200) made.clear()
  const fresh = elementsOf(manifest)
  made.set(archive_id, fresh)
  return fresh
}

/** Plugins as their code runs; without the key their settings stay closed. */
export async function runningPlugins(
  db: Database,
  scope: Scope,
  key: Keyring | undefined,
  plugins: readonly InstalledPlugin[],
): Promise<(RunningPlugin & { id: string })[]> {
  if (plugins.length === 0) return []
  const rows = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('plugin_archives')
      .select(['id', 'files'])
      .where(
        'id',
        'in',
        plugins.map(({ archive_id }) => archive_id),
      )
      .execute(),
  )
  const files = new Map(rows.map((row) => [row.id, row.files as Record<string, string>]))
  return plugins.map(({ id, archive_id, manifest, settings, placeOf }) => ({
    id,
    manifest,
    files: files.get(archive_id) ?? {},
    settings: key ? openSettings(key, { manifest, settings, placeOf }) : {},
  }))
}

/** Settings with their defaults and their secrets in plain text: for the plugin's own code only. */
export function openSettings(
  key: Keyring,
  { manifest, settings, placeOf }: Pick<InstalledPlugin, 'manifest' | 'settings' | 'placeOf'>,
): Record<string, unknown> {
  const defaults = Object.fromEntries(
    manifest.settings.flatMap((one) => (one.default === undefined ? [] : [[one.key, one.default]])),
  )
  const secrets = new Set(secretKeys(manifest.settings))
  const opened = Object.entries(settings).map(([name, value]) => [
    name,
    secrets.has(name) && typeof value === 'string' && value !== '' ? unsealText(key, placeOf(name), value) : value,
  ])
  return { ...defaults, ...Object.fromEntries(opened) }
}
