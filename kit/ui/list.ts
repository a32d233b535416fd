import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Known, ListRow } from '../contracts/client.ts'
import { useSearchParams } from './address.ts'
import { api, type List, type Query } from './api.ts'

type Asked = { page: number; perPage: number; sort: string; searchTerm: string; filter: Record<string, string> }
type ListChange = Partial<Asked>

/** What a table needs to know of its list, wherever the rows come from. `sort` is a column, with `-` in front for descending. */
export type ListState<T> = Asked & {
  rows: T[]
  total: number
  busy: boolean
  loading: boolean
  error: Error | null
  /** What the answer says beside the rows: counts by status and the like. */
  meta: Record<string, unknown>
  set(change: ListChange): void
  reload(): void
}

type Options = {
  perPage?: number
  sort?: string
  /** Names of the filters kept in the address, sent as `filter[name]`. */
  filters?: readonly string[]
  /** Sent with every request, not shown in the address. */
  query?: Query
  /** Keeps page, sort and search to the component instead of the address: for a second list on a screen. */
  local?: boolean
  enabled?: boolean
  refetchInterval?: number
  /** Speaks for another level than what is selected. */
  headers?: Record<string, string>
}

/** A paged list of the API; page, sort, search and filters stand in the address, so back and reload keep them. */
export const useList = <const P extends string>(path: P & Known<'GET', P>, options?: Options) =>
  useListAt<ListRow<P>>(path, options)

/** The same for components that are handed any path: they say themselves what its rows are. */
export function useListAt<T>(path: string, options: Options = {}): ListState<T> {
  const [asked, set] = useAsked(options)
  const { filter, ...rest } = asked
  const query: Query = {
    ...options.query,
    ...rest,
    ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value])),
  }
  const { data, isFetching, isLoading, error, refetch } = useQuery({
    queryKey: options.headers ? [path, query, options.headers] : [path, query],
    queryFn: async ({ signal }) =>
      (await api.send<List<T>>('GET', path, { query, signal, quiet: true, headers: options.headers })).body,
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    ...(options.refetchInterval && { refetchInterval: options.refetchInterval }),
  })
  const reload = useCallback(() => void refetch(), [refetch])
  return {
    ...asked,
    rows: data?.data ?? [],
    total: data?.meta.total ?? 0,
    meta: data?.meta ?? {},
    busy: isFetching,
    loading: isLoading,
    error,
    set,
    reload,
  }
}

type Value = string | number | boolean | null | undefined

/** The same over rows the browser has already: sorting, searching and paging happen here. */
export function useRows<T extends object>(
  rows: T[] | undefined,
  options: Pick<Options, 'perPage' | 'sort'> & {
    busy?: boolean
    error?: Error | null
    reload?: () => void
    search?: readonly (keyof T)[]
  } = {},
): ListState<T> {
  const [asked, set] = useAsked({ ...options, local: true })
  const { page, perPage, sort, searchTerm } = asked
  const found = useMemo(() => {
    const term = searchTerm.toLowerCase()
    const matching =
      term === ''
        ? [...(rows ?? [])]
        : (rows ?? []).filter((row) =>
            (options.search ?? (Object.keys(row) as (keyof T)[])).some((key) =>
              String(row[key] ?? '')
                .toLowerCase()
                .includes(term),
            ),
          )
    const key = sort.replace(/^-/, '') as keyof T
    return sort === ''
      ? matching
      : matching.sort((a, b) => compare(a[key] as Value, b[key] as Value) * (sort.startsWith('-') ? -1 : 1))
  }, [rows, searchTerm, sort, options.search])
  return {
    ...asked,
    rows: found.slice((page - 1) * perPage, page * perPage),
    total: found.length,
    meta: {},
    busy: options.busy ?? false,
    loading: rows === undefined && (options.busy ?? false),
    error: options.error ?? null,
    set,
    reload: options.reload ?? (() => {}),
  }
}

function compare(a: Value, b: Value) {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''), undefined, { numeric: true })
}

/** Everything that is asked for, from the address or from the component; a change goes back to page one unless it names a page. */
function useAsked({ perPage = 25, sort = '', filters = [], local }: Options): [Asked, (change: ListChange) => void] {
  const initial: Asked = { page: 1, perPage, sort, searchTerm: '', filter: {} }
  const [own, setOwn] = useState(initial)
  const search = useSearchParams()
  const navigate = useNavigate()
  const inAddress: Asked = {
    page: Number(search['page'] ?? 1) || 1,
    perPage: Number(search['perPage'] ?? perPage) || perPage,
    sort: String(search['sort'] ?? sort),
    searchTerm: String(search['searchTerm'] ?? ''),
    filter: Object.fromEntries(
      filters.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
    ),
  }
  const set = (change: ListChange) => {
    if (local) return setOwn({ ...own, page: 1, ...change })
    const next = { ...inAddress, page: 1, ...change }
    const plain: Record<string, unknown> = { ...next, filter: undefined }
    for (const key of ['page', 'perPage', 'sort', 'searchTerm'] as const)
      if (next[key] === initial[key]) plain[key] = undefined
    for (const name of filters) plain[name] = next.filter[name] || undefined
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...plain }),
      replace: true,
      resetScroll: false,
    })
  }
  return [local ? own : inAddress, set]
}
