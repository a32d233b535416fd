import { createHash } from 'node:crypto'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { SourceBatch } from '@weft/kit/define/step-context.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { graphqlPages } from '@weft/kit/web-tables/graphql.server.ts'
import type { z } from 'zod'
import { graphqlRequest } from './graphql-request.ts'

type Settings = z.output<typeof graphqlRequest.settings>

export const graphqlRequestBody = defineBody(graphqlRequest, {
  calls(step) {
    const given = step.settings.variables.map(({ name, value }) => ({ name, of: valuer(step, value) }))
    return (records) => records.map((record) => Object.fromEntries(given.map(({ name, of }) => [name, of(record)])))
  },
  async *read(step, input, _cursor, index) {
    const { on_failure, keep_input: kept } = step.settings
    try {
      for await (const { records } of pages(step, input, index))
        yield { records: kept === '' ? records : records.map((record) => ({ ...record, [kept]: input })) }
    } catch (error) {
      if (on_failure === 'fail' || !(error instanceof WeftError)) throw error
      yield { records: [], rejected: [{ record: input, port: 'in', field: 'query', reason: error.say }] }
    }
  },
})

/** Without a cursor: what a mutation answers cannot be asked for again, so the engine keeps it. */
async function* pages(step: Step<Settings>, input: DataRecord, index: number | undefined): AsyncGenerator<SourceBatch> {
  const { connection, path, query, items, after, tries, timeout_seconds, variables: given } = step.settings
  const { base_url, request } = await step.context.connections.http(connection)
  const url = path === '' ? base_url : `${base_url.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  const variables = Object.fromEntries(given.map(({ name, value }) => [name, valuer(step, value)(input)]))
  const place = JSON.stringify([step.job.id, step.id, index, url, query, variables])
  const key = createHash('sha256').update(place).digest('hex')
  const sending = { url, key, tries, timeout_ms: timeout_seconds * 1_000, signal: step.signal }
  for await (const { records } of graphqlPages(request, sending, { query, variables, items, after })) {
    step.signal.throwIfAborted()
    yield { records }
  }
}
