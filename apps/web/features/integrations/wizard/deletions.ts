import type { DraftTable } from '@weft/kit/integrations/draft.ts'
import type { Profile } from '../api.ts'

/** What a field is called that says a record is deleted. */
const says = /^(is_?)?(deleted|removed|geloescht|gelöscht|entfernt)(_?(at|on|am|flag))?$/i

const isKept = (table: DraftTable, name: string) =>
  table.fields.some((field) => field.name === name && field.treatment === 'keep')

/** The field that says which records are deleted, where one looks like it. */
export const deletedFieldOf = (table: DraftTable, profile: Profile | undefined): string | null =>
  profile?.fields.find(
    ({ name, type }) =>
      says.test(name) && ['boolean', 'integer', 'date_time', 'date'].includes(type) && isKept(table, name),
  )?.name ?? null

/** Whether all keys are stored in the clear, so that they can be compared with those at the source. */
export const canCompare = (table: DraftTable, profile: Profile | undefined): boolean =>
  (profile?.table.key.length ?? 0) > 0 && profile!.table.key.every((name) => isKept(table, name))
