import { z } from 'zod'
import { inWords } from '../messages/patterns.ts'
import { defineMessages, type Text } from '../messages/messages.ts'
import { elementGroups, type Element } from './element.ts'
import type { DataRecord } from './record.ts'
import { every, everyLabel } from './polling.ts'
import type { FieldLabel } from './resource.ts'
import { transformerGroups, type Transformer } from './transformer.ts'
import { valueTypes } from './value.ts'
import { snakeName } from './snake-name.ts'

const texts = defineMessages({
  group: {
    en: 'Triggers, and they alone, stand in the group trigger.',
    de: 'In der Gruppe trigger stehen Auslöser und nur sie.',
  },
  every: {
    en: 'How often a trigger looks is a setting that it has already; please name this one otherwise.',
    de: 'Wie oft ein Auslöser nachsieht, ist schon eine seiner Einstellungen; bitte nennen Sie diese anders.',
  },
})

/** What subscribers of plugins can be told of. The first two are a project's, the last one the installation's. */
const pluginEvents = ['job.ended', 'record.rejected', 'tenant.created'] as const

const text = z.strictObject({ en: z.string().trim().min(1).max(2_000), de: z.string().trim().min(1).max(2_000) })
const key = snakeName(40)
const icon = z.string().regex(
  inWords(/^Icon[A-Z][A-Za-z0-9]{1,60}$/, {
    en: 'Please name an icon such as IconPlug.',
    de: 'Bitte ein Symbol wie IconPlug nennen.',
  }),
)
/** A TypeScript or JavaScript file of the archive with a default export. */
const code = z.string().regex(
  inWords(/^[a-z0-9][a-z0-9_./-]{0,190}\.(ts|js)$/, {
    en: 'Please name a file of the archive such as code/send.ts: small letters, ending in .ts or .js.',
    de: 'Bitte eine Datei des Archivs wie code/send.ts nennen: Kleinbuchstaben, mit der Endung .ts oder .js.',
  }),
)
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

const setting = z.strictObject({
  key,
  type: z.enum(['text', 'long_text', 'integer', 'decimal', 'boolean', 'choice', 'list', 'secret']),
  label: text,
  help: text.optional(),
  required: z.boolean().default(false),
  default: value.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  choices: z
    .array(z.strictObject({ value: z.string().min(1).max(191), label: text }))
    .max(200)
    .optional(),
})
export type PluginSetting = z.output<typeof setting>

const exit = z.strictObject({ key, label: text })
const record = z.record(z.string(), z.unknown())

const element = z.strictObject({
  key,
  /** A sink acts outside for each batch, a transform only changes records; a source gives records, and a trigger looks for new ones. */
  kind: z.enum(['transform', 'sink', 'source', 'trigger']),
  /** That of triggers is given. */
  group: z.enum(elementGroups).default('trigger'),
  icon,
  label: text,
  help: text,
  settings: z.array(setting).max(50).default([]),
  exits: z
    .array(exit)
    .min(1)
    .max(10)
    .default([{ key: 'out', label: { en: 'Records', de: 'Datensätze' } }]),
  deprecated: z.literal(true).optional(),
  /** Tried when the plugin is installed. */
  examples: z
    .array(
      z.strictObject({
        settings: record.default({}),
        takes: z.array(record),
        gives: z.record(z.string(), z.array(record)),
      }),
    )
    .max(20)
    .default([]),
  code,
})

const transformer = z.strictObject({
  key,
  group: z.enum(transformerGroups).exclude(['lookup']),
  icon,
  label: text,
  help: text,
  takes: z
    .array(z.strictObject({ type: z.enum(valueTypes), label: text }))
    .min(1)
    .max(10),
  gives: z.enum(valueTypes),
  settings: z.array(setting).max(20).default([]),
  examples: z
    .array(
      z.strictObject({
        takes: z.array(z.unknown()),
        options: record.optional(),
        gives: z.unknown().optional(),
        refuses: z.string().optional(),
      }),
    )
    .min(1)
    .max(20),
  code,
})

const connector = z.strictObject({
  key,
  icon,
  label: text,
  help: text,
  /** A connection over HTTP to a system of this kind, with what is the same for all of them. */
  base_url: z.url({ protocol: /^https?$/ }).optional(),
  auth: z.enum(['none', 'basic', 'bearer', 'header', 'query']).default('none'),
  auth_name: z.string().max(200).optional(),
  test_path: z.string().max(500).optional(),
  /** What records are read from and written into as tables: resources as a connection over HTTP has them. */
  resources: z.array(record).max(200).optional(),
})

const subscriber = z.strictObject({ key, label: text, events: z.array(z.enum(pluginEvents)).min(1), code })

/** Only what starts a run stands among the triggers, and how often it looks is asked for it already. */
const sortedElement = element.superRefine(({ kind, group, settings }, { addIssue }) => {
  if ((kind === 'trigger') !== (group === 'trigger'))
    addIssue({ code: 'custom', path: ['group'], params: { say: texts.group() } })
  const every = settings.findIndex((one) => kind === 'trigger' && one.key === 'every')
  if (every >= 0) addIssue({ code: 'custom', path: ['settings', every, 'key'], params: { say: texts.every() } })
})

/** What a plugin is and brings: the file `manifest.json` of its archive. */
export const pluginManifest = z.strictObject({
  weft: z.literal(1),
  key,
  label: text,
  description: text,
  version: z.string().regex(
    inWords(/^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/, {
      en: 'Please enter a version such as 1.0.2.',
      de: 'Bitte eine Version wie 1.0.2 angeben.',
    }),
  ),
  publisher: z.string().trim().min(1).max(191),
  /** Hosts its code may ask over HTTP, such as `hooks.slack.com` or `*.webhook.office.com`; a port may follow. */
  permissions: z
    .strictObject({
      http: z
        .array(
          z.string().regex(
            inWords(/^(\*\.)?[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:\d{1,5})?$/, {
              en: 'Please name a host such as hooks.slack.com or *.webhook.office.com; a port may follow.',
              de: 'Bitte einen Host wie hooks.slack.com oder *.webhook.office.com nennen; ein Port darf folgen.',
            }),
          ),
        )
        .max(20)
        .default([]),
    })
    .default({ http: [] }),
  /** What is set once for the installation, or for each project. */
  settings: z.array(setting).max(50).default([]),
  elements: z.array(sortedElement).max(50).default([]),
  transformers: z.array(transformer).max(50).default([]),
  connectors: z.array(connector).max(20).default([]),
  subscribers: z.array(subscriber).max(20).default([]),
})
export type PluginManifest = z.output<typeof pluginManifest>
export type PluginElement = PluginManifest['elements'][number]

/** How what a plugin brings is called among everything else: `plugin.part`. */
export const partKey = (plugin: string, part: string) => `${plugin}.${part}`

/** Whether version `a` is newer than `b`. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  const at = left.findIndex((part, i) => part !== right[i])
  return at >= 0 && left[at]! > right[at]!
}

/** The form of declared settings: what a value must be. */
export const settingsSchema = (settings: readonly PluginSetting[]) =>
  z.strictObject(Object.fromEntries(settings.map((one) => [one.key, schemaOf(one)])))

export const settingLabels = (settings: readonly PluginSetting[]): Record<string, FieldLabel> =>
  Object.fromEntries(
    settings.map(({ key, label, help, choices }) => [
      key,
      {
        label,
        ...(help && { help }),
        ...(choices && { options: Object.fromEntries(choices.map((one) => [one.value, one.label])) }),
      },
    ]),
  )

export const secretKeys = (settings: readonly PluginSetting[]) =>
  settings.filter(({ type }) => type === 'secret').map(({ key }) => key)

function schemaOf(one: PluginSetting): z.ZodType {
  const { type, required, min, max } = one
  if (type === 'boolean') return z.boolean().default(one.default === true)
  if (type === 'list') return list(one)
  if (type === 'choice') {
    const values = (one.choices ?? []).map((choice) => choice.value)
    const schema = z.enum(values.length > 0 ? values : [''])
    return values.includes(String(one.default))
      ? schema.default(String(one.default))
      : required
        ? schema
        : schema.optional()
  }
  if (type === 'integer' || type === 'decimal') {
    const number = (type === 'integer' ? z.int() : z.number()).min(min ?? -1e15).max(max ?? 1e15)
    return typeof one.default === 'number' ? number.default(one.default) : required ? number : number.optional()
  }
  const words = z.string().max(max ?? (type === 'long_text' ? 20_000 : type === 'secret' ? 4_000 : 500))
  const schema = required ? words.trim().min(Math.max(1, min ?? 1)) : words
  const shown = type === 'long_text' ? schema.meta({ input: 'longText' }) : schema
  return required && typeof one.default !== 'string'
    ? shown
    : shown.default(typeof one.default === 'string' ? one.default : '')
}

function list({ required, max, default: fallback }: PluginSetting) {
  const entries = z.array(z.string().max(500)).max(max ?? 100)
  return required ? entries.min(1) : entries.default(Array.isArray(fallback) ? fallback : [])
}

/** The elements a plugin brings, as the catalogue, the check and the designers know elements. */
export const elementsOf = (manifest: PluginManifest): Element[] =>
  manifest.elements.map((one): Element => ({
    key: partKey(manifest.key, one.key),
    group: one.group,
    kind: one.kind,
    icon: one.icon,
    settings: one.kind === 'trigger' ? settingsSchema(one.settings).extend({ every }) : settingsSchema(one.settings),
    inputs: one.kind === 'trigger' ? [] : ['in'],
    exits: [...new Set([...one.exits.map((exit) => exit.key), 'rejected'])],
    ...(one.kind === 'trigger' && { starts: 'poll' as const }),
    ...(one.kind === 'sink' && { effect: 'at_least_once' as const }),
    ...(one.deprecated && { deprecated: true as const }),
    plugin: { key: manifest.key, version: manifest.version },
    labels: {
      title: one.label,
      help: one.help,
      fields: { ...settingLabels(one.settings), ...(one.kind === 'trigger' && { every: everyLabel }) },
      exits: Object.fromEntries(one.exits.map((exit): [string, Text] => [exit.key, exit.label])),
    },
    examples: one.examples as { settings: DataRecord; takes: DataRecord[]; gives: Record<string, DataRecord[]> }[],
  }))

/** The transformers a plugin brings; what each does to its inputs is given by whoever can run its code. */
export const declaredTransformers = (
  manifest: PluginManifest,
  apply: (key: string, options: unknown, inputs: unknown[]) => unknown,
): Transformer[] =>
  manifest.transformers.map((one): Transformer => {
    const key = partKey(manifest.key, one.key)
    return {
      key,
      group: one.group,
      icon: one.icon,
      takes: one.takes.map(({ type }) => type),
      gives: one.gives,
      options: settingsSchema(one.settings),
      apply:
        (options) =>
        (...inputs: unknown[]) =>
          apply(key, options, inputs),
      labels: {
        title: one.label,
        help: one.help,
        inputs: one.takes.map(({ label }) => label),
        fields: settingLabels(one.settings),
      },
      examples: one.examples.map(({ takes, options, gives, refuses }) => ({
        takes,
        ...(options && { options }),
        ...(gives !== undefined && { gives }),
        ...(refuses !== undefined && { refuses }),
      })),
    }
  })

/** What a connection of a plugin's kind begins with: the settings of a connection over HTTP that are the same for all of them. */
export const connectorDefaults = ({
  base_url,
  auth,
  auth_name,
  test_path,
  resources,
}: PluginManifest['connectors'][number]) => ({
  ...(base_url && { base_url }),
  auth,
  ...(auth_name && { name: auth_name }),
  ...(test_path && { test_path }),
  ...(resources && { resources }),
})

/** Whether a plugin may ask an address: its host (and port) stands among those it has declared. */
export function mayAsk(
  hosts: readonly string[],
  { hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>,
): boolean {
  const at = port || (protocol === 'https:' ? '443' : '80')
  return hosts.some((allowed) => {
    const [host = '', wanted] = allowed.split(':')
    const fits = host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
    return fits && (wanted === undefined ? at === '443' || at === '80' : at === wanted)
  })
}
