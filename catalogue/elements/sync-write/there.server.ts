import { marker } from '@weft/kit/connections/field-marks.server.ts'
import { recordId } from '@weft/kit/connections/record-id.ts'
import { heldBy } from '@weft/kit/connections/same-value.ts'
import { singleKey } from '@weft/kit/connections/single-key.ts'
import { notOf, writtenWithout } from '@weft/kit/connections/written-without.ts'
import type { ConnectorSession, FoundField } from '@weft/kit/define/connector-session.ts'
import type { Step } from '@weft/kit/define/element.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { tellsEveryChange } from '@weft/kit/sql/likely-cursors.ts'
import type { z } from 'zod'
import type { syncWrite } from './sync-write.ts'

const texts = defineMessages({
  notAsked: {
    en: 'A two-way sync has to look at what is there, and to write; the connection {name} cannot do both.',
    de: 'Ein Zwei-Wege-Abgleich muss nachsehen, was dort steht, und schreiben; die Verbindung {name} kann nicht beides.',
  },
  several: {
    en: 'There are {count} records in {table} that this one could be. Please store a cross-reference for the right one.',
    de: 'In {table} gibt es {count} Datensätze, die dieser sein könnten. Bitte legen Sie für den richtigen eine Zuordnung an.',
  },
  taken: {
    en: 'The record {id} of {table} belongs to another one of here already.',
    de: 'Der Datensatz {id} in {table} gehört schon zu einem anderen von hier.',
  },
})

export type Settings = z.output<typeof syncWrite.settings>

/** A record on its way, by its id here; the one there that it belongs to, as it stands there, and whether that is known from before. */
export type Candidate = { id: string; record: DataRecord; isPaired: boolean; other?: string; row?: DataRecord }

/** The table there: what of it belongs to records of here, and what is written into it. */
export async function openThere(step: Step<Settings>, session: ConnectorSession) {
  const { connection, table: name, reference, side, reference_field, match, changed_here, exactly_once } = step.settings
  if (!session.lookup || !session.write) throw new Invalid('NO_SYNC', texts.notAsked({ name: connection }))
  const lookup = session.lookup.bind(session)
  const { references } = step.context
  const table = await session.describe(name)
  const key = singleKey(table, step.settings.key)
  const fields = new Map(table.fields.map((field) => [field.name, field]))
  const carried = [reference_field, ...(changed_here === undefined ? [] : [changed_here])].flatMap((one) =>
    notOf(table, one),
  )
  const remembered = exactly_once ? { job: step.job.id, step: step.id } : undefined
  const inserting = await session.write({ table: name, mode: 'insert', marker: remembered })
  const changing = await session.write({ table: name, mode: 'update', key: [key] })

  const keyField = fields.get(key) ?? { type: 'text' as const }

  /** The rows with these ids, however they were written when they were sent. */
  async function rowsOf(ids: readonly string[]): Promise<Map<string, DataRecord>> {
    if (ids.length === 0) return new Map()
    const rows = await lookup({ table: name, by: [key], keys: ids.map((id) => ({ [key]: id })) })
    const byKey = new Map(rows.map((row) => [heldBy(keyField, row[key]), row]))
    return new Map(ids.flatMap((id) => ((row) => (row ? [[id, row]] : []))(byKey.get(heldBy(keyField, id)))))
  }

  /** Rows that are the same in the fields that records are recognised by, for each record that has all of them. */
  async function alike(records: readonly DataRecord[]): Promise<Map<DataRecord, DataRecord[]>> {
    const known = match.map(
      (one): FoundField | { name: string; type: 'text' } => fields.get(one) ?? { name: one, type: 'text' },
    )
    const valueOf = (record: DataRecord) => JSON.stringify(known.map((one) => heldBy(one, record[one.name])))
    const isTold = (record: DataRecord) => match.every((one) => (record[one] ?? '') !== '')
    const told = match.length > 0 ? records.filter(isTold) : []
    const rows = told.length > 0 ? await lookup({ table: name, by: match, keys: told }) : []
    const byValue = Map.groupBy(rows, valueOf)
    return new Map(told.map((record) => [record, byValue.get(valueOf(record)) ?? []]))
  }

  const place = { name: reference, side: side === 'left' ? 'right' : 'left' } as const
  const [whole, sent] = [marker(table.fields), marker(table.fields.filter(isSent))]

  return {
    key,
    place,
    rowsOf,
    marksOf: (id: string, row: DataRecord) => whole(place, id, row),
    /** Of what is written of a record: not its key, and not what the system calculates. */
    sentMarks: (id: string, record: DataRecord) => sent(place, id, record),

    /** Which of there each belongs to: by its cross-reference, by the key it brings, or by the fields it is recognised by. */
    async find(given: readonly { id: string; record: DataRecord }[], rejected: Rejected[]): Promise<Candidate[]> {
      const paired = await references.find(
        reference,
        side,
        given.map(({ id }) => id),
      )
      const unpaired = given.filter(({ id, record }) => !paired.has(id) && recordId(record[key]) === undefined)
      const found = await alike(unpaired.map(({ record }) => record))
      const ids = [...found.values()].flat().map((row) => recordId(row[key])!)
      const brought = given.flatMap(({ id, record }) => (paired.has(id) ? [] : (recordId(record[key]) ?? [])))
      const taken = new Set((await references.find(reference, place.side, [...ids, ...brought])).keys())
      const candidates: Candidate[] = []
      for (const { id, record } of given) {
        const own = paired.get(id) ?? recordId(record[key])
        const rows = (found.get(record) ?? []).filter((row) => !taken.has(recordId(row[key])!))
        const other = own ?? (rows.length === 1 ? recordId(rows[0]![key]) : undefined)
        if (rows.length > 1)
          rejected.push({ record, field: match[0]!, reason: texts.several({ count: rows.length, table: name }) })
        else if (!paired.has(id) && other !== undefined && taken.has(other))
          rejected.push({ record, reason: texts.taken({ id: other, table: name }) })
        else candidates.push({ id, record, isPaired: paired.has(id), ...(other !== undefined && { other }) })
        if (other !== undefined) taken.add(other)
      }
      const rows = await rowsOf(candidates.flatMap(({ other }) => other ?? []))
      return candidates.map((one) => {
        const row = one.other === undefined ? undefined : rows.get(one.other)
        return row ? { ...one, row, other: recordId(row[key])! } : one
      })
    },

    /** Those inserted, in the order they came, with the id they have there where the system tells it. */
    async insert(candidates: readonly Candidate[], number: number, rejected: Rejected[]) {
      const drafts = new Map(candidates.map((one) => [draftOf(one), one]))
      const given = [...drafts.keys()]
      if (given.length === 0) return []
      const outcome = await writtenWithout(inserting, carried, given, number)
      const refused = new Set(outcome.rejected.map(({ record }) => record))
      rejected.push(
        ...outcome.rejected.map((one) => ({ ...one, record: drafts.get(one.record)?.record ?? one.record })),
      )
      return given
        .filter((draft) => !refused.has(draft))
        .map((draft, i) => ({ candidate: drafts.get(draft)!, other: recordId(outcome.written[i]?.[key]) }))
    },

    /** Changes these fields and no other; answers with those that were refused. */
    async change(changes: ReadonlyMap<Candidate, readonly string[]>, rejected: Rejected[]): Promise<Set<Candidate>> {
      const drafts = new Map(
        [...changes].map(([candidate, names]) => {
          const { record, row } = candidate
          const draft: DataRecord = changing.replaces ? { ...row } : { [key]: row![key] }
          for (const one of [...names, ...Object.keys(record).filter(isSentAlong)]) draft[one] = record[one]
          return [draft, candidate]
        }),
      )
      if (drafts.size === 0) return new Set()
      const outcome = await changing.write([...drafts.keys()])
      rejected.push(
        ...outcome.rejected.map((one) => ({ ...one, record: drafts.get(one.record)?.record ?? one.record })),
      )
      return new Set(outcome.rejected.flatMap(({ record }) => drafts.get(record) ?? []))
    },

    async close() {
      await inserting.close()
      await changing.close()
    },
  }

  function isSent({ name: field, generated }: FoundField) {
    return field !== key && generated !== 'always' && !tellsEveryChange(field)
  }

  /** The time of a change is none; and what the table does not have it is to refuse. */
  function isSentAlong(field: string) {
    return field !== key && !carried.includes(field) && (!fields.has(field) || tellsEveryChange(field))
  }

  /** One that was there before gets a new key where the system makes keys, and the one it had where it does not. */
  function draftOf({ record, isPaired, other }: Candidate): DataRecord {
    const { [key]: own, ...rest } = record
    const isMade = fields.get(key)?.generated !== undefined
    const value = isPaired ? (isMade ? undefined : other) : own
    return value === undefined ? rest : { ...rest, [key]: value }
  }
}
