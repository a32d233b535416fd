import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { Answer } from '@weft/kit/contracts/client.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { api, type Query } from '@weft/kit/ui/api.ts'
import { invalidate, queries } from '@weft/kit/ui/queries.ts'
import { useCallback, useMemo, useState } from 'react'
import { pagesOf } from './scroll.ts'
import { queryOf, type Selection } from './selection.ts'

export type RecordRow = Record<string, unknown> & { _id: number; _dirty: boolean; _version: number }
/** Every stored record has these columns beside its fields. */
export const toRow = (record: DataRecord) => record as RecordRow
type Page = Answer<'GET', `/data_structures/${string}/records`>

const perPage = 100

/** The records of a selection by their index: only the pages in sight are asked for. */
export function useRecords(structure_id: string, selection: Selection) {
  const path = `/data_structures/${structure_id}/records` as const
  const query = queryOf(selection)
  const key = JSON.stringify(query)
  const [range, setRange] = useState({ first: 0, last: 40 })
  const ask = (page: number, more: Query = {}) => ({
    queryKey: [path, key, page] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get(path, { ...query, ...more, page, perPage }, { signal, quiet: true }),
    staleTime: 30_000,
  })
  // The first page is always there: it says how many records there are.
  const first = useQuery({ ...ask(1), placeholderData: keepPreviousData })
  const pages = pagesOf({ ...range, perPage })
  const answers = useQueries({ queries: pages.map((page) => ask(page)) })
  const known = useMemo(
    () => new Map(answers.flatMap(({ data }) => (data ? [[data.meta.page, data] as const] : []))),
    [answers],
  )
  const loaded = useMemo(
    () => (known.size > 0 ? [...known.values()] : first.data ? [first.data] : []).map(({ data }) => data.map(toRow)),
    [known, first.data],
  )
  const exact = [...known.values()].find(({ meta }) => !meta.about && !meta.more)?.meta
  const meta = exact ?? first.data?.meta
  const rowAt = (index: number) => {
    const page = known.get(Math.floor(index / perPage) + 1) ?? (index < perPage ? first.data : undefined)
    const record = page?.data[index % perPage] ?? (index < perPage ? first.data?.data[index] : undefined)
    return record && toRow(record)
  }

  /** Puts a changed record in place of the one shown, without asking again. */
  const replace = useCallback(
    (row: RecordRow) => {
      for (const [queryKey, page] of queries.getQueriesData<Page>({ queryKey: [path] }))
        if (page?.data?.some((other) => other['_id'] === row._id))
          queries.setQueryData<Page>(queryKey, {
            ...page,
            data: page.data.map((other) => (other['_id'] === row._id ? row : other)),
          })
    },
    [path],
  )
  const show = useCallback(
    (next: { first: number; last: number }) => setRange((now) => (sameRange(now, next) ? now : next)),
    [],
  )
  return {
    path,
    total: meta?.total ?? 0,
    about: meta?.about ?? false,
    more: meta?.more ?? false,
    error: first.error,
    loading: first.isLoading,
    busy: first.isFetching || answers.some((answer) => answer.isFetching),
    rowAt,
    /** The records that are here, page by page. */
    loaded,
    show,
    replace,
    reload: () => invalidate({ queryKey: [path] }),
  }
}

const sameRange = (a: { first: number; last: number }, b: { first: number; last: number }) =>
  Math.floor(a.first / perPage) === Math.floor(b.first / perPage) &&
  Math.floor(a.last / perPage) === Math.floor(b.last / perPage)
