import { partKey, type PluginManifest } from '@weft/kit/define/plugin.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import type { PluginInProject, PluginRow } from './rows.ts'
import { maskedPluginSettings } from './settings.ts'

/** A plugin in a list. */
export function pluginView(
  { installed, newest, error, settings: _, file_name, ...row }: PluginRow,
  language: Language,
) {
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

/** What a plugin brings. */
export function manifestParts(
  { key, elements, transformers, connectors, subscribers }: PluginManifest,
  language: Language,
) {
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

/** A plugin as a project sees it. */
export const projectPluginView = (
  { id, key, manifest, common, own, enabled, updated_at }: PluginInProject,
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
