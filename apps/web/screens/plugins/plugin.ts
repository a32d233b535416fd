import type { PluginSetting } from '@weft/kit/define/plugin.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'

type PluginStatus = 'available' | 'installing' | 'installed' | 'update_available' | 'uninstalling' | 'failed'
export const statusTones: Record<PluginStatus, Tone> = {
  available: 'slate',
  installing: 'blue',
  installed: 'green',
  update_available: 'amber',
  uninstalling: 'blue',
  failed: 'red',
}

/** A plugin as the provider's list shows it. */
export type ListedPlugin = {
  id: string
  key: string
  label: string
  description: string
  status: PluginStatus
  version: string | null
  newest_version: string
  publisher: string
  installer: string
  installed_by: string
  installed_at: string | null
  error: string | null
  permissions: { http: string[] }
  counts: { elements: number; transformers: number; connectors: number; subscribers: number }
}

type Part = { key: string; title: string; description: string; icon: string }
export type PluginParts = {
  workflow_elements: (Part & { type: string })[]
  transformers: (Part & { type: string })[]
  connectors: Part[]
  event_subscribers: { key: string; title: string; events: string[] }[]
  setting_fields: PluginSetting[]
  settings: Record<string, unknown>
}
export type Plugin = ListedPlugin &
  PluginParts & {
    versions: {
      version: string
      publisher: string
      sha256: string
      file_name: string
      uploaded_by: string
      created_at: string
    }[]
    projects: number
  }
export type ProjectPlugin = PluginParts &
  Pick<ListedPlugin, 'id' | 'key' | 'label' | 'description' | 'publisher' | 'permissions'> & {
    version: string
    enabled: boolean
  }

export const pluginsPath = '/plugins'
export const projectPluginsPath = '/project_plugins'
