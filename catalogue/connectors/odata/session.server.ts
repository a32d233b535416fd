import type { ConnectorSession, LookupQuery, ReadBatch, TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid, NotFound, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { fittingIn } from '@weft/kit/web-tables/fitting.ts'
import { loopGuard } from '@weft/kit/web-tables/loop.ts'
import { sameOrigin } from '@weft/kit/web-tables/same-origin.ts'
import { behindText, conditionText, keysText } from './filter.ts'
import type { EntitySet } from './metadata.ts'
import { readMetadata, readPage, urlOf, type Service } from './service.server.ts'
import { literal, recordIn } from './values.ts'
import { entityWriter } from './write.server.ts'

const texts = defineMessages({
  missing: {
    en: 'The service has no entity set called {name}.',
    de: 'Der Dienst hat keine Entitätsmenge namens {name}.',
  },
  noDelta: {
    en: '{name} gives no link to what will change.',
    de: '{name} gibt keinen Verweis auf künftige Änderungen.',
  },
})

/** The field that stands for a link to all changes, where the service tracks them. */
const deltaField = '@odata.deltaLink'
/** Keys in one request: addresses are not of any length. */
const keysAtOnce = 20

/**
 * A link of the service, behind which record, or how many are skipped. `count` records have come since a page of our own was asked for,
 * which the service may have cut into several; `done` are those of the page that are behind.
 */
type Place = { link?: string; last?: DataRecord | undefined; skip?: number | undefined; count: number }
type Cursor = Place & { done: number; given: number }
type Asked = { query: TableQuery; set: EntitySet; top: number }

/** The entity sets of a service as tables. */
export async function odataSession(service: Service & { page_size: number }): Promise<ConnectorSession> {
  const sets = new Map((await readMetadata(service)).map((set) => [set.name, set]))
  const setOf = (name: string) => {
    const found = sets.get(name)
    if (!found) throw new NotFound('TABLE_MISSING', texts.missing({ name }))
    return found
  }
  const addressOf = (set: EntitySet, options: Record<string, string | undefined>) => {
    const given = Object.entries(options).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    )
    const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
    return urlOf(service, `${encodeURIComponent(set.name)}${query === '' ? '' : `?${query}`}`)
  }

  /** Behind the last record by key, which is the same however often it is asked; where an order is wished or no key is there, by count. */
  function pageAddress({ query, set, top }: Asked, { last, skip }: Pick<Cursor, 'last' | 'skip'>) {
    const place = { set, version: service.version }
    const conditions = (query.filter ?? []).map((one) => conditionText(place, one))
    if (query.changed && query.changed.field !== deltaField) {
      const { field, from, until } = query.changed
      const edm = set.fields.find(({ name }) => name === field)
      if (from !== undefined && from !== null) conditions.push(`${field} ge ${literal(edm, service.version, from)}`)
      conditions.push(`${field} le ${literal(edm, service.version, until)}`)
    }
    if (last) conditions.push(`(${behindText(place, set.key, last)})`)
    const order = query.order?.replace(/^-(.*)$/, '$1 desc') ?? set.key.join(',')
    const fields = query.fields && [...new Set([...query.fields, ...set.key])].join(',')
    return addressOf(set, {
      $filter: conditions.join(' and '),
      $orderby: order,
      $select: fields,
      $top: String(top),
      $skip: skip ? String(skip) : undefined,
    })
  }

  async function* read(query: TableQuery, cursor?: unknown): AsyncGenerator<ReadBatch> {
    const set = setOf(query.table)
    const isByKey = query.order === undefined && set.key.length > 0
    const isDelta = query.changed?.field === deltaField
    const guard = loopGuard(set.name)
    const start = isDelta ? { link: String(query.changed!.from) } : {}
    let at: Cursor = { count: 0, done: 0, given: 0, ...start, ...(cursor as Cursor | undefined) }
    while (true) {
      const top = Math.min(service.page_size, query.limit === undefined ? Infinity : query.limit - at.given)
      const address = at.link ?? pageAddress({ query, set, top }, at)
      guard(address)
      const { entities, next, bytes } = await readPage(service, address)
      const records = entities.flatMap((one) => recordOf(set, one, query.fields))
      const here = { ...at, count: at.count + entities.length, last: lastOf(set, entities) ?? at.last }
      const after =
        next === undefined ? afterPage(here, { isByKey, isDelta, top }) : { ...here, link: sameOrigin(address, next) }
      const size = fittingIn(bytes, records.length, query.batch)
      while (at.done < records.length) {
        const end = Math.min(at.done + size, records.length)
        const left = query.limit === undefined ? end - at.done : Math.min(end - at.done, query.limit - at.given)
        const batch = records.slice(at.done, at.done + left)
        const given = at.given + batch.length
        const isOver = end === records.length
        const behind: Cursor = isOver && after ? { ...after, done: 0, given } : { ...at, done: end, given }
        yield { records: batch, cursor: behind }
        if (given === query.limit) return
        at = { ...at, done: end, given }
      }
      if (!after) return
      at = { ...after, done: 0, given: at.given }
    }
  }

  const recordOf = (set: EntitySet, entity: DataRecord, fields: TableQuery['fields']): DataRecord[] => {
    const { '@removed': removed } = entity
    const record = recordIn(set, service.version, entity)
    if (removed !== undefined) return [{ ...record, '@removed': true }]
    return [fields ? Object.fromEntries(fields.map((name) => [name, record[name] ?? null])) : record]
  }
  const lastOf = (set: EntitySet, entities: readonly DataRecord[]) => {
    const last = entities.at(-1)
    if (!last || set.key.length === 0) return undefined
    const record = recordIn(set, service.version, last)
    return Object.fromEntries(set.key.map((name) => [name, record[name]]))
  }

  async function lookup({ table, by, keys, fields }: LookupQuery): Promise<DataRecord[]> {
    const set = setOf(table)
    const place = { set, version: service.version }
    const names = by && by.length > 0 ? by : set.key
    const found: DataRecord[] = []
    for (let i = 0; i < keys.length; i += keysAtOnce) {
      const part = keys.slice(i, i + keysAtOnce)
      let address: string | undefined = addressOf(set, {
        $filter: keysText(place, names, part),
        $select: fields && [...new Set([...fields, ...set.key])].join(','),
      })
      const guard = loopGuard(table)
      while (address) {
        guard(address)
        const { entities, next }: Awaited<ReturnType<typeof readPage>> = await readPage(service, address)
        found.push(...entities.flatMap((one) => recordOf(set, one, fields)))
        address = next && sameOrigin(address, next)
      }
    }
    return found
  }

  /** Where what changes from now on is asked for: at once where the service knows that, else behind all there is. */
  async function deltaLink(set: EntitySet): Promise<string> {
    const track = { prefer: 'odata.track-changes' }
    const first = await readPage(service, addressOf(set, { $deltatoken: 'latest' }), track).catch((error: unknown) => {
      if (error instanceof WeftError && !(error instanceof Unavailable) && error.code !== 'CONNECTION_DENIED')
        return undefined
      throw error
    })
    const guard = loopGuard(set.name)
    let page = first?.delta ? first : await readPage(service, addressOf(set, { $select: set.key.join(',') }), track)
    let address = urlOf(service, set.name)
    while (page.delta === undefined && page.next !== undefined) {
      address = sameOrigin(address, page.next)
      guard(address)
      page = await readPage(service, address, track)
    }
    if (page.delta === undefined) throw new Invalid('DELTA_MISSING', texts.noDelta({ name: set.name }))
    return sameOrigin(address, page.delta)
  }

  return {
    discover: async () => [...sets.values()].map(({ name }) => ({ name, kind: 'collection', rows: null, bytes: null })),

    async describe(name) {
      const { fields, key, tracksChanges } = setOf(name)
      const cursors = [...likelyCursors(fields, new Set(key)), ...(tracksChanges ? [deltaField] : [])]
      const plain = fields.map(({ edm: _, ...field }) => field)
      return { name, kind: 'collection', rows: null, bytes: null, fields: plain, key, cursors, references: [] }
    },

    async latest(name, field) {
      const set = setOf(name)
      if (field === deltaField) return deltaLink(set)
      const edm = set.fields.find((one) => one.name === field)
      const now = new Date().toISOString()
      const isMoment = edm?.type === 'date_time'
      const filter = isMoment ? `${field} le ${literal(edm, service.version, now)}` : `${field} ne null`
      const { entities } = await readPage(
        service,
        addressOf(set, { $filter: filter, $orderby: `${field} desc`, $top: '1' }),
      )
      return entities[0] ? (recordIn(set, service.version, entities[0])[field] ?? null) : null
    },

    lookup,
    read,
    write: async (target) => entityWriter(service, setOf(target.table), target),
    close: async () => undefined,
  }
}

/** What comes behind a page that the service itself does not go on from. */
function afterPage(
  { count, last, skip = 0 }: Place,
  { isByKey, isDelta, top }: { isByKey: boolean; isDelta: boolean; top: number },
): Place | undefined {
  if (isDelta || count < top) return undefined
  return isByKey ? { last, count: 0 } : { skip: skip + count, count: 0 }
}
