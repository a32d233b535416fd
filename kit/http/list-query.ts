import { z } from 'zod'

/** What every list understands. `sort` is a column, with `-` in front for descending; filters are `filter[column]=value`. */
export const listQuery = z.looseObject({
  title: z.string().optional(),
  searchTerm: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(25),
  noPagination: z.stringbool().optional(),
  sort: z.string().optional(),
})
export type ListQuery = z.output<typeof listQuery>

/** The most rows a list without pagination answers with; more is said by `meta.truncated`. */
const mostUnpaged = 1000

/** `{ 'filter[status]': 'error' }` → `{ status: 'error' }`. */
export const filtersOf = (query: ListQuery): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([key, value]) => {
    const column = /^filter\[(\w+)\]$/.exec(key)?.[1]
    // What every object has, such as `constructor`, is no column.
    return column && !(column in {}) && typeof value === 'string' ? [[column, value]] : []
  }))

/** Where a page begins and ends, whichever way it was asked for. */
export function pageOf({ page, perPage, noPagination }: ListQuery) {
  return noPagination ? { limit: mostUnpaged, offset: 0 } : { limit: perPage, offset: (page - 1) * perPage }
}

/** The `meta` of a list. */
export function metaOf(query: ListQuery, total: number) {
  if (query.noPagination) return { page: 1, perPage: mostUnpaged, total, lastPage: 1, truncated: total > mostUnpaged }
  return { page: query.page, perPage: query.perPage, total, lastPage: Math.max(1, Math.ceil(total / query.perPage)) }
}

export const listMeta = z.object({ page: z.int(), perPage: z.int(), total: z.int(), lastPage: z.int(), truncated: z.boolean().optional() })
