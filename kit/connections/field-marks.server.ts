import { createHash } from 'node:crypto'
import type { FoundField } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import type { FieldMarks, SyncedSide } from '../define/synced.ts'
import { heldBy } from './same-value.ts'

/**
 * Marks of what the fields of a record hold: of one record of one side they are the same exactly where the values are (66 bits of
 * SHA-256). The value cannot be told from them, nor that another record has the same.
 */
export const marker =
  (fields: readonly FoundField[]) =>
  ({ name, side }: SyncedSide, id: string, record: DataRecord): FieldMarks =>
    Object.fromEntries(
      fields
        .filter((field) => record[field.name] !== undefined)
        .map((field) => {
          const held = heldBy(field, record[field.name])
          const place = [name, side, id, field.name, held]
          return [field.name, held === null ? '' : hash(JSON.stringify(place)).slice(0, 11)]
        }),
    )

const hash = (text: string) => createHash('sha256').update(text).digest('base64')
