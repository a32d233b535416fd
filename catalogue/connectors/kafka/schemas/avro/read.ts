import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault } from '../fault.ts'
import { exactDouble, exactFloat, exactWhole, put } from '../plain-values.ts'
import { base64Of, count, takeByte, takeBytes, takeView, takeZigzag, textOf, within, type Source } from '../source.ts'
import { bestBranch } from './branch.ts'
import { branchName, type AvroType, type AvroUnion } from './types.ts'

const texts = defineMessages({
  boolean: { en: 'A truth value is neither 0 nor 1.', de: 'Ein Wahrheitswert ist weder 0 noch 1.' },
  int: { en: 'A number is longer than 32 bits.', de: 'Eine Zahl ist länger als 32 Bit.' },
  branch: { en: 'The union has no branch {number}.', de: 'Die Union hat keinen Zweig {number}.' },
  symbol: { en: 'The enum has no symbol {number}.', de: 'Die Aufzählung hat kein Symbol {number}.' },
})

/** A value as records carry it: large numbers, decimals and times as text, bytes as Base64. */
export function readAvro(source: Source, type: AvroType): unknown {
  count(source)
  switch (type.kind) {
    case 'null':
      return null
    case 'boolean':
      return readBoolean(source)
    case 'int':
    case 'long': {
      const value = takeZigzag(source)
      if (type.kind === 'int' && BigInt.asIntN(32, value) !== value) throw new Fault(texts.int())
      return type.logical?.of === 'number' ? type.logical.text(value) : exactWhole(value)
    }
    case 'float':
      return exactFloat(takeView(source, 4).getFloat32(0, true))
    case 'double':
      return exactDouble(takeView(source, 8).getFloat64(0, true))
    case 'string':
      return textOf(takeSized(source))
    case 'bytes':
    case 'fixed': {
      const bytes = type.kind === 'fixed' ? takeBytes(source, type.size) : takeSized(source)
      return type.logical?.of === 'bytes' ? type.logical.text(bytes) : base64Of(bytes)
    }
    case 'enum': {
      const number = takeZigzag(source)
      const symbol = type.symbols[Number(number)]
      if (symbol === undefined) throw new Fault(texts.symbol({ number: String(number) }))
      return symbol
    }
    case 'record': {
      const record: Record<string, unknown> = {}
      for (const { name, type: inner } of type.fields)
        put(
          record,
          name,
          within(source, name, () => readAvro(source, inner)),
        )
      return record
    }
    case 'array': {
      const list: unknown[] = []
      readBlocks(source, () => list.push(within(source, list.length, () => readAvro(source, type.items))))
      return list
    }
    case 'map': {
      const map: Record<string, unknown> = {}
      readBlocks(source, () => {
        const key = textOf(takeSized(source))
        put(
          map,
          key,
          within(source, key, () => readAvro(source, type.values)),
        )
      })
      return map
    }
    case 'union':
      return readUnion(source, type)
  }
}

function readBoolean(source: Source): boolean {
  const byte = takeByte(source)
  if (byte > 1) throw new Fault(texts.boolean())
  return byte === 1
}

const takeSized = (source: Source): Uint8Array => takeBytes(source, Number(takeZigzag(source)))

/** Parts of a list or map follow their number, up to one with none; a negative number is followed by the length in bytes. */
function readBlocks(source: Source, readOne: () => void) {
  for (;;) {
    count(source)
    let left = takeZigzag(source)
    if (left === 0n) return
    if (left < 0n) {
      left = -left
      takeZigzag(source)
    }
    for (; left > 0n; left--) readOne()
  }
}

/** The value itself; where it would be taken for another branch when it is written, under the branch's name. */
function readUnion(source: Source, union: AvroUnion): unknown {
  const number = takeZigzag(source)
  const branch = union.branches[Number(number)]
  if (!branch) throw new Fault(texts.branch({ number: String(number) }))
  const value = readAvro(source, branch)
  if (bestBranch(union, value) === branch) return value
  const named: Record<string, unknown> = {}
  put(named, branchName(branch), value)
  return named
}
