import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { Query } from '@weft/kit/ui/api.ts'

/** Which records the grid shows, and in which order. */
export type Selection = { searchTerm: string; state: '' | 'dirty' | 'clean'; conditions: Condition[]; sort: string }

export const everything: Selection = { searchTerm: '', state: '', conditions: [], sort: '' }

/** As the API asks for it. */
export const queryOf = ({ searchTerm, state, conditions, sort }: Selection): Query => ({
  searchTerm,
  state,
  sort,
  conditions: conditions.length > 0 ? JSON.stringify(conditions) : undefined,
})

/** As the address keeps it. */
export const addressOf = ({ searchTerm, state, conditions, sort }: Selection) => ({
  searchTerm: searchTerm || undefined,
  state: state || undefined,
  sort: sort || undefined,
  conditions: conditions.length > 0 ? JSON.stringify(conditions) : undefined,
})

export function selectionFrom(search: Record<string, unknown>): Selection {
  const text = (key: string) =>
    typeof search[key] === 'string' || typeof search[key] === 'number' ? String(search[key]) : ''
  const state = text('state')
  return {
    searchTerm: text('searchTerm'),
    state: state === 'dirty' || state === 'clean' ? state : '',
    sort: text('sort'),
    conditions: conditionsFrom(search['conditions']),
  }
}

function conditionsFrom(given: unknown): Condition[] {
  try {
    const list: unknown = typeof given === 'string' ? parseJson(given) : given
    return Array.isArray(list)
      ? (list as Condition[]).filter((one) => typeof one?.field === 'string' && typeof one.operator === 'string')
      : []
  } catch {
    return []
  }
}

/** A click on a column's head: up, then down, then as the records came. */
export const nextSort = (sort: string, name: string) => (sort === name ? `-${name}` : sort === `-${name}` ? '' : name)
