import type { Comparison } from '@weft/kit/define/comparison.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { explain, isRecordsFault } from '../failures.ts'
import { reasons } from '../values/reasons.ts'
import { withRetry } from '../with-retry.ts'
import type { Encoded } from './batch.ts'
import type { NumberedRecord, Target, WriteDriver } from './driver.ts'
import { refersTo, withoutDangling, withoutPositions } from './dangling.server.ts'
import { encoderFor, lineLayout } from './lines.ts'

/** So many records that would have been written are remembered, so that a later one with the same key meets them. */
const mostRemembered = 10_000

type Staged = {
  lines: NumberedRecord[]
  met: Map<number, DataRecord>
  refused: Map<number, [string, () => Comparison['reason']]>
}

/**
 * Says what writing records into a structure would do. They are brought into the session's staging table, as for writing, so that the
 * database itself says what they become and what they meet; the table is only read.
 */
export function openRecordComparison(driver: WriteDriver, target: Target) {
  const encode = encoderFor(lineLayout(target.structure, target, driver.format))
  const remembered = new Map<string, DataRecord>()
  const before = new Set<string>()
  return async (records: DataRecord[]): Promise<Comparison[]> => {
    const encoded = encode(records)
    const compared: Comparison[] = records.map((record) => ({ verdict: 'added', record }))
    for (const { position, field, value, reason } of encoded.refused)
      compared[position] = { verdict: 'refused', record: records[position]!, field, value, reason }
    for (const lines of inParts(encoded.lines.map((_, line) => line)))
      for (const [line, said] of await compareLines({ driver, target, encoded, remembered, records, before }, lines))
        compared[encoded.positions[line]!] = said
    return compared
  }
}

const partSize = 1_000
function* inParts(lines: number[]) {
  for (let at = 0; at < lines.length; at += partSize) yield lines.slice(at, at + partSize)
}

type Comparing = {
  driver: WriteDriver
  target: Target
  encoded: Encoded
  remembered: Map<string, DataRecord>
  records: DataRecord[]
  /** What the records before are called by those that refer to them. */
  before: Set<string>
}

async function compareLines(comparing: Comparing, lines: number[]): Promise<[line: number, Comparison][]> {
  const { target, encoded, records } = comparing
  try {
    const staged = await withRetry(() => stage(comparing, lines))
    return lines.map((line, n) => [line, verdictOn(comparing, staged, { line, n })])
  } catch (error) {
    if (!isRecordsFault(error)) throw explain(error, target.structure)
    const [line] = lines
    if (lines.length === 1)
      return [
        [
          line!,
          {
            verdict: 'refused',
            record: records[encoded.positions[line!]!]!,
            reason: reasons.refused({ detail: (error as Error).message }),
          },
        ],
      ]
    const middle = lines.length >> 1
    return [
      ...(await compareLines(comparing, lines.slice(0, middle))),
      ...(await compareLines(comparing, lines.slice(middle))),
    ]
  }
}

const stage = ({ driver, target, encoded, records, before }: Comparing, lines: number[]): Promise<Staged> =>
  driver.inTransaction(async (session) => {
    const { absent } = encoded
    await session.stage({
      lines: lines.map((line) => encoded.lines[line]!),
      absent: typeof absent === 'string' ? absent : lines.map((line) => absent[line]!),
      numbered: true,
    })
    const { lines: given, met } = await session.staged()
    const clashes = (await session.clashes()) ?? new Map<number, string>()
    const refused: Staged['refused'] = new Map([...clashes].map(([n, field]) => [n, [field, reasons.taken]]))
    if (target.mode === 'update')
      for (const n of await session.missing()) refused.set(n, [target.key[0]!, reasons.missingRecord])
    if (refersTo(target)) {
      const positions = new Map(lines.map((line, n) => [encoded.positions[line]!, n]))
      const part = withoutPositions(encoded, new Set(encoded.positions.filter((position) => !positions.has(position))))
      const checked = await withoutDangling(
        { session, target, format: driver.format },
        { encoded: part, records },
        before,
      )
      for (const { position, field, reason } of checked.refused)
        refused.set(positions.get(position)!, [field!, () => reason])
      for (const name of checked.encoded.names) before.add(name)
    }
    return { lines: given, met: new Map(met.map(({ _n, ...record }) => [_n, record])), refused }
  })

function verdictOn(
  { target, encoded, remembered, records }: Comparing,
  { lines, met, refused }: Staged,
  { line, n }: { line: number; n: number },
): Comparison {
  const key = encoded.keys[line]
  const known = key === undefined ? undefined : remembered.get(key)
  const record = records[encoded.positions[line]!]!
  const objection = refused.get(n)
  if (objection && !(known && target.mode === 'update'))
    return {
      verdict: 'refused',
      record,
      field: objection[0],
      value: record[objection[0]] ?? null,
      reason: objection[1]()!,
    }
  const { _n: _, ...written } = lines[n]!
  const absent = typeof encoded.absent === 'string' ? encoded.absent : encoded.absent[line]!
  const given = Object.fromEntries(Object.entries(written).filter((_, i) => absent[i] !== '1'))
  const before = known ?? met.get(n)
  const after = { ...before, ...given }
  if (key !== undefined && (known || remembered.size < mostRemembered)) remembered.set(key, after)
  if (!before) return { verdict: 'added', record: given }
  const fields = Object.keys(given).filter((name) => !isSame(given[name], before[name]))
  return fields.length > 0
    ? { verdict: 'changed', record: after, before, fields }
    : { verdict: 'unchanged', record: after }
}

/** Both were given by the same columns of the same database. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
