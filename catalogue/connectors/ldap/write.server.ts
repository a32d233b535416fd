import { Attribute, Change, type Client } from 'ldapts'
import type { DescribedTable, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { ldapError, ldapReason, type Settings } from './line.server.ts'
import { lineage, typeOf, type Schema } from './schema.ts'
import { writtenValues } from './values.ts'

const texts = defineMessages({
  key: {
    en: 'Entries of a directory are written by their dn and by no other key.',
    de: 'Einträge eines Verzeichnisses werden nach ihrem dn geschrieben und nach keinem anderen Schlüssel.',
  },
  noName: { en: 'The record has no dn.', de: 'Der Datensatz hat keinen dn.' },
  notThere: { en: 'There is no entry with this dn.', de: 'Es gibt keinen Eintrag mit diesem dn.' },
  noField: {
    en: 'The object class {table} has no attribute {field} that can be written.',
    de: 'Die Objektklasse {table} hat kein Attribut {field}, das sich schreiben lässt.',
  },
})

type Into = { settings: Settings; client: Client; schema: Schema; table: DescribedTable; target: WriteTarget }
const no_such_object = 32

/** A directory has no transactions: each record is written by itself, and what it refuses is told with its reason. */
export function writerInto({ settings, client, schema, table, target: { mode, key } }: Into): TableWriter {
  if (key && (key.length !== 1 || key[0] !== 'dn')) throw new Invalid('INVALID', texts.key())
  const classes = lineage(schema, table.name).map(({ name }) => name)
  const writable = new Set(table.fields.filter(({ generated }) => generated === undefined).map(({ name }) => name))

  const attributesOf = (record: DataRecord) =>
    Object.entries(record)
      .filter(([name]) => name !== 'dn')
      .map(([type, value]) => new Attribute({ type, values: writtenValues(typeOf(schema, type), value) as string[] }))
  const insert = (dn: string, record: DataRecord) => {
    const attributes = attributesOf(record).filter(({ values }) => values.length > 0)
    const isClassed = attributes.some(({ type }) => type.toLowerCase() === 'objectclass')
    return client.add(
      dn,
      isClassed ? attributes : [new Attribute({ type: 'objectClass', values: classes }), ...attributes],
    )
  }
  const update = (dn: string, record: DataRecord) => {
    const changes = attributesOf(record).map((modification) => new Change({ operation: 'replace', modification }))
    return changes.length > 0 ? client.modify(dn, changes) : client.search(dn, { scope: 'base', attributes: ['1.1'] })
  }
  const upsert = (dn: string, record: DataRecord) =>
    update(dn, record).catch((error: unknown) => (isMissing(error) ? insert(dn, record) : Promise.reject(error)))

  async function write(record: DataRecord): Promise<Message | undefined> {
    const { dn } = record
    if (typeof dn !== 'string' || dn === '') return texts.noName()
    if (mode !== 'delete') {
      const unknown = Object.keys(record).find((name) => !writable.has(name))
      if (unknown !== undefined) return texts.noField({ table: table.name, field: unknown })
    }
    try {
      if (mode === 'delete') await client.del(dn)
      else if (mode === 'insert') await insert(dn, record)
      else if (mode === 'update') await update(dn, record)
      else await upsert(dn, record)
      return undefined
    } catch (cause) {
      // What is not there any more is as deleted as it was to be.
      if (isMissing(cause) && mode !== 'insert') return mode === 'delete' ? undefined : texts.notThere()
      const error = ldapError(settings, cause)
      if (error.code !== 'STATEMENT_REFUSED') throw error
      return ldapReason(cause)
    }
  }

  return {
    async write(records) {
      const written: DataRecord[] = []
      const rejected: Rejected[] = []
      for (const record of records) {
        const reason = await write(record)
        if (reason) rejected.push({ record, reason })
        else written.push(record)
      }
      return { written, rejected }
    },
    close: async () => undefined,
  }
}

const isMissing = (error: unknown) => (error as { code?: unknown }).code === no_such_object
