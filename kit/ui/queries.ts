import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** One cache for the whole shell. Failures below 500 are answers, so only the others are asked again. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
      refetchOnWindowFocus: false,
    },
  },
})

/**
 * Drops everything known below a path, so what shows it asks again: `refresh('/queues')`. A first answer that is still on its way may be
 * older than the change, and the library would take it for the newest, so it is given up.
 */
export async function refresh(...paths: string[]): Promise<void> {
  const predicate = ({ queryKey: [key] }: Query) =>
    typeof key === 'string' && paths.some((path) => key === path || key.startsWith(`${path}/`))
  await queries.cancelQueries({ predicate: (query) => query.state.data === undefined && predicate(query) })
  await queries.invalidateQueries({ predicate })
}
