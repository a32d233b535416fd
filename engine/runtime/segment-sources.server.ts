import type { BarrierBody, ControlBody, Emitted, SourceBody, Wait } from '@weft/kit/define/element.ts'
import type { FinalStatus } from '@weft/kit/define/job-status.ts'
import { batchRecords } from '@weft/kit/define/limits.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { defineMessages, inserted, say } from '@weft/kit/messages/messages.ts'
import { attempt, endsAttempt, mayGoOn } from './attempt.server.ts'
import { LetGo, problemOf, StepRefused, StepFailure } from './failure.ts'
import { reads, type PlannedStep, type Segment } from '../workflow-model/plan.ts'
import type { BatchStream, Position } from './batch-stream.ts'
import { keptBatches } from './kept-batches.server.ts'
import { readAhead, type Asked } from './read-ahead.server.ts'
import { isWired, stepOf, type Running } from './running.server.ts'
import { batchesOf, retriedEntries } from './retried.server.ts'
import { openSpools } from './spool.server.ts'
import { failed, type PipelineBatch } from './pipeline.server.ts'
import type { Came } from '../test-runs/trace.ts'
import { upTo } from '../test-runs/up-to.ts'

const texts = defineMessages({
  unsettled: {
    en: 'The other system could not be told that what it gave is safe here, so it will give it again: {problem}',
    de: 'Dem anderen System ließ sich nicht sagen, dass hier sicher ist, was es gegeben hat; es wird es noch einmal geben: {problem}',
  },
})

/** What a control decided instead of sending records. */
export type Decision =
  { kind: 'wait'; wait: Wait; memo: unknown } | { kind: 'finish'; status: FinalStatus; return_values: DataRecord }

export async function feedOf(run: Running, segment: Segment, from: Position): Promise<BatchStream | Decision> {
  const { head } = segment
  if (!head) return relay(run, segment, from)
  if (reads(head) && run.job.test) return source(run, segment, head, from)
  if (reads(head)) return keptBatches(run, segment, from, (position) => source(run, segment, head, position))
  if (head.element.kind === 'trigger') return trigger(run, head, from)
  if (head.element.kind === 'barrier') return barrier(run, segment, head, from)
  return control(run, segment, head, from)
}

async function* trigger(run: Running, head: PlannedStep, from: Position): BatchStream {
  const exit = head.exits[0] ?? 'out'
  let number = -1
  for await (const all of payloadOf(run))
    for (const records of parts(all, largestBatch(run)))
      if (++number > from.batch) yield { step: head.id, exits: { [exit]: records }, taken: records.length }
}

async function* payloadOf({ job, jobFiles }: Running): AsyncGenerator<DataRecord[]> {
  const { payload } = job
  if (!payload) yield [{}]
  else if ('record' in payload) yield [payload.record]
  else for await (const { records } of openSpools(jobFiles, payload.job_id).read(payload.spool)) yield records
}

/** The spooled batches in order; a relay's first step takes them as they are. */
async function* relay(run: Running, segment: Segment, from: Position): BatchStream {
  const first = segment.chain[0]!
  let number = -1
  for (const name of Object.values(segment.inputs).flat())
    for await (const { records, retry_of, number: batch } of batchesOf(run.spools, name))
      for (const part of parts(records))
        if (++number > from.batch)
          yield { step: '', exits: { [first.id]: part }, retry_of, came: [cameFrom(name, batch)] }
}

/** What started the run, for a trigger that reads. */
async function* startRecords(run: Running, from: number): AsyncGenerator<Input> {
  let index = 0
  for await (const records of payloadOf(run))
    for (const record of records) {
      if (index >= from) yield { index, record }
      index += 1
    }
}

type Input = { index: number; record: DataRecord; retry_of?: string | undefined; came?: Came[] }

/** What stands in a spool, by the name of the exit it keeps. */
function cameFrom(spool: string, number?: number): Came {
  const dot = spool.indexOf('.')
  return { step: spool.slice(0, dot), exit: spool.slice(dot + 1), number }
}

/** A run that is followed lets each record go alone. */
const largestBatch = ({ trace }: Running) => (trace ? 1 : batchRecords)

/** Records of every spooled input, numbered through. */
async function* inputRecords(run: Running, segment: Segment, from: number): AsyncGenerator<Input> {
  let index = 0
  for (const name of Object.values(segment.inputs).flat())
    for await (const { records, retry_of, number } of batchesOf(run.spools, name))
      for (const record of records) {
        if (index >= from) yield { index, record, retry_of, came: [cameFrom(name, number)] }
        index += 1
      }
}

/** Where in its inputs a source is: at which record, behind which cursor of it, and how many batches further; before that how much of what it had refused it has read once more. */
type SourceCursor = { input: number; cursor?: unknown; skip: number; retried?: number }

async function* source(run: Running, segment: Segment, head: PlannedStep, from: Position): BatchStream {
  const at = (from.cursor as SourceCursor | undefined) ?? { input: 0, skip: 0 }
  const left = run.job.test ? { records: run.job.test.records ?? Infinity } : undefined
  if (segment.refused) yield* refused(run, segment.refused, head, at.input > 0 ? Infinity : (at.retried ?? 0))
  const given = head.element.kind === 'trigger' ? startRecords(run, at.input) : inputRecords(run, segment, at.input)
  // A test run that ends after so many records asks for no more than those.
  const inputs: AsyncIterable<Asked<Input>> =
    left && left.records < Infinity
      ? given
      : readAhead(head, given, run.signal, (input, signal) => spoolInput(run, head, input, signal))
  for await (const { index, record, retry_of, came, failed: asked } of inputs) {
    if (left && left.records <= 0) return
    let taken = index === at.input && at.skip > 0 ? 0 : 1
    let place: SourceCursor = index === at.input ? at : { input: index, skip: 0 }
    for (let tried = 0; ; tried++) {
      try {
        if (asked) throw asked.error
        for await (const { fed, cursor } of sourceBatches(run, head, record, place, left)) {
          yield { ...fed, taken, cursor, retry_of, came }
          taken = 0
          place = cursor
        }
        break
      } catch (error) {
        if (asked || !(await mayGoOn(head, error, tried, run.signal))) {
          const outcome = failed(run, segment, head, [record], error)
          yield {
            step: head.id,
            exits: outcome.exits,
            rejected: outcome.rejected?.map((one) => ({ ...one, port: head.element.inputs[0] })),
            taken,
            cursor: { input: index + 1, skip: 0 },
            retry_of,
            came,
          }
          break
        }
      }
    }
  }
}

/** What the source has read and refused before, one by one; of `from` on. */
async function* refused(run: Running, spool: string, head: PlannedStep, from: number): BatchStream {
  const step = stepOf(run, head)
  const { retry } = head.body as SourceBody<Record<string, unknown>>
  let retried = 0
  for await (const { id, ...entry } of retriedEntries(run.spools, spool)) {
    if (retried++ < from) continue
    const { records, rejected } = retry
      ? await attempt(head, run.signal, () => retry(step, entry))
      : { records: [entry.record] }
    yield {
      step: head.id,
      exits: { [head.exits[0] ?? 'out']: records },
      rejected,
      taken: 0,
      cursor: { input: 0, skip: 0, retried } satisfies SourceCursor,
      retry_of: id,
    }
  }
}

async function* sourceBatches(
  run: Running,
  head: PlannedStep,
  record: DataRecord,
  place: SourceCursor,
  /** Of a test run: so many records are still read of the source. */ left?: { records: number },
): AsyncGenerator<{ fed: PipelineBatch; cursor: SourceCursor }> {
  const kept = spoolOf(head, place.input)
  if (place.cursor === undefined && (await run.spools.isWhole(kept))) {
    yield* spooledBatches(run, head, kept, place)
    return
  }
  if (place.cursor !== undefined) run.goesOn?.(head.id)
  const given = (head.body as SourceBody<Record<string, unknown>>).read(
    stepOf(run, head),
    record,
    place.cursor,
    place.input,
  )
  const batches = (left ? upTo(given, left) : given)[Symbol.asyncIterator]()
  try {
    const first = await batches.next()
    if (first.done) return
    if (first.value.cursor === undefined && place.cursor === undefined) {
      await spoolWhole(run, head, kept, continued(first.value, batches))
      yield* spooledBatches(run, head, kept, place)
    } else yield* resumable(run, head, place, continued(first.value, batches))
  } finally {
    await batches.return?.()
  }
}

const spoolOf = (head: PlannedStep, input: number) => `${head.id}.__read/${input}`

/** Asks for all that one record brings, unless an earlier attempt has. */
async function spoolInput(run: Running, head: PlannedStep, { index, record }: Input, signal: AbortSignal) {
  const kept = spoolOf(head, index)
  if (await run.spools.isWhole(kept)) return
  const { read } = head.body as SourceBody<Record<string, unknown>>
  await spoolWhole(run, head, kept, read({ ...stepOf(run, head), signal }, record, undefined, index))
}

/** What cannot be resumed is spooled whole before anything of it goes on, and read from there. */
async function spoolWhole(run: Running, head: PlannedStep, kept: string, batches: SourceBatches) {
  let settle: FromSource['settle']
  await run.spools.whole(kept, () => spooling(batches, largestBatch(run), (last) => (settle = last)))
  await settle?.().catch((error: unknown) => {
    const { message } = problemOf(error)
    run.progress.log(head.id)('warning', inserted(texts.unsettled({ problem: '' }), 'problem', message))
  })
}

type SourceBatches = ReturnType<SourceBody<unknown>['read']>
type FromSource = SourceBatches extends AsyncIterable<infer Batch> ? Batch : never

async function* continued(first: FromSource, rest: AsyncIterator<FromSource>): AsyncGenerator<FromSource> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Batches larger than what travels are cut; behind a cursor it is counted how many pieces have passed. */
async function* resumable(
  run: Running,
  head: PlannedStep,
  place: SourceCursor,
  batches: AsyncIterable<FromSource>,
): AsyncGenerator<{ fed: PipelineBatch; cursor: SourceCursor }> {
  const first = head.exits[0] ?? 'out'
  let cursor = place.cursor
  let passed = 0
  for await (const batch of batches) {
    const pieces = parts(batch.records, largestBatch(run))
    for (const [i, records] of pieces.entries()) {
      const isLast = i === pieces.length - 1
      const skipped = cursor === place.cursor && passed < place.skip
      if (isLast && batch.cursor !== undefined) cursor = batch.cursor
      passed = isLast && batch.cursor !== undefined ? 0 : passed + 1
      if (!skipped)
        yield {
          fed: {
            step: head.id,
            exits: { [batch.exit ?? first]: records },
            rejected: isLast ? batch.rejected : undefined,
          },
          cursor: { input: place.input, cursor, skip: passed },
        }
    }
  }
}

type Spooled = { exit?: string; records: DataRecord[]; rejected?: unknown[] }

/** Ends at a batch that is to be settled, without asking for more: the source stays open until that is done. */
async function* spooling(
  batches: SourceBatches,
  most: number,
  last: (settle: NonNullable<FromSource['settle']>) => void,
): AsyncGenerator<DataRecord[]> {
  for await (const { records, rejected, exit, settle } of batches) {
    for (const [i, part] of parts(records, most).entries())
      yield [
        { ...(exit ? { exit } : {}), records: part, ...(rejected && i === 0 ? { rejected } : {}) } satisfies Spooled,
      ]
    if (settle) return last(settle)
  }
}

async function* spooledBatches(
  run: Running,
  head: PlannedStep,
  kept: string,
  place: SourceCursor,
): AsyncGenerator<{ fed: PipelineBatch; cursor: SourceCursor }> {
  let number = 0
  for await (const { records } of run.spools.read(kept)) {
    const { exit, records: own, rejected } = records[0] as Spooled
    number += 1
    if (number <= place.skip) continue
    yield {
      fed: {
        step: head.id,
        exits: { [exit ?? head.exits[0] ?? 'out']: own },
        rejected: rejected as PipelineBatch['rejected'],
      },
      cursor: { input: place.input, skip: number },
    }
  }
}

async function* barrier(run: Running, segment: Segment, head: PlannedStep, from: Position): BatchStream {
  const inputs = Object.fromEntries(head.element.inputs.map((port) => [port, () => inputOf(run, segment, [port])]))
  const gather = () => (head.body as BarrierBody<Record<string, unknown>>).gather(stepOf(run, head), inputs)
  yield* deterministic(run, segment, head, from, gather)
}

async function* inputOf(run: Running, segment: Segment, ports: string[]): AsyncGenerator<DataRecord[]> {
  for (const port of ports)
    for (const name of segment.inputs[port] ?? [])
      for await (const { records } of batchesOf(run.spools, name)) yield records
}

const portsOf = (segment: Segment) => Object.keys(segment.inputs)

/** Batches that come out the same on every call: going on means skipping what was acknowledged. */
async function* deterministic(
  run: Running,
  segment: Segment,
  head: PlannedStep,
  from: Position,
  batches: () => Emission,
): BatchStream {
  let sent = from.batch
  const came = portsOf(segment).flatMap((port) => segment.inputs[port]!.map((name) => cameFrom(name)))
  for (let tried = 0; ; tried++) {
    try {
      let number = -1
      const taken = from.batch < 0 && sent < 0 ? await countInput(run, segment) : 0
      for await (const emitted of batches()) {
        if ('wait' in emitted) throw new LetGo(emitted.wait.until, emitted.memo)
        for (const part of parts(emitted.records, largestBatch(run))) {
          if (++number <= sent) continue
          sent = number
          yield { step: head.id, exits: { [emitted.exit]: part }, taken: number === 0 ? taken : 0, came }
        }
      }
      if (number < 0 && taken > 0) yield { step: head.id, exits: {}, taken, came }
      return
    } catch (error) {
      if (await mayGoOn(head, error, tried, run.signal)) continue
      yield* failedHead(run, segment, head, error)
      return
    }
  }
}

async function countInput(run: Running, segment: Segment) {
  let count = 0
  for await (const records of inputOf(run, segment, portsOf(segment))) count += records.length
  return count
}

/** A barrier or control that could not do it: by its exit `error` goes all that came in. */
async function* failedHead(run: Running, segment: Segment, head: PlannedStep, error: unknown): BatchStream {
  if (endsAttempt(error)) throw error
  if (head.step.on_error === 'stop') throw new StepFailure(head.id, error)
  const { code, message } = problemOf(error)
  run.progress.log(head.id)('error', message)
  const wired = head.step.on_error === 'error_port' && isWired(segment, head.id, 'error')
  for (const port of portsOf(segment))
    for await (const records of inputOf(run, segment, [port]))
      for (const part of parts(records))
        yield wired
          ? {
              step: head.id,
              exits: {
                error: part.map((record) => ({
                  ...record,
                  _error: { step: head.id, code, message: say(message, 'en') },
                })),
              },
            }
          : { step: head.id, exits: {}, rejected: part.map((record) => ({ record, port, reason: message })) }
}

async function control(
  run: Running,
  segment: Segment,
  head: PlannedStep,
  from: Position,
): Promise<BatchStream | Decision> {
  const body = head.body as ControlBody<Record<string, unknown>>
  const input = () => inputOf(run, segment, portsOf(segment))
  try {
    const enter = () => body.enter(stepOf(run, head), input, memoOf(run, head), from.batch + 1)
    const decision = await attempt(head, run.signal, enter)
    if ('wait' in decision) return { kind: 'wait', ...decision }
    if ('finish' in decision) return { kind: 'finish', ...decision.finish }
    if ('fail' in decision) throw new StepRefused(decision.fail)
    if ('through' in decision) return deterministic(run, segment, head, from, () => through(decision.through, input()))
    return deterministic(
      run,
      segment,
      head,
      from,
      onceThen(decision.emit, async () => emitAgain(await enter())),
    )
  } catch (error) {
    return failedHead(run, segment, head, error)
  }
}

const memoOf = (run: Running, head: PlannedStep) =>
  (run.progress.row(head.id).memo as { memo?: unknown } | undefined)?.memo

async function* through(exit: string, batches: AsyncIterable<DataRecord[]>) {
  for await (const records of batches) yield { exit, records }
}

type Emission = AsyncIterable<Emitted>

/** What `enter` gave the first time; asked again where it is needed again. */
function onceThen(first: Emission, again: () => Promise<Emission>): () => Emission {
  let used = false
  return () => {
    if (!used) {
      used = true
      return first
    }
    return (async function* () {
      yield* await again()
    })()
  }
}

function emitAgain(decision: Awaited<ReturnType<ControlBody<unknown>['enter']>>): Emission {
  if (!('emit' in decision)) throw new Error('a control that emits has to emit again when it is asked again')
  return decision.emit
}

/** In batches of at most the size that travels; an empty one stays one. */
function parts(records: DataRecord[], most = batchRecords): DataRecord[][] {
  if (records.length <= most) return [records]
  return Array.from({ length: Math.ceil(records.length / most) }, (_, i) => records.slice(i * most, (i + 1) * most))
}
