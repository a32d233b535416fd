import type { StructureField } from '@weft/kit/define/structure.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { RecordWriter, WriteMode } from '@weft/kit/define/step-context.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { Structure } from '../structure.ts'
import { checkFor } from '../values/check.ts'
import { defaultText } from '../values/defaults.ts'
import { reasons } from '../values/reasons.ts'
import type { Encoded, Refusal } from './batch.ts'
import type { LineFormat } from './driver.ts'

/** How the records of a structure become lines. */
export type LineLayout = Pick<LineFormat, 'nothing' | 'separator' | 'keyOf' | 'keepsPlainText'> & {
  structure: Pick<Structure, 'fields' | 'references'>
  /** One a field, in their order. */
  columns: Column[]
  /** The places of the fields that tell records apart; none where the mode needs none. */
  keyed: number[]
}

/** A writer that says how its lines are made, for whoever makes them together with other work on a record. */
export type FusingWriter = RecordWriter & { layout: LineLayout }

export type Column = {
  /** The field as this database can hold it. */
  field: StructureField
  /** Empty texts are none, too. */
  takesEmptyAsNone: boolean
  /** No value is allowed and written as such. */
  isFree: boolean
  /** What is checked is written as it is. */
  isWrittenAsItIs: boolean
  text(value: unknown): string | Message
  /** Undefined: leave it as it is. */ missing(): string | Message | undefined
}

export function lineLayout(
  structure: LineLayout['structure'],
  { mode, key }: { mode: WriteMode; key: string[] },
  format: LineFormat,
): LineLayout {
  const { nothing, separator, keyOf, keepsPlainText } = format
  const names = structure.fields.map((field) => field.name)
  return {
    ...{ structure, nothing, separator, keyOf, keepsPlainText },
    columns: structure.fields.map((field) => columnOf(format.bounded?.(field) ?? field, mode, format)),
    keyed: mode === 'insert' ? [] : key.map((name) => names.indexOf(name)),
  }
}

/** Builds the function that checks a batch's values and joins them into lines. */
export function encoderFor(layout: LineLayout): (records: DataRecord[]) => Encoded {
  const { structure, columns, keyed, nothing, separator, keyOf } = layout
  const names = structure.fields.map((field) => field.name)
  const present = '0'.repeat(names.length)
  const count = names.length
  const checked = (structure.references?.own ?? []).map(({ field }) => names.indexOf(field.name))
  const primary = checked.length > 0 ? structure.fields.findIndex((field) => field.primary_key) : -1

  return (records) => {
    const lines: string[] = []
    const positions: number[] = []
    const keys: string[] = []
    const refused: Refusal[] = []
    const absences: string[] = []
    const refers: string[][] = []
    const own: string[] = []
    let uniform = true
    const texts = new Array<string>(count)

    next: for (let position = 0; position < records.length; position++) {
      const record = records[position]!
      let absent = present
      for (let i = 0; i < count; i++) {
        const value = record[names[i]!]
        const column = columns[i]!
        const text = value === undefined ? column.missing() : column.text(value)
        if (typeof text !== 'string') {
          if (text === undefined) {
            absent = `${absent.slice(0, i)}1${absent.slice(i + 1)}`
            texts[i] = nothing
            continue
          }
          refused.push({ position, field: names[i]!, value: value ?? null, reason: text })
          continue next
        }
        texts[i] = text
      }
      if (keyed.length > 0) {
        let key = ''
        for (const i of keyed) {
          const text = texts[i]!
          if (text === nothing) {
            refused.push({ position, field: names[i]!, value: null, reason: reasons.required() })
            continue next
          }
          key = keyed.length === 1 ? keyOf(structure.fields[i]!, text) : `${key}${keyOf(structure.fields[i]!, text)}\t`
        }
        keys.push(key)
      }
      if (absent !== (absences[0] ?? absent)) uniform = false
      absences.push(absent)
      lines.push(texts.join(separator))
      positions.push(position)
      if (checked.length > 0) refers.push(checked.map((i) => texts[i]!))
      if (primary >= 0) own.push(keyOf(structure.fields[primary]!, texts[primary]!))
    }
    return {
      lines,
      positions,
      keys,
      absent: uniform ? (absences[0] ?? present) : absences,
      refused,
      refers,
      names: own,
    }
  }
}

function columnOf(field: StructureField, mode: WriteMode, { nothing, written }: LineFormat): Column {
  const check = checkFor(field)
  const standard = defaultText(field)
  const free = field.nullable && !field.required && !field.primary_key
  const keepsEmpty = field.type === 'text' || field.type === 'long_text'
  const write = written(field)
  const replaceable = standard !== undefined && !field.required
  const given = standard && (write ? () => write(standard()) : standard)
  const none = free ? () => nothing : replaceable ? given! : () => reasons.required()

  return {
    field,
    takesEmptyAsNone: !keepsEmpty || field.required,
    isFree: free,
    isWrittenAsItIs: write === undefined,
    text(value) {
      if (value === null || (value === '' && (!keepsEmpty || field.required))) return none()
      const text = check(value)
      return write !== undefined && typeof text === 'string' ? write(text) : text
    },
    missing() {
      if (mode === 'update') return undefined
      if (mode === 'upsert' && (free || replaceable)) return undefined
      return replaceable ? given!() : none()
    },
  }
}
