import type { ListRow } from '@weft/kit/contracts/client.ts'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Job } from './job.ts'

type Line = ListRow<`/jobs/${string}/logs`>

/** All lines so far and whatever comes: each event of the job, and every few seconds while it runs, asks for those behind the last. */
export function useLines(job: Pick<Job, 'id' | 'status'>, level: string, step: string) {
  const language = useLanguage()
  const [lines, setLines] = useState<Line[]>([])
  const [loaded, setLoaded] = useState(false)
  const asking = useRef<Promise<void>>(undefined)
  const last = useRef<number>(undefined)

  const ask = useCallback(() => {
    asking.current ??= (async () => {
      for (let more = true; more;) {
        const { data } = await api.get(
          `/jobs/${job.id}/logs`,
          { noPagination: true, after: last.current, 'filter[level]': level, 'filter[step]': step },
          { quiet: true },
        )
        if (data.length > 0) {
          last.current = data.at(-1)!.id
          setLines((before) => [...before, ...data])
        }
        more = data.length === 1_000
      }
      setLoaded(true)
    })()
      .catch(() => setLoaded(true))
      .finally(() => (asking.current = undefined))
  }, [job.id, level, step])

  useEffect(() => {
    last.current = undefined
    setLines([])
    setLoaded(false)
    ask()
  }, [ask, language])
  useLive(`job:${job.id}`, ask)
  const running = !isFinal(job.status)
  useEffect(() => {
    ask()
    if (!running) return
    const timer = setInterval(ask, 3_000)
    return () => clearInterval(timer)
  }, [ask, running])
  return { lines, loaded }
}
