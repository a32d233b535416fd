import { createHash } from 'node:crypto'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import { withField } from '@weft/kit/define/path.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import type { z } from 'zod'
import { connectorAction } from './connector-action.ts'

type Settings = z.output<typeof connectorAction.settings>

export const connectorActionBody = defineBody(connectorAction, {
  async open(step) {
    const { connection, action, into } = step.settings
    const session = await step.context.connections.actions(connection)
    const inputOf = inputFor(step)
    return {
      async write(records, number) {
        const out: DataRecord[] = []
        const rejected: Rejected[] = []
        for (const [i, record] of records.entries())
          try {
            step.signal.throwIfAborted()
            const answer = await session.call(action, inputOf(record), keyOf(step, number, i))
            out.push(into === '' ? { ...record, ...answer } : { ...record, [into]: answer })
          } catch (error) {
            if (!isAbout(error)) throw error
            rejected.push({ record, reason: error.say })
          }
        return { exits: { out }, rejected }
      },
      close: () => session.close(),
    }
  },
})

function inputFor(step: Step<Settings>): (record: DataRecord) => DataRecord {
  const given = step.settings.input.map(({ name, value }) => ({ name, of: valuer(step, value) }))
  if (given.length === 0) return (record) => record
  return (record) => given.reduce<DataRecord>((made, { name, of }) => withField(made, name, of(record)), {})
}

/** The same whenever the batch comes again, and another for each record: two that are equal are two calls. */
const keyOf = ({ job, id, settings }: Step<Settings>, number: number, i: number) =>
  createHash('sha256')
    .update(JSON.stringify([job.id, id, settings.action, number, i]))
    .digest('hex')

/** Whether a refusal is about the one record: a system that is away or lets nobody in refuses all of them. */
const isAbout = (error: unknown): error is WeftError =>
  error instanceof WeftError && !(error instanceof Unavailable) && error.code !== 'CONNECTION_DENIED'
