import { AndFilter, EqualityFilter, OrFilter, type Client, type Entry, type Filter } from 'ldapts'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { ConnectorSession, DescribedTable, FoundField, TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { filterOf } from './filter.server.ts'
import { ldapError, openLine, type Settings } from './line.server.ts'
import { lineage, schemaOf, typeOf, type Schema } from './schema.ts'
import { readValue } from './values.ts'
import { writerInto } from './write.server.ts'

const texts = defineMessages({
  missing: {
    en: 'The directory knows no object class {table}.',
    de: 'Eine Objektklasse {table} kennt das Verzeichnis nicht.',
  },
  order: {
    en: 'A directory is read in no order; please leave it out.',
    de: 'Ein Verzeichnis wird in keiner Reihenfolge gelesen; bitte lassen Sie sie weg.',
  },
  field: {
    en: 'The object class {table} has no attribute {field}.',
    de: 'Die Objektklasse {table} hat kein Attribut {field}.',
  },
})

/** What every entry has beside the attributes of its classes, where the directory knows such a thing. */
const everywhere = ['entryUUID', 'objectGUID', 'createTimestamp', 'modifyTimestamp', 'whenCreated', 'whenChanged']
const cursors = ['modifyTimestamp', 'whenChanged', 'createTimestamp', 'whenCreated']
const page = 500
/** So many are asked for at once. */
const asked = 50

export async function openSession(settings: Settings, reach: Reach): Promise<ConnectorSession> {
  const client = await openLine(settings, reach)
  let known: Promise<Schema> | undefined
  const schema = () => (known ??= readSchema(settings, client))

  const describe = async (table: string): Promise<DescribedTable> => describedBy(await schema(), table)
  async function* search(table: DescribedTable, filters: Filter[], fields: readonly string[], limit = Infinity) {
    const own = await schema()
    const filter = new AndFilter({
      filters: [new EqualityFilter({ attribute: 'objectClass', value: table.name }), ...filters],
    })
    const attributes = fields.filter((name) => name !== 'dn')
    let left = limit
    try {
      const pages = client.searchPaginated(settings.base, {
        scope: 'sub',
        filter,
        attributes: attributes.length > 0 ? attributes : ['1.1'],
        explicitBufferAttributes: attributes.filter((name) => typeOf(own, name).isBinary),
        paged: { pageSize: page },
      })
      for await (const { searchEntries } of pages) {
        const entries = searchEntries.slice(0, left)
        left -= entries.length
        if (entries.length > 0) yield entries.map((entry) => recordOf(own, entry, fields))
        if (left <= 0) return
      }
    } catch (cause) {
      throw ldapError(settings, cause)
    }
  }

  return {
    async discover() {
      const { classes } = await schema()
      return [...new Set(classes.values())]
        .filter(({ kind }) => kind === 'structural')
        .map(({ name }) => ({ name, kind: 'collection' as const, rows: null, bytes: null }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    describe,
    async latest(name, field) {
      const table = await describe(name)
      requireFields(table, [field])
      const now = Date.now()
      let latest: string | null = null
      for await (const records of search(table, [], [field]))
        for (const record of records) {
          const value = record[field]
          if (typeof value === 'string' && !(Date.parse(value) > now) && (latest === null || value > latest))
            latest = value
        }
      return latest
    },
    async lookup({ table: name, by = ['dn'], keys, fields }) {
      const table = await describe(name)
      const own = await schema()
      const wanted = fields ?? table.fields.map((one) => one.name)
      requireFields(table, [...by, ...wanted])
      const found: DataRecord[] = []
      for (let at = 0; at < keys.length; at += asked) {
        const filters = keys.slice(at, at + asked).map(
          (key) =>
            new AndFilter({
              filters: by.map((field) => filterOf(own, { field, operator: 'equals', value: key[field] })),
            }),
        )
        for await (const records of search(table, [new OrFilter({ filters })], wanted)) found.push(...records)
      }
      return found
    },
    async *read({ table: name, fields, filter = [], changed, order, limit }: TableQuery) {
      if (order !== undefined) throw new Invalid('ORDER_UNKNOWN', texts.order())
      const table = await describe(name)
      const own = await schema()
      const wanted = fields ?? table.fields.map((one) => one.name)
      requireFields(table, [...wanted, ...filter.map(({ field }) => field), ...(changed ? [changed.field] : [])])
      const between = changed
        ? [
            ...(changed.from === null || changed.from === undefined
              ? []
              : [filterOf(own, { field: changed.field, operator: 'greater_or_equal', value: changed.from })]),
            filterOf(own, { field: changed.field, operator: 'less_or_equal', value: changed.until }),
          ]
        : []
      const filters = [...filter.map((one) => filterOf(own, one)), ...between]
      for await (const records of search(table, filters, wanted, limit)) yield { records }
    },
    async write(target) {
      return writerInto({ settings, client, schema: await schema(), table: await describe(target.table), target })
    },
    close: () => client.unbind().catch(ignore('a directory was gone before it was left')),
  }
}

/** The directory tells where its schema stands. */
async function readSchema(settings: Settings, client: Client): Promise<Schema> {
  try {
    const root = await client.search('', {
      scope: 'base',
      filter: '(objectClass=*)',
      attributes: ['subschemaSubentry'],
    })
    const at = String(root.searchEntries[0]?.['subschemaSubentry'] ?? 'cn=Subschema')
    const attributes = ['objectClasses', 'attributeTypes']
    const { searchEntries } = await client.search(at, { scope: 'base', filter: '(objectClass=subschema)', attributes })
    const textsOf = (name: string) => [searchEntries[0]?.[name] ?? []].flat().map(String)
    return schemaOf(textsOf('objectClasses'), textsOf('attributeTypes'))
  } catch (cause) {
    throw ldapError(settings, cause)
  }
}

function describedBy(schema: Schema, table: string): DescribedTable {
  const classes = lineage(schema, table)
  if (classes.length === 0) throw new NotFound('TABLE_MISSING', texts.missing({ table }))
  const must = new Set(classes.flatMap((one) => one.must).map((name) => name.toLowerCase()))
  const all = [
    ...classes.flatMap((one) => [...one.must, ...one.may]),
    ...everywhere.filter((name) => schema.attributes.has(name.toLowerCase())),
  ]
  const names = new Map(
    all.map((name) => [name.toLowerCase(), schema.attributes.get(name.toLowerCase())?.name ?? name]),
  )
  const fields = [...names].map(([key, name]): FoundField => {
    const { type, isSingle, isWritable, native } = typeOf(schema, name)
    return {
      name,
      type: isSingle ? type : 'list',
      native,
      nullable: !must.has(key),
      ...(!isWritable && { generated: 'always' as const }),
    }
  })
  return {
    name: classes[0]!.name,
    kind: 'collection',
    rows: null,
    bytes: null,
    fields: [{ name: 'dn', type: 'long_text', native: 'dn', nullable: false }, ...fields],
    key: ['dn'],
    cursors: cursors.filter((name) => names.has(name.toLowerCase())),
    references: [],
  }
}

function requireFields({ name: table, fields }: DescribedTable, wanted: readonly string[]) {
  const missing = wanted.find((field) => !fields.some(({ name }) => name === field))
  if (missing !== undefined) throw new Invalid('INVALID', texts.field({ table, field: missing }))
}

function recordOf(schema: Schema, entry: Entry, fields: readonly string[]): DataRecord {
  // Options such as `;binary` say how a value travels.
  const values = new Map(Object.entries(entry).map(([name, value]) => [name.split(';')[0]!.toLowerCase(), value]))
  return Object.fromEntries(
    fields.map((name) => [
      name,
      name === 'dn' ? entry.dn : readValue(typeOf(schema, name), values.get(name.toLowerCase())),
    ]),
  )
}
