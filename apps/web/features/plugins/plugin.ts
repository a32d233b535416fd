import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'

/** A plugin as the provider's list shows it. */
export type ListedPlugin = ListRow<'/plugins'>
export type Plugin = Answer<'GET', `/plugins/${string}`>['data']
export type ProjectPlugin = Answer<'GET', '/project_plugins'>['data'][number]
export type PluginParts = Pick<
  Plugin,
  'workflow_elements' | 'transformers' | 'connectors' | 'event_subscribers' | 'setting_fields' | 'settings'
>

export const statusTones: Record<ListedPlugin['status'], Tone> = {
  available: 'slate',
  installing: 'blue',
  installed: 'green',
  update_available: 'amber',
  uninstalling: 'blue',
  failed: 'red',
}

export const pluginsPath = '/plugins'
export const projectPluginsPath = '/project_plugins'
