import { heldBy } from '@weft/kit/connections/same-value.ts'
import { notOf } from '@weft/kit/connections/written-without.ts'
import type { DescribedTable, FoundField, TableWriter } from '@weft/kit/define/connector-session.ts'
import type { Step } from '@weft/kit/define/element.ts'
import { isObject } from '@weft/kit/define/is-object.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { lastChanges, type Change, type Recognised } from './last-changes.ts'

const texts = defineMessages({
  readOnly: {
    en: 'Nothing can be written through the connection {name}.',
    de: 'Über die Verbindung {name} lässt sich nichts schreiben.',
  },
  noKey: {
    en: 'Nothing tells the records of {table} apart; please name the key fields.',
    de: 'Nichts unterscheidet die Datensätze von {table}; bitte nennen Sie die Schlüsselfelder.',
  },
  keyMissing: { en: 'The key field {field} is empty.', de: 'Das Schlüsselfeld {field} ist leer.' },
})

type Settings = { connection: string; table: string; change_field: string; key: readonly string[] }

/** A table of another system that is kept as a copy. */
export async function openCopy(step: Step<Settings>) {
  const { connection, table: name } = step.settings
  const session = await step.context.connections.open(connection)
  try {
    if (!session.write) throw new Invalid('READ_ONLY', texts.readOnly({ name: connection }))
    const table = await session.describe(name)
    const key = keyOf(table, step.settings.key)
    const removing = await session.write({ table: name, mode: 'delete', key })
    const putting = await session.write({ table: name, mode: 'upsert', key })
    const { changeOf, recognised } = changesOf(table, key, step.settings.change_field)

    /** A log does not repeat large values that stayed the same, also where a record gets another key. */
    async function withKept(changes: Change[]): Promise<Change[]> {
      const asked = new Map(
        changes.flatMap(({ said, key: now, before }) => {
          const unchanged = fieldOf(said, '_change.unchanged')
          const hasMoved = before !== undefined && before.text !== now.text
          return hasMoved && Array.isArray(unchanged)
            ? [[before.text, { before, unchanged: unchanged as string[] }]]
            : []
        }),
      )
      if (asked.size === 0 || !session.lookup) return changes
      const keys = [...asked.values()].map(({ before }) => before.fields)
      const rows = new Map(
        (await session.lookup({ table: name, by: key, keys })).map((row) => [recognised(row).text, row]),
      )
      return changes.map((change) => {
        const row = change.before && rows.get(change.before.text)
        const { unchanged = [] } = (row && asked.get(change.before!.text)) ?? {}
        return row ? { ...change, kept: Object.fromEntries(unchanged.map((one) => [one, row[one]])) } : change
      })
    }
    return {
      async apply(records: readonly DataRecord[]) {
        const rejected: Rejected[] = []
        const changes = await withKept(records.flatMap((record) => changeOf(record, rejected) ?? []))
        const left = lastChanges(changes)
        const isRefused = new Set(rejected.map(({ record }) => record))
        const write = async (writer: TableWriter, what: 'remove' | 'put') => {
          const saidOf = new Map(left.flatMap((one) => (one[what] ? [[one[what], one.said]] : [])))
          if (saidOf.size === 0) return
          for (const refusal of (await writer.write([...saidOf.keys()])).rejected)
            for (const record of saidOf.get(refusal.record) ?? []) {
              if (!isRefused.has(record)) rejected.push({ ...refusal, record })
              isRefused.add(record)
            }
        }
        await write(removing, 'remove')
        await write(putting, 'put')
        return { exits: { applied: records.filter((record) => !isRefused.has(record)) }, rejected }
      },
      async close() {
        await removing.close()
        await putting.close()
        await session.close()
      },
    }
  } catch (error) {
    await session.close()
    throw error
  }
}

function keyOf({ name, key }: DescribedTable, chosen: readonly string[]): readonly string[] {
  const used = chosen.length > 0 ? chosen : key
  if (used.length === 0) throw new Invalid('NO_KEY', texts.noKey({ table: name }))
  return used
}

/** A record as the change it tells. What the log knows of it before says whether its key was another one. */
function changesOf(table: DescribedTable, key: readonly string[], changeField: string) {
  const fields = new Map(table.fields.map((one) => [one.name, one]))
  const carried = new Set([...notOf(table, changeField), '_change'].filter((one) => !fields.has(one)))
  const held = key.map((name): Pick<FoundField, 'name' | 'type'> => fields.get(name) ?? { name, type: 'text' })
  const recognised = (record: DataRecord): Recognised => ({
    text: JSON.stringify(held.map((one) => heldBy(one, record[one.name]))),
    fields: Object.fromEntries(key.map((name) => [name, record[name]])),
  })
  const emptyIn = (record: DataRecord) => key.find((name) => record[name] === null || record[name] === undefined)

  const changeOf = (said: DataRecord, rejected: Rejected[]): Change | undefined => {
    const empty = emptyIn(said)
    if (empty !== undefined) {
      rejected.push({ record: said, field: empty, reason: texts.keyMissing({ field: empty }) })
      return undefined
    }
    const before = fieldOf(said, '_change.before')
    return {
      said,
      kind: String(fieldOf(said, changeField)).toLowerCase() === 'delete' ? 'delete' : 'put',
      key: recognised(said),
      before: isObject(before) && emptyIn(before) === undefined ? recognised(before) : undefined,
      record: Object.fromEntries(Object.entries(said).filter(([name]) => !carried.has(name))),
    }
  }
  return { recognised, changeOf }
}
