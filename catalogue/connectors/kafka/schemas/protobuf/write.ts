import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault, missingValue, unknownField } from '../fault.ts'
import {
  booleanOf,
  bytesOf,
  doubleOf,
  floatOf,
  listOf,
  objectOf,
  own,
  shown,
  stringOf,
  wholeOf,
} from '../plain-values.ts'
import { putBytes, putSized, putVarint, putZigzag, room, targetOf, under, type Target } from '../target.ts'
import { zeroOf } from './read.ts'
import type { ProtoField, ProtoMessage, Scalar } from './types.ts'

const texts = defineMessages({
  symbol: { en: '{value} is none of {names}.', de: '{value} ist keines von {names}.' },
  both: { en: 'Only one of {names} can be set.', de: 'Nur eines von {names} kann gesetzt sein.' },
})

/** What is null or missing is not set. */
export function writeMessage(target: Target, message: ProtoMessage, given: unknown) {
  const value = message.wellKnown ? message.wellKnown.write(given) : objectOf(given)
  const chosen = new Map<string, string>()
  for (const field of message.fields) {
    const one = own(value, field.name)
    if (one === null || one === undefined) {
      if (field.required) fail(target, field.name, missingValue())
      continue
    }
    const { oneof } = field
    const other = oneof === undefined ? undefined : chosen.get(oneof)
    if (other !== undefined) fail(target, field.name, new Fault(texts.both({ names: `${other}, ${field.name}` })))
    if (oneof !== undefined) chosen.set(oneof, field.name)
    under(target, field.name, () => writeField(target, field, one))
  }
  for (const name of Object.keys(value)) if (!message.byName.has(name)) fail(target, name, unknownField())
}

function fail(target: Target, name: string, fault: Fault) {
  target.path.push(name)
  throw fault
}

function writeField(target: Target, field: ProtoField, value: unknown) {
  if (field.key) return writeMap(target, field, objectOf(value))
  if (!field.repeated) {
    const isUnset = !field.presence && (value === zeroOf(field) || value === numberOfZero(field))
    if (!isUnset) writeTagged(target, field, field.id, value)
    return
  }
  const list = listOf(value)
  if (!field.packed || list.length === 0)
    return list.forEach((one, i) => under(target, i, () => writeTagged(target, field, field.id, one)))
  putVarint(target, BigInt(field.id * 8 + 2))
  const inner = { ...target, bytes: targetOf().bytes, length: 0 }
  for (const [i, one] of list.entries()) under(inner, i, () => writeValue(inner, field, one))
  target.tries_left = inner.tries_left
  putSized(target, inner.bytes.subarray(0, inner.length), putVarint)
}

const numberOfZero = ({ type }: ProtoField) => (type.kind === 'enum' ? 0 : undefined)

function writeMap(target: Target, field: ProtoField, map: Record<string, unknown>) {
  const key: ProtoField = { ...field, type: { kind: 'scalar', scalar: field.key! } }
  for (const [name, one] of Object.entries(map))
    under(target, name, () => {
      putVarint(target, BigInt(field.id * 8 + 2))
      const inner = { ...target, bytes: targetOf().bytes, length: 0 }
      writeTagged(inner, key, 1, field.key === 'bool' && /^(true|false)$/.test(name) ? name === 'true' : name)
      writeTagged(inner, field, 2, one)
      target.tries_left = inner.tries_left
      putSized(target, inner.bytes.subarray(0, inner.length), putVarint)
    })
}

function writeTagged(target: Target, field: ProtoField, id: number, value: unknown) {
  const { type } = field
  if (type.kind !== 'message') {
    putVarint(target, BigInt(id * 8 + wireOf(type.kind === 'enum' ? 'int32' : type.scalar)))
    return writeValue(target, field, value)
  }
  if (type.delimited) {
    putVarint(target, BigInt(id * 8 + 3))
    writeMessage(target, type.message, value)
    return putVarint(target, BigInt(id * 8 + 4))
  }
  putVarint(target, BigInt(id * 8 + 2))
  const inner = { ...target, bytes: targetOf().bytes, length: 0 }
  writeMessage(inner, type.message, value)
  target.tries_left = inner.tries_left
  putSized(target, inner.bytes.subarray(0, inner.length), putVarint)
}

const wireOf = (scalar: Scalar) => {
  if (scalar === 'string' || scalar === 'bytes') return 2
  if (scalar === 'double' || scalar.endsWith('fixed64')) return 1
  return scalar === 'float' || scalar.endsWith('fixed32') ? 5 : 0
}

function writeValue(target: Target, { type }: ProtoField, value: unknown) {
  if (type.kind === 'scalar') return writeScalar(target, type.scalar, value)
  if (type.kind === 'message') return
  const { numbers, names } = type.values
  const number = typeof value === 'number' && names.has(value) ? value : numbers.get(value as string)
  if (number === undefined)
    throw new Fault(texts.symbol({ value: shown(value), names: [...numbers.keys()].join(', ').slice(0, 200) }))
  putVarint(target, BigInt(number))
}

const signed = (value: unknown, bits: bigint) => wholeOf(value, -(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n)
const unsigned = (value: unknown, bits: bigint) => wholeOf(value, 0n, (1n << bits) - 1n)

function writeScalar(target: Target, scalar: Scalar, value: unknown) {
  switch (scalar) {
    case 'double': {
      const double = doubleOf(value)
      const at = room(target, 8)
      target.bytes.writeDoubleLE(double, at)
      return
    }
    case 'float': {
      const float = floatOf(value)
      const at = room(target, 4)
      target.bytes.writeFloatLE(float, at)
      return
    }
    case 'int32':
      return putVarint(target, signed(value, 32n))
    case 'int64':
      return putVarint(target, signed(value, 64n))
    case 'uint32':
      return putVarint(target, unsigned(value, 32n))
    case 'uint64':
      return putVarint(target, unsigned(value, 64n))
    case 'sint32':
      return putZigzag(target, signed(value, 32n))
    case 'sint64':
      return putZigzag(target, signed(value, 64n))
    case 'fixed32':
    case 'sfixed32': {
      const whole = scalar === 'fixed32' ? unsigned(value, 32n) : signed(value, 32n)
      const at = room(target, 4)
      target.bytes.writeUInt32LE(Number(BigInt.asUintN(32, whole)), at)
      return
    }
    case 'fixed64':
    case 'sfixed64': {
      const whole = scalar === 'fixed64' ? unsigned(value, 64n) : signed(value, 64n)
      const at = room(target, 8)
      target.bytes.writeBigUInt64LE(BigInt.asUintN(64, whole), at)
      return
    }
    case 'bool':
      return putBytes(target, Uint8Array.of(booleanOf(value) ? 1 : 0))
    case 'string':
      return putSized(target, Buffer.from(stringOf(value)), putVarint)
    case 'bytes':
      return putSized(target, bytesOf(value), putVarint)
  }
}
