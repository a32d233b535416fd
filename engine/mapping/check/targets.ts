import { mappingLimits, type MappingConnection, type MappingDefinition } from '@weft/kit/define/mapping.ts'
import { mostParts } from '@weft/kit/formula/unfold.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { fits, valueTypeOf, type ValueType } from '@weft/kit/define/value.ts'
import { hasEntries, hasSingleValues, type FieldPath } from './fields.ts'
import { wholeOf } from './formulas.ts'
import { unknownOrigin } from './further.ts'
import { problemInside } from './inside.ts'
import { texts, typeMessage, type Report } from './problems.ts'
import type { Port, Use } from './uses.ts'

/** A field of the target and what fills it. */
export type Filled = { name: string; field_id: string; full_name: string } & (
  | { by: 'value'; port: Port; type: ValueType }
  | { by: 'fields'; fields: Filled[] }
  | { by: 'entries'; port: Port; fields: Filled[] }
)

type Known = {
  definition: MappingDefinition
  source: ReadonlyMap<string, FieldPath>
  target: ReadonlyMap<string, FieldPath>
  port(origin: string, wants?: ValueType): Port | undefined
  exists(origin: string): boolean
  report: Report
}

/** Follows the target's structure and says what fills each field. What has a problem is left out. */
export function resolveTargets(fields: readonly StructureField[], known: Known): Filled[] {
  const connections = byTarget(known)
  const walker = { ...known, connections }
  return fields.flatMap((field) => fill(field, walker, new Set()) ?? [])
}

type Walker = Known & { connections: Map<string, MappingConnection> }

function byTarget({ definition, source, target, exists, report }: Known): Map<string, MappingConnection> {
  const found = new Map<string, MappingConnection>()
  const ids = new Set<string>()
  for (const connection of definition.connections) {
    const at = { on: 'connection', id: connection.id } as const
    if (ids.has(connection.id)) report('error', 'id_twice', texts.id_twice({ id: connection.id }), at)
    ids.add(connection.id)
    const place = target.get(connection.target_field_id)
    if (!place) report('error', 'target_unknown', texts.target_unknown(), at)
    else if (!exists(connection.source_field_id))
      report('error', 'origin_unknown', unknownOrigin(connection.source_field_id, source), at)
    else if (found.has(place.field.id))
      report('error', 'target_twice', texts.target_twice({ name: place.full_name }), at)
    else found.set(place.field.id, connection)
  }
  return found
}

/** `inside`: the source lists whose entries can be read here. */
function fill(field: StructureField, walker: Walker, inside: ReadonlySet<string>): Filled | undefined {
  const place = walker.target.get(field.id)!
  const connection = walker.connections.get(field.id)
  const here = { name: field.name, field_id: field.id, full_name: place.full_name }
  const parts = field.fields ?? []
  const partsConnected = parts.some((part) => touches(part, walker.connections))
  if (!connection && !partsConnected) {
    if (needs(field))
      walker.report('open', 'required', texts.required({ name: place.full_name }), { on: 'target_field', id: field.id })
    return undefined
  }
  if (hasEntries(field) && partsConnected) return fillEntries(field, here, walker, inside)
  if (connection && partsConnected) {
    walker.report('error', 'whole_and_parts', texts.whole_and_parts({ name: place.full_name }), {
      on: 'connection',
      id: connection.id,
    })
    return undefined
  }
  if (!connection) {
    const fields = parts.flatMap((part) => fill(part, walker, inside) ?? [])
    return fields.length > 0 ? { ...here, by: 'fields', fields } : undefined
  }
  const type = valueTypeOf[field.type]
  const port = reachable(connection, type, walker, inside)
  const wrong = port && problemInside(port, field, walker.source)
  if (wrong) walker.report('error', 'inside', wrong, { on: 'connection', id: connection.id })
  return wrong ? undefined : port && { ...here, by: 'value', port, type }
}

function fillEntries(
  field: StructureField,
  here: Pick<Filled, 'name' | 'field_id' | 'full_name'>,
  walker: Walker,
  inside: ReadonlySet<string>,
): Filled | undefined {
  const connection = walker.connections.get(field.id)
  if (!connection) {
    walker.report('open', 'list_first', texts.list_first({ list: here.full_name }), {
      on: 'target_field',
      id: field.id,
    })
    return undefined
  }
  const port = reachable(connection, 'list', walker, inside)
  // Where the list itself has a problem its entries are still looked at, so that all problems are told at once.
  const list = port?.entries?.at(-1)
  const fields = (field.fields ?? []).flatMap(
    (part) => fill(part, walker, list ? new Set([...inside, list]) : port ? inside : everything) ?? [],
  )
  return port && { ...here, by: 'entries', port, fields }
}

/** Stands for lists that cannot be known because their own connection has a problem. */
const everything: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true })

const touches = (field: StructureField, connections: ReadonlyMap<string, unknown>): boolean =>
  connections.has(field.id) || (field.fields ?? []).some((part) => touches(part, connections))

const needs = (field: StructureField) =>
  (field.required || field.primary_key) && (field.default === undefined || field.default === null)

function reachable(
  connection: MappingConnection,
  type: ValueType,
  { port, source, report }: Walker,
  inside: ReadonlySet<string>,
): Port | undefined {
  const at = { on: 'connection', id: connection.id } as const
  const direct = port(connection.source_field_id)
  if (!direct) return undefined
  // A list of plain values collects what comes from entries; a list beside its own entries is taken as it is.
  const found =
    type === 'list' && direct.type !== 'list' && direct.scope.some((list) => !inside.has(list))
      ? port(connection.source_field_id, 'list')!
      : (ownEntry(direct, type, inside) ?? direct)
  const foreign = found.scope.find((list) => !inside.has(list))
  if (foreign !== undefined) {
    report('error', 'list_values', texts.list_values({ list: source.get(foreign)!.full_name }), at)
    return undefined
  }
  if (!fits(found.type, type)) {
    report('error', 'type', typeMessage(found.type, type), at)
    return undefined
  }
  return found
}

/** Among its own entries a list of single values stands for the one that is mapped. */
function ownEntry({ from, scope }: Port, type: ValueType, inside: ReadonlySet<string>): Port | undefined {
  const list = 'place' in from && hasSingleValues(from.place.field) ? from.place.field.id : undefined
  return list !== undefined && type !== 'list' && inside.has(list)
    ? { from, type: 'any', scope: [...scope, list], isEntry: true }
    : undefined
}

/** The transformers a value needs, each once, up to a number; those found before are not looked behind again. */
export function usesBehind(port: Port, found = new Set<Use>(), most = Infinity): Set<Use> {
  const waiting = [port]
  for (let next = waiting.pop(); next && found.size < most; next = waiting.pop()) {
    if (!('use' in next.from) || found.has(next.from.use)) continue
    const { use } = next.from
    found.add(use)
    waiting.push(
      ...[...use.ports, ...use.tests.map((test) => test.port)].filter((one) => one !== undefined).toReversed(),
    )
  }
  return found
}

/** A formula counts as one, however many parts it has. */
export const tooMany = (port: Port) =>
  new Set([...usesBehind(port, undefined, mostLookedAt)].map(({ stored }) => wholeOf(stored.id))).size >
  mappingLimits.transformers_per_target
const mostLookedAt = (mappingLimits.transformers_per_target + 1) * mostParts
