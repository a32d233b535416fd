import type { DescribedTable } from '../define/connector-session.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  noSingleKey: {
    en: 'Cross-references need one field that tells the records of {table} apart.',
    de: 'Zuordnungen brauchen ein einziges Feld, das die Datensätze von {table} unterscheidet.',
  },
})

/** The one field that tells records apart: the table's own key, or the one chosen. Throws where there is none, or more than one. */
export function singleKey({ name, key }: Pick<DescribedTable, 'name' | 'key'>, chosen?: string): string {
  const [id, second] = chosen === undefined ? key : [chosen]
  if (id === undefined || second !== undefined) throw new Invalid('NO_SINGLE_KEY', texts.noSingleKey({ table: name }))
  return id
}
