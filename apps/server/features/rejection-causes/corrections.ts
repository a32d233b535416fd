import { withoutMask } from '@weft/engine/runtime/configuration.server.ts'
import type { ToMend } from '@weft/engine/mending/fields.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'

const texts = defineMessages({
  noIds: {
    en: 'The column {name} is missing. Correct the file that was exported here, and leave that column as it is.',
    de: 'Die Spalte {name} fehlt. Korrigieren Sie die hier exportierte Datei und lassen Sie diese Spalte, wie sie ist.',
  },
  broken: {
    en: 'Row {row}, column {name}: lists and objects have to stay readable as JSON.',
    de: 'Zeile {row}, Spalte {name}: Listen und Objekte müssen als JSON lesbar bleiben.',
  },
})

/** By which a corrected row is known, and why it was rejected; neither belongs to the record. */
const idColumn = '_rejected_id'
const reasonColumn = '_reason'

/** The fields of all records, in the order in which they come. */
export const columnsOf = (records: readonly DataRecord[]) => [
  ...new Set(records.flatMap((record) => Object.keys(record).filter((name) => !name.startsWith('_')))),
]

/** A rejected record as a row of a file. Lists and objects are JSON there. */
export function rowOf(record: DataRecord, columns: readonly string[], { id, reason }: { id: string; reason: string }) {
  const cells = columns.map((name): [string, unknown] => {
    const value = record[name]
    return [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null)]
  })
  return { [idColumn]: id, ...Object.fromEntries(cells), [reasonColumn]: reason }
}

const textOf = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** What a cell says now; undefined where it is what was exported, also where the export has put a mark before a formula. */
function changedValue(
  cell: unknown,
  was: unknown,
  place: { row: number; name: string },
): { value: unknown } | undefined {
  const text = textOf(cell)
  if (text === textOf(was) || text === `'${textOf(was)}`) return undefined
  if (typeof was === 'string') return { value: text }
  if (text === '') return { value: null }
  if (was === null || was === undefined) return { value: text }
  try {
    return { value: parseJson(text) }
  } catch {
    if (typeof was === 'object') throw invalidField('file', texts.broken(place))
    return { value: text }
  }
}

/** The records that rows of a file have changed, and how many rows were of none that waits. */
export function correctedBy(rows: readonly DataRecord[], waiting: readonly ToMend[], mask: Mask) {
  if (rows.length > 0 && !rows.some((row) => idColumn in row))
    throw invalidField('file', texts.noIds({ name: idColumn }))
  const known = new Map(waiting.map((one) => [one.id, one]))
  const corrected: { id: string; record: DataRecord }[] = []
  let unknown = 0
  for (const [i, row] of rows.entries()) {
    const id = String(row[idColumn])
    const own = isUuid(id) ? known.get(id) : undefined
    if (!own) {
      unknown += 1
      continue
    }
    const shown = mask(own.record)
    const changes = Object.entries(row).flatMap(([name, cell]) => {
      if (name.startsWith('_')) return []
      const changed = changedValue(cell, shown[name], { row: i + 2, name })
      return changed ? [[name, changed.value] as const] : []
    })
    if (changes.length === 0) continue
    const record = withoutMask({ ...shown, ...Object.fromEntries(changes) }, own.record, mask) as DataRecord
    corrected.push({ id, record })
  }
  return { corrected, unknown }
}
