import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'

/** The way of each record of a test run that is over. A worker writes it behind the run, so at first it may not be there yet. */
export function useTrace(job_id: string | undefined, isOver: boolean) {
  return useQuery({
    queryKey: [`/process_debug_data/${job_id}/trace`],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(`/process_debug_data/${job_id!}/trace`, {}, { signal, quiet: true })
      if (!data) throw new Error('the trace is not written yet')
      return data
    },
    enabled: job_id !== undefined && isOver,
    staleTime: Infinity,
    retry: 20,
    retryDelay: 400,
  })
}
