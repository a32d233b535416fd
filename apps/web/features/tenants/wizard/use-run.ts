import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { queries, refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { accountPaths } from './account.ts'
import { firstInvitation, readRun, runPath } from './run.ts'

const texts = defineMessages({
  tooEarly: { en: 'This step comes later', de: 'Dieser Schritt kommt später' },
  refused: { en: 'That did not work', de: 'Das hat nicht geklappt' },
  taken: { en: 'Taken back', de: 'Zurückgenommen' },
})

/** A setup as it stands, live, and what can be asked of it; one that was just entered begins by itself. */
export function useRun(kind: AccountKind, id: string) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const start = useSearchParam('start') === 'true'
  const [asking, setAsking] = useState<string>()
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    queryKey: [runPath(id)],
    queryFn: ({ signal }) => readRun(id, signal),
    staleTime: 0,
    // Events are not replayed after a lost line, so what is under way is also asked for.
    refetchInterval: ({ state }) =>
      asking || state.data?.state === 'running' || state.data?.state === 'undoing' ? 1500 : false,
  })
  useLive(`provisioning:${id}`, () => void refetch())

  /** Each of these answers when the work is over; the steps on the way arrive as events. */
  const act = async (what: 'run' | 'undo' | `steps/${string}/run`) => {
    setAsking(what)
    try {
      const { data, meta } = await api.post(`${runPath(id)}/${what}`, undefined, {
        quiet: true,
        timeout: false,
      })
      firstInvitation.keep(id, meta?.invitation)
      queries.setQueryData([runPath(id)], data)
      if (data.state === 'undone') toast({ title: t.taken(), message: data.draft.name, tone: 'green' })
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed
      const early = failed.code === 'PROVISIONING_ORDER'
      toast({ title: early ? t.tooEarly() : t.refused(), message: failed.message, tone: early ? 'amber' : 'red' })
      await refetch()
    } finally {
      setAsking(undefined)
      await refresh(accountPaths[kind], '/provisioning_runs')
    }
  }

  const started = useRef(false)
  useEffect(() => {
    if (!start || started.current || run?.state !== 'pending') return
    started.current = true
    void navigate({ to: '.', search: { run: id } as never, replace: true })
    void act('run')
  }, [start, run?.state])

  return { run, error, asking, act }
}
