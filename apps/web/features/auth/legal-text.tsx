import { api } from '@weft/kit/ui/api.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { queries } from '@weft/kit/ui/queries.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'

const Markdown = lazy(() => import('../shared/markdown.tsx').then((module) => ({ default: module.Markdown })))

/** What the provider has written for this page in the language of the reader; what Weft says by itself while there is nothing. */
export function LegalText({ page, children }: { page: 'imprint' | 'privacy'; children: ReactNode }) {
  const language = useLanguage()
  // The pages before the sign-in stand outside of the shell, which provides the cache.
  const { data, isPending } = useQuery(
    {
      queryKey: ['/legal', language],
      queryFn: ({ signal }) => api.get('/legal', {}, { signal, quiet: true }).then(({ data }) => data),
    },
    queries,
  )
  if (isPending) return null
  const text = data?.[page] ?? ''
  if (text.trim() === '') return children
  return (
    <Suspense>
      <Markdown text={text} />
    </Suspense>
  )
}
