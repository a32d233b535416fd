import type { FoundField } from '../define/connector-session.ts'
import type { SqlWrite } from './sql-write.ts'

/** The fields beside the key. */
export const othersOf = ({ key, fields }: Pick<SqlWrite, 'key' | 'fields'>): FoundField[] =>
  fields.filter(({ name }) => !key.some((own) => own.name === name))

/** The fields whose values a statement takes, in the order in which they stand in it. */
export function parametersOf(write: Pick<SqlWrite, 'mode' | 'key' | 'fields'>): readonly FoundField[] {
  switch (write.mode) {
    case 'delete':
      return write.key
    case 'update':
      return [...othersOf(write), ...write.key]
    case 'insert':
    case 'upsert':
      return write.fields
  }
}
