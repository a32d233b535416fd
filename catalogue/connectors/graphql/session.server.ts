import type { ConnectorSession, ReadBatch, TableQuery } from '@weft/kit/define/connector-session.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { fieldsOf } from '@weft/kit/web-tables/fields-of.ts'
import { graphqlPages } from '@weft/kit/web-tables/graphql.server.ts'
import { largestOf, systemClock } from '@weft/kit/web-tables/latest.ts'
import { narrowed } from '@weft/kit/web-tables/narrowed.ts'
import type { GraphqlResource } from './graphql.ts'

const texts = defineMessages({
  missing: {
    en: 'The connection has no query called {name}.',
    de: 'Die Verbindung hat keine Abfrage namens {name}.',
  },
  order: {
    en: '{name} cannot be asked for another order than its own.',
    de: '{name} lässt sich nicht in einer anderen Reihenfolge als der eigenen abrufen.',
  },
})

type Web = { base_url: string; resources: readonly GraphqlResource[]; request: StepContext['http'] }
type Cursor = { at: unknown; given: number }
const sample = 100

/** The queries of a system as tables. */
export function graphqlSession({ base_url, resources, request }: Web): ConnectorSession {
  const resourceOf = (name: string) => {
    const found = resources.find((one) => one.name === name)
    if (!found) throw new NotFound('TABLE_MISSING', texts.missing({ name }))
    return found
  }
  // A query changes nothing, so it may be repeated; the key says so to whoever sends it.
  const sending = { url: base_url, timeout_ms: 60_000, key: 'read' }
  const pages = (resource: GraphqlResource, { changed, batch }: Omit<TableQuery, 'table'> = {}, cursor?: unknown) => {
    const { changed_variable: name } = resource
    const since = name !== '' && changed?.from !== undefined && changed.from !== null ? { [name]: changed.from } : {}
    const asked = { ...resource, variables: { ...resource.variables, ...since } }
    return graphqlPages(request, sending, asked, { cursor, batch })
  }

  async function* read(query: TableQuery, cursor?: unknown): AsyncGenerator<ReadBatch> {
    const resource = resourceOf(query.table)
    if (query.order !== undefined) throw new Invalid('ORDER_UNSUPPORTED', texts.order({ name: resource.name }))
    let { at, given } = (cursor ?? { at: undefined, given: 0 }) as Cursor
    for await (const batch of pages(resource, query, at)) {
      const here = narrowed(batch.records, query)
      const records = query.limit === undefined ? here : here.slice(0, query.limit - given)
      given += records.length
      at = batch.cursor
      if (records.length > 0) yield { records, cursor: { at, given } satisfies Cursor }
      if (given === query.limit) return
    }
  }

  return {
    discover: async () => resources.map(({ name }) => ({ name, kind: 'resource', rows: null, bytes: null })),

    async describe(name) {
      const resource = resourceOf(name)
      const records: DataRecord[] = []
      for await (const batch of read({ table: name, limit: sample })) records.push(...batch.records)
      const fields = fieldsOf(records, resource.key)
      const cursors = resource.changed_field === '' ? likelyCursors(fields, new Set()) : [resource.changed_field]
      return { name, kind: 'resource', rows: null, bytes: null, fields, key: resource.key, cursors, references: [] }
    },

    async latest(name, field) {
      const resource = resourceOf(name)
      for await (const { answer, records } of pages(resource)) {
        const values = records.map((record) => fieldOf(record, field))
        const clock = systemClock(answer.headers, values)
        if (clock !== undefined) return clock
        break
      }
      return largestOf(pages(resource), field)
    },

    read,
    close: async () => undefined,
  }
}
