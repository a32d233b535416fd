import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defineMessages } from '../../messages/messages.ts'
import { api, type Item, type List, type Query } from '../api.ts'
import { useFormats } from '../format.ts'
import { useTexts } from '../texts.ts'

const texts = defineMessages({
  cutOff: {
    en: 'The first {shown} of {total} are listed. Type to find the others.',
    de: 'Die ersten {shown} von {total} sind aufgeführt. Tippen Sie, um die übrigen zu finden.',
  },
})

type Asked = {
  query?: Query
  headers?: Record<string, string>
  enabled?: boolean
  /** The ids that are chosen already. */
  chosen?: readonly string[]
}

/**
 * What a list offers to choose from: page 1 without pagination. Where it is too long to come whole, `cutOff` says so, what somebody types is
 * looked up as well, and what is chosen already is asked for by itself.
 */
export function useEntries<T extends { id: string }>(
  path: string,
  { query, headers, enabled = true, chosen = [] }: Asked = {},
) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const [typed, setTyped] = useState('')
  const [searchTerm] = useDebouncedValue(typed.trim(), 200)
  const options = { ...(headers && { headers }), quiet: true, tellsCutOff: true }
  const keys = headers ? [headers] : []
  const asked = (query: Query) => ({
    queryKey: [path, query, ...keys],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.send<List<T>>('GET', path, { ...options, query, signal })).body,
  })

  const { data, isLoading } = useQuery({ ...asked({ noPagination: true, ...query }), enabled })
  const listed = data?.data ?? []
  const isCut = data?.meta.truncated === true
  const found = useQuery({ ...asked({ ...query, searchTerm, perPage: 100 }), enabled: isCut && searchTerm !== '' })
  const unlisted = isCut ? chosen.filter((id) => !listed.some((entry) => entry.id === id)) : []
  const alone = useQueries({
    queries: unlisted.map((id) => ({
      queryKey: [`${path}/${id}`, 'chosen', ...keys],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.send<Item<T>>('GET', `${path}/${id}`, { ...options, signal })).body.data,
      retry: false,
    })),
  })
  const all = [...listed, ...(found.data?.data ?? []), ...alone.flatMap(({ data }) => data ?? [])]
  return {
    entries: [...new Map(all.map((entry) => [entry.id, entry])).values()],
    isLoading,
    cutOff: isCut ? t.cutOff({ shown: number(listed.length), total: number(data?.meta.total) }) : undefined,
    /** What is typed into the search of the selection. */
    onSearchChange: setTyped,
  }
}
