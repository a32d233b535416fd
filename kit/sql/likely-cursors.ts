import type { FoundField } from '../define/connector-session.ts'

/** What fields are called that are set with every change. */
const changed =
  /(updated|modified|changed|edited|last_?change|geaendert|aenderung|tstamp|date_upd|row_?version|sequence)/i

/** Whether a field is called as one that is set with every change, so that by it nothing is missed. */
export const tellsEveryChange = (name: string) => changed.test(name)
const made = /(created|inserted|added|date_add|angelegt|erstellt)/i

/** Fields that only grow, the likeliest first: set with every change before set at the beginning, indexed before those that are not. */
export function likelyCursors(fields: readonly FoundField[], indexed: ReadonlySet<string>): string[] {
  const score = ({ name, type }: FoundField) =>
    (changed.test(name) ? 8 : made.test(name) ? 2 : 0) + (type === 'date_time' ? 4 : 0) + (indexed.has(name) ? 1 : 0)
  return fields
    .filter(({ name, type }) => type === 'date_time' || (isCounter(type) && (indexed.has(name) || changed.test(name))))
    .toSorted((a, b) => score(b) - score(a))
    .map(({ name }) => name)
}

const isCounter = (type: FoundField['type']) => type === 'integer' || type === 'big_integer'
