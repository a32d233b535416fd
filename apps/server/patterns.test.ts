import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '@weft/catalogue/connectors/all.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { resources } from '@weft/catalogue/resources/all.ts'
import { settingGroups } from '@weft/catalogue/resources/setting/all.ts'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { validators } from '@weft/catalogue/validators/all.ts'
import { contracts } from '@weft/contracts/all.ts'
import type { RouteContract } from '@weft/kit/contracts/route.ts'
import { drafts } from '@weft/kit/define/account-draft.ts'
import { pluginManifest } from '@weft/kit/define/plugin.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const taken = (routes: Record<string, RouteContract>) =>
  Object.entries(routes).flatMap(([call, { params = {}, query, body }]) => [
    ...Object.values(params).map((schema) => [call, schema] as const),
    ...[query, body].flatMap((schema) => (schema ? [[call, schema] as const] : [])),
  ])
/** Whatever people, programs and plugins are asked for. */
const declared: (readonly [string, z.core.$ZodType])[] = [
  ...taken(contracts),
  ...resources.map(({ path, draft }) => [`resource ${path}`, draft] as const),
  ...settingGroups.map(({ path, schema }) => [`settings ${path}`, schema] as const),
  ...elements.map(({ key, settings }) => [`element ${key}`, settings] as const),
  ...connectors.map(({ key, settings }) => [`connector ${key}`, settings] as const),
  ...formats.map(({ key, options }) => [`format ${key}`, options] as const),
  ...transformers.map(({ key, options }) => [`transformer ${key}`, options] as const),
  ...validators.map(({ key, options }) => [`validator ${key}`, options] as const),
  ...Object.entries(drafts).map(([kind, schema]) => [`draft ${kind}`, schema] as const),
  ['plugin', pluginManifest],
]

type Shaped = { format?: string; pattern?: RegExp }

/** The shapes texts must have anywhere inside a schema, by format and pattern. */
function shapesIn(schema: z.core.$ZodType, seen = new Set<unknown>()): Shaped[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  const checks = [...((def['checks'] as z.core.$ZodCheck[] | undefined) ?? []).map((check) => check._zod.def), def]
  const shapes = checks.filter((check) => (check as { check?: string }).check === 'string_format') as Shaped[]
  const inner = def['type'] === 'lazy' ? [(def['getter'] as () => unknown)()] : Object.values(def)
  return [...shapes, ...inner.flatMap((part) => schemasIn(part)).flatMap((part) => shapesIn(part, seen))]
}
const schemasIn = (part: unknown): z.core.$ZodType[] =>
  part instanceof z.core.$ZodType
    ? [part]
    : Array.isArray(part)
      ? part.flatMap(schemasIn)
      : typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype
        ? Object.values(part).flatMap(schemasIn)
        : []

const saidOf = (format: string, pattern?: RegExp) => {
  const issue = { code: 'invalid_format', format, path: [], message: '', ...(pattern && { pattern: String(pattern) }) }
  return issuePaths([issue as z.core.$ZodIssue])[0]!.message
}
const unexplained = say(saidOf('nothing known'), 'en')

const shapes = declared.flatMap(([of, schema]) => shapesIn(schema).map((shape) => ({ of, ...shape })))

test('schemas are walked to their last field', () => {
  const listed = z.strictObject({ list: z.array(z.union([z.literal(''), z.string().regex(/^a$/)])).default([]) })
  assert.deepEqual(
    shapesIn(listed).map(({ pattern }) => pattern),
    [/^a$/],
  )
  assert.ok(shapes.length > 300, `only ${shapes.length} shapes`)
})

test('whatever shape a text must have is said in words, in both languages', () => {
  const silent = shapes.filter(({ format, pattern }) => say(saidOf(format!, pattern), 'en') === unexplained)
  assert.deepEqual(
    silent.map(({ of, format, pattern }) => `${of}: ${format} ${String(pattern)}`),
    [],
  )
  for (const { of, format, pattern } of shapes)
    for (const language of ['en', 'de'] as const)
      assert.doesNotMatch(say(saidOf(format!, pattern), language), /\/\^|\\|\[[a-z0-9]-/, of)
})

test('a pattern nobody has put into words is not shown either', () => {
  const [wrong] = issuePaths(
    z
      .string()
      .regex(/^[a-z]{2}$/)
      .safeParse('X').error!.issues,
  )
  assert.deepEqual(wrong!.message.text, {
    en: 'This value is not possible here.',
    de: 'Dieser Wert ist hier nicht möglich.',
  })
})
