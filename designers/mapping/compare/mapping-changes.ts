import { isObject } from '@weft/kit/define/is-object.ts'
import { parseDocument } from 'yaml'
import { z } from 'zod'

export type Change = 'added' | 'removed' | 'changed'

// A kept version calls fields by name, and may be of a time whose rules were others: only what is drawn is read.
const box = z.object({
  id: z.string(),
  key: z.string(),
  label: z.string().default(''),
  inputs: z.array(z.string().nullable()).default([]),
  options: z.record(z.string(), z.unknown()).default({}),
  output: z.string(),
  conditions: z.array(z.unknown()).default([]),
  otherwise: z.string().default('empty'),
})
const drawn = z.object({
  connections: z.array(z.object({ source_field_id: z.string(), target_field_id: z.string() })).default([]),
  transformers: z.array(box).default([]),
  sources: z.array(z.looseObject({ name: z.string() })).default([]),
})
type Drawn = z.output<typeof drawn>
type Box = z.output<typeof box>

type ComparedBox = { box: Box; change: Change | undefined; differences: Difference[] }
/** A setting that says something else; what is absent is undefined. */
export type Difference = { name: string; before: unknown; after: unknown }
/** From a field (`s:`) or an output (`o:` and the box) to a field (`t:`) or an input (`i:`, the box and which). */
type ComparedLine = { id: string; from: string; to: string; change: Change | undefined }
export type ComparedMapping = {
  boxes: ComparedBox[]
  lines: ComparedLine[]
  /** Further sources that differ. */
  sources: { name: string; change: Change }[]
}

/** Two kept versions of a mapping as one: everything either of them has, and in which it is. Undefined where one cannot be read. */
export function compareMappings(before: string, after: string): ComparedMapping | undefined {
  const [was, is] = [readDrawn(before), readDrawn(after)]
  if (!was || !is) return undefined
  const boxes = merged(boxesOf(was), boxesOf(is), meaningOf).map(([id, change, { was: earlier, is: later }]) => ({
    box: later ?? earlier!,
    change,
    differences: earlier && later && change === 'changed' ? differencesOf(earlier, later) : [],
    id,
  }))
  const lines = merged(linesOf(was), linesOf(is), () => '').map(([id, change, { was: earlier, is: later }]) => ({
    id,
    ...(later ?? earlier)!,
    change,
  }))
  const named = ({ sources }: Drawn) => new Map(sources.map((source) => [source.name, source]))
  const sources = merged(named(was), named(is), (source) => JSON.stringify(source)).flatMap(([name, change]) =>
    change ? [{ name, change }] : [],
  )
  return { boxes: boxes.map(({ id: _, ...one }) => one), lines, sources }
}

function readDrawn(text: string): Drawn | undefined {
  if (text.trim() === '') return drawn.parse({})
  const document = parseDocument(text, { schema: 'core' })
  if (document.errors.length > 0) return undefined
  const said: unknown = document.toJS({ maxAliasCount: 0 })
  return isObject(said) ? drawn.safeParse(said['definition'] ?? {}).data : undefined
}

const boxesOf = ({ transformers }: Drawn) => new Map(transformers.map((one) => [one.id, one]))

function linesOf({ connections, transformers }: Drawn): Map<string, { from: string; to: string }> {
  const outputs = new Map(transformers.map(({ id, output }) => [output, id]))
  const fromOf = (origin: string) => (outputs.has(origin) ? `o:${outputs.get(origin)!}` : `s:${origin}`)
  const lines = [
    ...connections.map(({ source_field_id, target_field_id }) => ({
      from: fromOf(source_field_id),
      to: `t:${target_field_id}`,
    })),
    ...transformers.flatMap(({ id, inputs }) =>
      inputs.flatMap((origin, i) => (origin === null ? [] : [{ from: fromOf(origin), to: `i:${id}:${i}` }])),
    ),
  ]
  return new Map(lines.map((line) => [`${line.from}>${line.to}`, line]))
}

/** What comes in and where a box stands is no part of what it does. */
const meaningOf = ({ inputs: _, ...one }: Box) => JSON.stringify(one)

function differencesOf({ options: was, ...before }: Box, { options: is, ...after }: Box): Difference[] {
  const parts = (['label', 'output', 'conditions', 'otherwise'] as const).map((name) => ({
    name,
    before: before[name],
    after: after[name],
  }))
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return [...parts, ...names.map((name) => ({ name, before: was[name], after: is[name] }))].filter(
    (one) => JSON.stringify(one.before) !== JSON.stringify(one.after),
  )
}

type Pair<T> = { was: T | undefined; is: T | undefined }

/** Everything of both, what is there now first. */
function merged<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  meaning: (one: T) => string,
): [string, Change | undefined, Pair<T>][] {
  return [...new Set([...after.keys(), ...before.keys()])].map((id) => {
    const pair = { was: before.get(id), is: after.get(id) }
    const change =
      pair.was === undefined
        ? 'added'
        : pair.is === undefined
          ? 'removed'
          : meaning(pair.was) === meaning(pair.is)
            ? undefined
            : 'changed'
    return [id, change, pair]
  })
}
