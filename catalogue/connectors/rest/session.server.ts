import { textOf } from '@weft/kit/define/compare.ts'
import type { ConnectorSession, LookupQuery, ReadBatch, TableQuery } from '@weft/kit/define/connector-session.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { refuseFailure } from '@weft/kit/web-tables/answer.server.ts'
import { fieldsOf } from '@weft/kit/web-tables/fields-of.ts'
import { fittingIn } from '@weft/kit/web-tables/fitting.ts'
import { largestOf, systemClock } from '@weft/kit/web-tables/latest.ts'
import { narrowed } from '@weft/kit/web-tables/narrowed.ts'
import { pathWith } from '@weft/kit/web-tables/path-with.ts'
import { firstPage, nextPage, pageGuard, type Page } from './pages.server.ts'
import { oneIn, recordsIn } from './records.server.ts'
import type { Resource } from './resource.ts'
import { resourceWriter } from './write.server.ts'

const texts = defineMessages({
  missing: {
    en: 'The connection has no resource called {name}.',
    de: 'Die Verbindung hat keine Ressource namens {name}.',
  },
  order: {
    en: '{name} cannot be asked for another order than its own.',
    de: '{name} lässt sich nicht in einer anderen Reihenfolge als der eigenen abrufen.',
  },
  alone: {
    en: 'A single record of {name} cannot be asked for: its path is not set.',
    de: 'Ein einzelner Datensatz von {name} ist nicht abrufbar: Sein Pfad ist nicht angegeben.',
  },
})

type Web = { base_url: string; resources: readonly Resource[]; request: StepContext['http'] }
/** Which page, and how many of its records are behind. */
type Cursor = { page: Page; behind: number; given: number }

const sample = 100

/** The resources of a system as tables. */
export function restSession({ base_url, resources, request }: Web): ConnectorSession {
  const urlOf = (path: string) =>
    path === '' ? base_url : `${base_url.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  const resourceOf = (name: string) => {
    const found = resources.find((one) => one.name === name)
    if (!found) throw new NotFound('TABLE_MISSING', texts.missing({ name }))
    return found
  }
  const ask = async (given: Omit<HttpRequest, 'method'>) => {
    const answer = await request({ method: 'GET', timeout_ms: 60_000, ...given })
    refuseFailure(given.url, answer)
    return answer
  }
  const load = async (resource: Resource, page: Page) => {
    const answer = await ask({ url: page.url, query: page.query })
    return { answer, parsed: recordsIn(resource, page.url, answer) }
  }
  const start = (resource: Resource, changed?: TableQuery['changed'], size = resource.page_size) =>
    firstPage(resource, urlOf(resource.path), changed, size)

  async function* read(query: TableQuery, cursor?: unknown): AsyncGenerator<ReadBatch> {
    const resource = resourceOf(query.table)
    if (query.order !== undefined) throw new Invalid('ORDER_UNSUPPORTED', texts.order({ name: resource.name }))
    const guard = pageGuard(resource)
    const from = cursor as Cursor | undefined
    let { page, behind, given }: Partial<Cursor> & Omit<Cursor, 'page'> = from ?? {
      page: start(resource, query.changed),
      behind: 0,
      given: 0,
    }
    while (page) {
      const { answer, parsed } = await load(resource, page)
      guard(page, answer, parsed.records)
      const next = nextPage(resource, page, parsed, answer)
      const total = parsed.records.length
      const size = fittingIn(answer.body.length, total, query.batch)
      while (behind < total) {
        const end = Math.min(behind + size, total)
        const here = narrowed(parsed.records.slice(behind, end), query)
        const records = query.limit === undefined ? here : here.slice(0, query.limit - given)
        given += records.length
        const cursor: Cursor = end === total && next ? { page: next, behind: 0, given } : { page, behind: end, given }
        if (records.length > 0) yield { records, cursor }
        if (given === query.limit) return
        behind = end
      }
      page = next
      behind = 0
    }
  }

  async function lookup({ table, by, keys, fields }: LookupQuery): Promise<DataRecord[]> {
    const resource = resourceOf(table)
    if (resource.one_path === '') throw new Invalid('LOOKUP_UNSUPPORTED', texts.alone({ name: table }))
    const found: DataRecord[] = []
    const asked = new Set<string>()
    for (const key of keys) {
      const url = urlOf(pathWith(resource.one_path, key))
      if (asked.has(url)) continue
      asked.add(url)
      const answer = await request({ method: 'GET', url, timeout_ms: 60_000 })
      if (answer.status === 404 || answer.status === 410) continue
      refuseFailure(url, answer)
      const one = oneIn(resource, url, answer)
      if (one && (by ?? resource.key).every((name) => isSame(fieldOf(one, name), key[name])))
        found.push(...narrowed([one], { table, ...(fields && { fields }) }))
    }
    return found
  }

  const whole = (resource: Resource, rest: Pick<TableQuery, 'limit'> = {}) => read({ table: resource.name, ...rest })

  return {
    discover: async () => resources.map(({ name }) => ({ name, kind: 'resource', rows: null, bytes: null })),

    async describe(name) {
      const resource = resourceOf(name)
      const records: DataRecord[] = []
      for await (const batch of whole(resource, { limit: sample })) records.push(...batch.records)
      const fields = fieldsOf(records, resource.key)
      const cursors = resource.changed_field === '' ? likelyCursors(fields, new Set()) : [resource.changed_field]
      const described = { name, kind: 'resource' as const, rows: null, bytes: null, fields, key: resource.key }
      return { ...described, cursors, references: [] }
    },

    async latest(name, field) {
      const resource = resourceOf(name)
      const page = start(resource)
      const { answer, parsed } = await load(resource, page)
      const clock = systemClock(
        answer.headers,
        parsed.records.map((record) => fieldOf(record, field)),
      )
      return clock ?? largestOf(whole(resource), field)
    },

    read,
    ...(resources.some((one) => one.one_path !== '') && { lookup }),
    write: async (target) => resourceWriter({ resource: resourceOf(target.table), request, urlOf }, target),
    close: async () => undefined,
  }
}

const isSame = (a: unknown, b: unknown) => textOf(a) === textOf(b)
