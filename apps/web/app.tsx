import { RouterProvider } from '@tanstack/react-router'
import { OfflineBanner } from '@weft/kit/ui/offline-banner.tsx'
import { queries } from '@weft/kit/ui/queries.ts'
import { watchOtherTabs } from '@weft/kit/ui/session.ts'
import { useEffect } from 'react'
import { router } from './routes/tree.tsx'
import { openFacts } from './shell/sign-in.ts'

/** Everything with a router. Whoever ends the session (a 401, a click), the page goes where one signs in. */
export function App() {
  useEffect(() => {
    const toSignIn = () => void router.navigate({ to: '/login', replace: true } as never)
    window.addEventListener('loggedOut', toSignIn)
    return () => window.removeEventListener('loggedOut', toSignIn)
  }, [])
  useEffect(watchOtherTabs, [])
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
