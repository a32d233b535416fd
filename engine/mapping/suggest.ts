import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { fits } from '@weft/kit/define/value.ts'
import { hasEntries, fieldPaths, type MappedStructure, type FieldPath } from './check/fields.ts'
import { belongs, kindOf } from './suggest-kinds.ts'
import { meaningsOf, weightOf } from './suggest-words.ts'

/** A connection that looks right, and how sure that is. */
export type Suggestion = { source_field_id: string; target_field_id: string; confidence: number }

/** What is known beside the structures. */
export type Hints = {
  /** Records of the source. */
  samples?: readonly DataRecord[]
  /** What other mappings of the tenant connect, by the names of the fields, the newest first. */
  earlier?: readonly { source: string; target: string }[]
}

const least = 0.45

/**
 * Connections for target fields that have none, by what names mean in English and German, by types, by what the samples look like and
 * by what was connected before. The surest pair is taken first, and no source field twice; what belongs to the entries of a list is only
 * offered where that list is connected, or is about to be. `npm run bench -- suggestions` says how good they are.
 */
export function suggestConnections(
  source: MappedStructure,
  target: MappedStructure,
  definition: MappingDefinition,
  hints: Hints = {},
): Suggestion[] {
  const [sources, targets] = [described(source, hints.samples ?? []), described(target, [])]
  const fed = new Map(
    definition.connections.map(({ source_field_id, target_field_id }) => [target_field_id, source_field_id]),
  )
  const free = targets.filter(
    ({ id, place }) => !fed.has(id) && place.type !== 'object' && !inFedObject(place, targets, fed),
  )
  const found: Suggestion[] = []
  const earlier = new Set((hints.earlier ?? []).map(pairName))
  // Lists first, the outer before the inner ones: what is inside waits for them.
  const depths = [...new Set(free.map(({ place }) => place.lists.length))].toSorted((a, b) => a - b)
  for (const depth of depths)
    for (const isList of [true, false]) {
      const here = free.filter(({ place }) => place.lists.length === depth && (place.type === 'list') === isList)
      found.push(...surest(candidates(here, sources, { fed, earlier }), fed))
    }
  return found.toSorted((a, b) => indexIn(targets, a.target_field_id) - indexIn(targets, b.target_field_id))
}

type Described = {
  id: string
  place: FieldPath
  /** What its own name means, what the names around it mean, and what everything in the structure is about. */
  own: readonly string[]
  around: readonly string[]
  about: readonly string[]
  kind: string | undefined
}

function described(structure: MappedStructure, samples: readonly DataRecord[]): Described[] {
  const about = meaningsOf(structure.label)
  return [...fieldPaths(structure)].map(([id, place]) => {
    const { name, label = '' } = place.field
    const names = place.full_name.split('.').slice(0, -1)
    const own = meaningsOf(name)
    return {
      ...{ id, place, about },
      own: own.length > 0 ? own : meaningsOf(label),
      around: names.flatMap(meaningsOf),
      kind: kindOf(samples.slice(0, 20).map((record) => valueAt(record, place.full_name.split('.')))),
    }
  })
}

/** The value at a path; of lists on the way the first entry counts. */
function valueAt(record: DataRecord, path: readonly string[]): unknown {
  let here: unknown = record
  for (const name of path) {
    if (Array.isArray(here)) here = here[0]
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as DataRecord)[name]
  }
  return here
}

const indexIn = (all: readonly Described[], id: string) => all.findIndex((one) => one.id === id)
const pairName = ({ source, target }: { source: string; target: string }) =>
  `${source.toLowerCase()}>${target.toLowerCase()}`

function inFedObject(place: FieldPath, targets: readonly Described[], fed: ReadonlyMap<string, string>) {
  return targets.some(
    ({ id, place: outer }) =>
      fed.has(id) && outer.type === 'object' && place.full_name.startsWith(`${outer.full_name}.`),
  )
}

type Known = { fed: ReadonlyMap<string, string>; earlier: ReadonlySet<string> }

function candidates(
  targets: readonly Described[],
  sources: readonly Described[],
  { fed, earlier }: Known,
): Suggestion[] {
  return targets.flatMap((target) => {
    const inside = new Set(target.place.lists.map((list) => fed.get(list)))
    return sources.flatMap((source): Suggestion[] => {
      if (!suits(source.place, target.place) || source.place.lists.some((list) => !inside.has(list))) return []
      const wasConnected = earlier.has(pairName({ source: source.place.full_name, target: target.place.full_name }))
      const only =
        source.place.type === target.place.type && isOnly(source, sources) && isOnly(target, targets) ? 0.2 : 0
      const confidence =
        (wasConnected ? 1 : Math.min(1, likeness(source, target) + only)) - losses(source.place, target.place)
      if (confidence < least) return []
      return [
        { source_field_id: source.id, target_field_id: target.id, confidence: Math.round(confidence * 100) / 100 },
      ]
    })
  })
}

const suits = (source: FieldPath, target: FieldPath) =>
  target.type === 'list'
    ? source.type === 'list' && hasEntries(source.field) === hasEntries(target.field)
    : source.type !== 'list' && source.type !== 'object' && fits(source.type, target.type)

const losses = (source: FieldPath, target: FieldPath) =>
  (source.type === target.type ? 0 : 0.05) + (source.lists.length < target.lists.length ? 0.1 : 0)

/** The only field of its type beside it, such as the one date. Texts and numbers are too many for that to say anything. */
const isOnly = ({ place }: Described, all: readonly Described[]) =>
  place.type !== 'text' &&
  all.filter((one) => one.place.type === place.type && one.place.lists.join() === place.lists.join()).length === 1

/** The surest of all pairs, then the surest of those that are left. */
function surest(pairs: readonly Suggestion[], fed: Map<string, string>): Suggestion[] {
  const taken = new Set(fed.values())
  const chosen: Suggestion[] = []
  for (const one of pairs.toSorted((a, b) => b.confidence - a.confidence)) {
    if (fed.has(one.target_field_id) || taken.has(one.source_field_id)) continue
    fed.set(one.target_field_id, one.source_field_id)
    taken.add(one.source_field_id)
    chosen.push(one)
  }
  return chosen
}

function likeness(a: Described, b: Described): number {
  const [x, y] = [letters(a.place.field.name), letters(b.place.field.name)]
  const context = contextOf(a, b)
  const labels = [a, b].map(({ place }) => letters(place.field.label ?? ''))
  const byLabel = labels[0] !== '' && labels[0] === labels[1] ? 0.95 : 0
  const byName =
    x === y ? 1 : Math.max(alike(specific(a), specific(b)), alike(whole(a), whole(b)), pairsAlike(x, y) * 0.85)
  const looks = belongs(a.kind, b.own)
  const bySample = looks === undefined ? 0 : looks ? 0.3 : -0.35
  return Math.max(byName, byLabel) + context + bySample
}

/** Of an order the number is the order's number: what the structure is about need not be said. */
function specific({ own, about }: Described): readonly string[] {
  const rest = own.filter((word) => !about.includes(word))
  return rest.length > 0 ? rest : own
}
const whole = ({ own, around }: Described) => [...new Set([...around, ...own])]

/** Both inside something: the same speaks for it, another one against it. */
function contextOf(a: Described, b: Described): number {
  if (a.around.length === 0 || b.around.length === 0) return 0
  return a.around.some((word) => b.around.includes(word)) ? 0.05 : -0.3
}

/** The weight of the words in common, of all there are (Sørensen and Dice). */
function alike(a: readonly string[], b: readonly string[]): number {
  const weight = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0)
  const shared = a.filter((word) => b.includes(word))
  return weight(a) + weight(b) === 0 ? 0 : ((2 * weight(shared)) / (weight(a) + weight(b))) * 0.95
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9äöüß]/g, '')

/** The share of letter pairs two names have in common. */
function pairsAlike(a: string, b: string): number {
  const pairs = (text: string) => Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2))
  const left = pairs(a)
  const right = pairs(b)
  if (left.length === 0 || right.length === 0) return 0
  let shared = 0
  for (const pair of left) {
    const at = right.indexOf(pair)
    if (at < 0) continue
    shared++
    right.splice(at, 1)
  }
  return (2 * shared) / (left.length + pairs(b).length)
}
