import { api } from '@weft/kit/ui/api.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useQuery } from '@tanstack/react-query'

/** What a system tells of itself is asked of it again after so long. */
const asked = { staleTime: 300_000, retry: false } as const

export function useConnectionsHere() {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['/connections', 'names'],
    enabled: may('connections.view'),
    queryFn: async ({ signal }) =>
      (await api.get('/connections', { noPagination: true }, { signal, quiet: true })).data,
    staleTime: 30_000,
  })
  return data ?? []
}

/** The connection beside a setting: the project's own goes before one of the same name for all projects. */
export const useConnectionBeside = (siblings: Record<string, unknown>): string | undefined =>
  useConnectionsHere()
    .filter(({ name }) => name === siblings['connection'])
    .toSorted((a, b) => Number(a.project_id === null) - Number(b.project_id === null))[0]?.id

/** The tables, queues or actions of a system; none is asked where there is no connection or somebody may not look through it. */
function useAsked<T>(
  id: string | undefined,
  key: readonly unknown[],
  isWanted: boolean,
  ask: (signal: AbortSignal) => Promise<T>,
) {
  const may = useMay()
  return useQuery({
    queryKey: key,
    enabled: id !== undefined && isWanted && may('connections.run'),
    queryFn: ({ signal }) => ask(signal),
    ...asked,
  })
}

export const useTables = (id: string | undefined, isWanted = true) =>
  useAsked(id, [`/connections/${id!}/tables`], isWanted, (signal) =>
    api.get(`/connections/${id!}/tables`, {}, { signal, quiet: true }),
  )

export const useActions = (id: string | undefined) =>
  useAsked(id, [`/connections/${id!}/actions`], true, (signal) =>
    api.get(`/connections/${id!}/actions`, {}, { signal, quiet: true }),
  )

export const usePlaces = (id: string | undefined, isWanted = true) =>
  useAsked(id, [`/connections/${id!}/places`], isWanted, (signal) =>
    api.get(`/connections/${id!}/places`, {}, { signal, quiet: true }),
  )

/** A table with its fields and without records. */
export const useTable = (id: string | undefined, name: string, isWanted = true) =>
  useAsked(id, [`/connections/${id!}/table`, name, 'fields'], isWanted && name !== '', (signal) =>
    api.get(`/connections/${id!}/table`, { name, sample: 0 }, { signal, quiet: true }),
  )

export const useFolder = (id: string | undefined, path: string, isWanted = true) =>
  useAsked(id, [`/connections/${id!}/folder`, path], isWanted, (signal) =>
    api.get(`/connections/${id!}/folder`, { path }, { signal, quiet: true }),
  )

/** The folder of a path before its first star or value, empty at the top. */
export const folderOfPath = (path: string) => /^[^*?[{!]*(?=\/)/.exec(path)?.[0].replace(/^\/+/, '') ?? ''
