import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { explain, isLostConnection, isRecordsFault } from '../failures.ts'
import { withRetry } from '../with-retry.ts'
import { reasons } from '../values/reasons.ts'
import type { Batch, WriteOutcome } from './batch.ts'
import { refersTo, withoutDangling } from './dangling.server.ts'
import type { Target, WriteDriver, WriteSession } from './driver.ts'
import { encodeBatch } from '../../fusion/encode-batch.ts'
import { without } from '../../fusion/fused-batch.ts'
import { encoderFor, lineLayout } from './lines.ts'
import { splitForWriting, type WritePart } from './parts.ts'
import { writeAlone } from './write-alone.server.ts'

export type WriteAnswer = { written: DataRecord[]; rejected: Rejected[] }

/** Answers when everything before has been settled; throws when it went wrong for good. */
type Turn = () => Promise<void>

const groupLines = 4_000
/** Below this, lines better join those that come while the transaction under way ends. */
const worthASecond = 2_000
/** So many lines and batches are written in one round trip where the database can do that. */
const few = 20
const linesOf = (batches: Batch[]) => batches.reduce((sum, { encoded }) => sum + encoded.lines.length, 0)

/**
 * Writes batches into a structure's table. Batches that wait together share one transaction: lines into a session's staging table,
 * one merge, the markers. While one transaction merges, the next one's lines already stream in on a second connection; merges
 * happen strictly in order, so the later record wins.
 */
export async function openWriter(driver: WriteDriver, target: Target) {
  const outcomes = await withRetry(() => driver.takeOver()).catch((error: unknown) => {
    throw isLostConnection(error) ? error : explain(error, target.structure)
  })
  const layout = lineLayout(target.structure, target, driver.format)
  const encode = encoderFor(layout)
  const waiting: Batch[] = []
  const pending = new Map<number, Promise<WriteOutcome>>()
  let running = 0
  let scheduled = false
  let settled: Promise<void> = Promise.resolve()
  let broken: { error: unknown } | undefined

  function schedule() {
    if (scheduled) return
    scheduled = true
    setImmediate(pump)
  }

  function pump() {
    scheduled = false
    while (waiting.length > 0 && !broken && (running === 0 || (running === 1 && linesOf(waiting) >= worthASecond))) {
      const group = takeGroup(waiting)
      const before = settled
      running++
      const turn = async () => {
        await before
        if (broken) throw broken.error
      }
      settled = commit(group, turn).then(() => {
        running--
        if (waiting.length > 0) schedule()
      })
    }
    if (broken) for (const batch of waiting.splice(0)) batch.fail(broken.error)
  }

  async function commit(group: Batch[], turn: Turn) {
    try {
      await writeGroup(driver, target, group, turn)
      for (const batch of group) batch.settle(outcomeOf(batch))
    } catch (cause) {
      await turn().catch(heardElsewhere) // the group before has told its own
      const error = explain(cause, target.structure)
      broken ??= { error }
      for (const batch of group) batch.fail(error)
    }
  }

  return {
    layout,
    async write(records: DataRecord[], number: number): Promise<WriteAnswer> {
      const known = outcomes.get(number)
      if (known) return answer(records, known)
      let promise = pending.get(number)
      if (!promise) {
        if (broken) throw broken.error
        const encoded = encodeBatch(records, layout, encode)
        promise = new Promise<WriteOutcome>((settle, fail) =>
          waiting.push({ number, records, encoded, refused: [...encoded.refused], settle, fail }),
        ).finally(() => pending.delete(number))
        pending.set(number, promise)
        schedule()
      }
      const outcome = await promise
      outcomes.set(number, outcome)
      return answer(records, outcome)
    },
    /** Whether any batch of this job and step was ever written, in this attempt or an earlier one. */
    get wroteAny() {
      return outcomes.size > 0
    },
    async close() {
      await settled
    },
  }
}

const outcomeOf = ({ refused }: Batch): WriteOutcome =>
  refused.length === 0 ? {} : { refused: refused.sort((a, b) => a.position - b.position) }

function answer(records: DataRecord[], { refused = [] }: WriteOutcome): WriteAnswer {
  if (refused.length === 0) return { written: records, rejected: [] }
  const out = new Set(refused.map(({ position }) => position))
  return {
    written: without(records, out),
    rejected: refused.map(({ position, ...why }) => ({ record: records[position]!, ...why })),
  }
}

function takeGroup(waiting: Batch[]) {
  let lines = 0
  let count = 0
  while (count < waiting.length && (count === 0 || lines + waiting[count]!.encoded.lines.length <= groupLines))
    lines += waiting[count++]!.encoded.lines.length
  return waiting.splice(0, count)
}

async function writeGroup(driver: WriteDriver, target: Target, group: Batch[], turn: Turn): Promise<void> {
  try {
    await withRetry(async (again) => {
      // After a lost connection the commit may have happened all the same. All markers of a group stand or none.
      if (again && (await driver.wasWritten(group[0]!.number))) return
      const refusedBefore = group.map((batch) => [...batch.refused])
      try {
        const parts = splitForWriting(group, target)
        if (refersTo(target))
          await driver.inTransaction((session) => checkAndMerge(driver, session, target, { group, turn }))
        else if (driver.atOnce && group.length <= few && linesOf(group) <= few && parts.every(isUniform))
          await driver.atOnce(parts as (WritePart & { absent: string })[], numbersOf(group), group.map(outcomeOf), turn)
        else await driver.inTransaction((session) => mergeGroup(session, target, { group, parts }, turn))
      } catch (error) {
        for (const [i, batch] of group.entries()) batch.refused = refusedBefore[i]!
        throw error
      }
    })
  } catch (error) {
    if (!isRecordsFault(error)) throw error
    await turn()
    if (group.length > 1) for (const batch of group) await writeGroup(driver, target, [batch], turn)
    else
      await withRetry(() =>
        writeAlone(driver, target, group[0]!, async (session, refused) => {
          const batch = group[0]!
          batch.refused = [...batch.encoded.refused, ...refused]
          await session.mark([batch.number], [outcomeOf(batch)])
        }),
      )
  }
}

const isUniform = ({ absent }: WritePart) => typeof absent === 'string'
const numbersOf = (group: Batch[]) => group.map((batch) => batch.number)

async function mergeGroup(
  session: WriteSession,
  target: Target,
  { group, parts }: { group: Batch[]; parts: WritePart[] },
  turn: Turn,
) {
  for (const part of parts) {
    await session.stage(part)
    await turn()
    if (target.mode === 'update') await refuseMissing(session, target, { group, part })
    await session.merge(part.absent)
    if (part !== parts.at(-1)) await session.clear()
  }
  await turn()
  await session.mark(numbersOf(group), group.map(outcomeOf))
}

/** The same where records have to refer to some that are there: looked for when what came before is written. */
async function checkAndMerge(
  { format }: WriteDriver,
  session: WriteSession,
  target: Target,
  { group, turn }: { group: Batch[]; turn: Turn },
) {
  await turn()
  const before = new Set<string>()
  const standing: Batch[] = []
  for (const batch of group) {
    const { encoded, refused } = await withoutDangling({ session, target, format }, batch, before)
    batch.refused.push(...refused)
    for (const name of encoded.names) before.add(name)
    standing.push({ ...batch, encoded })
  }
  await mergeGroup(session, target, { group, parts: splitForWriting(standing, target) }, turn)
}

async function refuseMissing(
  session: WriteSession,
  { key }: Target,
  { group, part }: { group: Batch[]; part: WritePart },
) {
  for (const line of await session.missing()) {
    const [batch, position] = part.origin(line)
    const name = key[0]!
    group[batch]!.refused.push({
      position,
      field: name,
      value: group[batch]!.records[position]![name] ?? null,
      reason: reasons.missingRecord(),
    })
  }
}
