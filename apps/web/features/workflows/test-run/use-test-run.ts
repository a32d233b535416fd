import { useQuery } from '@tanstack/react-query'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { useEffect, useEffectEvent } from 'react'

/** A test run, followed until it ends. */
export function useTestRun(workflow_id: string, job_id: string | undefined, onEnd: () => void) {
  const ended = useEffectEvent(onEnd)
  const { data, refetch } = useQuery({
    queryKey: [`/workflows/${workflow_id}/run_figures`, 'tested', job_id],
    queryFn: async ({ signal }) =>
      (await api.get(`/workflows/${workflow_id}/run_figures`, { job_id }, { signal, quiet: true })).data,
    enabled: job_id !== undefined,
    refetchInterval: ({ state }) => (state.data && isFinal(state.data.status) ? false : 700),
  })
  useLive(job_id ? `job:${job_id}` : undefined, () => void refetch())
  const isOver = data !== undefined && data !== null && isFinal(data.status)
  useEffect(() => {
    if (isOver) ended()
  }, [isOver])
  return data
}

/** What the steps of a test run would have done. A worker writes it behind the run, so at first it may not be there yet. */
export function useTestResult(job_id: string) {
  return useQuery({
    queryKey: [`/process_debug_data/${job_id}`, 'previews'],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(`/process_debug_data/${job_id}`, {}, { signal, quiet: true })
      return data.findLast(({ previews }) => previews)?.previews ?? null
    },
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data === null && state.dataUpdateCount < 12 ? 500 : false),
  })
}
export type Previews = NonNullable<ReturnType<typeof useTestResult>['data']>
export type Preview = Previews[string]
