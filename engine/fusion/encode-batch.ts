import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Encoded } from '../records/writing/batch.ts'
import type { LineLayout } from '../records/writing/lines.ts'
import { fusedOf, type FusedBatch } from './fused-batch.ts'

type Encode = (records: DataRecord[]) => Encoded

/** The lines of a batch: those that are known already, and between them those of the records that went the usual way. */
export function encodeBatch(records: DataRecord[], layout: LineLayout, encode: Encode): Encoded {
  const fused = fusedOf(records)
  if (fused?.layout !== layout) return encode(records)
  const others = fused.lines.flatMap((line, i) => (line === undefined ? i : []))
  return merged(fused, others, encode(others.map((i) => records[i]!)))
}

function merged(fused: FusedBatch, others: number[], rest: Encoded): Encoded {
  const { lines, keys, absent } = fused
  const refused = rest.refused.map((refusal) => ({ ...refusal, position: others[refusal.position]! }))
  const known = { refused, refers: [], names: [] }
  if (others.length === 0)
    return { ...known, lines: lines as string[], keys: keys as string[], positions: [...lines.keys()], absent }
  const encodedAt = new Map(rest.positions.map((place, i) => [others[place]!, i]))
  const positions = [...lines.keys()].filter((i) => lines[i] !== undefined || encodedAt.has(i))
  const pick = <T>(own: (T | undefined)[], encoded: T[]) => positions.map((i) => own[i] ?? encoded[encodedAt.get(i)!]!)
  const absences = positions.map((i) => (lines[i] === undefined ? absentAt(rest, encodedAt.get(i)!) : absent))
  return {
    ...known,
    positions,
    lines: pick(lines, rest.lines),
    keys: keys.length === 0 ? [] : pick(keys, rest.keys),
    absent: absences.every((one) => one === absences[0]) ? (absences[0] ?? absent) : absences,
  }
}

const absentAt = ({ absent }: Encoded, line: number) => (typeof absent === 'string' ? absent : absent[line]!)
