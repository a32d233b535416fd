import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { partKey, type PluginManifest } from '@weft/kit/define/plugin.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'

const texts = defineMessages({
  used: { en: 'The plugin is still used: {places}', de: 'Das Plugin wird noch verwendet: {places}' },
  missing: {
    en: 'The new version lacks what is still used: {places}',
    de: 'Der neuen Version fehlt, was noch verwendet wird: {places}',
  },
})

/** Where a part of a plugin stands. */
type PluginUse = {
  kind: 'workflow' | 'mapping'
  id: string
  label: string
  part: string
  tenant_id: string
  tenant: string
  active: boolean | null
}

/** The workflows and mappings below the scope that use parts of a plugin. */
export async function usesOfPlugin(
  trx: Scoped,
  { id, key, manifest }: { id: string; key: string; manifest: PluginManifest },
): Promise<PluginUse[]> {
  const elements = manifest.elements.map((element) => partKey(key, element.key))
  const workflows =
    elements.length === 0
      ? []
      : (
          await sql<PluginUse>`select 'workflow' as kind, workflow_id as id, workflow as label, element as part, tenant_id, tenant, active from weft_element_uses(${sql.val(elements)}::text[])`.execute(
            trx,
          )
        ).rows
  const mappings =
    manifest.transformers.length === 0
      ? []
      : (
          await sql<PluginUse>`select 'mapping' as kind, mapping_id as id, mapping as label, transformer as part, tenant_id, tenant, null::boolean as active from weft_plugin_mappings(${id}, ${key})`.execute(
            trx,
          )
        ).rows
  return [...workflows, ...mappings]
}

const named = (uses: readonly PluginUse[]) => {
  const names = [...new Set(uses.map(({ label, tenant }) => `${label} (${tenant})`))]
  return names.slice(0, 10).join(', ') + (names.length > 10 ? ` … (${names.length})` : '')
}

export function refuseUsed(uses: readonly PluginUse[]) {
  if (uses.length > 0) throw new Conflict('PLUGIN_USED', texts.used({ places: named(uses) }))
}

/** An update may not take away what somebody works with. */
export function refuseLost(uses: readonly PluginUse[], { key, elements, transformers }: PluginManifest) {
  const kept = new Set([...elements, ...transformers].map((part) => partKey(key, part.key)))
  const lost = uses.filter(({ part }) => !kept.has(part))
  if (lost.length > 0) throw new Conflict('PLUGIN_PART_USED', texts.missing({ places: named(lost) }))
}
