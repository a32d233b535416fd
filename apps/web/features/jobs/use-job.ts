import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { invalidate } from '@weft/kit/ui/queries.ts'
import { withNews, type Job, type JobNews } from './job.ts'

/** The job as the API has it, kept up by what the server tells; while it runs it is asked for again now and then. */
export function useJob(id: string): { job: Job | undefined; error: Error | null } {
  const known = useQueryClient()
  const key = [`/jobs/${id}`]
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(`/jobs/${id}`, {}, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data.data.status) ? 3_000 : false),
  })
  useLive(`job:${id}`, (event) => {
    const news = event.data as JobNews
    if (event.type !== 'job' || news.id !== id) return
    known.setQueryData<Item<Job>>(key, (before) => before && { data: withNews(before.data, news) })
    // What an event is too short for (times, errors, return values) is asked for at the end.
    if (isFinal(news.status)) void invalidate({ queryKey: key })
  })
  return { job: data?.data, error }
}
