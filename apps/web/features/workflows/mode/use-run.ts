import { useQuery } from '@tanstack/react-query'
import type { RunFigures } from '@weft/designers/workflow/run.ts'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { useMemo } from 'react'

/** The newest run of a workflow, or the one named, followed while it runs. */
export function useRun(workflow_id: string, job_id: string | undefined): RunFigures | undefined {
  const { data, refetch } = useQuery({
    queryKey: [`/workflows/${workflow_id}/run_figures`, job_id],
    queryFn: async ({ signal }) =>
      (await api.get(`/workflows/${workflow_id}/run_figures`, { job_id }, { signal, quiet: true })).data,
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data.status) ? 1_000 : false),
  })
  useLive(data ? `job:${data.id}` : undefined, () => void refetch())
  return useMemo(
    () =>
      data
        ? {
            job_id: data.id,
            is_live: !isFinal(data.status),
            is_test: data.test !== null,
            steps: Object.fromEntries(
              data.steps.map(({ step, error, ...run }) => [step, { ...run, error: error ?? undefined }]),
            ),
          }
        : undefined,
    [data],
  )
}
