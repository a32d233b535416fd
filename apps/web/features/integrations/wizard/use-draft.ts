import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { IntegrationDraft } from '@weft/kit/integrations/draft.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../api.ts'

type Known = { data: Draft }
type Change = { step?: Draft['step']; connection_id?: string | null; connector?: string }

const pause_ms = 400

/** A draft as it stands here, kept with the server a moment after each change. */
export function useDraft(id: string) {
  const cache = useQueryClient()
  const path = `/integration_drafts/${id}` as const
  const { data, error } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }),
    staleTime: Infinity,
    retry: false,
  })
  const [saving, setSaving] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = () => cache.getQueryData<Known>([path])!.data
  const put = (draft: Draft) => cache.setQueryData<Known>([path], { data: draft })

  /** Sends what is not kept yet, with what else has changed. */
  async function keep(change: Change = {}): Promise<Draft> {
    clearTimeout(timer.current)
    timer.current = undefined
    setSaving(true)
    try {
      const { data: kept } = await api.put(path, { ...change, data: current().data })
      put(kept)
      return kept
    } finally {
      setSaving(false)
    }
  }
  const keepLater = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keep(), pause_ms)
  }
  // Whoever leaves within the pause has changed it all the same.
  useEffect(
    () => () => {
      if (timer.current !== undefined) void keep()
    },
    [id],
  )

  return {
    draft: data?.data,
    error,
    saving,
    keep,
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
