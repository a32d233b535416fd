import { sql } from 'kysely'
import { inScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { elementsOf, secretKeys, type PluginManifest } from '@weft/kit/define/plugin.ts'
import { decrypt } from '@weft/kit/secrets/secrets.server.ts'
import type { RunningPlugin } from './code.server.ts'

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
}

/** Every installed plugin, by key. */
export async function pluginsIn(trx: Scoped): Promise<InstalledPlugin[]> {
  const rows = await trx
    .selectFrom('plugins as p')
    .innerJoin('plugin_archives as a', 'a.id', 'p.installed_id')
    .leftJoin('project_plugins as u', (join) => join.onRef('u.plugin_id', '=', 'p.id').on('u.project_id', '=', sql<string>`weft_project()`))
    .select(['p.id', 'a.id as archive_id', 'p.key', 'a.manifest', 'p.settings', 'u.enabled', 'u.settings as own', sql<boolean>`weft_extension('plugins')`.as('allowed')])
    .where('p.status', 'in', ['installed', 'update_available', 'installing', 'uninstalling', 'failed'])
    .orderBy('p.key')
    .execute()
  return rows.map(({ own, settings, enabled, manifest, ...row }) => ({ ...row, manifest: manifest as PluginManifest, enabled: (enabled ?? false) && row.allowed, settings: { ...(settings as object), ...(own as object | null) } }))
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
export async function runningPlugins(db: Database, scope: Scope, key: Buffer | undefined, plugins: readonly InstalledPlugin[]): Promise<(RunningPlugin & { id: string })[]> {
  if (plugins.length === 0) return []
  const rows = await inScope(db, scope, (trx) => trx.selectFrom('plugin_archives').select(['id', 'files']).where('id', 'in', plugins.map(({ archive_id }) => archive_id)).execute())
  const files = new Map(rows.map((row) => [row.id, row.files as Record<string, string>]))
  return plugins.map(({ id, archive_id, manifest, settings }) => ({ id, manifest, files: files.get(archive_id) ?? {}, settings: key ? openSettings(key, manifest, settings) : {} }))
}

/** Settings with their defaults and their secrets in plain text: for the plugin's own code only. */
export function openSettings(key: Buffer, manifest: PluginManifest, settings: Record<string, unknown>): Record<string, unknown> {
  const defaults = Object.fromEntries(manifest.settings.flatMap((one) => (one.default === undefined ? [] : [[one.key, one.default]])))
  const secrets = new Set(secretKeys(manifest.settings))
  const opened = Object.entries(settings).map(([name, value]) => [name, secrets.has(name) && typeof value === 'string' && value !== '' ? decrypt(key, Buffer.from(value, 'base64')) : value])
  return { ...defaults, ...Object.fromEntries(opened) }
}
