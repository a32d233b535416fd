import { createHash } from 'node:crypto'
import type { SinkBody, Step } from '../define/element.ts'
import { atOnceOf } from '../define/requests-at-once.ts'
import { withField } from '../define/path.ts'
import type { DataRecord, Rejected } from '../define/record.ts'
import { valuer } from '../define/values.ts'
import { Unavailable, WeftError } from '../errors/errors.ts'
import { allInOrder, openLanes } from '../semaphore/in-order.ts'
import { storedTexter, type textValues } from '../text-templates/step-texts.ts'
import type { z } from 'zod'
import type { writtenInput } from './written-input.ts'

/** What is called, with what, and where what comes of it goes: beside the record, or into a field of it. */
type Calling = {
  connection: string
  action: string
  input: readonly { name: string; value: string }[]
  written_input: z.output<typeof writtenInput>
  /** What stored texts are given beside the fields of the record. */
  values: z.output<typeof textValues>
  into: string
  at_once?: number | undefined
}
type Called = { answered: DataRecord } | { rejected: Rejected }

/** So many batches may have failed and wait for another try. */
const mostFailed = 8

/**
 * Calls an action of a connection for each record, as many at once as the step says. A batch that comes again is called with the same
 * keys, and as long as the line is open only for those records that have had no answer.
 */
export async function openCalls(step: Step<unknown>, calling: Calling): ReturnType<SinkBody<unknown>['open']> {
  const { connection, action, into, at_once } = calling
  const session = await step.context.connections.actions(connection)
  const inputOf = inputFor(step, calling)
  // No action there is says that it only reads. One row for all batches: several of them are written at the same time.
  const lanes = openLanes(atOnceOf(at_once, { reads: false }), step.signal)
  const failed = new Map<number, Map<number, Called>>()

  async function call(record: DataRecord, key: string, signal: AbortSignal): Promise<Called> {
    try {
      const answer = await session.call(action, inputOf(record), key, signal)
      return { answered: into === '' ? { ...record, ...answer } : { ...record, [into]: answer } }
    } catch (error) {
      if (!isAboutRecord(error)) throw error
      return { rejected: { record, reason: error.say } }
    }
  }

  return {
    async write(records, number) {
      const known = failed.get(number) ?? new Map<number, Called>()
      const work = async (record: DataRecord, signal: AbortSignal, i: number) => {
        const called = known.get(i) ?? (await call(record, keyOf(step, action, number, i), signal))
        known.set(i, called)
        return called
      }
      try {
        const called = await allInOrder(lanes, records, work)
        failed.delete(number)
        return {
          exits: { out: called.flatMap((one) => ('answered' in one ? [one.answered] : [])) },
          rejected: called.flatMap((one) => ('rejected' in one ? [one.rejected] : [])),
        }
      } catch (error) {
        failed.set(number, known)
        if (failed.size > mostFailed) failed.delete(failed.keys().next().value!)
        throw error
      }
    },
    close: () => session.close(),
  }
}

/** What would be called for each record. */
export function heldCalls(step: Step<unknown>, calling: Calling): (records: readonly DataRecord[]) => DataRecord[] {
  const inputOf = inputFor(step, calling)
  return (records) => records.map(inputOf)
}

function inputFor(step: Step<unknown>, { input, written_input, values }: Calling): (record: DataRecord) => DataRecord {
  const given = [
    ...input.map(({ name, value }) => ({ name, of: valuer(step, value) })),
    ...written_input.map(({ name, template_id }) => ({ name, of: storedTexter(step, template_id, values).write })),
  ]
  if (given.length === 0) return (record) => record
  return (record) => given.reduce<DataRecord>((made, { name, of }) => withField(made, name, of(record)), {})
}

/** The same whenever the batch comes again, and another for each record: two that are equal are two calls. */
const keyOf = ({ job, id }: Step<unknown>, action: string, number: number, i: number) =>
  createHash('sha256')
    .update(JSON.stringify([job.id, id, action, number, i]))
    .digest('hex')

/** A system that is away or lets nobody in refuses all records and not the one. */
const isAboutRecord = (error: unknown): error is WeftError =>
  error instanceof WeftError && !(error instanceof Unavailable) && error.code !== 'CONNECTION_DENIED'
