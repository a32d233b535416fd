import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'
import { useEffect, useState } from 'react'
import type { Answer } from '@weft/kit/contracts/client.ts'

export type FoundTable = Answer<'GET', `/connections/${string}/tables`>['data'][number]
export type DescribedTable = Answer<'POST', `/integration_drafts/${string}/describe`>['data'][number]

const atOnce = 20
const mostDescribed = 400

export const useFoundTables = (connection_id: string | null) =>
  useQuery({
    queryKey: [`/connections/${connection_id}/tables`],
    queryFn: ({ signal }) => api.get(`/connections/${connection_id}/tables`, {}, { signal, quiet: true }),
    enabled: connection_id !== null,
    staleTime: 300_000,
    retry: false,
  })

/** Keys and cursors of tables, asked for in parts: a name is there at once, what is known of it follows. */
export function useDescribed(draft_id: string, names: readonly string[]): ReadonlyMap<string, DescribedTable> {
  const [known, setKnown] = useState<ReadonlyMap<string, DescribedTable>>(new Map())
  const wanted = names.slice(0, mostDescribed).join('\n')
  useEffect(() => {
    const gone = new AbortController()
    async function ask() {
      const all = wanted === '' ? [] : wanted.split('\n')
      for (let i = 0; i < all.length && !gone.signal.aborted; i += atOnce) {
        const { data } = await api.post(
          `/integration_drafts/${draft_id}/describe`,
          { tables: all.slice(i, i + atOnce) },
          { signal: gone.signal },
        )
        setKnown((before) => new Map([...before, ...data.map((table) => [table.name, table] as const)]))
      }
    }
    ask().catch((error: unknown) => {
      if (!gone.signal.aborted) throw error
    })
    return () => gone.abort()
  }, [draft_id, wanted])
  return known
}
