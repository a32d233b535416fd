import { useQuery, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { IntegrationDraft } from '@weft/kit/integrations/draft.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { useEffect, useRef } from 'react'
import type { Draft } from '../api.ts'
import { forgetSent, rememberUnsent, unsent } from './unsent.ts'
import { draftKeeper, type Change, type Keeping } from './draft-keeper.ts'

type Known = { data: Draft }

const pause_ms = 400
const pathOf = (id: string) => `/integration_drafts/${id}` as const
const keepingKey = (id: string) => ['keeping draft', id]

/** One for each draft, whatever page it is seen on: a request of one page ends before the next page sends its own. */
const keepers = new Map<string, ReturnType<typeof draftKeeper>>()

function keeperOf(cache: QueryClient, id: string) {
  const path = pathOf(id)
  const keeper =
    keepers.get(id) ??
    draftKeeper({
      current: () => cache.getQueryData<Known>([path])!.data,
      put: (draft) => cache.setQueryData<Known>([path], { data: draft }),
      send: async (changes) => {
        const { data } = await api.put(path, changes)
        forgetSent(id, changes.data)
        return data
      },
      tell: (keeping) => cache.setQueryData<Keeping>(keepingKey(id), keeping),
    })
  keepers.set(id, keeper)
  return keeper
}

/** A draft as it stands here, kept with the server a moment after each change. */
export function useDraft(id: string) {
  const cache = useQueryClient()
  const path = pathOf(id)
  const { data, error } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }): Promise<Known> => {
      const { data: kept } = await api.get(path, {}, { signal, quiet: true })
      return { data: { ...kept, data: unsent(id) ?? kept.data } }
    },
    staleTime: Infinity,
    retry: false,
  })
  const { data: keeping } = useQuery<Keeping>({
    queryKey: keepingKey(id),
    queryFn: () => 'saved',
    enabled: false,
    initialData: 'saved',
    gcTime: Infinity,
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = () => cache.getQueryData<Known>([path])!.data
  const put = (draft: Draft) => cache.setQueryData<Known>([path], { data: draft })

  /** Sends what is not kept yet, with what else has changed. */
  function keep(change: Change = {}): Promise<Draft> {
    clearTimeout(timer.current)
    timer.current = undefined
    return keeperOf(cache, id)(change)
  }
  /** The same where nobody waits for it: the page says what became of it, and the next change tries again. */
  const keepAside = (change: Change = {}) =>
    void keep(change).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  const keepLater = () => {
    rememberUnsent(id, current().data)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => keepAside(), pause_ms)
  }
  const isOpen = data !== undefined
  useEffect(() => {
    if (isOpen && unsent(id)) keepAside()
  }, [id, isOpen])
  // Whoever leaves within the pause has changed it all the same.
  useEffect(
    () => () => {
      if (timer.current !== undefined) keepAside()
    },
    [id],
  )

  return {
    draft: data?.data,
    error,
    keeping,
    keep,
    keepAside,
    change(change: (data: IntegrationDraft) => IntegrationDraft) {
      const before = current()
      put({ ...before, data: change(before.data) })
      keepLater()
    },
    /** What an analysis has answered, beside what has been changed here since it was asked. */
    take({ profiles, data: answered }: Draft, table: string) {
      const before = current()
      const fields = answered.tables.find(({ name }) => name === table)?.fields ?? []
      put({
        ...before,
        profiles: { ...before.profiles, [table]: profiles[table]! },
        data: {
          ...before.data,
          tables: before.data.tables.map((one) => (one.name === table ? { ...one, fields } : one)),
        },
      })
      keepLater()
    },
  }
}
export type DraftInHand = ReturnType<typeof useDraft>
/** The same as soon as it is there. */
export type OpenDraft = DraftInHand & { draft: Draft }
