import { z } from 'zod'
import { inWords } from '../messages/patterns.ts'
import { mostCounted } from './most-counted.ts'

/** What every list understands. `sort` is a column, with `-` in front for descending; `filteredBy` adds filters. Nothing else may be asked. */
export const listQuery = z.strictObject({
  title: z.string().optional(),
  searchTerm: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(25),
  noPagination: z.stringbool().optional(),
  sort: z.string().optional(),
})
export type ListQuery = z.output<typeof listQuery>

/** What a list understands that is too short for pages: it always answers all there is. */
export const shortList = z.strictObject({ noPagination: z.stringbool().optional() })

/** A list that is narrowed by `filter[name]=value`, as each schema says; an empty value narrows nothing. */
export function filteredBy<F extends Record<string, z.ZodType>>(filters: F) {
  const keys = Object.entries(filters).map(([name, schema]) => [`filter[${name}]`, orEmpty(schema).optional()])
  return listQuery.extend(
    Object.fromEntries(keys) as { [K in keyof F & string as `filter[${K}]`]: z.ZodOptional<z.ZodType<string>> },
  )
}

/** One or several of these, with commas between. */
export const someOf = (values: readonly string[]) =>
  z.string().superRefine((given, context) => {
    if (given.split(',').some((one) => !values.includes(one.trim())))
      context.addIssue({ code: 'invalid_value', values: [...values], input: given })
  })

/** One or several ids, with commas between. */
export const someIds = z.string().regex(
  inWords(/^ *[0-9a-f-]{36}( *, *[0-9a-f-]{36})* *$/i, {
    en: 'Please name entries by their ids, with commas between.',
    de: 'Bitte Einträge durch ihre Ids nennen, durch Kommas getrennt.',
  }),
)

export const yesOrNo = z.enum(['true', 'false'])

/** The columns a list can be sorted by. */
export const sortedBy = (columns: readonly string[]) =>
  z.enum(columns.flatMap((column) => [column, `-${column}`])).optional()

function orEmpty(schema: z.ZodType): z.ZodType<string> {
  if (schema instanceof z.ZodEnum) return z.enum([...schema.options.map(String), ''])
  return z.string().superRefine((given, context) => {
    if (given === '') return
    for (const issue of schema.safeParse(given, { reportInput: true }).error?.issues ?? [])
      context.addIssue({ ...issue, input: given } as never)
  })
}

/** The most rows a list without pagination answers with; more is said by `meta.truncated`. */
const mostUnpaged = 1000

/** `{ 'filter[status]': 'error' }` → `{ status: 'error' }`. */
export const filtersOf = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => {
      const column = /^filter\[(\w+)\]$/.exec(key)?.[1]
      // What every object has, such as `constructor`, is no column.
      return column && !(column in {}) && typeof value === 'string' && value !== '' ? [[column, value]] : []
    }),
  )

/** A filter as bodies say it, in the shape of a query: what a list does not know is refused here as well. */
export const asQuery = ({
  filter = {},
  searchTerm,
}: {
  filter?: Record<string, string> | undefined
  searchTerm?: string | undefined
}) => ({
  ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value])),
  ...(searchTerm && { searchTerm }),
})

/** Where a page begins and ends, whichever way it was asked for. */
export function toLimitOffset({ page, perPage, noPagination }: ListQuery) {
  return noPagination ? { limit: mostUnpaged, offset: 0 } : { limit: perPage, offset: (page - 1) * perPage }
}

/** The `meta` of a list. */
export function metaOf(query: ListQuery, total: number) {
  if (query.noPagination) return { page: 1, perPage: mostUnpaged, total, lastPage: 1, truncated: total > mostUnpaged }
  return { page: query.page, perPage: query.perPage, total, lastPage: Math.max(1, Math.ceil(total / query.perPage)) }
}

/** The `meta` of a list that was counted up to `mostCounted` and one. */
export const metaUpTo = (query: ListQuery, counted: number) => ({
  ...metaOf(query, Math.min(counted, mostCounted)),
  ...(counted > mostCounted && { more: true }),
})

export const listMeta = z.object({
  page: z.int(),
  perPage: z.int(),
  total: z.int(),
  lastPage: z.int(),
  truncated: z.boolean().optional(),
  /** There are more than `total`. */
  more: z.boolean().optional(),
  /** Of more than these, the order is one among so many of the newest. */
  sortedAmong: z.int().optional(),
})
