import type { Condition } from '@weft/kit/define/condition.ts'
import type {
  ConnectorSession,
  FoundField,
  ReadBatch,
  TableQuery,
  WriteTarget,
} from '@weft/kit/define/connector-session.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { jsonIn, refuseFailure } from '@weft/kit/web-tables/answer.server.ts'
import { loopGuard } from '@weft/kit/web-tables/loop.ts'
import { sendPatiently } from '@weft/kit/web-tables/patient.server.ts'
import { recordByRecord } from '@weft/kit/web-tables/record-by-record.ts'

const texts = defineMessages({
  missing: { en: 'There is no data structure called {name}.', de: 'Es gibt keine Datenstruktur namens {name}.' },
  odd: { en: 'The answer of {url} is none of a Weft.', de: 'Die Antwort von {url} ist keine eines Weft.' },
  notThere: { en: 'There is no record with this key.', de: 'Es gibt keinen Datensatz mit diesem Schlüssel.' },
  several: { en: 'Several records have this key.', de: 'Mehrere Datensätze haben diesen Schlüssel.' },
})

export type Weft = { base_url: string; token: string; project_id: string }
type Structure = { id: string; table_name: string; fields: StructureField[] }
type Page = { sort: string; perPage: number; page?: number; conditions: readonly Condition[] }
type Cursor = { id?: string; page?: number; given: number }

/** The most records a page of the API has. */
const most = 500
const system: FoundField[] = [
  { name: '_id', type: 'big_integer', native: 'id', nullable: false, generated: 'always' },
  { name: '_created_at', type: 'date_time', native: 'date_time', nullable: false, generated: 'always' },
  { name: '_updated_at', type: 'date_time', native: 'date_time', nullable: false, generated: 'always' },
]

/** The data structures of another Weft as tables. */
export async function weftSession(weft: Weft, http: StepContext['http']): Promise<ConnectorSession> {
  const call = callsOf(weft, http)
  const structures = new Map((await structuresBy(call)).map((one) => [one.table_name, one]))
  const structureOf = (name: string) => {
    const found = structures.get(name)
    if (!found) throw new NotFound('TABLE_MISSING', texts.missing({ name }))
    return found
  }
  const place = ({ id }: Structure) => `data_structures/${id}/records`
  const page = async (structure: Structure, { conditions, ...asked }: Page) => {
    const query = { ...asked, conditions: JSON.stringify(conditions) }
    return listIn(await call('GET', place(structure), { query })) as DataRecord[]
  }
  const keyOf = ({ fields }: Structure) => {
    const own = fields.filter((field) => field.primary_key).map(({ name }) => name)
    return own.length > 0 ? own : ['_id']
  }
  const foundFields = ({ fields }: Structure): FoundField[] => [
    ...fields.map(({ name, type, nullable, length, precision, scale, unsigned, values }) => ({
      name,
      type,
      native: type,
      nullable,
      ...(length !== undefined && { length }),
      ...(precision !== undefined && { precision }),
      ...(scale !== undefined && { scale }),
      ...(unsigned && { unsigned }),
      ...(values && { values }),
    })),
    ...system,
  ]

  async function* read(query: TableQuery, cursor?: unknown): AsyncGenerator<ReadBatch> {
    const structure = structureOf(query.table)
    const { changed, order, fields } = query
    const names = fields ?? foundFields(structure).map(({ name }) => name)
    const size = fittingSize(Math.min(query.batch ?? most, most))
    const asked: Condition[] = [...(query.filter ?? [])]
    if (changed && changed.from !== undefined && changed.from !== null)
      asked.push({ field: changed.field, operator: 'greater_or_equal', value: changed.from })
    if (changed) asked.push(upTo(changed.field, changed.until))
    let { id, page: number = 1, given } = (cursor ?? { given: 0 }) as Cursor
    // Pages by number are all of the same size.
    const fixed = Math.min(query.batch ?? most, most)
    while (true) {
      const left = query.limit === undefined ? Infinity : query.limit - given
      const perPage = order ? fixed : Math.min(size.next(), left)
      const behind: Condition[] = order || id === undefined ? [] : [{ field: '_id', operator: 'greater', value: id }]
      const at = order ? { sort: order, page: number } : { sort: '_id' }
      const rows = await page(structure, { ...at, perPage, conditions: [...asked, ...behind] })
      size.learn(rows)
      const taken = rows.slice(0, left)
      given += taken.length
      number++
      id = rows.length > 0 ? String(rows.at(-1)!['_id']) : id
      const records = taken.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
      const next: Cursor = order ? { page: number, given } : { ...(id !== undefined && { id }), given }
      if (records.length > 0) yield { records, cursor: next }
      if (rows.length < perPage || given === query.limit) return
    }
  }

  const equal = (by: readonly string[], record: DataRecord): Condition[] =>
    by.map((field) => ({ field, operator: 'equals', value: record[field] ?? null }))

  return {
    discover: async () => [...structures.keys()].map((name) => ({ name, kind: 'table', rows: null, bytes: null })),
    async describe(name) {
      const structure = structureOf(name)
      const fields = foundFields(structure)
      const cursors = ['_updated_at', ...likelyCursors(fields, new Set(['_id'])).filter((one) => one !== '_updated_at')]
      return { name, kind: 'table', rows: null, bytes: null, fields, key: keyOf(structure), cursors, references: [] }
    },
    async latest(name, field) {
      const conditions: Condition[] = [{ field, operator: 'not_empty' }]
      const isMoment = foundFields(structureOf(name)).some((one) => one.name === field && one.type === 'date_time')
      if (isMoment) conditions.push({ field, operator: 'less_or_equal', value: new Date().toISOString() })
      const [row] = await page(structureOf(name), { sort: `-${field}`, perPage: 1, conditions })
      return row?.[field] ?? null
    },
    async lookup({ table, by, keys, fields }) {
      const structure = structureOf(table)
      const names = fields ?? foundFields(structure).map(({ name }) => name)
      const found = new Map<string, DataRecord>()
      for (const key of keys)
        for (const row of await page(structure, {
          sort: '_id',
          perPage: most,
          conditions: equal(by ?? keyOf(structure), key),
        }))
          found.set(String(row['_id']), Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
      return [...found.values()]
    },
    read,

    async write({ table, mode, key, at_once }: WriteTarget) {
      const structure = structureOf(table)
      const by = key && key.length > 0 ? key : keyOf(structure)
      const own = (record: DataRecord) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith('_')))
      const idOf = async (record: DataRecord) => {
        if (by.some((name) => [undefined, null, ''].includes(record[name] as null))) return undefined
        const found = await page(structure, { sort: '_id', perPage: 2, conditions: equal(by, record) })
        if (found.length > 1) throw new Invalid('KEY_AMBIGUOUS', texts.several())
        return found[0] && String(found[0]['_id'])
      }
      const insert = async (record: DataRecord) => {
        const made = await call('POST', place(structure), { body: own(record) })
        return { ...record, ...(made as { data: DataRecord }).data }
      }
      const one = async (record: DataRecord): Promise<DataRecord> => {
        if (mode === 'insert') return insert(record)
        const id = await idOf(record)
        if (mode === 'delete') {
          if (id !== undefined) await call('POST', `${place(structure)}/delete`, { body: { ids: [id] } })
          return record
        }
        if (id === undefined && mode === 'upsert') return insert(record)
        if (id === undefined) throw new Invalid('NOT_THERE', texts.notThere())
        const changed = await call('PUT', `${place(structure)}/${id}`, { body: { changes: own(record) } })
        return { ...record, ...(changed as { data: DataRecord }).data }
      }
      return {
        write: recordByRecord({ key: by, at_once }, one),
        close: async () => undefined,
      }
    },
    close: async () => undefined,
  }
}

/** The API tells points in time by the millisecond, and keeps them finer: all that lies within the last one belongs to it. */
function upTo(field: string, until: unknown): Condition {
  const at = typeof until === 'string' && /T.*Z$/.test(until) ? Date.parse(until) : NaN
  if (Number.isNaN(at)) return { field, operator: 'less_or_equal', value: until }
  return { field, operator: 'less', value: new Date(at + 1).toISOString() }
}

type Call = (
  method: string,
  path: string,
  more?: { query?: Record<string, unknown>; body?: unknown },
) => Promise<unknown>

/** Calls of the API in the name of the service account. */
export function callsOf({ base_url, token, project_id }: Weft, http: StepContext['http']): Call {
  return async (method, path, { query = {}, body } = {}) => {
    const url = `${base_url.replace(/\/+$/, '')}/api/app/${path}`
    const request: HttpRequest = {
      method,
      url,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': 'en',
        ...(project_id !== '' && { 'x-project-id': project_id }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      timeout_ms: 60_000,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const answer = await sendPatiently(http, request)
    refuseFailure(url, answer, [401])
    return jsonIn(url, answer)
  }
}

/** Every data structure the service account sees. */
export async function structuresBy(call: Call): Promise<Structure[]> {
  const found: Structure[] = []
  const guard = loopGuard('data_structures')
  for (let page = 1; ; page++) {
    const list = listIn(await call('GET', 'data_structures', { query: { page, perPage: 100, sort: 'label' } }))
    guard(JSON.stringify(list))
    found.push(...list.filter(isStructure))
    if (list.length < 100) return found
  }
}

export function listIn(answer: unknown): unknown[] {
  const data = typeof answer === 'object' && answer !== null ? (answer as { data?: unknown }).data : undefined
  if (!Array.isArray(data)) throw new Invalid('ANSWER_INVALID', texts.odd({ url: 'Weft' }))
  return data
}

const isStructure = (value: unknown): value is Structure => {
  const { id, table_name, fields } = (value ?? {}) as Partial<Structure>
  return typeof id === 'string' && typeof table_name === 'string' && Array.isArray(fields)
}
