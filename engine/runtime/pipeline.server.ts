import { effectOf, type Outcome, type SinkBody, type TransformBody, type Whole } from '@weft/kit/define/element.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { Came } from '../test-runs/trace.ts'
import { attempt, endsAttempt } from './attempt.server.ts'
import { contentsOf } from '../workflow-model/contents.ts'
import { Interrupted, problemOf, StepFailure, TooManyRejected } from './failure.ts'
import { countRejected, countStep, emptyTally, type Tally } from './tally.ts'
import type { PlannedStep, Segment } from '../workflow-model/plan.ts'
import { isWired, stepOf, type Running } from './running.server.ts'

/** One batch as it leaves the segment's head. */
export type PipelineBatch = {
  step: string
  exits: Record<string, DataRecord[]>
  rejected?: Rejected[] | undefined
  /** How many records the head took in for it. */ taken?: number | undefined
  /** The one refused record it is a retry of. */ retry_of?: string | undefined
  /** Where it came from, for a run that is followed. */ came?: Came[] | undefined
}

/** A batch on its way through the chain. `passed` says for each step when the next batch may follow it there. */
export type InFlightBatch = { number: number; tally: Tally; passed: Map<string, Promise<unknown>>; done: Promise<void> }

type Followed = Parameters<NonNullable<Running['trace']>['left']>[0]

type Opened = {
  batch(records: DataRecord[], number: number): Outcome | Promise<Outcome>
  finish?: ((whole: Whole) => Promise<void>) | undefined
  close?: (() => Promise<void>) | undefined
  overlaps: boolean
}

export type Pipeline = {
  send(fed: PipelineBatch, number: number): InFlightBatch
  /** The input has ended and every batch has landed: sinks do what is left to do then, also those that got nothing. */
  finish(): Promise<void>
  close(): Promise<void>
}

/**
 * The chain of a segment. Each step sees the batches in their order; a transform has one at a time, a sink may have several under
 * way. A batch is done when every sink has committed what came of it and every spool holds its part.
 */
export function openPipeline(run: Running, segment: Segment): Pipeline {
  const opened = new Map<string, Promise<Opened>>()
  const refused = new Map<string, number>()
  const givers = giversOf(segment)
  let before: InFlightBatch | undefined
  let brokenAt = Infinity

  const open = (planned: PlannedStep) => {
    const known = opened.get(planned.id)
    if (known) return known
    const opening = openStep(run, planned)
    opened.set(planned.id, opening)
    opening.catch(() => opened.delete(planned.id))
    return opening
  }

  function send(fed: PipelineBatch, number: number): InFlightBatch {
    const tally = emptyTally()
    const passed = new Map<string, Promise<unknown>>()
    const results = new Map<string, Promise<Record<string, DataRecord[]>>>()
    const spooling: Promise<void>[] = []
    const ahead = before?.passed

    const { retry_of, came = [] } = fed // a closure over all of it would keep its records
    const leave = (step: string, outcome: Outcome, from: Came[] = came) => {
      run.samples.take(step, outcome)
      const exits = outgoing(run, segment, { step, outcome, number, tally, refused, retry_of })
      follow({ step, came: from, exits, refused: outcome.rejected ?? [] })
      for (const records of Object.values(exits)) contentsOf(records, run.job.content_identifier, tally.contents)
      for (const [exit, records] of Object.entries(exits))
        if (records.length > 0 && segment.spooled.has(`${step}.${exit}`))
          spooling.push(run.spools.write(`${step}.${exit}`, number, records))
      return exits
    }
    const follow = (left: Pick<Followed, 'step' | 'came' | 'exits' | 'refused' | 'failed'>) => {
      const place = segment.chain.findIndex(({ id }) => id === left.step)
      run.trace?.left({ ...left, segment: segment.id, number, place })
    }
    if (fed.step) results.set(fed.step, Promise.resolve(leaveHead(fed, tally, leave)))
    const landed: Promise<unknown>[] = []

    for (const planned of segment.chain) {
      let release!: (value?: unknown) => void
      passed.set(planned.id, new Promise((resolve) => (release = resolve)))
      const given = incoming(givers.get(planned.id)!, results, fed, planned)
      const from = run.trace
        ? cameBy(givers.get(planned.id)!, number, fed.exits[planned.id] && fed.step === '' ? came : [])
        : []
      const result = (async () => {
        try {
          const records = await given
          await ahead?.get(planned.id)
          if (number > brokenAt) throw new Interrupted()
          if (records.length === 0) return {}
          const outcome = await callStep(run, planned, { records, number, tally, open, release, segment })
          return leave(planned.id, outcome, from)
        } catch (error) {
          if (!(error instanceof Interrupted))
            follow({ step: planned.id, came: from, exits: {}, refused: [], failed: problemOf(error).message })
          brokenAt = Math.min(brokenAt, number)
          throw error
        } finally {
          release()
        }
      })()
      results.set(planned.id, result)
      landed.push(result.then(() => {}))
    }
    // Each step holds what it waits for. Whatever else kept the records would keep all of them until the slowest sink has committed.
    results.clear()
    const done = (async () => {
      const settled = await Promise.allSettled(landed)
      throwWorst(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])))
      await Promise.all(spooling)
    })()
    done.catch(heardElsewhere)
    const flight: InFlightBatch = { number, tally, passed, done }
    before = flight
    return flight
  }

  return {
    send,
    async finish() {
      for (const planned of segment.chain) {
        if (planned.passes || planned.element.kind !== 'sink') continue
        const { records_in, memo } = run.progress.row(planned.id)
        const { first } = (memo as { first?: DataRecord } | undefined) ?? {}
        const isExact = effectOf(planned.element, planned.settings) === 'exactly_once'
        if (!isExact && !opened.has(planned.id) && !first) continue
        const finish = async () => (await open(planned)).finish?.({ records: records_in, first })
        await attempt(planned, run.signal, finish).catch(
          (error: unknown) => void failed(run, segment, planned, [], error),
        )
      }
    },
    async close() {
      for (const opening of opened.values()) await (await opening.catch(heardElsewhere))?.close?.()
    },
  }
}

/** The failure that explains the others. */
export function throwWorst(errors: unknown[]) {
  if (errors.length > 0) throw errors.find((error) => !(error instanceof Interrupted)) ?? errors[0]
}

/** For each step of the chain the exits that lead to it, in the order of the edges. */
function giversOf(segment: Segment) {
  const givers = new Map<string, string[]>(segment.chain.map((step) => [step.id, []]))
  for (const [exit, targets] of Object.entries(segment.wires))
    for (const target of targets) givers.get(target)?.push(exit)
  return givers
}

const cameBy = (exits: string[], number: number, relayed: Came[]): Came[] => [
  ...relayed,
  ...exits.map((port) => {
    const dot = port.indexOf('.')
    return { step: port.slice(0, dot), exit: port.slice(dot + 1), number }
  }),
]

function incoming(
  exits: string[],
  results: Map<string, Promise<Record<string, DataRecord[]>>>,
  fed: PipelineBatch,
  planned: PlannedStep,
): Promise<DataRecord[]> {
  const ports = exits.map((port) => {
    const dot = port.indexOf('.')
    const exit = port.slice(dot + 1)
    return results.get(port.slice(0, dot))?.then((given) => given[exit])
  })
  // A relay's batch goes to the segment's first step.
  const relayed = fed.step === '' ? fed.exits[planned.id] : undefined
  return Promise.all([Promise.resolve(relayed), ...ports]).then((found) => {
    const parts = found.filter((records) => records !== undefined && records.length > 0)
    return parts.length === 1 ? parts[0]! : parts.flatMap((records) => records ?? [])
  })
}

function leaveHead(
  fed: PipelineBatch,
  tally: Tally,
  leave: (step: string, outcome: Outcome) => Record<string, DataRecord[]>,
) {
  const exits = leave(fed.step, { exits: fed.exits, ...(fed.rejected ? { rejected: fed.rejected } : {}) })
  countStep(tally, fed.step, fed.taken ?? 0, lengths(fed.exits), 0)
  return exits
}

async function openStep(run: Running, planned: PlannedStep): Promise<Opened> {
  const first = planned.exits[0] ?? 'out'
  if (planned.passes) return { batch: (records) => ({ exits: { [first]: records } }), overlaps: false }
  const step = stepOf(run, planned)
  if (planned.element.kind === 'sink') {
    const sink = await (planned.body as SinkBody<Record<string, unknown>>).open(step)
    return {
      batch(records, number) {
        // Journalled with the acknowledgement of the batch it came in.
        if (sink.keepsFirst && run.progress.row(planned.id).memo === undefined)
          run.progress.setState(planned.id, 'working', { memo: { first: records[0]! } })
        return sink.write(records, number)
      },
      finish: sink.finish?.bind(sink),
      close: sink.close?.bind(sink),
      overlaps: true,
    }
  }
  const transform = await (planned.body as TransformBody<Record<string, unknown>>).open(step)
  return {
    batch: (records, number) => transform.batch(records, number),
    close: transform.close?.bind(transform),
    overlaps: false,
  }
}

type Call = {
  records: DataRecord[]
  number: number
  tally: Tally
  segment: Segment
  open(step: PlannedStep): Promise<Opened>
  release(value?: unknown): void
}

async function callStep(
  run: Running,
  planned: PlannedStep,
  { records, number, tally, segment, open, release }: Call,
): Promise<Outcome> {
  const began = performance.now()
  let outcome: Outcome
  try {
    outcome = await attempt(planned, run.signal, async () => {
      const step = await open(planned)
      const answer = step.batch(records, number)
      if (step.overlaps) release()
      return answer
    })
  } catch (error) {
    outcome = failed(run, segment, planned, records, error)
  }
  countStep(
    tally,
    planned.id,
    records.length,
    planned.passes || Object.keys(outcome.exits).length > 0 ? lengths(outcome.exits) : {},
    performance.now() - began,
  )
  return outcome
}

/** What the run ends with when a step fails like this; undefined where it goes on. */
export function endBy({ id, step }: PlannedStep, error: unknown): unknown {
  if (endsAttempt(error)) return error
  return step.on_error === 'stop' ? new StepFailure(id, error) : undefined
}

/** A batch a step could not do: the job ends, its records go to the inbox, or they leave by the step's error exit. */
export function failed(
  run: Running,
  segment: Segment,
  planned: PlannedStep,
  records: DataRecord[],
  error: unknown,
): Outcome {
  const end = endBy(planned, error)
  if (end !== undefined) throw end
  const { on_error } = planned.step
  const { code, message } = problemOf(error)
  const said = run.progress.mask(say(message, 'en'))
  run.progress.log(planned.id)('error', message)
  if (on_error === 'error_port' && isWired(segment, planned.id, 'error'))
    return {
      exits: { error: records.map((record) => ({ ...record, _error: { step: planned.id, code, message: said } })) },
    }
  return { exits: {}, rejected: records.map((record) => ({ record, reason: message })) }
}

type Leaving = {
  step: string
  outcome: Outcome
  number: number
  tally: Tally
  refused: Map<string, number>
  retry_of: string | undefined
}

/** The records by exit, refused ones on the exit `rejected` where it leads somewhere and in the error inbox otherwise. */
function outgoing(
  run: Running,
  segment: Segment,
  { step, outcome, number, tally, refused, retry_of }: Leaving,
): Record<string, DataRecord[]> {
  const { exits, rejected = [] } = outcome
  if (rejected.length === 0) return exits
  const wired = isWired(segment, step, 'rejected')
  countRejected(tally, { step, batch: number, retry_of }, rejected, !wired)
  checkLimit(segment, step, rejected.length, refused)
  countStep(tally, step, 0, { rejected: rejected.length }, 0)
  if (!wired) return exits
  const marked = rejected.map(({ record, field, value, reason }) => ({
    ...record,
    _error: {
      step,
      ...(field === undefined ? {} : { field }),
      ...(value === undefined ? {} : { value }),
      message: run.progress.mask(say(reason, 'en')),
    },
  }))
  return { ...exits, rejected: [...(exits['rejected'] ?? []), ...marked] }
}

function checkLimit(segment: Segment, step: string, count: number, refused: Map<string, number>) {
  const limit = [segment.head, ...segment.chain].find((planned) => planned?.id === step)?.step.reject_limit
  const sum = (refused.get(step) ?? 0) + count
  refused.set(step, sum)
  if (limit !== undefined && sum > limit) throw new StepFailure(step, new TooManyRejected(sum, limit))
}

const lengths = (exits: Record<string, DataRecord[]>) =>
  Object.fromEntries(Object.entries(exits).map(([exit, records]) => [exit, records.length]))
