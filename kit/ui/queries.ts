import { QueryClient, type QueryFilters } from '@tanstack/react-query'
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
 * Drops what is known, so what shows it asks again. A first answer that is still on its way may be older than the change, and the library
 * would take it for the newest, so it is given up.
 */
export async function invalidate(known: QueryFilters): Promise<void> {
  const { predicate = () => true } = known
  await queries.cancelQueries({ ...known, predicate: (query) => query.state.data === undefined && predicate(query) })
  await queries.invalidateQueries(known)
}

/** The same for everything below a path: `refresh('/queues')`. */
export const refresh = (...paths: string[]): Promise<void> =>
  invalidate({
    predicate: ({ queryKey: [key] }) =>
      typeof key === 'string' && paths.some((path) => key === path || key.startsWith(`${path}/`)),
  })
