import type { ElementAnswer } from '@weft/contracts/workflow-elements.ts'
import { effectOf, exitsOf, type Element, type ElementGroup } from '@weft/kit/define/element.ts'
import type { FieldLabel } from '@weft/kit/define/resource.ts'
import type { Language, Text } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

export const groups: Record<ElementGroup, { label: Text; icon: string; colour: string }> = {
  trigger: { label: { en: 'Triggers', de: 'Auslöser' }, icon: 'IconBolt', colour: 'amber' },
  flow: { label: { en: 'Flow', de: 'Ablauf' }, icon: 'IconArrowsSplit', colour: 'slate' },
  data: { label: { en: 'Data', de: 'Daten' }, icon: 'IconDatabase', colour: 'teal' },
  transform: { label: { en: 'Transform', de: 'Umwandeln' }, icon: 'IconTransform', colour: 'violet' },
  connector: { label: { en: 'Connectors', de: 'Anbindungen' }, icon: 'IconPlugConnected', colour: 'blue' },
  communicate: { label: { en: 'Communicate', de: 'Mitteilen' }, icon: 'IconMail', colour: 'rose' },
}

type JsonSchema = { properties?: Record<string, { title?: string; description?: string; reference?: string }> }
export const settingsSchema = (element: Element) =>
  z.toJSONSchema(element.settings, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** An element as the calls of the catalogue show it. */
export function item(element: Element, language: Language): ElementAnswer {
  const { key, group, kind, icon, labels, inputs, examples, plugin, deprecated } = element
  const schema = settingsSchema(element)
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    Object.assign(property, inWords(labels.fields[name], language))
  const fallback = element.settings.safeParse({})
  const out =
    typeof element.exits !== 'function' || fallback.success
      ? exitsOf(element, fallback.data ?? {})
      : ['default', 'error']
  return {
    key,
    type: group,
    kind,
    label: labels.title,
    title: labels.title[language],
    description: labels.help[language],
    icon,
    colour: groups[group].colour,
    version: plugin?.version ?? '1',
    plugin_id: plugin?.key ?? null,
    deprecated: deprecated ?? false,
    ports: {
      in: [...inputs],
      out,
      names: Object.fromEntries(Object.entries(labels.exits ?? {}).map(([exit, text]) => [exit, text[language]])),
      by_config: typeof element.exits === 'function',
    },
    config_schema: schema,
    ...(element.effect && { effect: effectOf(element, {}) }),
    examples: examples ?? [],
  }
}

function inWords(label: FieldLabel | undefined, language: Language) {
  if (!label) return {}
  return 'label' in label
    ? { title: label.label[language], ...(label.help && { description: label.help[language] }) }
    : { title: label[language] }
}
