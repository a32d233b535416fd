import { Invalid } from '@weft/kit/errors/errors.ts'
import { configurationNamesIn, parseTemplate, TemplateError, unknownConfiguration } from '@weft/kit/define/template.ts'
import type { z } from 'zod'

/** A text in a step's settings, with the dotted place where it stands. */
type Found = { place: string; text: string }

function* textsIn(value: unknown, place = ''): Generator<Found> {
  if (typeof value === 'string') {
    if (value.includes('{{')) yield { place, text: value }
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, place === '' ? key : `${place}.${key}`)
}

/** The configuration values that settings name as `{{ config.name }}`, each with its place. */
export function configurationIn(settings: Record<string, unknown>): { name: string; place: string }[] {
  return [...textsIn(settings)].flatMap(({ place, text }) => {
    try {
      return configurationNamesIn(parseTemplate(text)).map((name) => ({ name, place }))
    } catch (error) {
      if (error instanceof TemplateError) return [] // no template: the element's own schema has its say
      throw error
    }
  })
}

const alone = /\{\{\s*config\.([a-z][a-z0-9_.]*)\s*\}\}/g

/**
 * Settings whose texts are no templates, such as the name of a header: there `{{ config.name }}` is put in by itself. Templates keep
 * theirs, because what a value holds must not be read as one; so does code.
 */
export function withTexts(
  schema: z.ZodObject,
  settings: Record<string, unknown>,
  values: ReadonlyMap<string, string>,
): Record<string, unknown> {
  if ([...textsIn(settings)].length === 0) return settings
  return filled(schema, settings, values) as Record<string, unknown>
}

type Schema = {
  meta?(): Record<string, unknown> | undefined
  def: { innerType?: Schema; element?: Schema; shape?: Record<string, Schema>; in?: Schema }
}

function filled(schema: Schema | undefined, value: unknown, values: ReadonlyMap<string, string>): unknown {
  const plain = inputOf(schema)
  if (typeof value === 'string')
    return plain === undefined || plain === 'longText'
      ? value.replace(alone, (_, name: string) => valueOf(name, values))
      : value
  if (plain !== undefined || typeof value !== 'object' || value === null) return value
  const { shape, element } = innermost(schema)?.def ?? {}
  if (Array.isArray(value)) return element ? value.map((one) => filled(element, one, values)) : value
  return shape
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, shape[key] ? filled(shape[key], one, values) : one]),
      )
    : value
}

const inputOf = (schema: Schema | undefined): unknown =>
  schema ? (schema.meta?.()?.['input'] ?? inputOf(schema.def.innerType ?? schema.def.in)) : undefined
const innermost = (schema: Schema | undefined): Schema | undefined =>
  schema?.def.innerType ? innermost(schema.def.innerType) : schema

function valueOf(name: string, values: ReadonlyMap<string, string>): string {
  const value = values.get(name)
  if (value === undefined) throw new Invalid('CONFIG_VALUE_UNKNOWN', unknownConfiguration(name))
  return value
}
