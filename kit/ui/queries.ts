import { QueryClient } from '@tanstack/react-query'
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

/** Drops everything known below a path, so what shows it asks again: `refresh('/queues')`. */
export const refresh = (...paths: string[]) =>
  Promise.all(
    paths.map((path) =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) =>
          typeof queryKey[0] === 'string' && (queryKey[0] === path || queryKey[0].startsWith(`${path}/`)),
      }),
    ),
  )
