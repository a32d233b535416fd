import { api, ApiError } from '@weft/kit/ui/api.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useEffect, useRef, useState } from 'react'
import type { Rows } from './result-grid.tsx'

/** What is asked: a part of a tab's text, where that begins, and the whole text as it was then. */
export type Asked = {
  sql: string
  begins: number
  whole: string
  parameters: string
  query_id: string | null
  name: string
}
export type Run = { asked: Asked; at: Date } & (
  { state: 'running' } | { state: 'done'; rows: Rows } | { state: 'failed'; error: ApiError } | { state: 'stopped' }
)

/** Runs the queries of the tabs; each has one run at a time, which ends in the database when it is stopped or nobody waits. */
export function useQueryRuns() {
  const [runs, setRuns] = useState<Record<string, Run>>({})
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const open = running.current
    return () => open.forEach((one) => one.abort())
  }, [])
  const run = async (tab: string, asked: Asked) => {
    if (running.current.has(tab)) return
    const stop = new AbortController()
    running.current.set(tab, stop)
    const at = new Date()
    const set = (now: Run) => setRuns((before) => ({ ...before, [tab]: now }))
    set({ asked, at, state: 'running' })
    const { sql, parameters, query_id, name } = asked
    const body = { sql, parameters, ...(query_id && { query_id }), ...(name && { name }) }
    try {
      const { data } = await api.post('/queries/run', body, { quiet: true, timeout: 60, signal: stop.signal })
      set({ asked, at, state: 'done', rows: data })
    } catch (error) {
      if (stop.signal.aborted) set({ asked, at, state: 'stopped' })
      else if (error instanceof ApiError) set({ asked, at, state: 'failed', error })
      else throw error
    } finally {
      running.current.delete(tab)
      // What is stopped is written down when the database has ended it.
      setTimeout(() => void refresh('/queries/history'), stop.signal.aborted ? 1_500 : 0)
    }
  }
  const stop = (tab: string) => running.current.get(tab)?.abort()
  return { runs, run, stop }
}
