import type { ListRow } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export type LakeEntry = ListRow<'/data_lake'>
export const lakePath = '/data_lake'

/** What is known of the files of a folder, by their paths. */
export function useFolder(path: string): ReadonlyMap<string, LakeEntry> {
  const { data } = useQuery({
    queryKey: [`${lakePath}/folder`, path],
    queryFn: ({ signal }) => api.get(`${lakePath}/folder`, { path }, { signal, quiet: true }).then(({ data }) => data),
  })
  return new Map((data ?? []).map((entry) => [entry.path, entry]))
}

export const useTags = () =>
  useQuery({
    queryKey: [`${lakePath}/tags`],
    queryFn: ({ signal }) => api.get(`${lakePath}/tags`, {}, { signal, quiet: true }).then(({ data }) => data),
  }).data ?? []

/** Has the storage looked through until nothing is left; answers how many files are, while it goes on. */
export function useLook(isWanted: boolean): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (!isWanted) return
    const stop = new AbortController()
    const go = async () => {
      for (let more = true; more && !stop.signal.aborted;) {
        const { data } = await api.post(`${lakePath}/look`, undefined, { signal: stop.signal, quiet: true })
        more = data.left > 0 && data.read > 0
        setLeft(more ? data.left : undefined)
        if (data.read > 0) await refresh(lakePath)
      }
    }
    go().catch((error: unknown) => {
      setLeft(undefined)
      if (!stop.signal.aborted) throw error
    })
    return () => stop.abort()
  }, [isWanted])
  return left
}
