import { z } from 'zod'
import { operators } from '../../define/condition.ts'
import type { FieldLabel } from '../../define/resource.ts'
import type { Text } from '../../messages/messages.ts'

/** What a declaration may say of a field beyond its type: `.meta({ input: 'code', language: 'sql' })`. */
type FieldMeta = {
  /** Which input to use: one of `InputKind`, or the name of a picker the screen brings along. */
  input?: string
  label?: Text
  help?: Text
  placeholder?: string
  options?: Record<string, Text>
  /** Of code inputs. */
  language?: string
  /** Of long texts: how many lines stand there at first. */
  lines?: number
  /** Of references: the path of the list and the field that names an entry. */
  of?: string
  reference?: string
  by?: string
  /** Of fields of records: it is written and need not be there; what is to stand in it. */
  written?: boolean
  holds?: 'list' | 'number'
  /** Behind a number: a unit. */
  suffix?: string
  /** Of texts: people read what is written there, so secrets are not offered for it. */
  readable?: boolean
  /** Shown only while another field has one of these values. */
  when?: { field: string; is: unknown[] }
}

export type InputKind =
  | 'text'
  | 'long_text'
  | 'password'
  | 'email'
  | 'number'
  | 'switch'
  | 'select'
  | 'multi'
  | 'tags'
  | 'date'
  | 'date_time'
  | 'time'
  | 'json'
  | 'code'
  | 'cron'
  | 'duration'
  | 'group'
  | 'list'
  | 'pairs'
  | 'variants'
  | 'template'
  | 'reference'
  | 'picker'

/** What a form needs to know of one field, read from its schema. */
export type Described = {
  kind: InputKind
  meta: FieldMeta
  required: boolean
  /** Empty inputs become null instead of an empty text. */
  nullable: boolean
  choices: string[]
  min?: number | undefined
  max?: number | undefined
  integer: boolean
  /** Of groups: the fields inside. Of lists: the fields of each entry. */
  fields?: Record<string, z.ZodType> | undefined
  /** Of lists: what one entry is. */
  entry?: z.ZodType | undefined
  /** Of variants: which key decides, and the fields of each choice. */
  variants?: { key: string; options: Record<string, Record<string, z.ZodType>> } | undefined
}

type Def = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
  entries?: Record<string, string | number>
  values?: unknown[]
  element?: z.ZodType
  options?: z.ZodType[]
  discriminator?: string
  valueType?: z.ZodType
  format?: string
  defaultValue?: unknown
}
const defOf = (schema: z.ZodType) => schema.def as unknown as Def

/** Looks through optional, default, nullable, pipe and the like to the schema that says what the value is. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const def = defOf(schema)
  if (def.type === 'lazy') return unwrapped(def.getter!())
  if (def.type === 'pipe') return unwrapped(defOf(def.in!).type === 'transform' ? def.out! : def.in!)
  return def.innerType ? unwrapped(def.innerType) : schema
}

/** The meta data of a schema wherever in the chain it was written, the outermost winning. */
function metaOf(schema: z.ZodType): FieldMeta {
  const def = defOf(schema)
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  return { ...(inner ? metaOf(inner) : {}), ...(schema.meta() as FieldMeta | undefined) }
}

const wraps = (schema: z.ZodType, types: readonly string[]): boolean => {
  const def = defOf(schema)
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  return types.includes(def.type) || (inner !== undefined && wraps(inner, types))
}

const aliases: Record<string, InputKind> = {
  longText: 'long_text',
  area: 'long_text',
  textarea: 'long_text',
  dateTime: 'date_time',
  secret: 'password',
}
const kinds: readonly string[] = [
  'text',
  'long_text',
  'password',
  'email',
  'number',
  'switch',
  'select',
  'multi',
  'tags',
  'date',
  'date_time',
  'time',
  'json',
  'code',
  'cron',
  'duration',
  'group',
  'list',
  'pairs',
  'template',
  'reference',
]

export function describe(schema: z.ZodType): Described {
  const meta = metaOf(schema)
  const inner = unwrapped(schema)
  const def = defOf(inner)
  const natural = naturalKind(inner, def)
  const said = meta.input && (aliases[meta.input] ?? meta.input)
  const number = inner as Partial<{ minValue: number; maxValue: number; format: string | null; maxLength: number }>
  const bounded = (bound: number | undefined | null) =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
  return {
    kind: !said ? natural : kinds.includes(said) ? (said as InputKind) : 'picker',
    meta,
    required: !wraps(schema, ['optional', 'nullable', 'default', 'prefault', 'catch']) && !allowsEmpty(inner, def),
    nullable: wraps(schema, ['nullable']),
    choices: choicesOf(inner, def),
    ...(def.type === 'number' && { min: bounded(number.minValue), max: bounded(number.maxValue) }),
    integer: def.type === 'number' && /int/.test(number.format ?? ''),
    fields: def.type === 'object' ? (inner as z.ZodObject).shape : undefined,
    entry: def.type === 'array' ? def.element : undefined,
    variants: variantsOf(def),
  }
}

/** Whether a field counts with these values: `.meta({ when: { field, is } })`. */
export function isShown(schema: z.ZodType, values: Record<string, unknown>) {
  const { when } = describe(schema).meta
  return !when || when.is.includes(values[when.field])
}

function naturalKind(schema: z.ZodType, def: Def): InputKind {
  switch (def.type) {
    case 'boolean':
      return 'switch'
    case 'number':
    case 'int':
      return 'number'
    case 'enum':
    case 'literal':
      return 'select'
    case 'union':
      return def.discriminator ? 'variants' : choicesOf(schema, def).length > 0 ? 'select' : 'text'
    case 'object':
      return 'group'
    case 'record':
      return defOf(unwrapped(def.valueType!)).type === 'string' ? 'pairs' : 'json'
    case 'array': {
      const entry = unwrapped(def.element!)
      const type = defOf(entry).type
      return type === 'object' || defOf(entry).discriminator
        ? 'list'
        : type === 'enum'
          ? 'multi'
          : type === 'string' || type === 'number'
            ? 'tags'
            : 'json'
    }
    case 'string':
      return def.format === 'email'
        ? 'email'
        : def.format === 'date'
          ? 'date'
          : def.format === 'datetime'
            ? 'date_time'
            : def.format === 'time'
              ? 'time'
              : ((schema as z.ZodString).maxLength ?? 0) > 500
                ? 'long_text'
                : 'text'
    default:
      return 'text'
  }
}

function choicesOf(schema: z.ZodType, def: Def): string[] {
  if (def.type === 'enum') return Object.values(def.entries!).map(String)
  if (def.type === 'literal') return def.values!.map(String)
  if (def.type === 'array') return choicesOf(unwrapped(def.element!), defOf(unwrapped(def.element!)))
  if (def.type === 'union' && def.options!.every((option) => defOf(option).type === 'literal'))
    return def.options!.flatMap((option) => defOf(option).values!.map(String))
  return []
}

function variantsOf(def: Def): Described['variants'] {
  if (!def.discriminator) return undefined
  const key = def.discriminator
  const options = def.options!.flatMap((option) => {
    const shape = (unwrapped(option) as z.ZodObject).shape as Record<string, z.ZodType>
    const { [key]: tag, ...rest } = shape
    return defOf(tag!).values!.map((value) => [String(value), rest] as const)
  })
  return { key, options: Object.fromEntries(options) }
}

const allowsEmpty = (schema: z.ZodType, def: Def) =>
  (def.type === 'string' && !def.format && !((schema as z.ZodString).minLength ?? 0) && schema.safeParse('').success) ||
  def.type === 'boolean' ||
  def.type === 'unknown' ||
  def.type === 'any' ||
  (def.type === 'array' && schema.safeParse([]).success)

/** What a new entry of this shape begins with. */
export function blank(schema: z.ZodType): unknown {
  const tried = schema.safeParse(undefined)
  if (tried.success) return tried.data
  const inner = unwrapped(schema)
  const def = defOf(inner)
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries((inner as z.ZodObject).shape).map(([key, field]) => [key, blank(field as z.ZodType)]),
    )
  if (def.discriminator) return blank(def.options![0]!)
  if (def.type === 'array') return []
  if (def.type === 'record') return {}
  if (def.type === 'boolean') return false
  if (def.type === 'literal') return def.values![0]
  if (def.type === 'enum') return Object.values(def.entries!)[0]
  return def.type === 'string' ? '' : undefined
}

/** Name, help and choice names of a field: from the declaration's labels, its meta data or the words every form shares. */
export function labelOf(
  key: string,
  schema: z.ZodType,
  label?: FieldLabel,
): { label: Text; help?: Text | undefined; options: Record<string, Text> } {
  const meta = metaOf(schema)
  const said = label ?? meta.label ?? shared[key] ?? { en: readable(key), de: readable(key) }
  const { label: text, help, options } = 'label' in said ? said : { label: said, help: undefined, options: undefined }
  return {
    label: text,
    help: help ?? meta.help,
    options: { ...(key === 'operator' ? operatorNames : {}), ...meta.options, ...options },
  }
}

const readable = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')

/** Words for fields inside lists and groups, which declarations do not name one by one. */
const shared: Record<string, Text> = {
  field: { en: 'Field', de: 'Feld' },
  operator: { en: 'Comparison', de: 'Vergleich' },
  value: { en: 'Value', de: 'Wert' },
  name: { en: 'Name', de: 'Name' },
  key: { en: 'Key', de: 'Schlüssel' },
  from: { en: 'From', de: 'Von' },
  to: { en: 'To', de: 'Nach' },
  type: { en: 'Type', de: 'Typ' },
  label: { en: 'Label', de: 'Bezeichnung' },
  order: { en: 'Order', de: 'Reihenfolge' },
  direction: { en: 'Direction', de: 'Richtung' },
}

/** The comparisons of a condition in words. */
export const operatorNames: Record<(typeof operators)[number], Text> = {
  equals: { en: 'equals', de: 'ist gleich' },
  not_equals: { en: 'does not equal', de: 'ist nicht gleich' },
  greater: { en: 'is greater than', de: 'ist größer als' },
  greater_or_equal: { en: 'is at least', de: 'ist mindestens' },
  less: { en: 'is less than', de: 'ist kleiner als' },
  less_or_equal: { en: 'is at most', de: 'ist höchstens' },
  contains: { en: 'contains', de: 'enthält' },
  starts_with: { en: 'starts with', de: 'beginnt mit' },
  ends_with: { en: 'ends with', de: 'endet mit' },
  in: { en: 'is one of', de: 'ist eines von' },
  empty: { en: 'is empty', de: 'ist leer' },
  not_empty: { en: 'is not empty', de: 'ist nicht leer' },
  true: { en: 'is true', de: 'ist wahr' },
  false: { en: 'is false', de: 'ist falsch' },
}
