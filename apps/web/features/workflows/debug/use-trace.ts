import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'

const whileUnderWay_ms = 300

/**
 * The way of each record of a test run. A worker writes it behind the run, so at first it may not be there yet; one that is full is written
 * while the run goes on, and does not change any more.
 */
export function useTrace(job_id: string | undefined, isOver: boolean) {
  const path = `/process_debug_data/${job_id!}/trace` as const
  const early = useQuery({
    queryKey: [path, 'early'],
    queryFn: async ({ signal }) => (await api.get(path, {}, { signal, quiet: true })).data,
    enabled: job_id !== undefined && !isOver,
    refetchInterval: ({ state }) => (state.data ? false : whileUnderWay_ms),
    staleTime: Infinity,
    retry: false,
  })
  const whole = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(path, {}, { signal, quiet: true })
      if (!data) throw new Error('the trace is not written yet')
      return data
    },
    enabled: job_id !== undefined && isOver && !early.data,
    staleTime: Infinity,
    retry: 20,
    retryDelay: 400,
  })
  return early.data ? { data: early.data, isError: false } : whole
}
