import { RouterProvider } from '@tanstack/react-router'
import { watchOverlays } from '@weft/kit/ui/overlay.ts'
import { OfflineBanner } from '@weft/kit/ui/offline-banner.tsx'
import { queries } from '@weft/kit/ui/queries.ts'
import { watchOtherTabs, type LoggedOut } from '@weft/kit/ui/session.ts'
import { useEffect } from 'react'
import { router } from './routes/tree.tsx'
import { openFacts } from './shell/sign-in.ts'

/** Everything with a router. Whoever ends the session (a 401, a click), the page goes where one signs in, and from there back to where it expired. */
export function App() {
  useEffect(() => {
    const toSignIn = ({ detail: { expired } }: CustomEvent<LoggedOut>) => {
      const search = expired ? { next: location.pathname + location.search } : {}
      void router.navigate({ to: '/login', search, replace: true } as never)
    }
    window.addEventListener('loggedOut', toSignIn as (event: Event) => void)
    return () => window.removeEventListener('loggedOut', toSignIn as (event: Event) => void)
  }, [])
  useEffect(watchOtherTabs, [])
  useEffect(watchOverlays, [])
  useEffect(() => {
    void openFacts().catch(() => {})
  }, [])
  return (
    <>
      <OfflineBanner onBack={() => void queries.invalidateQueries()} />
      <RouterProvider router={router} />
    </>
  )
}
