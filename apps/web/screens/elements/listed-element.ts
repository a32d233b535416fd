import type { ElementGroup, ElementKind } from '@weft/kit/define/element.ts'

/** An element as its administration sees it. */
export type ListedElement = {
  key: string
  type: ElementGroup
  kind: ElementKind
  title: string
  description: string
  icon: string
  version: string
  plugin_id: string | null
  deprecated: boolean
  ports: { in: string[]; out: string[]; names: Record<string, string>; by_config: boolean }
  config_schema: {
    required?: string[]
    properties?: Record<
      string,
      { title?: string; description?: string; type?: string; enum?: string[]; default?: unknown }
    >
  }
  effect?: 'exactly_once' | 'at_least_once'
  examples: { settings: unknown; takes: unknown; gives: unknown }[]
  state: 'on' | 'off' | 'assigned'
  allowed: string[]
  /** Who has taken it away already. */
  above: 'provider' | 'partner' | null
  workflows: number
}

export const limitsPath = '/workflow_elements/limits'
