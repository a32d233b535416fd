import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault } from '../fault.ts'
import { exactDouble, exactFloat, exactWhole, put } from '../plain-values.ts'
import { base64Of, count, takeBytes, takeVarint, takeView, takeZigzag, textOf, within, type Source } from '../source.ts'
import type { ProtoField, ProtoMessage, Scalar } from './types.ts'

const texts = defineMessages({
  tag: { en: 'There is no field number {tag}.', de: 'Eine Feldnummer {tag} gibt es nicht.' },
  wire: {
    en: 'The field is written in a way that its type is not.',
    de: 'Das Feld ist anders geschrieben, als es sein Typ verlangt.',
  },
  twice: { en: 'The field is there twice.', de: 'Das Feld ist doppelt da.' },
  missing: { en: 'The field is missing.', de: 'Das Feld fehlt.' },
  length: { en: 'A part is longer than it says.', de: 'Ein Teil ist länger, als er angibt.' },
  deep: { en: 'Groups are nested too deep.', de: 'Gruppen sind zu tief verschachtelt.' },
})

/** How a value is written: its length is known by this alone. */
const wire = { varint: 0, eight: 1, sized: 2, begin: 3, end: 4, four: 5 }

const wireOf = (scalar: Scalar): number => {
  if (scalar === 'string' || scalar === 'bytes') return wire.sized
  if (scalar === 'double' || scalar.endsWith('fixed64')) return wire.eight
  return scalar === 'float' || scalar.endsWith('fixed32') ? wire.four : wire.varint
}

/** A message up to the end of the source, or of the group of this number. Fields in the order of the schema. */
export function readMessage(source: Source, message: ProtoMessage, group?: number): unknown {
  count(source)
  const found = new Map<ProtoField, unknown>()
  for (;;) {
    if (source.at >= source.end && group === undefined) break
    const tag = Number(takeVarint(source))
    const [id, kind] = [Math.floor(tag / 8), tag % 8]
    if (id === 0 || id >= 2 ** 29) throw new Fault(texts.tag({ tag: id }))
    if (kind === wire.end) {
      if (id !== group) throw new Fault(texts.wire())
      break
    }
    const field = message.byId.get(id)
    if (field) within(source, field.name, () => readField(source, field, kind, found))
    else skip(source, kind, id)
  }
  const value = completed(source, message, found)
  return message.wellKnown ? message.wellKnown.read(value) : value
}

function readField(source: Source, field: ProtoField, kind: number, found: Map<ProtoField, unknown>) {
  if (field.key) {
    const map = listed(found, field, () => ({})) as Record<string, unknown>
    return readEntry(source, field, kind, map)
  }
  if (field.repeated) {
    const list = listed(found, field, () => []) as unknown[]
    const isPacked = field.type.kind !== 'message' && kind === wire.sized && wireOfType(field) !== wire.sized
    if (!isPacked) list.push(readValue(source, field, kind))
    else
      sized(source, () => {
        while (source.at < source.end) list.push(readValue(source, field, wireOfType(field)))
      })
    return
  }
  if (field.type.kind === 'message' && found.has(field)) throw new Fault(texts.twice())
  if (field.oneof !== undefined) for (const other of found.keys()) if (other.oneof === field.oneof) found.delete(other)
  found.set(field, readValue(source, field, kind))
}

function listed(found: Map<ProtoField, unknown>, field: ProtoField, make: () => unknown): unknown {
  if (!found.has(field)) found.set(field, make())
  return found.get(field)
}

const wireOfType = ({ type }: ProtoField) =>
  type.kind === 'scalar'
    ? wireOf(type.scalar)
    : type.kind === 'enum'
      ? wire.varint
      : type.delimited
        ? wire.begin
        : wire.sized

/** A key and a value, each of which may be left out. */
function readEntry(source: Source, field: ProtoField, kind: number, map: Record<string, unknown>) {
  if (kind !== wire.sized) throw new Fault(texts.wire())
  const keyField: ProtoField = { ...field, id: 1, type: { kind: 'scalar', scalar: field.key! } }
  let key: unknown = zeroOf(keyField)
  let value: { read: unknown } | undefined
  sized(source, () => {
    while (source.at < source.end) {
      const tag = Number(takeVarint(source))
      if (tag === 8 + wireOf(field.key!)) key = readValue(source, keyField, tag % 8)
      else if (Math.floor(tag / 8) === 2) value = { read: readValue(source, field, tag % 8) }
      else skip(source, tag % 8, Math.floor(tag / 8))
    }
  })
  put(map, String(key), value ? value.read : emptyOf(source, field))
}

function emptyOf(source: Source, { type, ...field }: ProtoField): unknown {
  if (type.kind !== 'message') return zeroOf({ ...field, type })
  return readMessage({ ...source, end: source.at }, type.message)
}

function readValue(source: Source, field: ProtoField, kind: number): unknown {
  count(source)
  const { type } = field
  if (kind !== wireOfType(field)) throw new Fault(texts.wire())
  if (type.kind === 'scalar') return readScalar(source, type.scalar)
  if (type.kind === 'enum') {
    const number = Number(BigInt.asIntN(32, takeVarint(source)))
    return type.values.names.get(number) ?? number
  }
  if (type.delimited) return readMessage(source, type.message, field.id)
  return sized(source, () => readMessage(source, type.message))
}

function readScalar(source: Source, scalar: Scalar): unknown {
  switch (scalar) {
    case 'double':
      return exactDouble(takeView(source, 8).getFloat64(0, true))
    case 'float':
      return exactFloat(takeView(source, 4).getFloat32(0, true))
    case 'int32':
      return Number(BigInt.asIntN(32, takeVarint(source)))
    case 'uint32':
      return Number(BigInt.asUintN(32, takeVarint(source)))
    case 'sint32':
      return Number(BigInt.asIntN(32, takeZigzag(source)))
    case 'int64':
      return exactWhole(BigInt.asIntN(64, takeVarint(source)))
    case 'uint64':
      return exactWhole(takeVarint(source))
    case 'sint64':
      return exactWhole(takeZigzag(source))
    case 'fixed32':
      return takeView(source, 4).getUint32(0, true)
    case 'sfixed32':
      return takeView(source, 4).getInt32(0, true)
    case 'fixed64':
      return exactWhole(takeView(source, 8).getBigUint64(0, true))
    case 'sfixed64':
      return exactWhole(takeView(source, 8).getBigInt64(0, true))
    case 'bool':
      return takeVarint(source) !== 0n
    case 'string':
      return textOf(takeSized(source))
    case 'bytes':
      return base64Of(takeSized(source))
  }
}

const takeSized = (source: Source) => takeBytes(source, Number(takeVarint(source)))

/** Reads a part that says how long it is, and nothing beyond. */
function sized<T>(source: Source, read: () => T): T {
  const length = Number(takeVarint(source))
  const { end, at } = source
  takeBytes(source, length)
  source.at = at
  source.end = at + length
  const value = read()
  if (source.at !== source.end) throw new Fault(texts.length())
  source.end = end
  return value
}

/** What the schema does not know. */
function skip(source: Source, kind: number, id: number) {
  const open: number[] = []
  for (let [now, of] = [kind, id]; ;) {
    if (now === wire.varint) takeVarint(source)
    else if (now === wire.eight) takeBytes(source, 8)
    else if (now === wire.sized) takeSized(source)
    else if (now === wire.four) takeBytes(source, 4)
    else if (now === wire.begin) {
      if (open.push(of) > 100) throw new Fault(texts.deep())
    } else if (now !== wire.end || open.pop() !== of) throw new Fault(texts.wire())
    if (open.length === 0) return
    const tag = Number(takeVarint(source))
    ;[now, of] = [tag % 8, Math.floor(tag / 8)]
  }
}

/** With what the sender may leave out: zeros and empty lists. What can be told apart from them stays missing. */
function completed(source: Source, { fields }: ProtoMessage, found: Map<ProtoField, unknown>): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const field of fields) {
    if (found.has(field)) put(value, field.name, found.get(field))
    else if (field.required)
      within(source, field.name, () => {
        throw new Fault(texts.missing())
      })
    else if (!field.presence) {
      count(source)
      put(value, field.name, field.key ? {} : field.repeated ? [] : zeroOf(field))
    }
  }
  return value
}

export function zeroOf({ type }: ProtoField): unknown {
  if (type.kind === 'enum') return type.values.names.get(0) ?? 0
  if (type.kind === 'message') return undefined
  if (type.scalar === 'bool') return false
  return type.scalar === 'string' || type.scalar === 'bytes' ? '' : 0
}
