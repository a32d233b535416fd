import type { StructureField } from '@weft/kit/define/structure.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { WriteMode } from '@weft/kit/define/world.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { Structure } from '../structure.ts'
import { checkFor } from '../values/check.ts'
import { reasons } from '../values/reasons.ts'
import { defaultText } from './columns.ts'

export type Refusal = { position: number; field?: string; value?: unknown; reason: Message }

/** A batch as lines for COPY. `positions[i]` is the record line `i` came from. */
export type Encoded = {
  lines: string[]
  positions: number[]
  /** What tells the records apart, in the form the database compares by; empty where the mode needs none. */
  keys: string[]
  /** One letter a field, `1` where the record does not speak of it: the same for all lines, or one each. */
  absent: string | string[]
  refused: Refusal[]
}

/** Builds the function that checks a batch's values and joins them into lines of PostgreSQL's COPY text format. */
export function encoderFor(structure: Structure, { mode, key }: { mode: WriteMode; key: string[] }): (records: DataRecord[]) => Encoded {
  const columns = structure.fields.map((field) => columnOf(field, mode))
  const names = structure.fields.map((field) => field.name)
  const keyed = mode === 'insert' ? [] : key.map((name) => names.indexOf(name))
  const present = '0'.repeat(names.length)
  const count = names.length

  return (records) => {
    const lines: string[] = []
    const positions: number[] = []
    const keys: string[] = []
    const refused: Refusal[] = []
    const absences: string[] = []
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
        let own = ''
        for (const i of keyed) {
          const text = texts[i]!
          if (text === nothing) {
            refused.push({ position, field: names[i]!, value: null, reason: reasons.required() })
            continue next
          }
          own = keyed.length === 1 ? canonical(structure.fields[i]!, text) : `${own}${canonical(structure.fields[i]!, text)}\t`
        }
        keys.push(own)
      }
      if (absent !== (absences[0] ?? absent)) uniform = false
      absences.push(absent)
      lines.push(texts.join('\t'))
      positions.push(position)
    }
    return { lines, positions, keys, absent: uniform ? (absences[0] ?? present) : absences, refused }
  }
}

const nothing = '\\N'

type Column = { text(value: unknown): string | Message; /** Undefined: leave it as it is. */ missing(): string | Message | undefined }

function columnOf(field: StructureField, mode: WriteMode): Column {
  const check = checkFor(field)
  const standard = defaultText(field)
  const free = field.nullable && !field.required && !field.primary_key
  const keepsEmpty = field.type === 'text' || field.type === 'long_text'
  const needsEscape = keepsEmpty || field.type === 'choice' || field.type === 'json' || field.type === 'object' || field.type === 'list'
  const replaceable = standard !== undefined && !field.required
  const none = free ? () => nothing : replaceable ? standard! : () => reasons.required()

  return {
    text(value) {
      if (value === null || (value === '' && (!keepsEmpty || field.required))) return none()
      const text = check(value)
      return needsEscape && typeof text === 'string' ? escaped(text) : text
    },
    missing() {
      if (mode === 'update') return undefined
      if (mode === 'upsert' && (free || replaceable)) return undefined
      const text = replaceable ? standard!() : none()
      return typeof text === 'string' && text !== nothing ? escaped(text) : text
    },
  }
}

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string) => (special.test(text) ? text.replace(/[\\\n\r\t]/g, (letter) => escapes[letter]!) : text)

/** Two texts of the same value must give the same key: `1.50` and `1.5`, one moment in two zones. */
function canonical(field: StructureField, text: string): string {
  if (field.type === 'decimal') return String(Number(text)) === text ? text : text.replace(/^\+/, '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  if (field.type !== 'date_time') return text
  const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString()
}
