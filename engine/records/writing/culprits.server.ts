import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { fieldAtFault, isEmptyViolation, isRecordsFault, isUniqueViolation } from '../failures.ts'
import { reasons } from '../values/reasons.ts'
import type { Encoded, Refusal } from './batch.ts'
import type { Target, WriteSession } from './driver.ts'

/**
 * Writes a batch the database refused as a whole: finds the lines that are at fault, by asking for clashes of unique fields first and
 * by halving after that, writes all others, and says why not for each of those. Runs inside the caller's transaction.
 */
export async function findCulprits(
  session: WriteSession,
  target: Target,
  { encoded, records }: { encoded: Encoded; records: DataRecord[] },
): Promise<Refusal[]> {
  const refused: Refusal[] = []
  const refuse = (line: number, field: string | undefined, reason: Message) => {
    const position = encoded.positions[line]!
    refused.push({
      position,
      ...(field === undefined ? {} : { field, value: records[position]![field] ?? null }),
      reason,
    })
  }
  const absentOf = (lines: number[]) =>
    lines.map((i) => (typeof encoded.absent === 'string' ? encoded.absent : encoded.absent[i]!))

  async function stageLines(lines: number[]) {
    await session.clear()
    const absent = target.mode === 'insert' ? encoded.absent : absentOf(lines)
    await session.stage({
      lines: lines.map((i) => encoded.lines[i]!),
      absent: typeof absent === 'string' ? lines.map(() => absent) : absent,
      numbered: true,
    })
  }

  async function attempt(lines: number[]): Promise<Error | undefined> {
    const found = refused.length
    try {
      await session.attempt(async () => {
        await stageLines(lines)
        if (target.mode === 'update')
          for (const n of await session.missing()) refuse(lines[n]!, target.key[0], reasons.missingRecord())
        await session.merge(typeof encoded.absent === 'string' ? encoded.absent : absentOf(lines))
      })
      return undefined
    } catch (error) {
      if (!isRecordsFault(error)) throw error
      refused.length = found
      return error as Error
    }
  }

  async function withoutClashes(lines: number[]): Promise<number[]> {
    try {
      const clashes = await session.attempt(async () => {
        await stageLines(lines)
        return session.clashes()
      })
      if (!clashes) return lines
      for (const [n, field] of clashes) refuse(lines[n]!, field, reasons.taken())
      return lines.filter((_, n) => !clashes.has(n))
    } catch (error) {
      if (!isRecordsFault(error)) throw error
      return lines
    }
  }

  async function halve(lines: number[]): Promise<void> {
    if (lines.length === 0) return
    const error = await attempt(lines)
    if (!error) return
    if (lines.length === 1) return refuse(lines[0]!, fieldAtFault(error, target.structure), reasonOf(error))
    const middle = Math.ceil(lines.length / 2)
    await halve(lines.slice(0, middle))
    await halve(lines.slice(middle))
  }

  // Keys are unique in each run, so that a later line meets the earlier one as a record.
  for (const run of keyedRuns(encoded.keys, encoded.lines.length)) {
    const error = await attempt(run)
    if (error) await halve(isUniqueViolation(error) ? await withoutClashes(run) : run)
  }
  return refused
}

function keyedRuns(keys: string[], count: number): number[][] {
  if (keys.length === 0) return count === 0 ? [] : [Array.from({ length: count }, (_, i) => i)]
  const runs: { lines: number[]; keys: Set<string> }[] = []
  for (const [i, key] of keys.entries()) {
    let run = runs.at(-1)
    if (!run || run.keys.has(key)) runs.push((run = { lines: [], keys: new Set() }))
    run.lines.push(i)
    run.keys.add(key)
  }
  return runs.map(({ lines }) => lines)
}

function reasonOf(error: Error): Message {
  if (isUniqueViolation(error)) return reasons.taken()
  if (isEmptyViolation(error)) return reasons.required()
  return reasons.refused({ detail: error.message })
}
