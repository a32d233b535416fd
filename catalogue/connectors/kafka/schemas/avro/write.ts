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
import { putByte, putBytes, putSized, putZigzag, room, under, type Target } from '../target.ts'
import { branchesFor, namedBranch } from './branch.ts'
import type { Logical } from './logical.ts'
import { branchName, type AvroField, type AvroType, type AvroUnion } from './types.ts'

const texts = defineMessages({
  null: { en: '{value} stands where nothing may be.', de: '{value} steht, wo nichts sein darf.' },
  symbol: { en: '{value} is none of {symbols}.', de: '{value} ist keines von {symbols}.' },
  size: { en: 'It is {length} bytes long instead of {size}.', de: 'Es ist {length} statt {size} Bytes lang.' },
  union: { en: '{value} is none of {branches}.', de: '{value} ist nichts von {branches}.' },
})

/** What was tried in vain takes as long as writing so many values. */
const failure_costs = 100

/** Avro writes defaults differently from how records carry values: bytes as characters, and numbers without their meaning. */
type Manner = 'record' | 'default'

export function writeAvro(target: Target, type: AvroType, value: unknown, manner: Manner = 'record'): void {
  switch (type.kind) {
    case 'null':
      if (value !== null && value !== undefined) throw new Fault(texts.null({ value: shown(value) }))
      return
    case 'boolean':
      return putByte(target, booleanOf(value) ? 1 : 0)
    case 'int':
    case 'long': {
      const bits = type.kind === 'int' ? 31n : 63n
      const given = type.logical?.of === 'number' && manner === 'record' ? String(type.logical.number(value)) : value
      return putZigzag(target, wholeOf(given, -(1n << bits), (1n << bits) - 1n))
    }
    case 'float': {
      const float = floatOf(value)
      const at = room(target, 4)
      target.bytes.writeFloatLE(float, at)
      return
    }
    case 'double': {
      const double = doubleOf(value)
      const at = room(target, 8)
      target.bytes.writeDoubleLE(double, at)
      return
    }
    case 'string':
      return putSized(target, Buffer.from(stringOf(value)), putZigzag)
    case 'bytes':
      return putSized(target, bytesFor(type, value, manner), putZigzag)
    case 'fixed': {
      const bytes = bytesFor(type, value, manner)
      if (bytes.length !== type.size) throw new Fault(texts.size({ length: bytes.length, size: type.size }))
      return putBytes(target, bytes)
    }
    case 'enum': {
      const number = type.numbers.get(value as string)
      if (number === undefined)
        throw new Fault(texts.symbol({ value: shown(value), symbols: type.symbols.join(', ').slice(0, 200) }))
      return putZigzag(target, BigInt(number))
    }
    case 'record':
      return writeRecord(target, type.fields, objectOf(value), manner)
    case 'array': {
      const list = listOf(value)
      if (list.length > 0) putZigzag(target, BigInt(list.length))
      for (const [i, one] of list.entries()) under(target, i, () => writeAvro(target, type.items, one, manner))
      return putByte(target, 0)
    }
    case 'map': {
      const entries = Object.entries(objectOf(value))
      if (entries.length > 0) putZigzag(target, BigInt(entries.length))
      for (const [key, one] of entries) {
        putSized(target, Buffer.from(key), putZigzag)
        under(target, key, () => writeAvro(target, type.values, one, manner))
      }
      return putByte(target, 0)
    }
    case 'union':
      return manner === 'record'
        ? writeUnion(target, type, value)
        : writeFirstOf(target, type, type.branches, value, manner)
  }
}

function bytesFor({ logical }: { logical?: Logical | undefined }, value: unknown, manner: Manner): Buffer {
  if (manner === 'default') return Buffer.from(stringOf(value), 'latin1')
  return logical?.of === 'bytes' ? logical.bytes(value) : bytesOf(value)
}

/** A field that is missing gets its default, and nothing where it may be nothing. */
function writeRecord(target: Target, fields: AvroField[], value: Record<string, unknown>, manner: Manner) {
  for (const field of fields)
    under(target, field.name, () => {
      const { type } = field
      const given = own(value, field.name)
      if (given !== undefined) return writeAvro(target, type, given, manner)
      if (field.default) return writeAvro(target, type, field.default.value, 'default')
      const mayBeNothing =
        type.kind === 'null' || (type.kind === 'union' && type.branches.some(({ kind }) => kind === 'null'))
      if (!mayBeNothing) throw missingValue()
      return writeAvro(target, type, null)
    })
  const known = new Set(fields.map(({ name }) => name))
  for (const name of Object.keys(value))
    if (!known.has(name))
      under(target, name, () => {
        throw unknownField()
      })
}

function writeUnion(target: Target, union: AvroUnion, value: unknown) {
  const named = namedBranch(union, value)
  if (!named) return writeFirstOf(target, union, branchesFor(union, value), value, 'record')
  putZigzag(target, BigInt(union.branches.indexOf(named.branch)))
  under(target, branchName(named.branch), () => writeAvro(target, named.branch, named.value))
}

/** The first branch that takes the value. What another one has begun to write is taken back. */
function writeFirstOf(target: Target, union: AvroUnion, branches: AvroType[], value: unknown, manner: Manner) {
  const { length, depth } = target
  const levels = target.path.length
  for (const branch of branches) {
    putZigzag(target, BigInt(union.branches.indexOf(branch)))
    try {
      return writeAvro(target, branch, value, manner)
    } catch (error) {
      const isLast = branches.length === 1 || !(error instanceof Fault) || target.tries_left < 0
      if (isLast) throw error
      target.tries_left -= failure_costs
      target.length = length
      target.depth = depth
      target.path.length = levels
    }
  }
  const names = union.branches.map(branchName).join(', ').slice(0, 200)
  throw new Fault(texts.union({ value: shown(value), branches: names }))
}
