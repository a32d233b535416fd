import type { Condition } from '@weft/kit/define/condition.ts'
import type { ConnectorSession, ReadBatch, TableQuery, WriteTarget } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { recordByRecord } from '@weft/kit/web-tables/record-by-record.ts'
import type { Call } from './calls.server.ts'
import { compared, foundField, momentOf, plain, taken, type ModelField } from './values.ts'

const texts = defineMessages({
  missing: { en: 'There is no model called {name}.', de: 'Es gibt kein Modell namens {name}.' },
  notThere: { en: 'There is no record with this key.', de: 'Es gibt keinen Datensatz mit diesem Schlüssel.' },
  several: { en: 'Several records have this key.', de: 'Mehrere Datensätze haben diesen Schlüssel.' },
})

type Fields = ReadonlyMap<string, ModelField>
type Cursor = { id?: number; skip?: number; given: number }
const modelName = /^[a-z0-9_]+(\.[a-z0-9_]+)*$/
/** What is computed from others, and would be computed for every record that is read. */
const unread = new Set(['rec_name', 'attachments', 'notes', 'notes_external', 'logs', 'xml_id'])

/** The models of a Tryton as tables. */
export function trytonSession(call: Call, close: () => Promise<void>): ConnectorSession {
  const known = new Map<string, Promise<Fields>>()
  const fieldsOf = (model: string): Promise<Fields> => {
    if (!modelName.test(model)) throw new NotFound('TABLE_MISSING', texts.missing({ name: model }))
    const before = known.get(model)
    if (before) return before
    const fresh = call(`model.${model}.fields_get`, [[], {}]).then(
      (found) => new Map(Object.entries(found as Record<string, ModelField>)),
      (error: unknown) => {
        if (error instanceof Invalid && error.code !== 'CONNECTION_DENIED')
          throw new NotFound('TABLE_MISSING', texts.missing({ name: model }), { cause: error })
        throw error
      },
    )
    known.set(model, fresh)
    fresh.catch(() => known.delete(model))
    return fresh
  }
  const readable = (fields: Fields) => [...fields.keys()].filter((name) => !unread.has(name))
  const search = async (
    model: string,
    domain: unknown,
    wished: readonly string[],
    at: { skip?: number; limit: number; order: unknown },
  ) => {
    const fields = await fieldsOf(model)
    const found = await call(`model.${model}.search_read`, [domain, at.skip ?? 0, at.limit, at.order, wished, {}])
    return (found as DataRecord[]).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value, fields.get(name)?.type)])),
    )
  }

  async function* read(query: TableQuery, cursor?: unknown): AsyncGenerator<ReadBatch> {
    const fields = await fieldsOf(query.table)
    const names = query.fields ?? readable(fields)
    const domain = await domainOf(fields, query)
    const size = fittingSize(query.batch ?? 1_000)
    let { id, skip = 0, given } = (cursor ?? { given: 0 }) as Cursor
    const order = query.order?.replace(/^-/, '')
    while (true) {
      const limit = Math.min(size.next(), query.limit === undefined ? Infinity : query.limit - given)
      const at = order
        ? {
            skip,
            limit,
            order: [
              [order, query.order!.startsWith('-') ? 'DESC' : 'ASC'],
              ['id', 'ASC'],
            ],
          }
        : { limit, order: [['id', 'ASC']] }
      const behind = order || id === undefined ? domain : [...domain, ['id', '>', id]]
      const rows = await search(query.table, behind, [...new Set([...names, 'id'])], at)
      if (rows.length === 0) return
      size.learn(rows)
      given += rows.length
      skip += rows.length
      id = Number(rows.at(-1)!['id'])
      const records = names.includes('id') ? rows : rows.map(({ id: _, ...row }) => row)
      yield { records, cursor: (order ? { skip, given } : { id, given }) satisfies Cursor }
      if (given === query.limit || rows.length < limit) return
    }
  }

  return {
    async discover() {
      const models = (await call('model.ir.model.search_read', [
        [],
        0,
        null,
        [['model', 'ASC']],
        ['model'],
        {},
      ])) as DataRecord[]
      return models.map(({ model }) => ({ name: String(model), kind: 'table', rows: null, bytes: null }))
    },

    async describe(name) {
      const fields = await fieldsOf(name)
      const found = readable(fields).map((one) => foundField(fields.get(one)!))
      const references = [...fields.values()].flatMap(({ name: field, type, relation }) =>
        type === 'many2one' && typeof relation === 'string' ? [{ fields: [field], table: relation, to: ['id'] }] : [],
      )
      const cursors = [
        'write_date',
        ...likelyCursors(found, new Set(['id'])).filter((one) => one !== 'write_date'),
        'id',
      ]
      return { name, kind: 'table', rows: null, bytes: null, fields: found, key: ['id'], cursors, references }
    },

    async latest(name, field) {
      const newest = async (of: string) => {
        const domain = [
          [of, '!=', null],
          ...(of.endsWith('_date') ? [[of, '<=', momentOf(new Date().toISOString())]] : []),
        ]
        const [row] = await search(name, domain, [of], { limit: 1, order: [[of, 'DESC']] })
        return row?.[of] ?? null
      }
      if (field !== 'write_date') return newest(field)
      // Who was never changed since it was made has none.
      const both = [await newest('write_date'), await newest('create_date')].filter((one) => one !== null).map(String)
      return both.toSorted().at(-1) ?? null
    },

    async lookup({ table, by = ['id'], keys, fields: wished }) {
      const fields = await fieldsOf(table)
      const names = wished ?? readable(fields)
      const found = new Map<unknown, DataRecord>()
      for (let i = 0; i < keys.length; i += 50) {
        const one = (key: DataRecord) =>
          Promise.all(by.map(async (name) => [name, '=', await compared(fields.get(name), key[name])]))
        const domain = ['OR', ...(await Promise.all(keys.slice(i, i + 50).map(one)))]
        for (const row of await search(table, domain, [...new Set([...names, 'id'])], {
          limit: 1_000,
          order: [['id', 'ASC']],
        }))
          found.set(row['id'], row)
      }
      return [...found.values()].map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
    },

    read,

    async write({ table, mode, key, at_once }: WriteTarget) {
      const fields = await fieldsOf(table)
      const by = key && key.length > 0 ? key : ['id']
      const idOf = async (record: DataRecord): Promise<number | undefined> => {
        if (by.some((name) => [undefined, null, ''].includes(record[name] as null))) return undefined
        const domain = await Promise.all(
          by.map(async (name) => [name, '=', await compared(fields.get(name), record[name])]),
        )
        const ids = (await call(`model.${table}.search`, [domain, 0, 2, null, {}])) as number[]
        if (ids.length > 1) throw new Invalid('KEY_AMBIGUOUS', texts.several())
        return ids[0]
      }
      const insert = async (record: DataRecord) => {
        const [id] = (await call(`model.${table}.create`, [[await taken(fields, record, fieldsOf)], {}])) as number[]
        return { ...record, id }
      }
      const update = async (record: DataRecord, id: number) => {
        await call(`model.${table}.write`, [[id], await taken(fields, record, fieldsOf), {}])
        return { ...record, id }
      }
      const one = async (record: DataRecord): Promise<DataRecord> => {
        if (mode === 'insert') return insert(record)
        const id = await idOf(record)
        if (mode === 'delete') {
          if (id !== undefined) await call(`model.${table}.delete`, [[id], {}])
          return record
        }
        if (id !== undefined) return update(record, id)
        if (mode === 'upsert') return insert(record)
        throw new Invalid('NOT_THERE', texts.notThere())
      }
      return {
        write: recordByRecord({ key: by, at_once }, one),
        close: async () => undefined,
      }
    },

    close,
  }
}

const operators: Partial<Record<Condition['operator'], string>> = {
  equals: '=',
  not_equals: '!=',
  greater: '>',
  greater_or_equal: '>=',
  less: '<',
  less_or_equal: '<=',
}

async function domainOf(fields: Fields, { filter = [], changed }: TableQuery): Promise<unknown[]> {
  const domain = await Promise.all(filter.map((one) => clause(fields, one)))
  if (!changed) return domain
  const { field, from, until } = changed
  const between = async (name: string) => {
    const [low, high] = [await compared(fields.get(name), from), await compared(fields.get(name), until)]
    return [...(from === undefined || from === null ? [] : [[name, '>=', low]]), [name, '<=', high]]
  }
  if (field !== 'write_date') return [...domain, ...(await between(field))]
  // Who was never changed since it was made has no date of a change.
  const made = [['write_date', '=', null], ...(await between('create_date'))]
  return [...domain, ['OR', await between('write_date'), made]]
}

async function clause(fields: Fields, { field, operator, value }: Condition): Promise<unknown> {
  const of = (one: unknown) => compared(fields.get(field), one)
  const escaped = String(value ?? '').replaceAll(/[\\%_]/g, '\\$&')
  const sign = operators[operator]
  if (sign) return [field, sign, await of(value)]
  switch (operator) {
    case 'contains':
      return [field, 'like', `%${escaped}%`]
    case 'starts_with':
      return [field, 'like', `${escaped}%`]
    case 'ends_with':
      return [field, 'like', `%${escaped}`]
    case 'in': {
      const list = Array.isArray(value)
        ? value
        : String(value ?? '')
            .split(',')
            .map((one) => one.trim())
      return [field, 'in', await Promise.all(list.map(of))]
    }
    case 'true':
    case 'false':
      return [field, '=', operator === 'true']
    case 'empty':
      return ['OR', [field, '=', null], [field, '=', '']]
    default:
      return [
        [field, '!=', null],
        [field, '!=', ''],
      ]
  }
}
